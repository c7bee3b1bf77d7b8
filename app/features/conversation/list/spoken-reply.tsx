import { useEffect, useRef, useState } from "react";
import type { Message } from "#domain/message.ts";
import type { Streaming } from "../live/conversation-state.ts";
import { findFinishedSentences } from "./spoken-sentences.ts";

type SpokenReplyProps = { streaming: Streaming | null; last: Message | null };

/** Tells a screen reader what is being written, a sentence at a time, without interrupting what it says. */
export function SpokenReply({ streaming, last }: SpokenReplyProps) {
  const [spoken, setSpoken] = useState("");
  const reading = useRef<{ messageId: string; next: number } | null>(null);

  useEffect(() => {
    if (streaming !== null && reading.current?.messageId !== streaming.messageId) {
      reading.current = { messageId: streaming.messageId, next: streaming.joinedLength };
    }
    const current = reading.current;
    if (current === null) return;
    if (streaming !== null) {
      const finished = findFinishedSentences(streaming.text, current.next);
      current.next = finished.next;
      if (finished.spoken !== "") setSpoken(finished.spoken);
      return;
    }
    reading.current = null;
    if (last?.messageId === current.messageId) setSpoken(last.content.slice(current.next).trim());
  }, [streaming, last]);

  return (
    <p className="visually-hidden" aria-live="polite">
      {spoken}
    </p>
  );
}
