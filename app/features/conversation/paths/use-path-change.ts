import { useEffect, useEffectEvent, useRef, useState } from "react";
import { lastId } from "../list/message-path.ts";
import type { LiveConversation } from "../live/use-conversation.ts";

/** The path that was open before. `depth`: its messages; `text`: its last one, empty if that was not on the page. */
export type LeftPath = { leafId: string; depth: number; text: string };

/**
 * What follows from opening another path, in whichever tab: the path that was left, until it is dismissed; and where the two part comes
 * into view, unless the person reads above it.
 */
export function usePathChange(
  conversation: LiveConversation,
  goTo: (wanted: { messageId: string; isMarked: boolean }) => void,
): { left: LeftPath | null; dismiss: () => void } {
  const { state, follow } = conversation;
  const [left, setLeft] = useState<LeftPath | null>(null);
  /** The parting of a path whose messages are not on the page yet. */
  const parting = useRef<{ headId: string | null; partsAtId: string | null } | null>(null);

  const onOpened = useEffectEvent(
    (fromId: string | null, headId: string | null, partsAtId: string | null) => {
      // What is still there was not left: the path was only made longer.
      if (fromId !== null && fromId !== partsAtId) {
        const last = state.messages.find(({ messageId }) => messageId === fromId);
        setLeft({ leafId: fromId, depth: state.messageCount, text: last?.content ?? "" });
      }
      parting.current = isReadAbove(partsAtId) ? null : { headId, partsAtId };
    },
  );
  useEffect(
    () =>
      follow((event) => {
        if (event.type === "path-opened") onOpened(event.fromId, event.headMessageId, event.partsAtId);
      }),
    [follow],
  );

  const { messages } = state;
  const showParting = useEffectEvent(() => {
    const wanted = parting.current;
    if (wanted === null || lastId(messages) !== wanted.headId) return;
    parting.current = null;
    const at = messages.findIndex(({ messageId }) => messageId === wanted.partsAtId);
    const first = messages[at + 1] ?? messages[at];
    if (first) goTo({ messageId: first.messageId, isMarked: false });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the messages of the new path have come
  useEffect(() => {
    showParting();
  }, [messages]);
  return { left, dismiss: () => setLeft(null) };
}

/** Whether all that is in view lies above the place where the paths part. */
function isReadAbove(partsAtId: string | null): boolean {
  if (partsAtId === null) return false;
  const at = document.querySelector(`[data-message="${CSS.escape(partsAtId)}"]`);
  return at !== null && at.getBoundingClientRect().bottom > window.innerHeight;
}
