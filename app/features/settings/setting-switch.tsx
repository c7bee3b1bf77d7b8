import { Switch } from "#app/ui/choices.tsx";
import styles from "./settings-section.module.css";

type SettingSwitchProps = {
  label: string;
  hint: string;
  /** The name of its field in a form. */
  name?: string;
  isOn: boolean;
  disabled?: boolean;
  onChange: (isOn: boolean) => void;
};

/** A setting that is on or off. */
export function SettingSwitch({ label, hint, name, isOn, disabled, onChange }: SettingSwitchProps) {
  return (
    <div className={styles.row}>
      <Switch
        label={label}
        hint={hint}
        name={name}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  );
}
