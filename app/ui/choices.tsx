import { type ComponentProps, type CSSProperties, type ReactNode, useId } from "react";
import { Fieldset } from "#app/ui/field.tsx";
import styles from "./choices.module.css";

type PillProps = Omit<ComponentProps<"input">, "style"> & {
  type: "radio" | "checkbox";
  value: string;
  style?: CSSProperties & Record<`--${string}`, string>;
};

/** A choice as a pill. Its name is its value. */
export function Pill({ style, ...input }: PillProps) {
  return (
    <label className={styles.pill} style={style}>
      <input {...input} />
      <span className="middle size-14 medium controlled pill-corners" data-text={input.value}>
        {input.value}
      </span>
    </label>
  );
}

export function Pills({ children }: { children: ReactNode }) {
  return <div className="flex wrap gap-8">{children}</div>;
}

type CheckboxPillsProps = { name: string; options: readonly string[]; chosen: readonly string[] };

/** Pills of which any number may be chosen. */
export function CheckboxPills({ name, options, chosen }: CheckboxPillsProps) {
  return (
    <Pills>
      {options.map((option) => (
        <Pill
          key={option}
          type="checkbox"
          name={name}
          value={option}
          defaultChecked={chosen.includes(option)}
        />
      ))}
    </Pills>
  );
}

type RadioCardProps = ComponentProps<"input"> & { title: string; detail: string; note?: string | null };

/** One of a few choices that need a line of explanation. */
export function RadioCard({ title, detail, note, ...input }: RadioCardProps) {
  return (
    <label className={styles.card}>
      <input type="radio" {...input} />
      <span className={`${styles.face} stack content-start muted smaller rounded`}>
        <b className="small strong text-color">{title}</b>
        {detail}
        {note && <i className="medium">{note}</i>}
      </span>
    </label>
  );
}

export function RadioCards({ children }: { children: ReactNode }) {
  return <div className={styles.cards}>{children}</div>;
}

export function Switch({
  label,
  hint,
  ...input
}: ComponentProps<"input"> & { label: string; hint?: string }) {
  return (
    <label className={styles.switch}>
      <input type="checkbox" {...input} />
      <span>
        {label}
        {hint !== undefined && <small className="block muted smaller">{hint}</small>}
      </span>
    </label>
  );
}

type SegmentsProps<Value extends string> = {
  legend: string;
  values: readonly Value[];
  toName: (value: Value) => string;
  /** What is drawn in place of a name. */
  toSign?: (value: Value) => ReactNode;
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** One of a few, in a row that fills its line. */
export function Segments<Value extends string>({
  legend,
  values,
  toName,
  toSign,
  chosen,
  onChoose,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <Fieldset legend={legend}>
      <div className={`${styles.segments} flex wrap rounded raised`}>
        {values.map((value) => (
          <label className="stack relative" key={value}>
            <input
              type="radio"
              name={name}
              aria-label={toSign && toName(value)}
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            <span className="middle tap-height text-center medium" aria-hidden={toSign && true}>
              {toSign ? toSign(value) : toName(value)}
            </span>
          </label>
        ))}
      </div>
    </Fieldset>
  );
}
