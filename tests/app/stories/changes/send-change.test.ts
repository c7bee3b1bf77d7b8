import { afterEach, expect, test, vi } from "vitest";
import { changeFailureText, changeStory } from "#app/features/stories/changes/send-change.ts";
import type { StoryChange } from "#app/features/stories/changes/story-change.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import { stubNetwork } from "../../network.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

function refusal(code: ErrorCode, message?: string, field: string | null = null) {
  return new AppError(code, { ...(message === undefined ? {} : { message }), field });
}

const EDIT: StoryChange = { intent: "update", title: "", description: "", place: "library" };

test("other failures are shown in the server's words", () => {
  const failure = refusal("CONSENT_REQUIRED");
  expect(changeFailureText({ intent: "delete" }, failure)).toEqual({ show: "toast", text: failure.message });
});

test("without a session the specification's sentences ask for a login", () => {
  const failure = refusal("UNAUTHENTICATED");
  expect(changeFailureText({ intent: "delete" }, failure)).toMatchObject({
    text: "You must be logged in to delete stories",
  });
  expect(changeFailureText(EDIT, failure)).toMatchObject({ text: "You must be logged in to edit a story" });
  expect(changeFailureText({ ...EDIT, place: "story" }, failure)).toMatchObject({
    text: "You must be logged in to edit stories",
  });
});

test("a field at fault is named, and the plan's limit is a dialog", () => {
  expect(changeFailureText(EDIT, refusal("INVALID_INPUT", "Please enter a title", "title"))).toEqual({
    show: "fields",
    errors: { title: "Please enter a title" },
  });
  const limit = refusal("STORY_LIMIT_EXCEEDED");
  expect(changeFailureText({ intent: "restore" }, limit)).toEqual({ show: "limit", limit });
});

test("a change without an answer returns the text to show", async () => {
  stubNetwork({});
  expect(await changeStory("s1", { intent: "delete" })).toEqual({
    show: "toast",
    text: "Failed to delete story. Please try again.",
  });
});
