import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

/**
 * Feedback that has not arrived, stored until the tab is closed: `draft` is the text in the box, `unsent` is what was
 * sent and failed. Stored by the id of its writer.
 */
type Part = "draft" | "unsent";

const toKey = (readerId: string, part: Part) => `talespark:feedback-${part}:${readerId}`;

export function readKeptFeedback(readerId: string, part: Part): string {
  return readKept("session", toKey(readerId, part)) ?? "";
}

export function keepFeedback(readerId: string, part: Part, text: string): void {
  keepText("session", toKey(readerId, part), text === "" ? null : text);
}
