/**
 * The text in the box, and the texts that suggestions have replaced, oldest first, so that a person's own words can always
 * be brought back.
 */
export type MessageDraft = {
  text: string;
  earlier: readonly string[];
  /** The text was put here by code and not edited since: the browser can't undo it. */
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

/** Puts a returned text above the current one, unless the browser has already restored the same text. */
function joinTexts(returning: string, present: string): string {
  if (present === "" || present === returning) return returning;
  return `${returning}\n${present}`;
}
