import { Search } from "lucide-react";
import { type ComponentProps, useId } from "react";
import styles from "./field.module.css";
import { Frame } from "./field.tsx";
import { isOfInputMethod } from "./input-method.ts";

type SearchFieldProps = ComponentProps<"input"> & {
  label: string;
  /** Called when Escape is pressed and there is text. Without text Escape closes the dialog around it. */
  onEmpty?: () => void;
};

/** A box for what is looked for. */
export function SearchField({ label, onEmpty, ...rest }: SearchFieldProps) {
  const id = useId();
  return (
    <Frame label={label} bare id={id}>
      <div className={`${styles.search} relative`}>
        <Search size={18} aria-hidden="true" />
        <input
          {...rest}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || isOfInputMethod(event) || rest.value === "" || !onEmpty) return;
            event.stopPropagation();
            onEmpty();
          }}
          type="search"
          id={id}
          dir="auto"
          placeholder={label}
          autoComplete="off"
          className={styles.control}
        />
      </div>
    </Frame>
  );
}
