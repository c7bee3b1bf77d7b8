import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { AppError } from "#domain/errors.ts";
import { failureAnswer, ORIGIN, TestSite, watchLog } from "#tests/workers/helpers/site.ts";
import type { Waiter } from "#workers/ai/ask-with-timeout.ts";
import { answerWithProgress } from "#workers/api/answer-with-progress.ts";
import type { AppEnv } from "#workers/http/app-env.ts";

const NOT_FOUND = { code: "NOT_FOUND", message: "Not found." } as const;

it("the answer, its header and the log line of a failed call have the same id", async () => {
  const browser = await new TestSite().signedIn();
  const log = watchLog();
  const answer = await browser.get("/api/nothing");
  const lines = log.lines().filter(({ event }) => event === "request");
  log.restore();
  const body = await answer.json<{ error: { requestId: string } }>();
  expect(body).toEqual(failureAnswer(NOT_FOUND));
  expect(answer.headers.get("X-Request-Id")).toBe(body.error.requestId);
  expect(lines).toEqual([expect.objectContaining({ requestId: body.error.requestId, code: "NOT_FOUND" })]);
});

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
  const send = (type: string | null, body: BodyInit) =>
    browser.sendRaw("POST", "/api/feedback", body, type === null ? {} : { "Content-Type": type });

  for (const [type, body] of [
    ["text/plain", '{"feedback":"Good."}'],
    ["application/x-www-form-urlencoded", "feedback=Good."],
    ["multipart/form-data; boundary=x", "--x--"],
    ["application/jsonp", '{"feedback":"Good."}'],
    [null, new TextEncoder().encode('{"feedback":"Good."}')],
  ] as const) {
    const answer = await send(type, body);
    expect(answer.status, String(type)).toBe(415);
    expect(await answer.json()).toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE" });
  }
  for (const type of [
    "application/json; charset=utf-8",
    "Application/JSON",
    "application/merge-patch+json",
  ]) {
    expect((await send(type, '{"feedback":"Good."}')).status, type).toBe(201);
  }
});

it("a call without a sign-in is refused for that first, whatever its body is", async () => {
  const init = { method: "POST", headers: { Origin: ORIGIN, "Content-Type": "text/plain" }, body: "x" };
  expect((await new TestSite().fetch("/api/feedback", init)).status).toBe(401);
});

const VERSION = { id: expect.any(String), tag: expect.any(String) };

describe("GET /api/health", () => {
  it("is ok when the database, KV, R2 and an object answer", async () => {
    const response = await new TestSite().fetch("/api/health");

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok", version: VERSION });
  });

  it("is live while nothing that it needs answers, and says which version does", async () => {
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

  it("names what does not answer", async () => {
    const gone = () => Promise.reject(new Error("gone"));
    const site = new TestSite({ KV: { get: gone }, PORTRAITS: { head: gone } });

    const response = await site.fetch("/api/health");

    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: "unavailable", version: VERSION, failing: ["kv", "r2"] });
  });
});

describe("GET /api/health, asked again and again", () => {
  it("asks the services once in five seconds", async () => {
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
});

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
