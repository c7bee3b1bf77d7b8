/**
 * What stands in the box, and what stood there before a suggestion took its place, oldest first: a person's words are
 * never the price of a look at Booky's.
 */
export type MessageDraft = {
  text: string;
  earlier: readonly string[];
  /** The text was put here, and nobody has typed since: undoing it is not the browser's. */
  placed: boolean;
};

export const EMPTY_DRAFT: MessageDraft = { text: "", earlier: [], placed: false };

export type DraftAction =
  | { type: "typed"; text: string }
  | { type: "suggested"; text: string }
  | { type: "undone" }
  | { type: "restored"; text: string }
  | { type: "sent" };

export function reduceDraft(draft: MessageDraft, action: DraftAction): MessageDraft {
  switch (action.type) {
    case "typed":
      return { ...draft, text: action.text, placed: false };
    case "suggested":
      if (action.text === draft.text) return draft;
      return {
        text: action.text,
        earlier: draft.text.trim() === "" ? draft.earlier : [...draft.earlier, draft.text],
        placed: true,
      };
    case "undone":
      return { text: draft.earlier.at(-1) ?? draft.text, earlier: draft.earlier.slice(0, -1), placed: true };
    case "restored":
      return { ...draft, text: joinTexts(action.text, draft.text) };
    case "sent":
      return EMPTY_DRAFT;
  }
}

/** A text that comes back, above what stands in the box by now; a browser may have put the same text back already. */
function joinTexts(returning: string, present: string): string {
  if (present === "" || present === returning) return returning;
  return `${returning}\n${present}`;
}
