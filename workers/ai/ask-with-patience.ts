import type { ReplyPhase } from "#domain/protocol.ts";
import type { Patience } from "./patience.ts";
import { ReplyWatch } from "./reply-watch.ts";
import type { ReplySign } from "./reply-writer.ts";

/** How long a model is asked, and who is told of each piece. */
export type Asked = {
  signal: AbortSignal;
  /** Called for each piece that comes; with it, the answer is streamed. */
  onSign?: ((sign: ReplySign) => void) | undefined;
};

/** What a model does for an answer, as far as it is known. */
export type AnswerPhase = ReplyPhase | "writing";

/** Who waits for an answer. */
export type Waiter = {
  /** Aborts when nobody waits any more. */
  left: AbortSignal;
  /** The model does something else. */
  onPhase: (phase: AnswerPhase) => void;
};

/**
 * Asks a model for an answer that is no reply, with the patience of one. Where it ends after a silence, the answer is streamed: only so
 * can a slow model be told from a broken one. Otherwise it comes whole, which more servers can do with JSON.
 */
export async function askWithPatience<T>(
  { left, onPhase, patience }: Waiter & { patience: Patience },
  ask: (options: Asked) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const watch = new ReplyWatch({ patience, onOver: () => timeout.abort(), onPhase });
  const signal = AbortSignal.any([left, timeout.signal]);
  watch.start();
  try {
    if (patience.silenceMs >= patience.totalMs) return await ask({ signal });
    let isWriting = false;
    return await ask({
      signal,
      onSign: (sign) => {
        watch.note(sign);
        if (sign !== "text" || isWriting) return;
        isWriting = true;
        onPhase("writing");
      },
    });
  } finally {
    watch.stop();
  }
}
