import * as v from "valibot";
import { Switch } from "#app/ui/choices.tsx";
import { Fieldset, Options, Select } from "#app/ui/field.tsx";
import {
  type ChatConfig,
  chatConfigSchema,
  MESSAGE_LENGTH_VALUES,
  MESSAGE_LENGTHS,
  RESPONSE_STYLES,
  WRITING_STYLES,
} from "#domain/chat.ts";
import styles from "./config-fields.module.css";

/** How a character answers: a part of a form, read with `readConfig`. */
export function ConfigFields({ config }: { config: ChatConfig }) {
  return (
    <Fieldset legend="How they answer">
      <div className={styles.fields}>
        <Select label="Response style" name="responseStyle" defaultValue={config.responseStyle}>
          <Options values={RESPONSE_STYLES} toName={capitalise} />
        </Select>
        <Select label="Writing style" name="writingStyle" defaultValue={config.writingStyle}>
          <Options values={WRITING_STYLES} toName={capitalise} />
        </Select>
        <Select label="Message length" name="messageLength" defaultValue={config.messageLength}>
          <Options
            values={MESSAGE_LENGTH_VALUES}
            toName={(length) => `${capitalise(length)} (${MESSAGE_LENGTHS[length]})`}
          />
        </Select>
      </div>
      <Switch
        label="Include actions"
        hint="What they do, in italics, beside what they say."
        name="includeActions"
        defaultChecked={config.includeActions}
      />
    </Fieldset>
  );
}

/** The configuration that a form with `ConfigFields` holds. */
export function readConfig(form: FormData): ChatConfig {
  return v.parse(chatConfigSchema, {
    responseStyle: form.get("responseStyle"),
    writingStyle: form.get("writingStyle"),
    messageLength: form.get("messageLength"),
    includeActions: form.has("includeActions"),
  });
}

export function isSameConfig(one: ChatConfig, other: ChatConfig): boolean {
  return (
    one.responseStyle === other.responseStyle &&
    one.writingStyle === other.writingStyle &&
    one.messageLength === other.messageLength &&
    one.includeActions === other.includeActions
  );
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
