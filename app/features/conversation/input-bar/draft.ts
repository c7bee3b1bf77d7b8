import { type RefObject, useEffect, useEffectEvent, useReducer, useState } from "react";
import * as v from "valibot";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { addToHistory, redoChange, type UndoHistory, undoChange } from "#app/features/forms/undo-history.ts";
import { UnsentValues } from "#app/features/storage/kept-values.ts";
import { joinTexts, useReclaimed } from "#app/features/storage/unsent-text.ts";

/** The text of a box, with those that an undo and a redo bring back. */
type DraftTexts = UndoHistory<string> & { text: string };

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
  return { text, ...addToHistory(before.text, before, isBlank), placed: true, replaced };
}

function undo(draft: MessageDraft): MessageDraft {
  // A suggestion that is still being written ends here: its part is not worth a redo.
  const left = draft.replaced === null ? draft.text : "";
  return placeText(draft, undoChange(left, draft, isBlank));
}

function redo(draft: MessageDraft): MessageDraft {
  const left = draft.replaced ?? draft;
  return placeText(draft, redoChange(left.text, left, isBlank));
}

function placeText(draft: MessageDraft, moved: ReturnType<typeof undoChange<string>>): MessageDraft {
  if (moved === null) return draft;
  return { text: moved.now, ...moved.history, placed: true, replaced: null };
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

/*
 * The typed text that was not sent, with the texts that an undo or a redo brings back, kept per conversation: over a reload,
 * a visit to another page, a renewed sign-in and a closed tab. Only the owner can open the conversation.
 */

const textsSchema = v.object({
  text: v.string(),
  earlier: v.array(v.string()),
  later: v.array(v.string()),
});

export const keptDrafts = new UnsentValues<DraftTexts>("talespark:draft:", textsSchema);

export function keepDraft(readerId: string | null, conversationId: string, texts: DraftTexts): void {
  const { text, earlier, later } = texts;
  const isEmpty = text === "" && earlier.length === 0 && later.length === 0;
  keptDrafts.keep(readerId, conversationId, isEmpty ? null : { text, earlier, later });
}

/** Puts a text that could not be sent into the kept draft. There it is safe if the page is closed before the box shows it. */
export function restoreToKeptDraft(readerId: string | null, conversationId: string, text: string): void {
  const kept = { ...EMPTY_DRAFT, ...keptDrafts.read(conversationId) };
  keepDraft(readerId, conversationId, reduceDraft(kept, { type: "restored", text }));
}

/** The text of a box, including what was typed before hydration and what the person had not sent when they left. */
export function useDraft(conversationId: string, box: RefObject<HTMLTextAreaElement | null>) {
  const readerId = useReaderId();
  const [draft, change] = useReducer(reduceDraft, EMPTY_DRAFT);
  /** Whether the page is hydrated. From then on the box shows `draft`. */
  const [alive, setAlive] = useState(false);

  useEffect(() => {
    change({ type: "typed", text: box.current?.value ?? "" });
    const kept = keptDrafts.read(conversationId);
    if (kept !== null) change({ type: "reopened", texts: kept });
    setAlive(true);
  }, [conversationId, box]);

  useReclaimed(keptDrafts, { readerId, id: conversationId }, (texts) => change({ type: "reopened", texts }));

  const { text, earlier, later } = draft;
  useEffect(() => {
    if (alive) keepDraft(readerId, conversationId, { text, earlier, later });
  }, [alive, readerId, conversationId, text, earlier, later]);

  return { draft, change, alive };
}

type RestoredText = {
  /** Text that could not be sent; `null`: there is none. */
  restored: string | null;
  /** Called when the text is in the box again. */
  onRestored: () => void;
};

/** Calls `putBack` with a text that could not be sent, so that the box shows it again. */
export function useRestoredText(
  { restored, onRestored }: RestoredText,
  putBack: (text: string) => void,
): void {
  const restore = useEffectEvent((text: string) => {
    putBack(text);
    onRestored();
  });
  useEffect(() => {
    if (restored !== null) restore(restored);
  }, [restored]);
}

/** Longer than the time between the two clicks of a double click. */
const SETTLED_AFTER_MS = 400;

/**
 * Whether a value has not changed for some time. Where Stop replaces Send or Continue, a late click or the second one of a
 * double click is still meant for the first button.
 */
export function useSettled(value: boolean): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled === value;
}
