import * as v from "valibot";
import { fitsGenre, ROMANCE_CATEGORIES, ROMANCE_TROPES } from "./genre-choices.ts";
import { GENRES, type Genre } from "./genres.ts";
import { atMost, boundedText, choicesFrom, orLess } from "./input.ts";
import { CHARACTER_MAX, STORY_DESCRIPTION_MAX } from "./premise-limits.ts";
import { STORY_LENGTH_VALUES } from "./story-record.ts";

/** Free ideas are a description in the making. */
export const IDEAS_MAX = STORY_DESCRIPTION_MAX;

/** For a field that nobody has filled, a form sends nothing, `null` or an empty text. */
function orNone<Choice extends v.GenericSchema<string, string>>(choice: Choice) {
  return v.pipe(
    v.nullish(v.string(), ""),
    v.transform((text) => (text === "" ? null : text)),
    v.nullable(choice),
  );
}

/** The new-story form before it is finished. What is filled is checked as in the form itself, but may be too short yet. */
const currentDataSchema = v.pipe(
  v.object({
    character: v.nullish(boundedText(orLess(CHARACTER_MAX, "Character description must be")), ""),
    genre: orNone(v.picklist(GENRES, "Please select a genre")),
    subGenre: orNone(v.string()),
    categories: choicesFrom(ROMANCE_CATEGORIES),
    tropes: choicesFrom(ROMANCE_TROPES),
    storyLength: orNone(v.picklist(STORY_LENGTH_VALUES, "Please choose a story length")),
    description: v.nullish(boundedText(orLess(STORY_DESCRIPTION_MAX, "Description must be")), ""),
  }),
  v.forward(
    v.check(
      (form) => findFittingGenres(form).length > 0,
      "Please choose a sub-genre that belongs to the genre",
    ),
    ["subGenre"],
  ),
);
export type CurrentData = v.InferOutput<typeof currentDataSchema>;

/** `POST /api/prompts/generate-full`. */
export const formFillSchema = v.object({
  currentData: currentDataSchema,
  generateFullForm: v.literal(true, "Only the whole form can be filled here."),
});

/** `POST /api/prompts/generate`. */
export const ideasSchema = v.object({
  ideas: boundedText({
    required: "Please write down an idea first.",
    ...atMost(IDEAS_MAX, "Ideas can be"),
  }),
});

/** The genres that the rest of a form still allows; only the chosen one, where there is one. */
export function findFittingGenres(form: Choices): Genre[] {
  const possible = form.genre === null ? GENRES : [form.genre];
  return possible.filter((genre) => fitsGenre({ ...form, genre }));
}

type Choices = {
  genre: Genre | null;
  subGenre: string | null;
  categories: readonly string[];
  tropes: readonly string[];
};

/** A filled new-story form: with `storyLength` for `suggestedLength` it passes `newStorySchema`. */
export const storyDetailsSchema = v.object({
  character: v.string(),
  genre: v.picklist(GENRES),
  subGenre: v.nullable(v.string()),
  categories: v.pipe(v.array(v.picklist(ROMANCE_CATEGORIES)), v.readonly()),
  tropes: v.pipe(v.array(v.picklist(ROMANCE_TROPES)), v.readonly()),
  description: v.string(),
  suggestedLength: v.picklist(STORY_LENGTH_VALUES),
});
export type StoryDetails = v.InferOutput<typeof storyDetailsSchema>;

/** Who wrote it: the model (its id is `model`), or Booky, out of the list of story prompts, which costs nothing. */
export type WrittenBy = { source: "model"; model: string } | { source: "booky"; model: null };
/** The same, as fields of an answer's schema. */
export const writtenByFields = { source: v.picklist(["model", "booky"]), model: v.nullable(v.string()) };
