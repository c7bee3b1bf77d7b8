import type { StoryBrief } from "#domain/story-record.ts";

/** An ordinary story: each test sets the field that it is about. */
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
