import * as v from "valibot";
import { isPlanLimit } from "#app/features/billing/limits.ts";
import { findFieldErrors } from "#app/features/forms/form-state.ts";
import { type AppError, type ErrorBody, toErrorBody } from "#domain/errors.ts";
import { SUB_GENRES } from "#domain/genre-choices.ts";
import { GENRES } from "#domain/genres.ts";
import { requestIdSchema } from "#domain/ids.ts";
import { type NewStory, newStorySchema } from "#domain/story-schemas.ts";

/** What was typed and chosen, as it goes back into the form when something is wrong with it. */
export const newStoryValuesSchema = v.object({
  genre: v.string(),
  subGenre: v.string(),
  categories: v.array(v.string()),
  tropes: v.array(v.string()),
  character: v.string(),
  description: v.string(),
  storyLength: v.string(),
  isNSFW: v.boolean(),
  /** Of the idea that was taken; without one the story is named later. */
  title: v.string(),
});
export type NewStoryValues = v.InferOutput<typeof newStoryValuesSchema>;
export type NewStoryField = keyof NewStoryValues;
export type NewStoryErrors = Partial<Record<NewStoryField, string>>;

/**
 * Why there is no story: `errors` of the fields, or `failure` where no field is at fault. Plain data: a form without a script
 * gets it as its action's answer.
 */
export type NewStoryFailure = { errors: NewStoryErrors; failure: ErrorBody | null };

/** What the form's action answers when there is no story. */
export type NewStoryAnswer = NewStoryFailure & { values: NewStoryValues };

export const NO_VALUES: NewStoryValues = {
  genre: "",
  subGenre: "",
  categories: [],
  tropes: [],
  character: "",
  description: "",
  storyLength: "medium",
  isNSFW: false,
  title: "",
};

/** Each genre has its own select: without a script all of them are sent, and only the chosen genre's counts. */
export function subGenreField(genre: string): string {
  return `subGenre:${genre}`;
}

/** Reads the form; fields that belong to another genre than the chosen one are left out. */
export function readNewStoryValues(form: FormData): NewStoryValues {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const list = (name: string) => form.getAll(name).filter((value) => typeof value === "string");
  const genre = text("genre");
  return onlyOfItsGenre({
    genre,
    subGenre: text(subGenreField(genre)),
    categories: list("categories"),
    tropes: list("tropes"),
    character: text("character"),
    description: text("description"),
    storyLength: text("storyLength") || NO_VALUES.storyLength,
    isNSFW: form.get("isNSFW") === "on",
    title: text("title"),
  });
}

/** The request that the form makes, in a browser without a script. */
export function readRequestId(form: FormData): Pick<NewStory, "requestId"> {
  const sent = v.safeParse(requestIdSchema, form.get("requestId"));
  return sent.success ? { requestId: sent.output } : {};
}

/** Without what belongs to another genre than the chosen one. */
export function onlyOfItsGenre(values: NewStoryValues): NewStoryValues {
  const genre = GENRES.find((name) => name === values.genre);
  const subGenres = genre === undefined ? [] : (SUB_GENRES[genre] ?? []);
  const isRomance = genre === "Romance";
  return {
    ...values,
    subGenre: subGenres.includes(values.subGenre) ? values.subGenre : "",
    categories: isRomance ? values.categories : [],
    tropes: isRomance ? values.tropes : [],
  };
}

/** Checks it with the specification's limits and sentences: the first problem of each field. */
export function parseNewStory(
  values: NewStoryValues,
): { ok: true; story: NewStory } | { ok: false; errors: NewStoryErrors } {
  const parsed = v.safeParse(newStorySchema, values);
  if (parsed.success) return { ok: true, story: parsed.output };
  return { ok: false, errors: findFieldErrors(newStorySchema, values) };
}

/** A field that is at fault says so itself; a limit of the plan, and what concerns no field, stands for the whole. */
export function toNewStoryFailure(failure: AppError): NewStoryFailure {
  const { field, message } = failure;
  if (!isPlanLimit(failure) && isField(field)) return { errors: { [field]: message }, failure: null };
  return { errors: {}, failure: toErrorBody(failure) };
}

export function isField(name: unknown): name is NewStoryField {
  return typeof name === "string" && Object.hasOwn(NO_VALUES, name);
}
