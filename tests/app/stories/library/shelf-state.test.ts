import { expect, test } from "vitest";
import {
  beginningCame,
  furtherCame,
  nextOf,
  type ShelfPage,
  type ShelfState,
} from "#app/features/stories/library/shelf-state.ts";
import type { StoryRecord } from "#domain/story-record.ts";

function page(ids: string, next: string | null, address = "/stories"): ShelfPage {
  const stories = ids.split("").map((storyId) => ({ storyId }) as StoryRecord);
  return { address, stories, next, shelves: { archived: false, deleted: false }, askedAt: 0 };
}

function idsOf(state: ShelfState): string {
  return state.pages.flatMap(({ stories }) => stories.map(({ storyId }) => storyId)).join("");
}

test("pages are put one after the other, and the last knows what comes next", () => {
  const first = beginningCame(null, page("ab", "2"));
  const both = furtherCame(first, page("cd", "3"));
  expect(idsOf(both)).toBe("abcd");
  expect(nextOf(first)).toBe("2");
  expect(nextOf(both)).toBe("3");
  expect(nextOf(furtherCame(both, page("e", null)))).toBeNull();
});

test("a beginning that comes again keeps what was loaded after it, and what slipped over its edge", () => {
  const loaded = furtherCame(beginningCame(null, page("ab", "2")), page("cd", "3"));
  expect(idsOf(beginningCame(loaded, page("xa", "9")))).toBe("xabcd");
  expect(idsOf(beginningCame(loaded, page("bc", "9")))).toBe("bcad");
  expect(nextOf(beginningCame(loaded, page("cd", "9")))).toBe("3");
});

test("a beginning alone is replaced, and another address begins anew", () => {
  expect(idsOf(beginningCame(beginningCame(null, page("ab", "2")), page("b", null)))).toBe("b");
  const loaded = furtherCame(beginningCame(null, page("ab", "2")), page("cd", "3"));
  expect(idsOf(beginningCame(loaded, page("x", null, "/stories?sort=oldest")))).toBe("x");
});

test("a page that comes twice stands there once, and one of another list not at all", () => {
  const loaded = furtherCame(beginningCame(null, page("ab", "2")), page("cd", "3"));
  expect(idsOf(furtherCame(loaded, page("cd", "3")))).toBe("abcd");
  expect(furtherCame(loaded, page("z", null, "/stories?search=z"))).toBe(loaded);
});
