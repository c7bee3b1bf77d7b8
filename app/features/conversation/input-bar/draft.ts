import { addVersion, redoVersion, undoVersion, type Versions } from "#app/features/forms/versions.ts";
import { joinTexts } from "#app/features/storage/unsent-text.ts";

/** The text of a box, with those that an undo and a redo bring back. */
export type DraftTexts = Versions<string> & { text: string };

/**
 * The text in the box, with the texts that a suggestion or an undo has replaced. Typing changes only the text in the box:
 * neither a suggestion, nor an undo, nor a redo loses what a person typed.
 */
export type MessageDraft = DraftTexts & {
  /** The text was put here by code and not edited since: the browser can't undo it. */
  placed: boolean;
  /** What a suggestion that is still being written has replaced; `null`: none is being written. */
  replaced: DraftTexts | null;
};

export const EMPTY_DRAFT: MessageDraft = { text: "", earlier: [], later: [], placed: false, replaced: null };

export type DraftAction =
  | { type: "typed"; text: string }
  /** `isWhole`: more of the same suggestion follows otherwise. */
  | { type: "suggested"; text: string; isWhole: boolean }
  /** The rest of a suggestion will not come. */
  | { type: "withdrawn" }
  | { type: "undone" }
  | { type: "redone" }
  /** A text that could not be sent. */
  | { type: "restored"; text: string }
  /** What was in the box when the page was left. */
  | { type: "reopened"; texts: DraftTexts }
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
      return undo(draft);
    case "redone":
      return redo(draft);
    case "restored":
      return { ...draft, text: joinTexts(action.text, draft.text, "\n"), replaced: null };
    case "reopened":
      return reopen(draft, action.texts);
    case "sent":
      return EMPTY_DRAFT;
  }
}

function suggest(draft: MessageDraft, { text, isWhole }: { text: string; isWhole: boolean }): MessageDraft {
  const before = draft.replaced ?? toTexts(draft);
  const replaced = isWhole ? null : before;
  if (text === before.text && draft.replaced === null) return draft;
  return { text, ...addVersion(before.text, before, isBlank), placed: true, replaced };
}

function undo(draft: MessageDraft): MessageDraft {
  // A suggestion that is still being written ends here: its part is not worth a redo.
  const left = draft.replaced === null ? draft.text : "";
  return placeVersion(draft, undoVersion(left, draft, isBlank));
}

function redo(draft: MessageDraft): MessageDraft {
  const left = draft.replaced ?? draft;
  return placeVersion(draft, redoVersion(left.text, left, isBlank));
}

function placeVersion(draft: MessageDraft, moved: ReturnType<typeof undoVersion<string>>): MessageDraft {
  if (moved === null) return draft;
  return { text: moved.now, ...moved.versions, placed: true, replaced: null };
}

function reopen(draft: MessageDraft, { text, earlier, later }: DraftTexts): MessageDraft {
  return {
    ...draft,
    text: joinTexts(text, draft.text, "\n"),
    earlier: [...earlier, ...draft.earlier],
    later: [...later, ...draft.later],
    replaced: null, // for an undo: the next part of a suggestion that is being written replaces this text
  };
}

function toTexts({ text, earlier, later }: DraftTexts): DraftTexts {
  return { text, earlier, later };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
