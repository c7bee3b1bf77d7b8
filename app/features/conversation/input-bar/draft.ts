/**
 * The text in the box, and the texts that suggestions have replaced, oldest first, so that a person's own words can always
 * be brought back.
 */
export type MessageDraft = {
  text: string;
  earlier: readonly string[];
  /** The text was put here by code and not edited since: the browser can't undo it. */
  placed: boolean;
  /** What a suggestion that is still being written has replaced; `null`: none is being written. */
  replaced: Pick<MessageDraft, "text" | "earlier"> | null;
};

export const EMPTY_DRAFT: MessageDraft = { text: "", earlier: [], placed: false, replaced: null };

export type DraftAction =
  | { type: "typed"; text: string }
  /** `isWhole`: more of the same suggestion follows otherwise. */
  | { type: "suggested"; text: string; isWhole: boolean }
  /** The rest of a suggestion will not come. */
  | { type: "withdrawn" }
  | { type: "undone" }
  | { type: "restored"; text: string }
  | { type: "sent" };

export function reduceDraft(draft: MessageDraft, action: DraftAction): MessageDraft {
  switch (action.type) {
    case "typed":
      return { ...draft, text: action.text, placed: false, replaced: null };
    case "suggested":
      return suggest(draft, action);
    case "withdrawn":
      return draft.replaced === null ? draft : { ...draft.replaced, placed: true, replaced: null };
    case "undone":
      return {
        text: draft.earlier.at(-1) ?? draft.text,
        earlier: draft.earlier.slice(0, -1),
        placed: true,
        replaced: null,
      };
    case "restored":
      return { ...draft, text: joinTexts(action.text, draft.text), replaced: null };
    case "sent":
      return EMPTY_DRAFT;
  }
}

function suggest(draft: MessageDraft, { text, isWhole }: { text: string; isWhole: boolean }): MessageDraft {
  const before = draft.replaced ?? { text: draft.text, earlier: draft.earlier };
  const replaced = isWhole ? null : before;
  if (text === before.text && draft.replaced === null) return draft;
  const earlier = before.text.trim() === "" ? before.earlier : [...before.earlier, before.text];
  return { text, earlier, placed: true, replaced };
}

/** Puts a returned text above the current one, unless the browser has already restored the same text. */
function joinTexts(returning: string, present: string): string {
  if (present === "" || present === returning) return returning;
  return `${returning}\n${present}`;
}
