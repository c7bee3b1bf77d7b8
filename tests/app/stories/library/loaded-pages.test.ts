import { expect, test } from "vitest";
import {
  findNextCursor,
  type LibraryPage,
  type LoadedPages,
  withFirstPage,
  withNextPage,
} from "#app/features/stories/library/loaded-pages.ts";
import type { StoryRecord } from "#domain/story-record.ts";

function page(ids: string, next: string | null, address = "/stories"): LibraryPage {
  const stories = ids.split("").map((storyId) => ({ storyId }) as StoryRecord);
  return { address, stories, next, shelves: { archived: false, deleted: false }, askedAt: 0 };
}

function idsOf(state: LoadedPages): string {
  return state.pages.flatMap(({ stories }) => stories.map(({ storyId }) => storyId)).join("");
}

test("pages are put one after the other, and the last knows what comes next", () => {
  const first = withFirstPage(null, page("ab", "2"));
  const both = withNextPage(first, page("cd", "3"));
  expect(idsOf(both)).toBe("abcd");
  expect(findNextCursor(first)).toBe("2");
  expect(findNextCursor(both)).toBe("3");
  expect(findNextCursor(withNextPage(both, page("e", null)))).toBeNull();
});

test("a beginning that comes again keeps what was loaded after it, and what slipped over its edge", () => {
  const loaded = withNextPage(withFirstPage(null, page("ab", "2")), page("cd", "3"));
  expect(idsOf(withFirstPage(loaded, page("xa", "9")))).toBe("xabcd");
  expect(idsOf(withFirstPage(loaded, page("bc", "9")))).toBe("bcad");
  expect(findNextCursor(withFirstPage(loaded, page("cd", "9")))).toBe("3");
});

test("a beginning alone is replaced, and another address begins anew", () => {
  expect(idsOf(withFirstPage(withFirstPage(null, page("ab", "2")), page("b", null)))).toBe("b");
  const loaded = withNextPage(withFirstPage(null, page("ab", "2")), page("cd", "3"));
  expect(idsOf(withFirstPage(loaded, page("x", null, "/stories?sort=oldest")))).toBe("x");
});

test("a page that comes twice stands there once, and one of another list not at all", () => {
  const loaded = withNextPage(withFirstPage(null, page("ab", "2")), page("cd", "3"));
  expect(idsOf(withNextPage(loaded, page("cd", "3")))).toBe("abcd");
  expect(withNextPage(loaded, page("z", null, "/stories?search=z"))).toBe(loaded);
});
