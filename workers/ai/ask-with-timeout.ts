import type { ReplyPhase } from "#domain/protocol.ts";
import type { Timeouts } from "./reply-timeout.ts";
import { ReplyTimeout } from "./reply-timeout.ts";
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
export async function askWithTimeout<T>(
  { left, onPhase, timeouts }: Waiter & { timeouts: Timeouts },
  ask: (options: Asked) => Promise<T>,
): Promise<T> {
  const timedOut = new AbortController();
  const timeout = new ReplyTimeout({ timeouts, onOver: () => timedOut.abort(), onPhase });
  const signal = AbortSignal.any([left, timedOut.signal]);
  timeout.start();
  try {
    if (timeouts.silenceMs >= timeouts.totalMs) return await ask({ signal });
    let isWriting = false;
    return await ask({
      signal,
      onSign: (sign) => {
        timeout.note(sign);
        if (sign !== "text" || isWriting) return;
        isWriting = true;
        onPhase("writing");
      },
    });
  } finally {
    timeout.stop();
  }
}
