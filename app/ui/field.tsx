import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { countCharacters } from "#domain/text.ts";
import styles from "./field.module.css";

type FieldProps = { label: string; error?: string | null; optional?: boolean };
type TextProps = FieldProps & { max: number; name: string; defaultValue?: string };

/** How long the text in a box is, also if it was typed before the page came alive. */
function useLength(defaultValue: string) {
  const [length, setLength] = useState(() => countCharacters(defaultValue.trim()));
  const ref = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    if (ref.current) setLength(countCharacters(ref.current.value.trim()));
  }, []);
  return { ref, length, measure: (text: string) => setLength(countCharacters(text.trim())) };
}

type FrameProps = FieldProps & { id: string; aside?: ReactNode; children: ReactNode };

function Frame({ label, error, optional, id, aside, children }: FrameProps) {
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {aside ?? (optional && <span className={styles.aside}>optional</span>)}
      </div>
      {children}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

function Counter({ length, max }: { length: number; max: number }) {
  return (
    <span className={styles.aside} data-over={length > max || undefined}>
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

/** One line of a person's own words, with its length against the limit. */
export function TextField({
  label,
  error,
  max,
  optional,
  onChange,
  ...rest
}: TextProps & ComponentProps<"input">) {
  const id = useId();
  const { ref, length, measure } = useLength(rest.defaultValue ?? "");
  return (
    <Frame
      label={label}
      error={error}
      optional={optional}
      id={id}
      aside={<Counter length={length} max={max} />}
    >
      <input
        {...rest}
        {...errorProps(id, error)}
        ref={ref}
        id={id}
        dir="auto"
        autoComplete="off"
        className={`${styles.control} ${styles.text}`}
        onChange={(event) => {
          measure(event.target.value);
          onChange?.(event);
        }}
      />
    </Frame>
  );
}

/** Several lines of a person's own words. */
export function TextArea({
  label,
  error,
  max,
  optional,
  onChange,
  ...rest
}: TextProps & ComponentProps<"textarea">) {
  const id = useId();
  const { ref, length, measure } = useLength(rest.defaultValue ?? "");
  return (
    <Frame
      label={label}
      error={error}
      optional={optional}
      id={id}
      aside={<Counter length={length} max={max} />}
    >
      <textarea
        {...rest}
        {...errorProps(id, error)}
        ref={ref}
        id={id}
        dir="auto"
        className={`${styles.control} ${styles.text}`}
        onChange={(event) => {
          measure(event.target.value);
          onChange?.(event);
        }}
      />
    </Frame>
  );
}

export function Select({ label, error, optional, children, ...rest }: FieldProps & ComponentProps<"select">) {
  const id = useId();
  return (
    <Frame label={label} error={error} optional={optional} id={id}>
      <select {...rest} {...errorProps(id, error)} id={id} className={`${styles.control} ${styles.select}`}>
        {children}
      </select>
    </Frame>
  );
}

type FieldsetProps = { legend: string; hint?: string; error?: string | null; children: ReactNode };

/** Choices that belong together, with what is wrong about them. */
export function Fieldset({ legend, hint, error, children }: FieldsetProps) {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={error ? id : undefined}>
      <legend>
        {legend} {hint && <span>{hint}</span>}
      </legend>
      {children}
      {error && (
        <p className={styles.error} id={id}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
