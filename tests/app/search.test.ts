import { expect, test } from "vitest";
import { fetchResultsWithin } from "#app/features/search/search-calls.ts";
import type { SearchItem } from "#domain/search.ts";
import { stubNetwork } from "#tests/app/browser.ts";

function place(id: string, parts: Partial<SearchItem> = {}): SearchItem {
  return {
    kind: "passage",
    id,
    storyId: "s",
    chatId: null,
    characterId: null,
    bookId: null,
    leafId: id,
    messageId: id,
    title: "The Ninth Signal",
    titleRanges: [],
    within: null,
    isOnOpenPath: true,
    isArchived: false,
    depth: 1,
    role: "assistant",
    snippet: "The reef.",
    ranges: [],
    createdAt: "2026-01-01T00:00:00.000Z",
    picture: null,
    ...parts,
  };
}

test("inside a story all places are led through in the order of the text, however many pages of results there are", async () => {
  const page = { counts: {}, stories: [], isCut: false, corrected: null, near: [], isBuilding: false };
  const calls = stubNetwork({
    "/api/search?q=reef&kind=passage&storyId=s&limit=100&cursor=0": () =>
      Response.json({ ...page, items: [place("late", { depth: 9 }), place("early")], next: "100" }),
    "/api/search?q=reef&kind=passage&storyId=s&limit=100&cursor=100": () =>
      Response.json({ ...page, items: [place("middle", { depth: 4 })], next: null }),
  });
  const found = await fetchResultsWithin("reef", { storyId: "s" }, new AbortController().signal);
  expect(found.map(({ id }) => id)).toEqual(["early", "middle", "late"]);
  expect(calls).toHaveLength(2);
});
