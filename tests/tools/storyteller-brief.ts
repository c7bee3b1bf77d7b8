import type { StoryBrief } from "#domain/story-record.ts";

/** A story that the tests of the storyteller ask for. */
export const BRIEF: StoryBrief = {
  storyId: "a-story",
  title: "New Story",
  description: "The lighthouse burns again, though nobody lives there.",
  character: "Mara Voss, a retired keeper",
  genre: "Mystery",
  subGenre: null,
  categories: [],
  tropes: [],
  setting: "the island of Ferrow",
  storyLength: "short",
  isNSFW: false,
};
