import { ALargeSmall } from "lucide-react";
import { useId, useRef } from "react";
import { IconButton } from "#app/ui/button.tsx";
import { LazyPanelPopup, usePopup } from "#app/ui/popup.ts";
import styles from "./type-controls.module.css";
import { TYPE_FACES, TYPE_SIZES, TYPE_WIDTHS, type TypeSettings } from "./type-settings.ts";

type TypeControlsProps = { settings: TypeSettings; onChange: (settings: TypeSettings) => void };

/** A button with what the reader can choose about the text: how large, how wide, in which face. */
export function TypeControls({ settings, onChange }: TypeControlsProps) {
  const { button, popup } = usePopup(LazyPanelPopup);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <>
      <IconButton label="Text settings" icon={<ALargeSmall size={21} />} aria-haspopup="dialog" {...button} />
      {popup.open && (
        <LazyPanelPopup
          {...popup}
          label="Text settings"
          initialFocus={() => panel.current?.querySelector<HTMLElement>("input:checked") ?? null}
        >
          <div ref={panel} className={styles.panel}>
            <Choice
              title="Size"
              values={TYPE_SIZES}
              names={{ small: "Small", regular: "Regular", large: "Large", largest: "Largest" }}
              sample="A"
              chosen={settings.size}
              onChoose={(size) => onChange({ ...settings, size })}
            />
            <Choice
              title="Width"
              values={TYPE_WIDTHS}
              names={{ regular: "Regular", wide: "Wide" }}
              chosen={settings.width}
              onChoose={(width) => onChange({ ...settings, width })}
            />
            <Choice
              title="Typeface"
              values={TYPE_FACES}
              names={{ serif: "Serif", sans: "Sans" }}
              chosen={settings.face}
              onChoose={(face) => onChange({ ...settings, face })}
            />
          </div>
        </LazyPanelPopup>
      )}
    </>
  );
}

type ChoiceProps<Value extends string> = {
  title: string;
  values: readonly Value[];
  names: Record<Value, string>;
  /** What each is shown by, where that says more than its name. */
  sample?: string;
  chosen: Value;
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { title, values, names, sample, chosen, onChoose } = props;
  const group = useId();
  return (
    <fieldset className={styles.choice} data-choice={title}>
      <legend>{title}</legend>
      <div className={styles.values}>
        {values.map((value) => (
          <label key={value} className={styles.value}>
            <input
              type="radio"
              name={group}
              value={value}
              checked={value === chosen}
              aria-label={names[value]}
              onChange={() => onChoose(value)}
            />
            <span aria-hidden="true" data-value={value} data-sample={sample}>
              {sample ?? names[value]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
