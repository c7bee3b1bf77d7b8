import * as v from "valibot";
import { asFailure, callApi } from "#app/features/api/call-api.ts";
import { TitleFields } from "#app/features/conversation/title-fields.tsx";
import { useTextFields } from "#app/features/forms/use-text-fields.ts";
import { Switch } from "#app/ui/choices.tsx";
import { Fieldset, Options, Select } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { showError, showSuccess } from "#app/ui/show-toast.tsx";
import {
  CHAT_DESCRIPTION_MAX,
  CHAT_TITLE_MAX,
  type ChatConfig,
  chatConfigSchema,
  MESSAGE_LENGTH_VALUES,
  MESSAGE_LENGTHS,
  RESPONSE_STYLES,
  type UpdateChat,
  WRITING_STYLES,
} from "#domain/chat.ts";
import { AppError } from "#domain/errors.ts";
import { pickChanged } from "#domain/json.ts";
import { toChangeFailureText, toChatPath } from "./chat-calls.ts";

const configuredSchema = v.object({ metadata: v.object({ config: chatConfigSchema }) });

/** What the dialog changes. */
export type EditableChat = { chatId: string; title: string; description: string; config: ChatConfig };

type EditChatDialogProps = {
  open: boolean;
  chat: EditableChat;
  onClose: () => void;
  onConfigured: (config: ChatConfig) => void;
};

/** Title, description and configuration. */
export function EditChatDialog({ open, chat, onClose, onConfigured }: EditChatDialogProps) {
  const { title, description } = chat;
  const texts = useTextFields({ title, description }, open);
  async function save(form: FormData): Promise<boolean> {
    const { change, before } = texts.findChange();
    if (change.title === "")
      throw new AppError("INVALID_INPUT", { field: "title", message: "Please enter a title" });
    const isTextNew = Object.keys(change).length > 0;
    if (isTextNew) {
      const body: UpdateChat = { ...change, before };
      await callApi("PATCH", toChatPath(chat.chatId), v.unknown(), { body });
      showSuccess("Chat updated successfully");
    }
    const changed = pickChanged(readConfig(form), chat.config);
    if (isTextNew && Object.keys(changed).length === 0) return true;
    const config = await saveConfig(chat.chatId, changed);
    if (config !== null) onConfigured(config);
    return config !== null;
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
      onFailed={(failure) => !texts.showsNewer(failure) && showError(toChangeFailureText("update", failure))}
    >
      <TitleFields
        form={texts}
        titleMax={CHAT_TITLE_MAX}
        descriptionMax={CHAT_DESCRIPTION_MAX}
        isDescriptionOptional
      />
      <ConfigFields config={chat.config} />
    </FormDialog>
  );
}

/** Changes the given settings. The others are read first: another page may have changed them. Throws as `callApi` does. */
async function configureChat(chatId: string, changed: Partial<ChatConfig>): Promise<ChatConfig> {
  const chat = await callApi("GET", toChatPath(chatId), v.object({ chat: configuredSchema }));
  const body = { ...chat.chat.metadata.config, ...changed };
  const answer = await callApi("POST", `${toChatPath(chatId)}/config`, configuredSchema, { body });
  return answer.metadata.config;
}

/** Returns the whole configuration as it is then; `null`: it is not saved. */
async function saveConfig(chatId: string, changed: Partial<ChatConfig>): Promise<ChatConfig | null> {
  try {
    const config = await configureChat(chatId, changed);
    showSuccess("Configuration saved successfully!");
    return config;
  } catch (error) {
    asFailure(error);
    showError("Failed to save configuration");
    return null;
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
