import { Search } from "lucide-react";
import { type ComponentProps, useId } from "react";
import styles from "./field.module.css";
import { Frame } from "./field.tsx";

/** A box for what is looked for. */
export function SearchField({ label, ...rest }: { label: string } & ComponentProps<"input">) {
  const id = useId();
  return (
    <Frame label={label} bare id={id}>
      <div className={`${styles.search} relative`}>
        <Search size={18} aria-hidden="true" />
        <input
          {...rest}
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
