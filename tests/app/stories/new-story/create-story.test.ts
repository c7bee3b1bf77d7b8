import { afterEach, expect, test, vi } from "vitest";
import { createStory, toAttempt } from "#app/features/stories/new-story/create-story.ts";
import { parseNewStory } from "#app/features/stories/new-story/new-story-input.ts";
import { stubNetwork } from "../../network.ts";
import { form } from "./new-story.ts";

const WESTERN = form({
  genre: "Western",
  character: "A bookkeeper",
  description: "The bank at Tarry Creek was robbed of four dollars.",
});

afterEach(() => {
  vi.unstubAllGlobals();
});

async function creating(answer: () => Response) {
  stubNetwork({ "/api/stories": answer });
  const parsed = parseNewStory(WESTERN);
  if (!parsed.ok) throw new Error("The form is wrong itself.");
  return createStory(toAttempt(parsed.story, null));
}

test("the same story has the same request id, another story another id", () => {
  const western = parseNewStory(WESTERN);
  const changed = parseNewStory({ ...WESTERN, character: "A bookkeeper with a gun" });
  if (!western.ok || !changed.ok) throw new Error("The form is wrong itself.");
  const first = toAttempt(western.story, null);
  expect(toAttempt(western.story, first)).toEqual(first);
  expect(toAttempt(changed.story, first).requestId).not.toBe(first.requestId);
  expect(toAttempt(western.story, null).requestId).not.toBe(first.requestId);
});

test("a created story is returned by its id", async () => {
  expect(await creating(() => Response.json({ storyId: "s1", title: "New Story" }, { status: 201 }))).toEqual(
    {
      storyId: "s1",
    },
  );
});

test("a field that is at fault has the server's sentence", async () => {
  const message = "Please confirm that you are 18 or older first.";
  const body = { code: "AGE_CONFIRMATION_REQUIRED", message, field: "isNSFW" };
  expect(await creating(() => Response.json(body, { status: 403 }))).toEqual({
    errors: { isNSFW: message },
    failure: null,
    isSignedOut: false,
  });
});

test("a limit of the plan applies to the whole form, even if it names a field", async () => {
  const body = { code: "STORY_LENGTH_EXCEEDED", message: "Too long.", field: "storyLength" };
  expect(await creating(() => Response.json(body, { status: 402 }))).toEqual({
    errors: {},
    failure: body,
    isSignedOut: false,
  });
});

test("an ended session is reported", async () => {
  const body = { code: "UNAUTHENTICATED", message: "Please sign in and try again." };
  expect(await creating(() => Response.json(body, { status: 401 }))).toMatchObject({ isSignedOut: true });
});

test.each([
  ["a server that has failed", () => new Response("<h1>Bad gateway</h1>", { status: 502 })],
  [
    "a network that is gone",
    () => {
      throw new TypeError("Failed to fetch");
    },
  ],
])("after %s it is said that there is no story", async (_, answer) => {
  expect(await creating(answer)).toMatchObject({ failure: { message: "Failed to create story" } });
});
