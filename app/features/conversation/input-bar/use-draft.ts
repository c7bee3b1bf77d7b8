import { type ActionDispatch, type RefObject, useCallback, useEffect, useReducer, useState } from "react";
import { useReaderId } from "#app/features/layout/use-reader-id.ts";
import { useReclaimed } from "#app/features/storage/use-reclaimed.ts";
import { type DraftAction, EMPTY_DRAFT, type MessageDraft, reduceDraft } from "./draft.ts";
import { keepDraft, readKeptDraft, reclaimDraft } from "./kept-draft.ts";

type Drafting = {
  draft: MessageDraft;
  change: ActionDispatch<[DraftAction]>;
  /** The page is hydrated: `draft` is what the box shows. */
  alive: boolean;
};

/** The text of a box, including what was typed before hydration and what the person had not sent when they left. */
export function useDraft(conversationId: string, box: RefObject<HTMLTextAreaElement | null>): Drafting {
  const readerId = useReaderId();
  const [draft, change] = useReducer(reduceDraft, EMPTY_DRAFT);
  const [alive, setAlive] = useState(false);

  useEffect(() => {
    change({ type: "typed", text: box.current?.value ?? "" });
    const kept = readKeptDraft(conversationId);
    if (kept !== null) change({ type: "reopened", texts: kept });
    setAlive(true);
  }, [conversationId, box]);

  const reclaim = useCallback(() => reclaimDraft(readerId, conversationId), [readerId, conversationId]);
  useReclaimed(reclaim, (texts) => change({ type: "reopened", texts }));

  const { text, earlier, later } = draft;
  useEffect(() => {
    if (alive) keepDraft(readerId, conversationId, { text, earlier, later });
  }, [alive, readerId, conversationId, text, earlier, later]);

  return { draft, change, alive };
}
