import type { ReplyPhase } from "#domain/protocol.ts";
import type { Patience } from "./patience.ts";
import { ReplyWatch } from "./reply-watch.ts";
import type { ReplySign } from "./reply-writer.ts";

/** When a question is aborted, and what is called for each piece of the answer. */
export type Asked = {
  signal: AbortSignal;
  /** Called for each piece that comes. If it is given, the answer is streamed. */
  onSign?: ((sign: ReplySign) => void) | undefined;
};

/** What a model is doing while it is asked for an answer. */
export type AnswerPhase = ReplyPhase | "writing";

/** The caller who waits for an answer. */
export type Waiter = {
  /** Aborts when the caller has left. */
  left: AbortSignal;
  /** Called when the model's phase changes. */
  onPhase: (phase: AnswerPhase) => void;
};

/**
 * Asks a model for an answer that is not a reply, with the time limits of a reply. If there is a limit for silence, the answer is
 * streamed, because only a stream shows that a slow model is still working. Otherwise it is not streamed, because more servers support
 * JSON that way.
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
