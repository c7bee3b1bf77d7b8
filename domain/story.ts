import * as v from "valibot";
import { requestIdSchema } from "./ids.ts";
import type { Role } from "./message.ts";
import { textField } from "./text.ts";

export const GENRES = [
  "Fantasy",
  "Science Fiction",
  "Mystery",
  "Romance",
  "Horror",
  "Adventure",
  "Historical Fiction",
  "Contemporary",
  "Thriller",
  "Western",
  "Dystopian",
  "Comedy",
  "Drama",
  "Open Genre",
] as const;
export type Genre = (typeof GENRES)[number];

/** Shown for a story that names no genre. */
export const DEFAULT_GENRE = "Adventure" satisfies Genre;

/** Genres without an entry have no sub-genres. */
export const SUB_GENRES: Partial<Record<Genre, readonly string[]>> = {
  Fantasy: [
    "High",
    "Urban",
    "Dark",
    "Epic",
    "Sword & Sorcery",
    "Magical Realism",
    "Portal Fantasy",
    "Fairy Tale Retelling",
  ],
  "Science Fiction": [
    "Space Opera",
    "Cyberpunk",
    "Dystopian",
    "Time Travel",
    "Alien Contact",
    "Post-Apocalyptic",
    "Hard Sci-Fi",
    "Biopunk",
  ],
  Mystery: [
    "Cozy Mystery",
    "Police Procedural",
    "Private Detective",
    "Locked Room Mystery",
    "Cold Case",
    "Psychological Thriller",
    "Murder Mystery",
    "Crime Drama",
  ],
  Horror: [
    "Psychological",
    "Supernatural",
    "Gothic",
    "Body",
    "Cosmic",
    "Slasher",
    "Zombie Apocalypse",
    "Haunted House",
  ],
  Thriller: ["Psychological", "Action", "Espionage", "Legal", "Medical", "Techno", "Political", "Domestic"],
};

export const ROMANCE_CATEGORIES = [
  "Sports",
  "Billionaires",
  "Office Romance",
  "Cozy Romance",
  "Summer Romance",
  "Secret Identity",
  "Hockey Players",
  "Rockstar",
  "Single Parent",
  "Vampire",
  "Werewolf",
  "Cowboy",
  "Exes",
  "Mafia",
  "Small Town",
  "Royalty",
  "Military",
  "Time Travel",
  "Fantasy Romance",
] as const;

export const ROMANCE_TROPES = [
  "Enemies to Lovers",
  "Love Triangle",
  "Friends to Lovers",
  "Toxic/Drama",
  "Second Chance Romance",
  "Forbidden Love",
  "Grumpy and Sunshine",
  "Fake Relationship",
] as const;

export const STORY_LENGTHS = {
  short: { name: "Vignette", exchanges: "10–20 exchanges" },
  medium: { name: "Novel", exchanges: "20–40 exchanges" },
  long: { name: "Epic", exchanges: "40+ exchanges" },
  ongoing: { name: "Ongoing Journey", exchanges: "No limit" },
} as const;
export type StoryLength = keyof typeof STORY_LENGTHS;
export const STORY_LENGTH_VALUES = [
  "short",
  "medium",
  "long",
  "ongoing",
] as const satisfies readonly StoryLength[];

export const STORY_STATUSES = ["active", "archived"] as const;
export type StoryStatus = (typeof STORY_STATUSES)[number];

export const DEFAULT_STORY_TITLE = "New Story";
export const DEFAULT_STORY_DESCRIPTION = "A new storytelling adventure";
export const DEFAULT_CONTINUE_PROMPT = "Continue with more action";
export const NO_MESSAGES_YET = "No messages yet";

export const CHARACTER_MIN = 3;
export const CHARACTER_MAX = 200;
export const DESCRIPTION_MIN = 10;
export const DESCRIPTION_MAX = 1500;
/** The specification only says that a title is needed; a cover and a list hold about this much. */
export const TITLE_MAX = 120;
/** The specification's limit of one message in a story. */
export const MESSAGE_MAX = 500;
/** The direction of a continue is a message's size: it is typed in the same box. */
export const CONTINUE_PROMPT_MAX = 500;

const genreSchema = v.picklist(GENRES, "Please select a genre");
const characterSchema = textField({
  required: "Please describe your character",
  min: CHARACTER_MIN,
  tooShort: "Character description must be at least 3 characters",
  max: CHARACTER_MAX,
  tooLong: "Character description must be 200 characters or less",
});
const descriptionRule = {
  min: DESCRIPTION_MIN,
  tooShort: "Description must be at least 10 characters",
  max: DESCRIPTION_MAX,
  tooLong: "Description must be 1500 characters or less",
};
const subGenreSchema = v.nullish(
  v.pipe(
    v.string(),
    v.transform((text) => (text === "" ? null : text)),
  ),
  null,
);

const newStoryFields = v.object({
  genre: genreSchema,
  subGenre: subGenreSchema,
  categories: v.optional(v.array(v.picklist(ROMANCE_CATEGORIES, "Please choose from the list")), []),
  tropes: v.optional(v.array(v.picklist(ROMANCE_TROPES, "Please choose from the list")), []),
  character: characterSchema,
  description: textField({ required: "Please provide a story description", ...descriptionRule }),
  storyLength: v.optional(v.picklist(STORY_LENGTH_VALUES, "Please choose a story length"), "medium"),
  setting: v.optional(textField({ max: 200, tooLong: "Setting must be 200 characters or less" }), ""),
  isNSFW: v.optional(v.boolean(), false),
  title: v.optional(
    textField({ max: TITLE_MAX, tooLong: `Title must be ${TITLE_MAX} characters or less` }),
    "",
  ),
  /** Sent again with the same, it is the same story. */
  requestId: v.optional(requestIdSchema),
});

type DependentFields = {
  genre: Genre;
  subGenre: string | null;
  categories: readonly string[];
  tropes: readonly string[];
};

/** Sub-genres belong to a genre, categories and tropes to Romance; another genre's are a mistake, not silently dropped. */
export function fitsGenre(story: DependentFields): boolean {
  if (story.subGenre !== null && !(SUB_GENRES[story.genre] ?? []).includes(story.subGenre)) return false;
  return story.genre === "Romance" || (story.categories.length === 0 && story.tropes.length === 0);
}

/** The new-story form: the dialog's and the demo's fields, with the specification's limits and sentences. */
export const newStorySchema = v.pipe(
  newStoryFields,
  v.forward(
    v.check((story) => fitsGenre(story), "Please choose a sub-genre that belongs to the genre"),
    ["subGenre"],
  ),
);
export type NewStory = v.InferOutput<typeof newStorySchema>;

/** `POST /api/stories`: the same fields, but a missing description has the specification's default. */
export const createStorySchema = v.pipe(
  v.object({
    ...newStoryFields.entries,
    description: v.optional(
      v.pipe(
        textField(descriptionRule),
        v.transform((text) => text || DEFAULT_STORY_DESCRIPTION),
      ),
      DEFAULT_STORY_DESCRIPTION,
    ),
  }),
  v.forward(
    v.check((story) => fitsGenre(story), "Please choose a sub-genre that belongs to the genre"),
    ["subGenre"],
  ),
);

/** `PUT /api/stories/{id}`. An absent field is left as it is. */
export const updateStorySchema = v.object({
  title: v.optional(
    textField({
      required: "Please enter a title",
      max: TITLE_MAX,
      tooLong: `Title must be ${TITLE_MAX} characters or less`,
    }),
  ),
  description: v.optional(textField(descriptionRule)),
  status: v.optional(v.picklist(STORY_STATUSES, "Stories don't have this status.")),
});
export type UpdateStory = v.InferOutput<typeof updateStorySchema>;

/** What a person writes into a story. */
export const messageContentSchema = textField({
  required: "Please write something first.",
  max: MESSAGE_MAX,
  tooLong: `Messages can be at most ${MESSAGE_MAX} characters long.`,
});

/** Somebody of a story. `mentions`: how often the text has named them so far. */
export const castMemberSchema = v.object({
  name: v.string(),
  isNew: v.boolean(),
  mentions: v.number(),
  description: v.nullable(v.string()),
  role: v.nullable(v.string()),
  personality: v.nullable(v.string()),
  isMainCharacter: v.boolean(),
});
export type CastMember = v.InferOutput<typeof castMemberSchema>;

export type UserCharacter = { name: string; description: string; role: string };

/** What the writer is told about a story: everything the person chose and wrote when beginning it. */
export type StoryBrief = {
  storyId: string;
  title: string;
  description: string;
  character: string;
  genre: Genre;
  subGenre: string | null;
  categories: readonly string[];
  tropes: readonly string[];
  setting: string;
  storyLength: StoryLength;
  isNSFW: boolean;
};

/** A story of the API, as the specification names its fields. Times are ISO 8601. */
export type StoryRecord = {
  storyId: string;
  chatId: string;
  title: string;
  description: string;
  status: StoryStatus;
  currentChapter: number;
  createdAt: string;
  updatedAt: string;
  storyLength: StoryLength;
  character: string;
  metadata: {
    type: "story";
    /** The beginning of the last message; its id and role are `null` before there is one. */
    lastMessage: string;
    lastMessageId: string | null;
    lastMessageRole: Role | null;
    genre: Genre;
    subGenre: string | null;
    setting: string;
    currentLocation: string | null;
    categories: readonly string[];
    tropes: readonly string[];
    isNSFW: boolean;
    messageCount: number;
    mainCharacters: readonly CastMember[];
    userCharacter: UserCharacter;
    customData: Record<string, unknown>;
  };
};
