import { flushSync } from "react-dom";
import * as v from "valibot";
import { attempt, callApi } from "#app/features/api/call-api.ts";
import { isWriting } from "#app/ui/focus-page.ts";
import { showSuccess } from "#app/ui/show-toast.tsx";
import type { AppError } from "#domain/errors.ts";
import { type Message, messageSchema, type OpenPath, openPathSchema } from "#domain/message.ts";
import { editConflictSchema } from "#domain/paths.ts";
import type { MessageChange } from "../live/conversation-state.ts";
import { lastId } from "../live/loaded-messages.ts";
import type { LiveConversation } from "../live/use-conversation.ts";
import { movesPath } from "../live/use-sheet.ts";
import { removePart, restorePart } from "../paths/path-calls.ts";
import { focusMessage } from "../paths/use-go-to-message.ts";
import { countPassages } from "./edit-wording.ts";

type Changeable = Pick<LiveConversation, "apiPath" | "state" | "apply" | "follow">;

/** Gives a message another text. Throws as `callApi` does; EDIT_CONFLICT if it has another revision than that by now. */
export async function saveText(
  { apiPath, apply }: Pick<Changeable, "apiPath" | "apply">,
  messageId: string,
  { content, revision }: { content: string; revision: number },
): Promise<void> {
  const body = { content, revision };
  const message = await callApi("PATCH", toPath(apiPath, messageId), messageSchema, { body });
  // Drawn at once: the editor says that it is saved, and is taken away with the next drawing.
  flushSync(() => apply({ type: "message-saved", message, before: revision }));
}

/** Makes a message beside another one. The open path then ends with it. Throws as `callApi` does. */
export async function writeVersion(
  { apiPath, apply }: Pick<Changeable, "apiPath" | "apply">,
  messageId: string,
  body: { content: string; newMessageId: string },
): Promise<Message> {
  const message = await callApi("POST", `${toPath(apiPath, messageId)}/versions`, messageSchema, { body });
  flushSync(() => apply({ type: "version-added", message })); // drawn at once: it is given the focus
  return message;
}

/** Ends the open path at a message. What followed stays as a path. */
export async function goOnFrom(conversation: Changeable, messageId: string): Promise<void> {
  const { apiPath, state } = conversation;
  await attempt("This could not be opened.", async () => {
    const path = `${toPath(apiPath, messageId)}/continue-from`;
    await applyAnswer(conversation, callApi("POST", path, openPathSchema), (opened) => {
      return { type: "path-opened", ...opened, fromId: lastId(state.messages), partsAtId: messageId };
    });
    requestAnimationFrame(() => isWriting() || focusMessage(messageId)); // the button that was pressed is not under the last one
  });
}

/** Removes a message with all that follows it, and offers to bring it back. */
export async function removeFrom(conversation: Changeable, messageId: string): Promise<void> {
  const { apiPath, state } = conversation;
  const at = state.messages.findIndex((message) => message.messageId === messageId);
  const removedCount = at < 0 ? 0 : state.messages.length - at;
  const parentId = state.messages[at - 1]?.messageId ?? null;
  await attempt("This could not be removed.", async () => {
    await applyAnswer(conversation, removePart(apiPath, messageId), (opened) => {
      return { type: "message-removed", messageId, ...opened };
    });
    // The button that was pressed is removed with it.
    if (parentId !== null) requestAnimationFrame(() => isWriting() || focusMessage(parentId));
    showSuccess(`${countPassages(removedCount)} removed.`, { undo: () => void restore() });
  });

  async function restore(): Promise<void> {
    await attempt("This could not be brought back.", async () => {
      const opened = await applyAnswer(conversation, restorePart(apiPath, messageId), (found) => {
        return { type: "path-opened", ...found, fromId: parentId, partsAtId: parentId };
      });
      // If the person has gone on meanwhile, the server leaves that path open.
      const isOpen = opened.headMessageId === lastId(state.messages);
      showSuccess(isOpen ? "Brought back" : "Brought back as another path.");
    });
  }
}

/** Applies what a call answers, unless the connection has told the same meanwhile: then the page may have newer messages already. */
async function applyAnswer(
  { apply, follow }: Changeable,
  call: Promise<OpenPath>,
  toChange: (opened: OpenPath) => MessageChange,
): Promise<OpenPath> {
  let isTold = false;
  const unfollow = follow((event) => {
    isTold ||= movesPath(event) || event.type === "joined";
  });
  const opened = await call.finally(unfollow);
  if (!isTold) apply(toChange(opened));
  return opened;
}

/** The message as it is now, where a save was refused because it has another text; `null`: it failed in another way. */
export function readConflict({ code, details }: AppError): Message | null {
  const conflict = v.safeParse(editConflictSchema, details);
  return code === "EDIT_CONFLICT" && conflict.success ? conflict.output.current : null;
}

function toPath(apiPath: string, messageId: string): string {
  return `${apiPath}/messages/${messageId}`;
}
