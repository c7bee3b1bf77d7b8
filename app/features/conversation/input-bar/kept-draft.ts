import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

/**
 * The typed text that was not sent, kept per conversation while the tab is open: over a reload, a visit to another page and
 * a renewed sign-in. Only the owner can open the conversation.
 */
const toKey = (conversationId: string) => `talespark:draft:${conversationId}`;

export function readKeptDraft(conversationId: string): string {
  return readKept("session", toKey(conversationId)) ?? "";
}

export function keepDraft(conversationId: string, text: string): void {
  keepText("session", toKey(conversationId), text === "" ? null : text);
}
