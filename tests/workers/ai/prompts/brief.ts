import type { CharacterBrief } from "#domain/chat.ts";
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

/** An ordinary character to chat with: each test sets the fields that it is about. */
export const CHARACTER: CharacterBrief = {
  name: "Mara",
  description: "a harbour master",
  personality: "",
  appearance: "",
  voice: "",
  quirks: [],
  interests: [],
  isNSFW: false,
  card: null,
  story: null,
  config: {
    responseStyle: "formal",
    writingStyle: "analytical",
    messageLength: "short",
    includeActions: false,
  },
};
