import { afterEach, expect, test, vi } from "vitest";
import { parseEdit } from "#app/features/stories/changes/edit-story-dialog.tsx";
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

test.each([
  ["update", "Failed to update story. Please try again."],
  ["delete", "Failed to delete story. Please try again."],
] as const)(
  "without an answer, or after a server error, %s fails with the specification's sentence",
  (intent, text) => {
    const change: StoryChange = intent === "update" ? EDIT : { intent };
    for (const code of ["UNREACHABLE", "INTERNAL"] as const) {
      expect(changeFailureText(change, refusal(code))).toEqual({ show: "toast", text });
    }
  },
);

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

test.each([
  [
    { intent: "update", title: "The Ninth Signal", description: "", place: "library" },
    "PUT",
    "/api/stories/s1",
    { title: "The Ninth Signal", description: "" },
  ],
  [{ intent: "archive" }, "PUT", "/api/stories/s1", { status: "archived" }],
  [{ intent: "unarchive" }, "PUT", "/api/stories/s1", { status: "active" }],
  [{ intent: "delete" }, "DELETE", "/api/stories/s1", null],
  [{ intent: "restore" }, "POST", "/api/stories/s1/restore", null],
] as const)("%o is a call of the API", async (change, method, path, body) => {
  const calls = stubNetwork({ [path]: () => Response.json({}) });
  expect(await changeStory("s1", change)).toBeNull();
  expect(calls).toEqual([{ method, path, body }]);
});

test("a change without an answer returns the text to show", async () => {
  stubNetwork({});
  expect(await changeStory("s1", { intent: "delete" })).toEqual({
    show: "toast",
    text: "Failed to delete story. Please try again.",
  });
});

test("the edit form has the sentences of the API; a description is optional", () => {
  expect(parseEdit({ title: "The Ninth Signal", description: "" })).toEqual({ ok: true });
  expect(parseEdit({ title: "  ", description: "short" })).toEqual({
    ok: false,
    errors: { title: "Please enter a title", description: "Description must be at least 10 characters" },
  });
});
