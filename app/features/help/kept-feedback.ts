import { keepText, readKept } from "#app/features/storage/browser-storage.ts";

/**
 * Words to the team that have not arrived, kept for as long as the tab lives: `draft` is what stands in the box, `unsent`
 * what was sent and failed. Under the id of who wrote them.
 */
type Part = "draft" | "unsent";

const toKey = (readerId: string, part: Part) => `talespark:feedback-${part}:${readerId}`;

export function readKeptFeedback(readerId: string, part: Part): string {
  return readKept("session", toKey(readerId, part)) ?? "";
}

export function keepFeedback(readerId: string, part: Part, text: string): void {
  keepText("session", toKey(readerId, part), text === "" ? null : text);
}
