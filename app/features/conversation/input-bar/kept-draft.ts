import * as v from "valibot";
import { parseKept } from "#app/features/storage/parse-kept.ts";
import { keepUnsent, readUnsent, reclaimUnsent } from "#app/features/storage/unsent-text.ts";
import { type DraftTexts, EMPTY_DRAFT, reduceDraft } from "./draft.ts";

/**
 * The typed text that was not sent, with the texts that an undo or a redo brings back, kept per conversation: over a reload,
 * a visit to another page, a renewed sign-in and a closed tab. Only the owner can open the conversation.
 */
const toKey = (conversationId: string) => `talespark:draft:${conversationId}`;

const textsSchema = v.object({
  text: v.string(),
  earlier: v.array(v.string()),
  later: v.array(v.string()),
});

/** What this tab has kept; `null`: nothing. */
export function readKeptDraft(conversationId: string): DraftTexts | null {
  return toTexts(readUnsent(toKey(conversationId)));
}

/** Takes over what a closed tab has left; `null`: nothing. */
export async function reclaimDraft(
  readerId: string | null,
  conversationId: string,
): Promise<DraftTexts | null> {
  return toTexts(await reclaimUnsent(readerId, toKey(conversationId)));
}

export function keepDraft(readerId: string | null, conversationId: string, texts: DraftTexts): void {
  const { text, earlier, later } = texts;
  const isEmpty = text === "" && earlier.length === 0 && later.length === 0;
  keepUnsent(readerId, toKey(conversationId), isEmpty ? null : JSON.stringify({ text, earlier, later }));
}

/** Puts a text that could not be sent into the kept draft, for a page without a box. */
export function restoreToKeptDraft(readerId: string | null, conversationId: string, text: string): void {
  const kept = { ...EMPTY_DRAFT, ...readKeptDraft(conversationId) };
  keepDraft(readerId, conversationId, reduceDraft(kept, { type: "restored", text }));
}

function toTexts(kept: string | null): DraftTexts | null {
  if (kept === null) return null;
  // An earlier version of the page kept the text alone.
  return parseKept(textsSchema, kept) ?? { text: kept, earlier: [], later: [] };
}
