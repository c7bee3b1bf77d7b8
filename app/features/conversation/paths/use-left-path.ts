import { useEffect, useEffectEvent, useState } from "react";
import type { LiveConversation } from "../live/use-conversation.ts";

/** The path that was open before. `depth`: its messages; `text`: its last one, empty if that was not on the page. */
export type LeftPath = { leafId: string; depth: number; text: string };

/** The path that was left when another one was opened, in whichever tab; `null`: none, or it was dismissed. */
export function useLeftPath({ state, follow }: Pick<LiveConversation, "state" | "follow">): {
  left: LeftPath | null;
  dismiss: () => void;
} {
  const [left, setLeft] = useState<LeftPath | null>(null);
  const onOpened = useEffectEvent((fromId: string | null, partsAtId: string | null) => {
    // What is still there was not left: the path was only made longer.
    if (fromId === null || fromId === partsAtId) return;
    const last = state.messages.find(({ messageId }) => messageId === fromId);
    setLeft({ leafId: fromId, depth: state.messageCount, text: last?.content ?? "" });
  });
  useEffect(
    () =>
      follow((event) => {
        if (event.type === "path-opened") onOpened(event.fromId, event.partsAtId);
      }),
    [follow],
  );
  return { left, dismiss: () => setLeft(null) };
}
