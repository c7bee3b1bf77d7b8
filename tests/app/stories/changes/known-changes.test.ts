import { expect, test } from "vitest";
import {
  type KnownChange,
  type StoryChange,
  withChanges,
} from "#app/features/stories/changes/story-change.ts";
import type { StoryStatus } from "#domain/story-record.ts";

const STORIES = ["a", "b", "c"].map((storyId) => ({ storyId, title: storyId, description: "" }));
const EDIT: StoryChange = { intent: "update", title: "New", description: "Other", place: "library" };

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

test("a list that was requested after the change was confirmed is used as it is", () => {
  expect(shown({ intent: "delete" }, 5, "active")).toBe("a,b,c");
  expect(shown(EDIT, 5, "active")).toBe("a,b,c");
});

test("on the other lists nothing disappears", () => {
  expect(shown({ intent: "restore" }, 20, "active")).toBe("a,b,c");
  expect(shown({ intent: "unarchive" }, 20, "active")).toBe("a,b,c");
  expect(shown({ intent: "archive" }, 20, "archived")).toBe("a,b,c");
});
