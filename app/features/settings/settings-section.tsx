import { type ReactNode, useId } from "react";
import { Form } from "react-router";
import * as v from "valibot";
import { Button } from "#app/ui/button.tsx";
import { Switch } from "#app/ui/choices.tsx";
import styles from "./settings-section.module.css";

type SettingsSectionProps = { id?: string; title: string; lead?: string; children: ReactNode };

/** A section of the settings: its title at the side, on a phone above. */
export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  const heading = useId();
  return (
    <section id={id} className={styles.section} aria-labelledby={heading}>
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

const switchSchema = v.optional(v.literal("on"));

/** What the page's forms post. Their values are checked by the schemas of the API's calls. */
export const settingFormSchema = v.variant("intent", [
  v.object({ intent: v.literal("name"), name: v.optional(v.string(), "") }),
  v.object({ intent: v.literal("theme"), theme: v.optional(v.string(), "") }),
  v.object({ intent: v.literal("usage-warnings"), isOn: switchSchema }),
  v.object({ intent: v.literal("adult-content"), isOn: switchSchema }),
  v.object({ intent: v.literal("take-age-back") }),
]);
export type SettingForm = v.InferOutput<typeof settingFormSchema>;

type SettingFormProps = {
  intent: SettingForm["intent"];
  /** The label of the button that is shown only without JavaScript; absent: the form has a button of its own. */
  save?: string;
  children: ReactNode;
};

/** A setting as a form. Without JavaScript its button saves it; otherwise a change is saved at once. */
export function SettingForm({ intent, save, children }: SettingFormProps) {
  return (
    <Form method="post" action="/settings" className="stack gap-16">
      <input type="hidden" name="intent" value={intent} />
      {children}
      {save !== undefined && (
        <noscript>
          <Button type="submit">{save}</Button>
        </noscript>
      )}
    </Form>
  );
}

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
    <div className={`${styles.row} spread gap-20`}>
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
