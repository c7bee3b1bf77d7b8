import type { StoryBrief } from "#domain/story-record.ts";

/** A story with nothing special about it: what a test is about, it says itself. */
export const BRIEF: StoryBrief = {
  storyId: "s",
  title: "New Story",
  description: "A voice on the harbour radio reads out the name of a lost boat.",
  character: "A relief operator",
  genre: "Mystery",
  subGenre: "Cold Case",
  categories: [],
  tropes: [],
  setting: "",
  storyLength: "short",
  isNSFW: false,
};
