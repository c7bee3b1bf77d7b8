import { Hono } from "hono";
import { expect, it, vi } from "vitest";
import { AppError, type ErrorCode, toErrorBody } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import { encode } from "#domain/protocol.ts";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import {
  type Browser,
  describeAnswer,
  failureAnswer,
  ORIGIN,
  TestSite,
} from "#tests/workers/helpers/site.ts";
import { beginStory } from "#tests/workers/helpers/stories.ts";
import type { Waiter } from "#workers/ai/ask-with-timeout.ts";
import { answerWithProgress } from "#workers/api/answer-with-progress.ts";
import type { AppEnv } from "#workers/http/app-env.ts";

it("a call that passed Cloudflare has its id there; anything else in that header is ignored", async () => {
  const ask = async (ray: string) => {
    const answer = await new TestSite().fetch("/api/health", { headers: { "CF-Ray": ray } });
    return answer.headers.get("X-Request-Id");
  };
  expect(await ask("8f0c2a4b6d1e3f57-FRA")).toBe("8f0c2a4b6d1e3f57-FRA");
  expect(await ask("8f0c2a4b6d1e3f57")).toBe("8f0c2a4b6d1e3f57");
  for (const other of ["my own id", "8F0C2A4B6D1E3F57-FRA", `${"8f0c2a4b6d1e3f57".repeat(9)}-FRA`]) {
    expect(await ask(other)).toMatch(/^[0-9a-f-]{36}$/);
  }
});

it("a body that is not called JSON is refused with 415, before it is read", async () => {
  const browser = await new TestSite().consented();
  const body = new TextEncoder().encode('{"feedback":"Good."}');
  const send = (type: string | null) =>
    browser.sendRaw("POST", "/api/feedback", body, type === null ? {} : { "Content-Type": type });

  for (const type of [null, "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp"])
    expect(await describeAnswer(send(type)), String(type)).toBe("415 UNSUPPORTED_MEDIA_TYPE");
  for (const type of ["application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"])
    expect((await send(type)).status, type).toBe(201);
});

it("a call without a sign-in is refused for that first, whatever its body is", async () => {
  const init = { method: "POST", headers: { Origin: ORIGIN, "Content-Type": "text/plain" }, body: "x" };
  expect((await new TestSite().fetch("/api/feedback", init)).status).toBe(401);
});

async function expectRefusal(answer: Response, code: ErrorCode): Promise<void> {
  const retryAfter = answer.headers.get("Retry-After");
  const error = new AppError(code, { retryAfterSeconds: retryAfter === null ? null : Number(retryAfter) });
  expect(answer.status).toBe(error.status);
  const body = await answer.json<{ error: { requestId: string } }>();
  expect(body).toEqual(failureAnswer(toErrorBody(error)));
  expect(answer.headers.get("X-Request-Id")).toBe(body.error.requestId);
}

function postStop(browser: Browser, storyId: string): Promise<Response> {
  const frame = encode({ type: "stream-stop", storyId });
  return browser.sendRaw("POST", `/live/stories/${storyId}`, frame, { "Content-Type": "application/json" });
}

it("a refusal of a live request has the body of every failed call, whoever refuses", async () => {
  const site = new TestSite();
  const person = await site.consented();
  const { storyId } = await beginStory(person);
  const path = `/live/stories/${storyId}`;
  await expectRefusal(await site.fetch(path), "UNAUTHENTICATED");
  await expectRefusal(await person.get(`/live/stories/${createId()}`), "NOT_FOUND");
  await expectRefusal(await person.get("/live/nothing"), "NOT_FOUND");

  const plain = await person.get(path);
  expect(plain.headers.get("Upgrade")).toBe("websocket");
  await expectRefusal(plain, "WEBSOCKET_REQUIRED");
  // A stream that nobody reads would never end.
  const head = await person.send("HEAD", path, undefined, { Accept: "text/event-stream" });
  expect(head.status).toBe(plain.status);
});

it("a live request over a limit of the object has that body too, and says when to try again", async () => {
  const person = await new TestSite().consented();
  const { storyId } = await beginStory(person);
  for (let count = 0; count < CONVERSATION_LIMITS.stops.limit; count += 1) {
    expect((await postStop(person, storyId)).status).toBe(200);
  }
  const refused = await postStop(person, storyId);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  await expectRefusal(refused, "RATE_LIMITED");
});

it("GET /api/health is live while nothing that it needs answers, and says which version does", async () => {
  const gone = () => Promise.reject(new Error("gone"));
  const site = new TestSite({
    VERSION: { id: "a-version", tag: "4f2a9c1", timestamp: "" },
    DB: { withSession: () => ({ batch: gone, getBookmark: () => null }) },
    KV: { get: gone },
  });

  const response = await site.fetch("/api/health/live");

  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok", version: { id: "a-version", tag: "4f2a9c1" } });
});

it("GET /api/health names what does not answer", async () => {
  const gone = () => Promise.reject(new Error("gone"));
  const site = new TestSite({ KV: { get: gone }, PORTRAITS: { head: gone } });

  const response = await site.fetch("/api/health");

  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ status: "unavailable", failing: ["kv", "r2"] });
});

it("GET /api/health, asked again and again, asks the services once in five seconds", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let asked = 0;
  const get = async () => {
    asked += 1;
    return null;
  };
  const site = new TestSite({ KV: { get } });

  for (let call = 0; call < 20; call += 1) await site.fetch("/api/health");
  expect(asked).toBe(1);

  vi.advanceTimersByTime(5_000);
  await site.fetch("/api/health");
  expect(asked).toBe(2);
});

/** What takes longer than this is told in lines. */
const QUIET_MS = 2_000;
const decoder = new TextDecoder();

/** Begins a call of somebody who accepts lines, unless `accept` says something else. Returns their reader, and who waits. */
async function begin(write: (waiter: Waiter) => Promise<object>, accept = "application/x-ndjson") {
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
    headers: { Accept: accept },
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

it.concurrent("who does not accept lines gets the answer by itself, however long it takes", async () => {
  const { read } = await begin(() => after(QUIET_MS + 200, { done: true }), "application/json");
  expect(await read()).toEqual({ done: true });
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
