import type { ReactNode } from "react";
import { Form } from "react-router";
import * as v from "valibot";
import { Button } from "#app/ui/button.tsx";
import styles from "./settings-section.module.css";

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
    <Form method="post" action="/settings" className={styles.form}>
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
