import { useRef } from "react";
import { useNavigate } from "react-router";
import { asFailure } from "#app/features/api/call-api.ts";
import { isPlanLimit, type PlanLimit } from "#app/features/billing/limits.ts";
import { TextField } from "#app/ui/field.tsx";
import { FormDialog } from "#app/ui/form-dialog.tsx";
import { showError, showSuccess } from "#app/ui/toast.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import { CHAT_TITLE_MAX, DEFAULT_CHAT_CONFIG, toDefaultTitle } from "#domain/chat.ts";
import { ConfigFields, readConfig } from "./config-fields.tsx";
import { createChat } from "./create-chat.ts";

type StartChatDialogProps = {
  open: boolean;
  character: Pick<CharacterRecord, "characterId" | "name">;
  onClose: () => void;
  /** The plan has no room for another chat. */
  onLimit: (limit: PlanLimit) => void;
};

/** Asks for the configuration of a new chat, creates the chat and opens it. If that fails, the dialog stays open. */
export function StartChatDialog({ open, character, onClose, onLimit }: StartChatDialogProps) {
  /** One id for this dialog: a retry after a failure creates no second chat. */
  const requestId = useRef(crypto.randomUUID());
  const navigate = useNavigate();

  async function start(form: FormData): Promise<void> {
    try {
      const chatId = await createChat({
        characterId: character.characterId,
        title: String(form.get("title") ?? ""),
        config: readConfig(form),
        requestId: requestId.current,
      });
      showSuccess("Chat created successfully!");
      await navigate(`/character-chats/${chatId}`);
    } catch (error) {
      const failure = asFailure(error);
      if (!isPlanLimit(failure)) return showError("Failed to create chat. Please try again.");
      onClose();
      onLimit(failure);
    }
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Start Chat with ${character.name}`}
      text="They know this story as it is now."
      look="form"
      submit="Start Chat"
      submitting="Starting…"
      onSubmit={start}
    >
      <TextField
        label="Title"
        name="title"
        optional
        max={CHAT_TITLE_MAX}
        defaultValue={toDefaultTitle(character.name)}
      />
      <ConfigFields config={DEFAULT_CHAT_CONFIG} />
    </FormDialog>
  );
}
