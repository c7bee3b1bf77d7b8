import { expect, test, vi } from "vitest";
import {
  type AskSuggestion,
  SuggestionRequest,
} from "#app/features/conversation/input-bar/suggestion-request.ts";

const noText = () => undefined;

function watched() {
  const pending: boolean[] = [];
  return { pending, request: new SuggestionRequest((now) => pending.push(now)) };
}

/** A server that answers when the test tells it to. */
function slowServer() {
  const answer = Promise.withResolvers<string>();
  const asked: Parameters<AskSuggestion>[0][] = [];
  const ask: AskSuggestion = (options) => {
    asked.push(options);
    return answer.promise;
  };
  return { ask, asked, answer };
}

test("a suggestion is awaited until it has come", async () => {
  const { request, pending } = watched();
  const { ask, asked, answer } = slowServer();
  const text = request.run(ask, true, noText);
  expect(pending).toEqual([true]);
  expect(asked).toMatchObject([{ another: true }]);
  answer.resolve("I knock.");
  expect(await text).toBe("I knock.");
  expect(pending).toEqual([true, false]);
});

test("one that is cancelled is not shown when it comes all the same, and its call is broken off", async () => {
  const { request, pending } = watched();
  const { ask, asked, answer } = slowServer();
  const text = request.run(ask, false, noText);
  request.cancel();
  expect(pending).toEqual([true, false]);
  expect(asked[0]?.signal.aborted).toBe(true);
  answer.resolve("I knock.");
  expect(await text).toBeNull();
  expect(pending).toEqual([true, false]);
});

test("a call that was broken off is no failure", async () => {
  const { request } = watched();
  const { ask, answer } = slowServer();
  const text = request.run(ask, false, noText);
  request.cancel();
  answer.reject(new DOMException("Aborted", "AbortError"));
  expect(await text).toBeNull();
});

test("a second request while one is running makes no call", async () => {
  const { request } = watched();
  const { ask, answer } = slowServer();
  const first = request.run(ask, false, noText);
  const again = vi.fn<AskSuggestion>();
  expect(await request.run(again, true, noText)).toBeNull();
  expect(again).not.toHaveBeenCalled();
  answer.resolve("I knock.");
  expect(await first).toBe("I knock.");
});

test("a cancelled request does not end the next one", async () => {
  const { request, pending } = watched();
  const [old, young] = [slowServer(), slowServer()];
  const first = request.run(old.ask, false, noText);
  request.cancel();
  const second = request.run(young.ask, false, noText);
  old.answer.resolve("Too late.");
  expect(await first).toBeNull();
  expect(pending).toEqual([true, false, true]);
  young.answer.resolve("I knock.");
  expect(await second).toBe("I knock.");
});

test("a failure is returned, and another request can be made", async () => {
  const { request, pending } = watched();
  await expect(request.run(() => Promise.reject(new TypeError("no network")), false, noText)).rejects.toThrow(
    "no network",
  );
  expect(pending).toEqual([true, false]);
  expect(await request.run(() => Promise.resolve("I knock."), false, noText)).toBe("I knock.");
});

test("the text so far is reported until the request is cancelled", async () => {
  const { request } = watched();
  const { ask, asked, answer } = slowServer();
  const told: string[] = [];
  const text = request.run(ask, false, (part) => told.push(part));
  asked[0]?.onText("I kno");
  request.cancel();
  asked[0]?.onText("I knock");
  answer.resolve("I knock.");
  expect(await text).toBeNull();
  expect(told).toEqual(["I kno"]);
});
