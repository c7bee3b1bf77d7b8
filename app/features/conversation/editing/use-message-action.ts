import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { keepUnsent, readUnsent, useReclaimed } from "#app/features/storage/unsent-text.ts";
import { makeLazyDialog } from "#app/ui/lazy-dialog.tsx";
import { showNotLoaded } from "#app/ui/show-toast.tsx";
import type { LiveConversation } from "../live/use-conversation.ts";
import { beginEdit, type Edit, keptEdits, type MessageAction, type MessageTools } from "./message-action.ts";

/** Loaded with the first use: a page that is only read does without. */
export const LazyMessageActionView = makeLazyDialog(
  async () => (await import("./message-action-view.tsx")).MessageActionView,
);

/** The key of a wish that was typed and not sent begins with this. The id of its message follows. */
const WISH_KEY = "talespark:wish:";

/** What the person is doing with a message of a conversation: editing it, or asking for another version. */
export function useMessageAction(conversation: LiveConversation, isClosed: boolean) {
  const { id, state } = conversation;
  const readerId = useReaderId();
  const [action, setAction] = useState<MessageAction | null>(null);
  const latest = useRef(conversation);
  useEffect(() => {
    latest.current = conversation;
  });

  const reopen = useCallback(
    (edit: Edit) => LazyMessageActionView.whenLoaded(() => setAction({ kind: "edit", edit })),
    [],
  );
  // Where nothing can be changed it waits until something can.
  useEffect(() => {
    const kept = isClosed ? null : keptEdits.read(id);
    if (kept !== null) reopen(kept);
  }, [id, isClosed, reopen]);
  useReclaimed(keptEdits, { readerId, id }, reopen);

  const tools = useMemo((): MessageTools => {
    /** An edit is ended by its own buttons alone. */
    const change = (next: (current: MessageAction | null) => MessageAction | null) =>
      setAction((current) => (current?.kind === "edit" ? current : next(current)));
    /** Until it can be drawn, the message stays as it is. If an edit is open, its field is shown. */
    const begin = (next: (current: MessageAction | null) => MessageAction | null) =>
      LazyMessageActionView.whenLoaded(() => {
        change(next);
        document.querySelector<HTMLElement>("[data-editor] textarea")?.focus();
      });
    let isCalling = false;
    const call = (name: "goOnFrom" | "removeFrom", messageId: string): void => {
      if (isCalling) return; // the button was pressed twice
      isCalling = true;
      const isDone = import("./edit-calls.ts").then((calls) => {
        change(() => null);
        return calls[name](latest.current, messageId);
      }, showNotLoaded);
      void isDone.finally(() => {
        isCalling = false;
      });
    };
    return {
      edit: (message) => begin(() => ({ kind: "edit", edit: beginEdit(message) })),
      // Once more at the same message: its line stays, with the wish in it.
      regenerate: ({ messageId }) =>
        begin((current) =>
          current?.kind === "regenerate" && current.messageId === messageId
            ? current
            : { kind: "regenerate", messageId, wish: readUnsent(WISH_KEY + messageId) ?? "" },
        ),
      keepWish: (messageId, wish) => keepUnsent(null, WISH_KEY + messageId, wish || null),
      choose: ({ messageId }) =>
        LazyMessageActionView.whenLoaded(() =>
          change((current) =>
            current?.kind !== "edit" && current?.messageId === messageId
              ? null
              : { kind: "tools", messageId },
          ),
        ),
      goOnFrom: ({ messageId }) => call("goOnFrom", messageId),
      removeFrom: ({ messageId }) => call("removeFrom", messageId),
      preload: LazyMessageActionView.preload,
    };
  }, []);

  // A version that did not come: its wish is in its line again.
  const { failure } = state;
  const giveBack = useEffectEvent(({ targetId, text }: { targetId: string; text: string }) => {
    tools.keepWish(targetId, text);
    if (action?.kind === "edit") return;
    LazyMessageActionView.whenLoaded(() =>
      setAction({ kind: "regenerate", messageId: targetId, wish: text }),
    );
  });
  useEffect(() => {
    if (failure?.wish) giveBack(failure.wish);
  }, [failure]);

  // Where nothing can be changed there are neither tools nor an action.
  return { tools: isClosed ? null : tools, action: isClosed ? null : action, setAction };
}
