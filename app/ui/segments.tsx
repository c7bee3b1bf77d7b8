import { useId } from "react";
import { Fieldset } from "./field.tsx";
import styles from "./segments.module.css";

type SegmentsProps<Value extends string> = {
  legend: string;
  values: readonly Value[];
  toName: (value: Value) => string;
  chosen: Value;
  onChoose: (value: Value) => void;
};

/** One of a few, in a row that fills its line. */
export function Segments<Value extends string>({
  legend,
  values,
  toName,
  chosen,
  onChoose,
}: SegmentsProps<Value>) {
  const name = useId();
  return (
    <Fieldset legend={legend}>
      <div className={styles.segments}>
        {values.map((value) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            <span>{toName(value)}</span>
          </label>
        ))}
      </div>
    </Fieldset>
  );
}
