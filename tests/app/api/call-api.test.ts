import * as v from "valibot";
import { beforeEach, expect, test, vi } from "vitest";
import { asFailure, callApi, fetchPage } from "#app/features/api/call-api.ts";
import { callModel, type ModelProgress } from "#app/features/api/call-model.ts";
import { beginDemo, type DemoAsk, followDemo } from "#app/features/demo/demo-calls.ts";
import { NO_DEMO_VALUES, readDemoValues } from "#app/features/demo/demo-values.ts";
import { AppError } from "#domain/errors.ts";
import { encode, type ServerEvent } from "#domain/protocol.ts";
import { stubNetwork, toFormData } from "#tests/app/browser.ts";

beforeEach(() => void vi.useFakeTimers());

const answerSchema = v.object({ title: v.string() });

/** The failure of a call that gets this answer. */
async function failing(answer: () => Response): Promise<AppError> {
  stubNetwork({ "/api/stories": answer });
  return callApi("POST", "/api/stories", answerSchema, { body: {} }).then(() => {
    throw new Error("It did not fail.");
  }, asFailure);
}

/** A call that is never answered and ends only when it is aborted. */
function hang({ signal }: { signal: AbortSignal | null }): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}

test("a call sends JSON, and gives the answer as its schema reads it", async () => {
  const calls = stubNetwork({ "/api/stories?limit=2": () => Response.json({ title: "New Story", more: 1 }) });
  const options = { body: { genre: "Western" }, query: { limit: 2, before: undefined } };
  expect(await callApi("POST", "/api/stories", answerSchema, options)).toEqual({ title: "New Story" });
  expect(calls).toEqual([{ method: "POST", path: "/api/stories?limit=2", body: { genre: "Western" } }]);
});

test("a refusal is thrown as the service threw it: code, sentence, field", async () => {
  const body = { code: "STORY_LENGTH_EXCEEDED", message: "Too long.", field: "storyLength" };
  const failure = await failing(() => Response.json(body, { status: 402 }));
  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({ ...body, status: 402 });
});

test("a failure of the server is shown with the id under which it is logged", async () => {
  const body = { code: "INTERNAL", message: "Something went wrong." };
  const answer = () =>
    Response.json(body, { status: 500, headers: { "X-Request-Id": "8f0c2a4b6d1e3f57-FRA" } });
  const message = "Something went wrong. (Reference: 8f0c2a4b6d1e3f57-FRA)";
  expect(await failing(answer)).toMatchObject({ code: "INTERNAL", message });
});

test("a request over a limit says how long to wait", async () => {
  const body = { code: "RATE_LIMITED", message: "Too many requests." };
  const refuse = (retryAfter: string) => () =>
    Response.json(body, { status: 429, headers: { "Retry-After": retryAfter } });
  expect(await failing(refuse("1"))).toMatchObject({
    retryAfterSeconds: 1,
    message: "Too many requests. Please try again in 1 second.",
  });
  expect(await failing(refuse("600"))).toMatchObject({
    message: "Too many requests. Please try again in 10 minutes.",
  });
  expect(await failing(refuse("soon"))).toMatchObject({ retryAfterSeconds: null, message: body.message });
});

test.each([
  ["a page", () => new Response("<h1>Sign in to the hotel</h1>")],
  ["another shape", () => Response.json({ name: "New Story" })],
])("%s in place of the answer is a failure of the server", async (_, answer) => {
  expect(await failing(answer)).toMatchObject({ code: "INTERNAL" });
});

test("without an answer the failure is UNREACHABLE", async () => {
  stubNetwork({});
  await expect(callApi("GET", "/api/stories", answerSchema)).rejects.toMatchObject({
    code: "UNREACHABLE",
    message: "Talespark could not be reached. Please check your connection and try again.",
  });
});

test("a call that is not answered in time has failed", async () => {
  stubNetwork({ "/api/stories": hang });
  await expect(callApi("GET", "/api/stories", answerSchema, { giveUpMs: 5 })).rejects.toMatchObject({
    code: "UNREACHABLE",
  });
});

test("a call that was cancelled is no failure", async () => {
  stubNetwork({});
  const controller = new AbortController();
  controller.abort();
  const call = callApi("GET", "/api/stories", answerSchema, { signal: controller.signal });
  await expect(call).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  expect(() => asFailure(controller.signal.reason)).toThrow();
});

test("a page of a list returns the cursor of the next one", async () => {
  const read = (link: string | null) => {
    stubNetwork({ "/api/list": () => Response.json([], { headers: link === null ? {} : { Link: link } }) });
    return fetchPage("/api/list", v.array(v.unknown()));
  };
  const first = await read('<https://talespark.test/api/list?limit=50&before=m7>; rel="next"');
  expect(first.next?.get("before")).toBe("m7");
  expect((await read("</api/list?cursor=c>; rel=next")).next?.get("cursor")).toBe("c");
  expect((await read('<https://talespark.test/>; rel="prev"')).next).toBeNull();
  expect(await read(null)).toEqual({ answer: [], next: null });
});

const FORM_PATH = "/api/prompts/generate";
const promptSchema = v.object({ prompt: v.string() });
const encoder = new TextEncoder();

/** A server that answers in lines, piece by piece. */
function stubLines() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  stubNetwork({
    [FORM_PATH]: ({ signal }) => {
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
  const answer = callModel(
    FORM_PATH,
    promptSchema,
    {},
    { signal, onProgress: (progress) => told.push(progress) },
  );
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

test("a failure in the last line of a model is thrown like any other, and so is an answer that breaks off", async () => {
  const server = stubLines();
  const failed = call();
  await server.send('{"error":{"code":"MONTHLY_LIMIT_EXCEEDED","message":"No Sparks are left."}}\n');
  expect(await failed.ended).toEqual({ code: "MONTHLY_LIMIT_EXCEEDED" });
  const broken = call();
  await server.send('{"progress":{"phase":"reading","elapsedMs":1}}\n');
  server.end();
  expect(await broken.ended).toEqual({ code: "UNREACHABLE" });
});

test("an answer of a model that comes at once is an ordinary one", async () => {
  stubNetwork({ [FORM_PATH]: () => Response.json({ prompt: "A boat." }) });
  expect(await call().ended).toEqual({ value: { prompt: "A boat." } });
  stubNetwork({
    [FORM_PATH]: () => Response.json({ code: "CONSENT_REQUIRED", message: "…" }, { status: 403 }),
  });
  expect(await call().ended).toEqual({ code: "CONSENT_REQUIRED" });
});

test("whoever cancels a call of a model gets their own reason", async () => {
  stubLines();
  const leaving = new AbortController();
  const { ended } = call(leaving.signal);
  await vi.advanceTimersByTimeAsync(0);
  leaving.abort();
  expect(await ended).toEqual({ thrown: leaving.signal.reason });
});

const DEMO_PATH = "/api/stories/demo/story/message";
const ENDED: ServerEvent = {
  type: "stream-error",
  code: "STREAM_STOPPED",
  status: 499,
  message: "Stopped.",
  requestId: "request",
};

function toAsk(signal = new AbortController().signal): DemoAsk {
  return { storyId: "story", kind: "message", requestId: "request", content: "Go.", signal };
}

test("a second demo is begun once the first has set the cookie that leads to both", async () => {
  const { promise: isFirst, resolve } = Promise.withResolvers<void>();
  const answer = () => isFirst.then(() => Response.json({ storyId: "story", title: "Room 12" }));
  const calls = stubNetwork({ "/api/stories/demo": answer });
  const both = [beginDemo(NO_DEMO_VALUES), beginDemo(NO_DEMO_VALUES)];
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  resolve();
  for (const begun of await Promise.all(both)) expect(begun).toMatchObject({ storyId: "story" });
  expect(calls).toHaveLength(2);
});

test("a call of the demo that is not answered within 15 s is sent again with the same request id", async () => {
  const headers = { "Content-Type": "text/event-stream" };
  const answers = [hang, () => new Response(`data: ${encode(ENDED)}\n\n`, { headers })];
  const calls = stubNetwork({ [DEMO_PATH]: (call) => answers[calls.length - 1]?.(call) ?? hang(call) });
  const events: ServerEvent[] = [];
  const followed = followDemo(toAsk(), (event) => events.push(event));
  await vi.advanceTimersByTimeAsync(14_900);
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_200);
  await followed;
  expect(events).toEqual([ENDED]);
  const sent = { requestId: "request", content: "Go." };
  expect(calls.map(({ body }) => body)).toEqual([sent, sent]);
});

test("a person who leaves ends the call of the demo at once", async () => {
  const calls = stubNetwork({ [DEMO_PATH]: hang });
  const left = new AbortController();
  const followed = followDemo(toAsk(left.signal), () => undefined);
  left.abort(new Error("left"));
  await expect(followed).rejects.toThrow("left");
  expect(calls).toHaveLength(1);
});

test("a server that answers no attempt of the demo is reported as unreachable", async () => {
  stubNetwork({ [DEMO_PATH]: hang });
  const followed = expect(followDemo(toAsk(), () => undefined)).rejects.toMatchObject({
    code: "UNREACHABLE",
  });
  await vi.advanceTimersByTimeAsync(4 * 15_000 + 7_000);
  await followed;
});

const GOTHIC = { ...NO_DEMO_VALUES, genre: "Horror", subGenre: "Gothic", title: "The Guest" };

test("an idea's sub-genre stays while its field is not loaded yet, and another genre drops it", () => {
  const readSubGenre = (...fields: [string, string][]) => readDemoValues(toFormData(fields), GOTHIC).subGenre;
  expect(readSubGenre(["genre", "Horror"])).toBe("Gothic");
  expect(readSubGenre(["genre", "Horror"], ["subGenre", ""])).toBe("");
  expect(readSubGenre(["genre", "Mystery"])).toBe("");
});
