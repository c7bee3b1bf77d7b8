import * as v from "valibot";
import { GENRES, SUB_GENRES } from "#domain/genres.ts";
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

/** Why a form that is right in itself did not become a story: a code of domain/errors.ts, and what to say of it. */
export type Refusal = { code: string; status: number; message: string };

/** What the server found wrong: with the fields, or with the whole. */
export type Refused = { errors: NewStoryErrors; refusal: Refusal | null };

/** What the form's action answers when there is no story. */
export type NewStoryAnswer = Refused & { values: NewStoryValues };

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
export function valuesOf(form: FormData): NewStoryValues {
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
export function requestOf(form: FormData): Pick<NewStory, "requestId"> {
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
  const errors: NewStoryErrors = {};
  for (const issue of parsed.issues) {
    const field = issue.path?.[0]?.key;
    if (isField(field)) errors[field] ??= issue.message;
  }
  return { ok: false, errors };
}

/** A field that is at fault says so itself; a limit of the plan, and what concerns no field, stands for the whole. */
export function refusedBy({ code, status, message, field }: Refusal & { field: string | null }): Refused {
  if (status !== 402 && isField(field)) return { errors: { [field]: message }, refusal: null };
  return { errors: {}, refusal: { code, status, message } };
}

export function isField(name: unknown): name is NewStoryField {
  return typeof name === "string" && Object.hasOwn(NO_VALUES, name);
}
