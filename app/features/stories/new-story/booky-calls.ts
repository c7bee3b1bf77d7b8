import * as v from "valibot";
import { asFailure } from "#app/features/api/call-api.ts";
import { callModel, type Waiting } from "#app/features/api/call-model.ts";
import type { AppError } from "#domain/errors.ts";
import { type StoryDetails, storyDetailsSchema } from "#domain/form-fill.ts";
import { SUB_GENRES } from "#domain/genre-choices.ts";
import { GENRES } from "#domain/genres.ts";
import { CHARACTER_MIN, STORY_DESCRIPTION_MAX, STORY_DESCRIPTION_MIN } from "#domain/premise-limits.ts";
import type { StoryIdea } from "#domain/story-ideas.ts";
import { countCharacters, truncateAtWord } from "#domain/text.ts";

import { isField, type NewStoryValues, onlyOfItsGenre } from "./new-story-input.ts";
import { hasLength, type NewStoryUser } from "./new-story-user.ts";

const sourceSchema = v.picklist(["model", "booky"]);
/** `model`: somebody wrote it, for a Spark. `booky`: it is out of his list, and free. */
export type Source = v.InferOutput<typeof sourceSchema>;

const filledSchema = v.object({
  success: v.literal(true),
  storyDetails: storyDetailsSchema,
  source: sourceSchema,
});
const premiseSchema = v.object({ success: v.literal(true), prompt: v.string(), source: sourceSchema });

/** Booky's answer: the whole form, only the premise, a refusal, or `unreachable`. */
export type Written =
  | { kind: "form"; details: StoryDetails; source: Source }
  | { kind: "premise"; premise: string; source: Source }
  | { kind: "refused"; failure: AppError }
  | { kind: "unreachable" };

type Question = Waiting & {
  currentData: ReturnType<typeof toCurrentData>;
  /** For the premise, which is asked for where the form could not be had; absent where there is no room for one. */
  ideas: NewStoryValues | null;
};

/**
 * Asks for a filled form, and where the server fails at that for the premise alone. Throws nothing but what `signal` was
 * aborted with.
 */
export async function askBooky({ currentData, ideas, ...waiting }: Question): Promise<Written> {
  const form = await tryCall(() => fetchForm(currentData, waiting), waiting.signal);
  if (form.kind !== "unreachable" || ideas === null) return form;
  return tryCall(() => fetchPremise(ideas, waiting), waiting.signal);
}

async function fetchForm(currentData: Question["currentData"], waiting: Waiting): Promise<Written> {
  const body = { currentData, generateFullForm: true };
  const { storyDetails, source } = await callModel("/api/prompts/generate-full", filledSchema, body, waiting);
  return { kind: "form", details: storyDetails, source };
}

async function fetchPremise(ideas: NewStoryValues, waiting: Waiting): Promise<Written> {
  const body = { ideas: joinIdeas(ideas) };
  const { prompt, source } = await callModel("/api/prompts/generate", premiseSchema, body, waiting);
  return { kind: "premise", premise: prompt, source };
}

/** A refusal is final; after a failure of the server (`unreachable`) another call is worth a try. */
async function tryCall(call: () => Promise<Written>, signal: AbortSignal): Promise<Written> {
  try {
    return await call();
  } catch (error) {
    signal.throwIfAborted();
    const failure = asFailure(error);
    return failure.status < 500 ? { kind: "refused", failure } : { kind: "unreachable" };
  }
}

/** Whether a field is empty, or too short to be more than a beginning. Without one there is nothing to be filled. */
export function hasGaps(values: NewStoryValues): boolean {
  const genre = GENRES.find((name) => name === values.genre);
  if (genre === undefined || isShort(values.character, CHARACTER_MIN)) return true;
  if (hasRoomForPremise(values)) return true;
  if (genre === "Romance") return values.categories.length === 0 || values.tropes.length === 0;
  return SUB_GENRES[genre] !== undefined && values.subGenre === "";
}

/**
 * `currentData` of the call that fills the form. A length that nobody chose is left open, so that one can be suggested.
 */
export function toCurrentData(values: NewStoryValues, options: { lengthChosen: boolean }) {
  const { title: _title, isNSFW: _isNSFW, ...data } = values;
  return { ...data, storyLength: options.lengthChosen ? values.storyLength : null };
}

/**
 * The form with what was written into it. `asked` is what the request went out with: whatever the person has changed
 * while it was under way stays theirs, and so does the length, where their plan does not have the suggested one.
 */
export function filled(
  now: NewStoryValues,
  asked: NewStoryValues,
  details: StoryDetails,
  user: NewStoryUser,
): NewStoryValues {
  const { suggestedLength } = details;
  const found: NewStoryValues = {
    ...now,
    ...details,
    subGenre: details.subGenre ?? "",
    categories: [...details.categories],
    tropes: [...details.tropes],
    storyLength: hasLength(user, suggestedLength) ? suggestedLength : now.storyLength,
  };
  return onlyOfItsGenre(replaceUnchanged(now, asked, found));
}

/** Whether the description is still to be written. */
export function hasRoomForPremise(values: NewStoryValues): boolean {
  return isShort(values.description, STORY_DESCRIPTION_MIN);
}

/** The premise alone, where no more was to be had: it takes in a beginning, and leaves a whole text as it is. */
export function withPremise(now: NewStoryValues, premise: string): NewStoryValues {
  const typed = now.description.trim();
  if (!hasRoomForPremise(now)) return now;
  const text = premise.toLowerCase().includes(typed.toLowerCase()) ? premise : `${typed}: ${premise}`;
  return { ...now, description: truncateAtWord(text, STORY_DESCRIPTION_MAX - 1) }; // the ellipsis is one character more
}

/** The form with one of Booky's ideas in it. The length and the flag stay as they are. */
export function withIdea(now: NewStoryValues, idea: StoryIdea): NewStoryValues {
  const { subGenre, categories, tropes } = idea;
  return { ...now, ...idea, subGenre: subGenre ?? "", categories: [...categories], tropes: [...tropes] };
}

/** What Booky made of a form. */
export type BookyFill = { before: NewStoryValues; after: NewStoryValues };

/** The form without a fill: a field that the person has changed since then keeps what they typed. */
export function withoutFill(now: NewStoryValues, { before, after }: BookyFill): NewStoryValues {
  return onlyOfItsGenre(replaceUnchanged(now, after, before));
}

/** Takes from `next` each field that still is as in `known`. */
function replaceUnchanged(now: NewStoryValues, known: NewStoryValues, next: NewStoryValues): NewStoryValues {
  const unchanged = Object.keys(now)
    .filter(isField)
    .filter((field) => JSON.stringify(now[field]) === JSON.stringify(known[field]));
  return { ...now, ...Object.fromEntries(unchanged.map((field) => [field, next[field]])) };
}

/** What the person has written of the story so far, as free ideas; never empty. */
function joinIdeas(values: NewStoryValues): string {
  const { genre, subGenre, categories, tropes, character, description } = values;
  const texts = [genre, subGenre, ...categories, ...tropes, character, description].map((text) =>
    text.trim(),
  );
  return texts.filter((text) => text !== "").join(". ") || "A story of any genre";
}

function isShort(text: string, min: number): boolean {
  return countCharacters(text.trim()) < min;
}
