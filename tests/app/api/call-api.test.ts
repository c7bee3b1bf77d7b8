import * as v from "valibot";
import { afterEach, expect, test, vi } from "vitest";
import { asFailure, callApi, fetchPage } from "#app/features/api/call-api.ts";
import { AppError } from "#domain/errors.ts";
import { stubNetwork } from "../network.ts";

const answerSchema = v.object({ title: v.string() });

afterEach(() => {
  vi.unstubAllGlobals();
});

/** The failure of a call that gets this answer. */
async function failing(answer: () => Response): Promise<AppError> {
  stubNetwork({ "/api/stories": answer });
  return callApi("POST", "/api/stories", answerSchema, { body: {} }).then(() => {
    throw new Error("It did not fail.");
  }, asFailure);
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
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
  );
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
