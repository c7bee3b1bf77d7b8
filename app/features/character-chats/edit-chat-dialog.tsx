import { useState } from "react";
import * as v from "valibot";
import { asFailure } from "#app/features/api/call-api.ts";
import { readTitleFields, TitleFields } from "#app/features/conversation/title-fields.tsx";
import { Switch } from "#app/ui/choices.tsx";
import { Fieldset, Options, Select } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { showError, showSuccess } from "#app/ui/toaster.tsx";
import {
  CHAT_DESCRIPTION_MAX,
  CHAT_TITLE_MAX,
  type ChatConfig,
  chatConfigSchema,
  MESSAGE_LENGTH_VALUES,
  MESSAGE_LENGTHS,
  RESPONSE_STYLES,
  WRITING_STYLES,
} from "#domain/chat.ts";
import { AppError } from "#domain/errors.ts";
import { pickChanged } from "#domain/json.ts";
import { configureChat, toChangeFailureText, updateChat } from "./chat-calls.ts";

/** What the dialog changes. */
export type EditableChat = { chatId: string; title: string; description: string; config: ChatConfig };

type EditChatDialogProps = {
  open: boolean;
  chat: EditableChat;
  onClose: () => void;
  onConfigured: (config: ChatConfig) => void;
};

/** Title, description and configuration. */
export function EditChatDialog({ open, chat: current, onClose, onConfigured }: EditChatDialogProps) {
  /** The chat as it was when the form opened. A title that another tab changes later does not count as the person's change. */
  const [beginning, setBeginning] = useState({ open, chat: current });
  if (open !== beginning.open) setBeginning({ open, chat: current });
  const { chat } = beginning;
  async function save(form: FormData): Promise<boolean> {
    const typed = readTitleFields(form);
    const title = typed.title.trim();
    const description = typed.description.trim();
    const config = readConfig(form);
    if (title === "")
      throw new AppError("INVALID_INPUT", { field: "title", message: "Please enter a title" });
    const changed = pickChanged({ title, description }, chat);
    const isTextNew = Object.keys(changed).length > 0;
    if (isTextNew) {
      await updateChat(chat.chatId, changed);
      showSuccess("Chat updated successfully");
    }
    const isConfigNew = !isTextNew || Object.keys(pickChanged(config, chat.config)).length > 0;
    if (isConfigNew && !(await saveConfig(chat.chatId, config))) return false;
    onConfigured(config);
    return true;
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Edit Chat"
      look="form"
      submit="Save Configuration"
      submitting="Saving..."
      onSubmit={save}
      onFailed={(failure) => showError(toChangeFailureText("update", failure))}
    >
      <TitleFields
        of={chat}
        titleMax={CHAT_TITLE_MAX}
        descriptionMax={CHAT_DESCRIPTION_MAX}
        isDescriptionOptional
      />
      <ConfigFields config={chat.config} />
    </FormDialog>
  );
}

async function saveConfig(chatId: string, config: ChatConfig): Promise<boolean> {
  try {
    await configureChat(chatId, config);
    showSuccess("Configuration saved successfully!");
    return true;
  } catch (error) {
    asFailure(error);
    showError("Failed to save configuration");
    return false;
  }
}

/** How a character answers: a part of a form, read with `readConfig`. */
function ConfigFields({ config }: { config: ChatConfig }) {
  return (
    <Fieldset legend="How they answer">
      <div className="pair margin-bottom-12">
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
function readConfig(form: FormData): ChatConfig {
  return v.parse(chatConfigSchema, {
    responseStyle: form.get("responseStyle"),
    writingStyle: form.get("writingStyle"),
    messageLength: form.get("messageLength"),
    includeActions: form.has("includeActions"),
  });
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
