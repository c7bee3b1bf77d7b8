import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { listSharedTitles, StoryCard } from "#app/features/stories/story-card.tsx";
import type { ListedStory } from "#domain/library.ts";
import { textOf } from "../text-of.tsx";

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
