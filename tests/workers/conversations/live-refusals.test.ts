import { expect, test } from "vitest";
import { AppError, type ErrorCode, toErrorBody } from "#domain/errors.ts";
import { encode } from "#domain/protocol.ts";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import { failureAnswer } from "../helpers/failure.ts";
import { type Browser, TestSite } from "../helpers/site.ts";
import { beginStory } from "../helpers/stories.ts";

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

test("a refusal of a live request has the body of every failed call, whoever refuses", async () => {
  const site = new TestSite();
  const person = await site.consented();
  const { storyId } = await beginStory(person);
  const path = `/live/stories/${storyId}`;
  await expectRefusal(await site.fetch(path), "UNAUTHENTICATED");
  await expectRefusal(await person.get(`/live/stories/${crypto.randomUUID()}`), "NOT_FOUND");
  await expectRefusal(await person.get("/live/nothing"), "NOT_FOUND");

  const plain = await person.get(path);
  expect(plain.headers.get("Upgrade")).toBe("websocket");
  await expectRefusal(plain, "WEBSOCKET_REQUIRED");
});

test("a live request over a limit of the object has that body too, and says when to try again", async () => {
  const person = await new TestSite().consented();
  const { storyId } = await beginStory(person);
  for (let count = 0; count < CONVERSATION_LIMITS.stops.limit; count += 1) {
    expect((await postStop(person, storyId)).status).toBe(200);
  }
  const refused = await postStop(person, storyId);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  await expectRefusal(refused, "RATE_LIMITED");
});
