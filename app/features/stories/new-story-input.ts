import * as v from "valibot";
import { GENRES, type Genre, type NewStory, newStorySchema } from "#domain/story.ts";

/** What was typed and chosen, as it goes back into the form when something is wrong with it. */
export type NewStoryValues = {
  genre: string;
  subGenre: string;
  categories: string[];
  tropes: string[];
  character: string;
  description: string;
  storyLength: string;
  isNSFW: boolean;
};
export type NewStoryField = keyof NewStoryValues;
export type NewStoryErrors = Partial<Record<NewStoryField, string>>;

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
  const isRomance = genre === "Romance";
  return {
    genre,
    subGenre: text(subGenreField(genre)),
    categories: isRomance ? list("categories") : [],
    tropes: isRomance ? list("tropes") : [],
    character: text("character"),
    description: text("description"),
    storyLength: text("storyLength") || "medium",
    isNSFW: form.get("isNSFW") === "on",
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

export function isField(name: unknown): name is NewStoryField {
  return typeof name === "string" && Object.hasOwn(NO_VALUES, name);
}

export const NO_VALUES: NewStoryValues = {
  genre: "",
  subGenre: "",
  categories: [],
  tropes: [],
  character: "",
  description: "",
  storyLength: "medium",
  isNSFW: false,
};

/** The genre that an address such as `?genre=science-fiction` names, empty for anything else. */
export function genreOfSlug(slug: string | null): Genre | "" {
  return GENRES.find((genre) => genre.toLowerCase().replaceAll(" ", "-") === slug) ?? "";
}
