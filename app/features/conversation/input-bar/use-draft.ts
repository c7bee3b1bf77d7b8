import { type ActionDispatch, type RefObject, useEffect, useReducer, useState } from "react";
import { type DraftAction, EMPTY_DRAFT, type MessageDraft, reduceDraft } from "./draft.ts";
import { keepDraft, readKeptDraft } from "./kept-draft.ts";

type Drafting = {
  draft: MessageDraft;
  change: ActionDispatch<[DraftAction]>;
  /** The page is hydrated: `draft` is what the box shows. */
  alive: boolean;
};

/** The text of a box, including what was typed before hydration and what this tab had not sent. */
export function useDraft(conversationId: string, box: RefObject<HTMLTextAreaElement | null>): Drafting {
  const [draft, change] = useReducer(reduceDraft, EMPTY_DRAFT);
  const [alive, setAlive] = useState(false);

  useEffect(() => {
    change({ type: "typed", text: box.current?.value ?? "" });
    const kept = readKeptDraft(conversationId);
    if (kept !== "") change({ type: "restored", text: kept });
    setAlive(true);
  }, [conversationId, box]);

  useEffect(() => {
    if (alive) keepDraft(conversationId, draft.text);
  }, [alive, conversationId, draft.text]);

  return { draft, change, alive };
}
