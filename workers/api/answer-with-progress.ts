import type { Context } from "hono";
import type { AnswerPhase, Waiter } from "../ai/ask-with-timeout.ts";
import type { AppEnv } from "../http/app-env.ts";
import { answerError } from "../http/error-responses.ts";

/** One JSON value per line. */
const LINES = "application/x-ndjson";
/** An answer that is ready within this time is an ordinary response, with an error status if it failed. */
const QUIET_MS = 2_000;
/** A waiting caller gets a progress line at least this often. */
const TELL_EVERY_MS = 10_000;

/**
 * Sends an answer that a model writes. If it takes longer and the caller accepts lines of JSON, the response is a stream of lines
 * `{progress: {phase, elapsedMs}}`. The last line is `{answer}` or `{error}` with the body that an ordinary response would have.
 */
export async function answerWithProgress<Answer extends object>(
  context: Context<AppEnv>,
  write: (waiter: Waiter) => Promise<Answer>,
): Promise<Answer | Response> {
  const { signal } = context.req.raw;
  if (!context.req.header("Accept")?.includes(LINES)) {
    return write({ left: signal, onPhase: () => undefined });
  }
  const startedAt = Date.now();
  const gone = new AbortController();
  const lines = new Lines();
  let phase: AnswerPhase = "reading";
  const tell = () => lines.add({ progress: { phase, elapsedMs: Date.now() - startedAt } });
  const answer = write({
    left: AbortSignal.any([signal, gone.signal]),
    onPhase: (entered) => {
      phase = entered;
      tell();
    },
  });
  answer.catch(() => undefined); // it is awaited below, but may fail earlier
  const quick = await Promise.race([answer.then((whole) => ({ whole })), waitFor(QUIET_MS)]);
  if (quick !== null) return quick.whole;

  tell();
  const timer = setInterval(tell, TELL_EVERY_MS);
  answer
    .then((body) => ({ answer: body }))
    .catch(async (error: Error) => ({ error: await answerError(error, context).json() }))
    .then((end) => {
      clearInterval(timer);
      lines.add(end);
      lines.close();
    });
  const body = lines.toStream(() => {
    clearInterval(timer);
    gone.abort();
  });
  return new Response(body, { headers: { "Content-Type": LINES, "Cache-Control": "no-store" } });
}

/** A queue of lines, and the stream that reads them. */
class Lines {
  readonly #waiting: string[] = [];
  #isClosed = false;
  #wake = () => {};

  add(value: object): void {
    this.#waiting.push(`${JSON.stringify(value)}\n`);
    this.#wake();
  }

  /** Ends the stream after the lines so far. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  toStream(onCancel: () => void): ReadableStream<Uint8Array> {
    const encoder = new TextEncoder();
    return new ReadableStream(
      {
        pull: async (controller) => {
          while (this.#waiting.length === 0 && !this.#isClosed) await this.#untilAdded();
          const text = this.#waiting.splice(0).join("");
          if (text !== "") controller.enqueue(encoder.encode(text));
          if (this.#isClosed) controller.close();
        },
        cancel: onCancel,
      },
      new CountQueuingStrategy({ highWaterMark: 0 }),
    );
  }

  #untilAdded(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

function waitFor(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), ms));
}
