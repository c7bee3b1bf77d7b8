import { type ReactNode, useEffect, useId } from "react";
import { Switch } from "#app/ui/choices.tsx";
import { focusPageIfLost } from "#app/ui/focus-page.ts";
import styles from "./settings-section.module.css";

type SettingsSectionProps = { id?: string; title: string; lead?: string; children: ReactNode };

/** A section of the settings: its title at the side, on a phone above. */
export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  const heading = useId();
  return (
    <section id={id} className={`${styles.section} stack line-above`} aria-labelledby={heading}>
      <div>
        <h2 id={heading}>{title}</h2>
        {lead && <p className="margin-top-8 muted">{lead}</p>}
      </div>
      <div className={`${styles.body} stack content-start gap-20`}>{children}</div>
    </section>
  );
}

type SettingRowProps = { title: string; text: string; children: ReactNode };

/** An action with a description of what it does. */
export function SettingRow({ title, text, children }: SettingRowProps) {
  useEffect(() => focusPageIfLost, []); // a row may go with its button
  return (
    <div className={`${styles.row} spread gap-20`}>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}

type SettingSwitchProps = {
  label: string;
  hint: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
};

/** A setting that is on or off. */
export function SettingSwitch({ label, hint, isOn, onChange }: SettingSwitchProps) {
  return (
    <div className={`${styles.row} spread gap-20`}>
      <Switch label={label} hint={hint} checked={isOn} onChange={(event) => onChange(event.target.checked)} />
    </div>
  );
}
