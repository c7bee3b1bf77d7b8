import { expect, test } from "vitest";
import { changeFailureText, changeStory } from "#app/features/stories/changes/send-change.ts";
import {
  type KnownChange,
  type StoryChange,
  withChanges,
} from "#app/features/stories/changes/story-change.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import { pickChanged } from "#domain/json.ts";
import type { StoryStatus } from "#domain/story-record.ts";
import { stubNetwork } from "#tests/app/browser.ts";

function refusal(code: ErrorCode, message?: string, field: string | null = null) {
  return new AppError(code, { ...(message === undefined ? {} : { message }), field });
}

const EDIT: StoryChange = { intent: "update", title: "New", description: "Other", place: "library" };

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
  const failure = refusal("INVALID_INPUT", "Please enter a title", "title");
  expect(changeFailureText(EDIT, failure)).toEqual({ show: "field", failure });
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

test("an edit sends and shows what was typed; the rest stays as it is by now", () => {
  const old = { title: "New Story", description: "A lighthouse" };
  const edit = pickChanged({ ...old, description: "A tower" }, old);
  expect(edit).toEqual({ description: "A tower" });
  const named = { storyId: "s1", title: "The Ninth Signal", description: "A lighthouse" };
  const change: StoryChange = { intent: "update", place: "story", ...edit };
  const known = new Map<string, KnownChange>([["s1", { change, settledAt: 11 }]]);
  expect(withChanges([named], { status: "active", askedAt: 10, known })).toEqual([
    { ...named, description: "A tower" },
  ]);
  const tags = { quirks: ["hums"], interests: ["knots"] };
  expect(pickChanged({ ...tags, quirks: ["hums", "limps"] }, tags)).toEqual({ quirks: ["hums", "limps"] });
});

const STORIES = ["a", "b", "c"].map((storyId) => ({ storyId, title: storyId, description: "" }));

/** The titles of a list that was requested at time 10, after `b` was changed. */
function shown(change: StoryChange, settledAt: number | null, status: StoryStatus): string {
  const known = new Map<string, KnownChange>([["b", { change, settledAt }]]);
  return withChanges(STORIES, { status, askedAt: 10, known })
    .map(({ title }) => title)
    .join();
}

test("a story that is being deleted or archived leaves its list at once", () => {
  expect(shown({ intent: "delete" }, null, "active")).toBe("a,c");
  expect(shown({ intent: "delete" }, null, "archived")).toBe("a,c");
  expect(shown({ intent: "archive" }, null, "active")).toBe("a,c");
});

test("a change that a limit may refuse, and an edit, wait for the answer", () => {
  expect(shown({ intent: "unarchive" }, null, "archived")).toBe("a,b,c");
  expect(shown(EDIT, null, "active")).toBe("a,b,c");
  expect(shown({ intent: "unarchive" }, 20, "archived")).toBe("a,c");
  expect(shown(EDIT, 20, "active")).toBe("a,New,c");
});

test("a list of stories that was requested after a change was confirmed is used as it is", () => {
  expect(shown({ intent: "delete" }, 5, "active")).toBe("a,b,c");
  expect(shown(EDIT, 5, "active")).toBe("a,b,c");
});

test("nothing disappears from lists that a change does not concern", () => {
  expect(shown({ intent: "restore" }, 20, "active")).toBe("a,b,c");
  expect(shown({ intent: "unarchive" }, 20, "active")).toBe("a,b,c");
  expect(shown({ intent: "archive" }, 20, "archived")).toBe("a,b,c");
});
