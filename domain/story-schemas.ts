import * as v from "valibot";
import type { TitlesBefore } from "./edit-conflict.ts";
import { fitsGenre, ROMANCE_CATEGORIES, ROMANCE_TROPES } from "./genre-choices.ts";
import { GENRES } from "./genres.ts";
import { requestIdSchema } from "./ids.ts";
import { boundedText, choicesFrom, orLess } from "./input.ts";
import {
  CHARACTER_MAX,
  CHARACTER_MIN,
  DEMO_GENRES,
  STORY_DESCRIPTION_MAX,
  STORY_DESCRIPTION_MIN,
} from "./premise-limits.ts";
import { STORY_LENGTH_VALUES, STORY_STATUSES } from "./story-record.ts";

/** The premise of a story that was given none. */
export const DEFAULT_STORY_DESCRIPTION = "A new storytelling adventure";

/** The specification only says that a title is needed; a cover and a list hold about this much. */
export const TITLE_MAX = 120;

const PLEASE_SELECT_GENRE = "Please select a genre";
const genreSchema = v.picklist(GENRES, PLEASE_SELECT_GENRE);
const characterSchema = boundedText({
  required: "Please describe your character",
  min: CHARACTER_MIN,
  tooShort: "Character description must be at least 3 characters",
  ...orLess(CHARACTER_MAX, "Character description must be"),
});
const descriptionRule = {
  min: STORY_DESCRIPTION_MIN,
  tooShort: "Description must be at least 10 characters",
  ...orLess(STORY_DESCRIPTION_MAX, "Description must be"),
};
const subGenreSchema = v.nullish(
  v.pipe(
    v.string(),
    v.transform((text) => (text === "" ? null : text)),
  ),
  null,
);

/** What a person says of a new story, in the dialog as in the demo, with the specification's limits and sentences. */
const premiseFields = {
  genre: genreSchema,
  subGenre: subGenreSchema,
  categories: choicesFrom(ROMANCE_CATEGORIES),
  tropes: choicesFrom(ROMANCE_TROPES),
  character: characterSchema,
  description: boundedText({ required: "Please provide a story description", ...descriptionRule }),
  setting: v.optional(boundedText(orLess(200, "Setting must be")), ""),
  title: v.optional(boundedText(orLess(TITLE_MAX, "Title must be")), ""),
};
const OTHER_GENRES_SUB_GENRE = "Please choose a sub-genre that belongs to the genre";

const newStoryFields = v.object({
  ...premiseFields,
  storyLength: v.optional(v.picklist(STORY_LENGTH_VALUES, "Please choose a story length"), "medium"),
  isNSFW: v.optional(v.boolean(), false),
  /** Sent again with the same, it is the same story. */
  requestId: v.optional(requestIdSchema),
});

/** The form of the new-story dialog. */
export const newStorySchema = v.pipe(
  newStoryFields,
  v.forward(
    v.check((story) => fitsGenre(story), OTHER_GENRES_SUB_GENRE),
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
        boundedText(descriptionRule),
        v.transform((text) => text || DEFAULT_STORY_DESCRIPTION),
      ),
      DEFAULT_STORY_DESCRIPTION,
    ),
  }),
  v.forward(
    v.check((story) => fitsGenre(story), OTHER_GENRES_SUB_GENRE),
    ["subGenre"],
  ),
);

/**
 * `POST /api/stories/demo`, and the demo's form. Its length is always short and it is never for adults, so that a body may say
 * what it wants about these.
 */
export const newDemoSchema = v.pipe(
  v.object({ ...premiseFields, genre: v.picklist(DEMO_GENRES, PLEASE_SELECT_GENRE) }),
  v.forward(
    v.check((story) => fitsGenre(story), OTHER_GENRES_SUB_GENRE),
    ["subGenre"],
  ),
);
export type NewDemo = v.InferOutput<typeof newDemoSchema>;

/** `PUT /api/stories/{id}`. An absent field is left as it is. */
export const updateStorySchema = v.object({
  title: v.optional(
    boundedText({
      required: "Please enter a title",
      ...orLess(TITLE_MAX, "Title must be"),
    }),
  ),
  description: v.optional(boundedText(descriptionRule)),
  status: v.optional(v.picklist(STORY_STATUSES, "Stories don't have this status.")),
  genre: v.optional(v.picklist(GENRES, "Stories don't have this genre.")),
});
export type UpdateStory = v.InferOutput<typeof updateStorySchema> & { before?: TitlesBefore | undefined };
