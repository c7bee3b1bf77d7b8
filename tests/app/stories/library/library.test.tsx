import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import {
  findNextCursor,
  type LibraryPage,
  type LoadedPages,
  withFirstPage,
  withNextPage,
} from "#app/features/stories/library/use-library-pages.ts";
import { listSharedTitles, StoryCard } from "#app/features/stories/story-card.tsx";
import type { ListedStory } from "#domain/library.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { textOf } from "#tests/app/browser.ts";

/** A page of the shelf that begins "ab", "cd", or another one. The place of a page is that of its first story. */
function page(ids: string, next: string | null, address = "/stories"): LibraryPage {
  const cursor = { c: "2", e: "3" }[ids.charAt(0)] ?? null;
  const stories = ids.split("").map((storyId) => ({ storyId }) as StoryRecord);
  const shelves = { archived: false, deleted: false };
  return { address, cursor, stories, next, writableIds: null, shelves, waiting: null, askedAt: 0 };
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

test("a page from before the list began anew leaves no gap", () => {
  const anew = withFirstPage(null, page("ab", "2"));
  expect(withNextPage(anew, page("ef", null))).toBe(anew);
});

const STORY: ListedStory = {
  storyId: "s1",
  title: "The Ninth Signal",
  description: "A voice on the radio.",
  status: "active",
  updatedAt: "2026-01-15T09:30:00.000Z",
  metadata: { genre: "Mystery", subGenre: "Cold Case", isNSFW: true },
};

function card(story: ListedStory, { isTwin = false } = {}) {
  return (
    <MemoryRouter>
      <StoryCard story={story} writableIds={null} isTwin={isTwin} />
    </MemoryRouter>
  );
}

test("stories with one title are told apart by the time of day", () => {
  const stories = [STORY, { ...STORY, storyId: "s2" }, { ...STORY, title: "Salt" }];
  expect([...listSharedTitles(stories)]).toEqual(["The Ninth Signal"]);
  expect(textOf(card(STORY, { isTwin: true }))).toMatch(/9:30|09:30/);
  expect(textOf(card(STORY))).not.toMatch(/9:30|09:30/);
});
