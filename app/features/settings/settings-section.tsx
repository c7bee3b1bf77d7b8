import { type ReactNode, useId } from "react";
import styles from "./settings-section.module.css";

type SettingsSectionProps = { id?: string; title: string; lead?: string; children: ReactNode };

/** A section of the settings: its title at the side, on a phone above. */
export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  const heading = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={heading}>
      <div>
        <h2 id={heading}>{title}</h2>
        {lead && <p className={styles.lead}>{lead}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}

type SettingRowProps = { title: string; text: string; children: ReactNode };

/** An action with a description of what it does. */
export function SettingRow({ title, text, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}
