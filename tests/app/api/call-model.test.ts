import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callModel, type ModelProgress } from "#app/features/api/call-model.ts";
import { AppError } from "#domain/errors.ts";
import { stubNetwork } from "../network.ts";

const PATH = "/api/prompts/generate";
const answerSchema = v.object({ prompt: v.string() });
const encoder = new TextEncoder();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that answers in lines, piece by piece. */
function stubLines() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  stubNetwork({
    [PATH]: ({ signal }) => {
      const body = new ReadableStream<Uint8Array>({
        start(begun) {
          controller = begun;
          signal?.addEventListener("abort", () => begun.error(signal.reason));
        },
      });
      return new Response(body, { headers: { "Content-Type": "application/x-ndjson" } });
    },
  });
  return {
    send: async (text: string) => {
      await vi.advanceTimersByTimeAsync(0);
      controller?.enqueue(encoder.encode(text));
      await vi.advanceTimersByTimeAsync(0);
    },
    end: () => controller?.close(),
  };
}

function call(signal = new AbortController().signal) {
  const told: ModelProgress[] = [];
  const answer = callModel(PATH, answerSchema, {}, { signal, onProgress: (progress) => told.push(progress) });
  const ended = answer.then(
    (value) => ({ value }),
    (error: unknown) => (error instanceof AppError ? { code: error.code } : { thrown: error }),
  );
  return { told, ended };
}

test("what the model does is told, wherever the lines are cut, until the answer is there", async () => {
  const server = stubLines();
  const { told, ended } = call();
  await server.send('{"progress":{"phase":"loading","elapsedMs":2000}}\n{"prog');
  await server.send('ress":{"phase":"reading","elapsedMs":12000}}\n');
  expect(told.map(({ phase }) => phase)).toEqual(["loading", "reading"]);
  await server.send('{"answer":{"prompt":"A boat."}}\n');
  expect(await ended).toEqual({ value: { prompt: "A boat." } });
});

test("a slow model is waited for as long as the server is heard of, and not longer", async () => {
  const server = stubLines();
  const { ended } = call();
  for (let waited = 0; waited < 15 * 60_000; waited += 40_000) {
    await server.send('{"progress":{"phase":"reading","elapsedMs":1}}\n');
    await vi.advanceTimersByTimeAsync(40_000);
  }
  await vi.advanceTimersByTimeAsync(46_000);
  expect(await ended).toEqual({ code: "UNREACHABLE" });
});

test("a failure in the last line is thrown like any other, and so is an answer that breaks off", async () => {
  const server = stubLines();
  const failed = call();
  await server.send('{"error":{"code":"MONTHLY_LIMIT_EXCEEDED","message":"No Sparks are left."}}\n');
  expect(await failed.ended).toEqual({ code: "MONTHLY_LIMIT_EXCEEDED" });
  const broken = call();
  await server.send('{"progress":{"phase":"reading","elapsedMs":1}}\n');
  server.end();
  expect(await broken.ended).toEqual({ code: "UNREACHABLE" });
});

test("an answer that comes at once is an ordinary one", async () => {
  stubNetwork({ [PATH]: () => Response.json({ prompt: "A boat." }) });
  expect(await call().ended).toEqual({ value: { prompt: "A boat." } });
  stubNetwork({ [PATH]: () => Response.json({ code: "CONSENT_REQUIRED", message: "…" }, { status: 403 }) });
  expect(await call().ended).toEqual({ code: "CONSENT_REQUIRED" });
});

test("whoever cancels gets their own reason", async () => {
  stubLines();
  const leaving = new AbortController();
  const { ended } = call(leaving.signal);
  await vi.advanceTimersByTimeAsync(0);
  leaving.abort();
  expect(await ended).toEqual({ thrown: leaving.signal.reason });
});
