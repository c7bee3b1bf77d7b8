import { Hono } from "hono";
import { expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import type { Waiter } from "#workers/ai/ask-with-patience.ts";
import { answerWithProgress } from "#workers/api/answer-with-progress.ts";
import type { AppEnv } from "#workers/http/app-env.ts";

/** What takes longer than this is told in lines. */
const QUIET_MS = 2_000;
const decoder = new TextDecoder();

/** Begins a call of somebody who accepts lines. Returns their reader, and who waits. */
async function begin(write: (waiter: Waiter) => Promise<object>) {
  const waiters: Waiter[] = [];
  const app = new Hono<AppEnv>().post("/api/x", async (context) => {
    context.set("requestId", "r1");
    const answer = await answerWithProgress(context, (waiter) => {
      waiters.push(waiter);
      return write(waiter);
    });
    return answer instanceof Response ? answer : context.json(answer);
  });
  const response = await app.request("/api/x", {
    method: "POST",
    headers: { Accept: "application/x-ndjson" },
  });
  const reader = response.body?.getReader();
  const [waiter] = waiters;
  if (!reader || !waiter) throw new Error("There is an answer.");
  const read = async () => JSON.parse(decoder.decode((await reader.read()).value));
  return { reader, waiter, read };
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), ms));
}

it.concurrent("each change is told as it happens, and the answer at the end", async () => {
  const answer = Promise.withResolvers<object>();
  const { reader, waiter, read } = await begin(() => answer.promise);
  expect(await read()).toEqual({ progress: { phase: "reading", elapsedMs: expect.any(Number) } });
  waiter.onPhase("thinking");
  expect(await read()).toMatchObject({ progress: { phase: "thinking" } });
  answer.resolve({ done: true });
  expect(await read()).toEqual({ answer: { done: true } });
  expect((await reader.read()).done).toBe(true);
});

it.concurrent("a failure is told in the last line, as it would have been by itself", async () => {
  const { read } = await begin(async () => {
    await after(QUIET_MS + 200, null);
    throw new AppError("MODEL_UNAVAILABLE");
  });
  await read();
  expect(await read()).toMatchObject({ error: { code: "MODEL_UNAVAILABLE" } });
});

it.concurrent("nobody waits any more once the answer is not read further", async () => {
  const { reader, waiter, read } = await begin(() => new Promise(() => undefined));
  await read();
  expect(waiter.left.aborted).toBe(false);
  await reader.cancel();
  expect(waiter.left.aborted).toBe(true);
});
