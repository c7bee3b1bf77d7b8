import * as v from "valibot";
import { ROMANCE_CATEGORIES, ROMANCE_TROPES, SUB_GENRES } from "#domain/genre-choices.ts";
import { GENRES, type Genre } from "#domain/genres.ts";
import { STORY_LENGTH_VALUES, STORY_LENGTHS, type StoryLength } from "#domain/story-record.ts";
import {
  buildQuestion,
  DATA_REMINDER,
  PERSON_LANGUAGE_RULE,
  type PromptMessage,
  toFactsBlock,
} from "./prompt.ts";
import { TASK_MARKERS } from "./task-markers.ts";

/** The new-story form as far as it is filled. The model fills empty texts and lists. */
export type FormSoFar = {
  character: string;
  genre: Genre | null;
  subGenre: string | null;
  categories: readonly string[];
  tropes: readonly string[];
  description: string;
  storyLength: StoryLength | null;
};

/** What may be chosen: the genres that fit what is chosen already, and the lengths of the person's plan. */
export type FormChoices = { genres: readonly Genre[]; lengths: readonly StoryLength[] };

const RULES = `You complete the form from which an interactive story begins. Your ideas are particular, vivid and playable: a character with a
want and a weakness, a place with its own weather, a trouble that starts on the first page and can go more than one way.
No clichés, no characters or places of existing works, nothing sexually explicit. You keep everything that the person has
already written and build on it.`;

/**
 * What `buildFormFillPrompt` asks for. Only the shape: what does not belong to the chosen genre is dropped and what is too
 * long is cut where the form is put together, so that a good idea is not lost for a detail.
 */
export const formFillAnswerSchema = v.object({
  character: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  genre: v.picklist(GENRES),
  subGenre: v.optional(v.nullable(v.string()), null),
  categories: v.optional(v.array(v.string()), []),
  tropes: v.optional(v.array(v.string()), []),
  description: v.pipe(v.string(), v.trim(), v.minLength(40)),
  suggestedLength: v.optional(v.picklist(STORY_LENGTH_VALUES), "medium"),
});
export type FormFillAnswer = v.InferOutput<typeof formFillAnswerSchema>;

/** Asks for the whole new-story form (structured answer: `formFillAnswerSchema`). */
export function buildFormFillPrompt(form: FormSoFar, choices: FormChoices): PromptMessage[] {
  return buildQuestion({
    marker: TASK_MARKERS.formFill,
    rules: `${RULES} ${PERSON_LANGUAGE_RULE}\n\n${choicesText(choices)}`,
    blocks: [
      toFactsBlock("form_so_far", [
        ["Character", form.character],
        ["Genre", form.genre ?? ""],
        ["Sub-genre", form.subGenre ?? ""],
        ["Categories", form.categories.join(", ")],
        ["Tropes", form.tropes.join(", ")],
        ["Description", form.description],
        ["Story length", form.storyLength ?? ""],
      ]),
    ],
    request: `Complete the form. What stands in the block above stays as it is; the rest fits it. "character": who the player is, at most 200 characters. "description": the story's premise, two to four sentences, at most 800 characters, without telling how it ends. Answer with JSON: {"character": "…", "genre": "…", "subGenre": null, "categories": [], "tropes": [], "description": "…", "suggestedLength": "…"}. ${DATA_REMINDER}`,
  });
}

function choicesText({ genres, lengths }: FormChoices): string {
  const subGenres = genres.flatMap((genre) => {
    const options = SUB_GENRES[genre];
    return options ? [`- ${genre}: ${options.join(", ")}`] : [];
  });
  return [
    "What can be chosen, exactly as written:",
    `"genre": ${genres.join(", ")}.`,
    ...(subGenres.length > 0
      ? [`"subGenre", null for every other genre:\n${subGenres.join("\n")}`]
      : ['"subGenre": null.']),
    ...(genres.includes("Romance")
      ? [
          `"categories", for Romance alone: ${ROMANCE_CATEGORIES.join(", ")}.`,
          `"tropes", for Romance alone: ${ROMANCE_TROPES.join(", ")}.`,
        ]
      : []),
    `"suggestedLength": ${lengths.map((length) => `${length} (${STORY_LENGTHS[length].exchanges})`).join(", ")}.`,
  ].join("\n");
}
