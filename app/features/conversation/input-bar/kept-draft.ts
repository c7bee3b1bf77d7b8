/**
 * What was typed and not sent, kept for as long as the tab lives: over a reload, a look at another page, and a sign-in that
 * had to be renewed. Under the id of a conversation, which opens for its owner alone.
 */
const keyOf = (conversationId: string) => `talespark:draft:${conversationId}`;

export function readKeptDraft(conversationId: string): string {
  try {
    return sessionStorage.getItem(keyOf(conversationId)) ?? "";
  } catch (error) {
    if (error instanceof DOMException) return "";
    throw error;
  }
}

export function keepDraft(conversationId: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(keyOf(conversationId));
    else sessionStorage.setItem(keyOf(conversationId), text);
  } catch (error) {
    // Storage that is full or forbidden costs the draft after a reload, nothing else.
    if (!(error instanceof DOMException)) throw error;
  }
}
