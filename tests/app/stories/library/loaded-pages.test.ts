import { expect, test } from "vitest";
import {
  findNextCursor,
  type LibraryPage,
  type LoadedPages,
  withFirstPage,
  withNextPage,
} from "#app/features/stories/library/use-library-pages.ts";
import type { StoryRecord } from "#domain/story-record.ts";

function page(ids: string, next: string | null, address = "/stories"): LibraryPage {
  const stories = ids.split("").map((storyId) => ({ storyId }) as StoryRecord);
  const shelves = { archived: false, deleted: false };
  return { address, stories, next, writableIds: null, shelves, waiting: null, askedAt: 0 };
}

function idsOf(state: LoadedPages): string {
  return state.pages.flatMap(({ stories }) => stories.map(({ storyId }) => storyId)).join("");
}

test("pages are joined, and the cursor of the last one is kept", () => {
  const first = withFirstPage(null, page("ab", "2"));
  const both = withNextPage(first, page("cd", "3"));
  expect(idsOf(both)).toBe("abcd");
  expect(findNextCursor(first)).toBe("2");
  expect(findNextCursor(both)).toBe("3");
  expect(findNextCursor(withNextPage(both, page("e", null)))).toBeNull();
});

test("a first page that is loaded again keeps the later pages, and rows that moved over its end", () => {
  const loaded = withNextPage(withFirstPage(null, page("ab", "2")), page("cd", "3"));
  expect(idsOf(withFirstPage(loaded, page("xa", "9")))).toBe("xabcd");
  expect(idsOf(withFirstPage(loaded, page("bc", "9")))).toBe("bcad");
  expect(findNextCursor(withFirstPage(loaded, page("cd", "9")))).toBe("3");
});

test("a single first page is replaced, and another address starts a new list", () => {
  expect(idsOf(withFirstPage(withFirstPage(null, page("ab", "2")), page("b", null)))).toBe("b");
  const loaded = withNextPage(withFirstPage(null, page("ab", "2")), page("cd", "3"));
  expect(idsOf(withFirstPage(loaded, page("x", null, "/stories?sort=oldest")))).toBe("x");
});

test("a page that is loaded twice is shown once, and one of another list not at all", () => {
  const loaded = withNextPage(withFirstPage(null, page("ab", "2")), page("cd", "3"));
  expect(idsOf(withNextPage(loaded, page("cd", "3")))).toBe("abcd");
  expect(withNextPage(loaded, page("z", null, "/stories?search=z"))).toBe(loaded);
});
