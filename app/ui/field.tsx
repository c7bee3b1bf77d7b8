import {
  type ComponentProps,
  type CSSProperties,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { countCharacters } from "#domain/text.ts";
import styles from "./field.module.css";

/** The classes of a control for a person's own words. */
export const TEXT_CONTROL = `${styles.control} ${styles.text}`;

type FieldProps = {
  label: string;
  /** The label is only for screen readers: the place of the control shows what it is for. */
  bare?: boolean;
  error?: string | null;
  optional?: boolean;
};
type TextProps = FieldProps & {
  /** In characters; without it the length is not shown. */
  max?: number;
  name?: string;
  value?: string;
  defaultValue?: string;
};

type FrameProps = FieldProps & { id: string; aside?: ReactNode; children: ReactNode };

/** A control with its label, and what is wrong with its value. */
export function Frame({ label, bare, error, optional, id, aside, children }: FrameProps) {
  return (
    <div className={`${styles.field} stack min-width-0`}>
      {bare ? (
        <label className="visually-hidden" htmlFor={id}>
          {label}
        </label>
      ) : (
        <div className="flex space-between baseline gap-12">
          <label className={`${styles.label} min-width-0 small strong`} htmlFor={id}>
            {label}
          </label>
          {aside ?? (optional && <span className={`${styles.aside} muted smaller digits`}>optional</span>)}
        </div>
      )}
      {children}
      {error && (
        <p className={`${styles.error} danger small`} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

function Counter({ length, max }: { length: number; max: number }) {
  return (
    <span className={`${styles.aside} muted smaller digits`} data-over={length > max || undefined}>
      <span aria-hidden="true">
        {length}/{max}
      </span>
      <span className="visually-hidden">
        {length} of {max} characters
      </span>
    </span>
  );
}

function errorProps(id: string, error: string | null | undefined) {
  return error ? { "aria-invalid": true, "aria-describedby": `${id}-error` } : {};
}

export type FieldFault = { field: string; message: string };

/** Which fields of the form around it were at fault when it was sent; of one field the first counts. */
export const FaultsOfForm = createContext<readonly FieldFault[]>([]);

/** What is wrong with a field: what its form says of it, else what was found when the form was sent. */
function useFieldError(name: string | undefined, error: string | null | undefined): string | null {
  const faults = use(FaultsOfForm);
  return error ?? faults.find(({ field }) => field === name)?.message ?? null;
}

type Typed = { target: { value: string } };

/** A box for a person's own words: what its frame shows beside it, and what the control itself is given. */
function useTextBox<E extends Typed>({
  label,
  error: own,
  max,
  optional,
  onChange,
  ...rest
}: TextProps & { onChange?: ((event: E) => void) | undefined }) {
  const id = useId();
  const error = useFieldError(rest.name, own);
  const ref = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(rest.defaultValue ?? "");
  // A form that passes `value` can also change the text itself.
  const length = countCharacters((rest.value ?? typed).trim());
  // It may have been typed into before hydration.
  useEffect(() => {
    if (ref.current) setTyped(ref.current.value);
  }, []);
  return {
    frame: { label, error, optional, id, aside: max && <Counter length={length} max={max} /> },
    control: {
      ...rest,
      ...errorProps(id, error),
      ref,
      id,
      dir: "auto",
      className: TEXT_CONTROL,
      onChange: (event: E) => {
        setTyped(event.target.value);
        onChange?.(event);
      },
    },
  };
}

/** One line: of a person's own words with its length against the limit, or something that is known, such as an address. */
export function TextField(props: TextProps & ComponentProps<"input">) {
  const { frame, control } = useTextBox(props);
  return (
    <Frame {...frame}>
      <input {...control} autoComplete="off" />
    </Frame>
  );
}

/** Whether an element is a box for a person's own words, of one line or several. */
export function isTextBox(element: unknown): element is HTMLInputElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === "text")
  );
}

/** A box that can be ticked. */
export function Flag({ label, ...rest }: { label: ReactNode } & ComponentProps<"input">) {
  return (
    <label className="row tap-height gap-10 text-start">
      <input {...rest} type="checkbox" />
      <span>{label}</span>
    </label>
  );
}

/** Several lines of a person's own words. */
export function TextArea(props: TextProps & ComponentProps<"textarea">) {
  const { frame, control } = useTextBox(props);
  const { rows } = props;
  return (
    <Frame {...frame}>
      <textarea {...control} style={rows === undefined ? undefined : toRowsStyle(rows)} />
    </Frame>
  );
}

/** The box grows with its text (`field-sizing`), for which the browser forgets `rows`: it is its least height. */
function toRowsStyle(rows: number): CSSProperties & Record<"--rows", number> {
  return { "--rows": rows };
}

export function Select({
  label,
  bare,
  error: own,
  optional,
  children,
  ...rest
}: FieldProps & ComponentProps<"select">) {
  const id = useId();
  const error = useFieldError(rest.name, own);
  return (
    <Frame label={label} bare={bare} error={error} optional={optional} id={id}>
      <select {...rest} {...errorProps(id, error)} id={id} className={`${styles.control} ${styles.select}`}>
        {children}
      </select>
    </Frame>
  );
}

type OptionsProps<Value extends string> = {
  values: readonly Value[];
  /** Returns the text that is shown for a value. Without this function, the value itself is shown. */
  toName?: (value: Value) => string;
};

/** The options of a `Select`. */
export function Options<Value extends string>({ values, toName = (value) => value }: OptionsProps<Value>) {
  return values.map((value) => (
    <option key={value} value={value}>
      {toName(value)}
    </option>
  ));
}

type FieldsetProps = { legend: string; hint?: string; error?: string | null; children: ReactNode };

/** Choices that belong together, with what is wrong about them. */
export function Fieldset({ legend, hint, error, children }: FieldsetProps) {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error ? id : undefined}>
      <legend className="size-14 strong">
        {legend} {hint && <span>{hint}</span>}
      </legend>
      {children}
      {error && (
        <p className={`${styles.error} danger small`} id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
