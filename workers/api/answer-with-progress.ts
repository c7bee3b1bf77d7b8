import type { Context } from "hono";
import { stream } from "hono/streaming";
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
  let phase: AnswerPhase = "reading";
  /** What was told before it was clear that the answer takes longer. */
  const early: object[] = [];
  let send = (line: object): unknown => early.push(line);
  const tell = () => send({ progress: { phase, elapsedMs: Date.now() - startedAt } });
  const answer = write({
    left: AbortSignal.any([signal, gone.signal]),
    onPhase: (entered) => {
      phase = entered;
      tell();
    },
  });
  answer.catch(() => undefined); // it is awaited below, but may fail earlier
  const quick = await Promise.race([answer.then((whole) => ({ whole })), scheduler.wait(QUIET_MS)]);
  if (quick) return quick.whole;

  context.header("Content-Type", LINES);
  return stream(context, async (lines) => {
    lines.onAbort(() => gone.abort());
    send = (line) => lines.writeln(JSON.stringify(line));
    early.forEach(send);
    tell();
    const timer = setInterval(tell, TELL_EVERY_MS);
    const end = await answer
      .then((body) => ({ answer: body }))
      .catch(async (error: Error) => ({ error: await answerError(error, context).json() }));
    clearInterval(timer);
    await lines.writeln(JSON.stringify(end));
  });
}
