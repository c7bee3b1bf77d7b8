import { keepUnsent, readUnsent, reclaimUnsent } from "#app/features/storage/unsent-text.ts";

/**
 * Feedback that has not arrived: `draft` is the text in the box, `unsent` is what was sent and failed. Stored by the id of
 * its writer.
 */
type Part = "draft" | "unsent";

const toKey = (readerId: string, part: Part) => `talespark:feedback-${part}:${readerId}`;

export function readKeptFeedback(readerId: string, part: Part): string {
  return readUnsent(toKey(readerId, part)) ?? "";
}

/** Takes over what a closed tab has left. */
export async function reclaimFeedback(readerId: string, part: Part): Promise<string> {
  return (await reclaimUnsent(readerId, toKey(readerId, part))) ?? "";
}

export function keepFeedback(readerId: string, part: Part, text: string): void {
  keepUnsent(readerId, toKey(readerId, part), text === "" ? null : text);
}
