import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

/**
 * What was typed and not sent, kept for as long as the tab lives: over a reload, a look at another page, and a sign-in that
 * had to be renewed. Under the id of a conversation, which opens for its owner alone.
 */
const keyOf = (conversationId: string) => `talespark:draft:${conversationId}`;

export function readKeptDraft(conversationId: string): string {
  return readKept("session", keyOf(conversationId)) ?? "";
}

export function keepDraft(conversationId: string, text: string): void {
  keepText("session", keyOf(conversationId), text === "" ? null : text);
}
