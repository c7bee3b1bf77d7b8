import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { useReclaimed } from "#app/features/storage/unsent-text.ts";
import { showNotLoaded } from "#app/ui/toaster.tsx";
import type { LiveConversation } from "../live/use-conversation.ts";
import { beginEdit, type Edit, keptEdits, type MessageAction, type MessageTools } from "./message-action.ts";

type Parts = typeof import("./message-action-view.tsx");

/** Loaded with the first use: a page that is only read does without. */
let loaded: Promise<Parts> | null = null;

function loadParts(): Promise<Parts> {
  loaded ??= import("./message-action-view.tsx").catch((error: unknown) => {
    loaded = null; // the next use tries again
    throw error;
  });
  return loaded;
}

/** What the person is doing with a message of a conversation: editing it, or asking for another version. */
export function useMessageAction(conversation: LiveConversation, isClosed: boolean) {
  const { id, state } = conversation;
  const readerId = useReaderId();
  const [action, setAction] = useState<MessageAction | null>(null);
  /** What draws the action, from its first use on. */
  const [parts, setParts] = useState<Parts | null>(null);
  const latest = useRef(conversation);
  useEffect(() => {
    latest.current = conversation;
  });

  const withParts = useCallback((use: (parts: Parts) => void) => {
    loadParts().then((found) => {
      setParts(found);
      use(found);
    }, showNotLoaded);
  }, []);

  const reopen = useEffectEvent((edit: Edit) => {
    if (!isClosed) withParts(() => setAction({ kind: "edit", edit }));
  });
  useEffect(() => {
    const kept = keptEdits.read(id);
    if (kept !== null) reopen(kept);
  }, [id]);
  const reclaim = useCallback(() => keptEdits.reclaim(readerId, id), [readerId, id]);
  useReclaimed(reclaim, (edit) => reopen(edit));

  // A version that did not come: its wish is in its line again.
  const { failure } = state;
  const giveBack = useEffectEvent(({ targetId, text }: { targetId: string; text: string }) => {
    if (action?.kind === "edit") return;
    withParts(() => setAction({ kind: "regenerate", messageId: targetId, wish: text }));
  });
  useEffect(() => {
    if (failure?.wish) giveBack(failure.wish);
  }, [failure]);

  const tools = useMemo((): MessageTools => {
    /** An edit is ended by its own buttons alone. */
    const begin = (next: (current: MessageAction | null) => MessageAction | null) =>
      withParts(() => setAction((current) => (current?.kind === "edit" ? current : next(current))));
    return {
      edit: (message) => begin(() => ({ kind: "edit", edit: beginEdit(message) })),
      regenerate: ({ messageId }) => begin(() => ({ kind: "regenerate", messageId, wish: "" })),
      choose: ({ messageId }) =>
        begin((current) =>
          current?.kind !== "edit" && current?.messageId === messageId ? null : { kind: "tools", messageId },
        ),
      goOnFrom: ({ messageId }) =>
        withParts(({ goOnFrom }) => {
          setAction((current) => (current?.kind === "edit" ? current : null));
          void goOnFrom(latest.current, messageId);
        }),
      removeFrom: ({ messageId }) =>
        withParts(({ removeFrom }) => {
          setAction((current) => (current?.kind === "edit" ? current : null));
          void removeFrom(latest.current, messageId);
        }),
      preload: () => void loadParts().catch(() => undefined),
    };
  }, [withParts]);
  // Where nothing can be changed there are neither tools nor an action.
  return { tools: isClosed ? null : tools, action: isClosed ? null : action, setAction, parts };
}
