import { keepText, readKept } from "#app/features/storage/browser-storage.ts";
import type { NewStoryValues } from "#app/features/stories/new-story/new-story-input.ts";

/** The values of the demo's form: some of those of a new story. An empty value: nothing is typed or chosen yet. */
export type DemoValues = Omit<NewStoryValues, "storyLength" | "isNSFW">;
export type DemoField = keyof DemoValues;
export type DemoErrors = Partial<Record<DemoField, string>>;

export const NO_DEMO_VALUES: DemoValues = {
  genre: "",
  subGenre: "",
  categories: [],
  tropes: [],
  character: "",
  description: "",
  title: "",
};

/** The specification's text, for a failure without a text of its own. */
export const DEMO_FAILED = "Failed to create demo story";

/** The categories and tropes that the demo offers: the first ones. */
export const DEMO_CATEGORIES = 6;
export const DEMO_TROPES = 4;

/**
 * Reads the form. After a change of the genre the choices that belong to the previous one are empty. A sub-genre that has no field
 * yet, because its code is not loaded, stays.
 */
export function readDemoValues(form: FormData, before: DemoValues): DemoValues {
  const text = (name: string) => String(form.get(name) ?? "");
  const list = (name: string) => form.getAll(name).map(String);
  const genre = text("genre");
  const isSame = genre === before.genre;
  const subGenre = form.has("subGenre") ? text("subGenre") : before.subGenre;
  return {
    genre,
    subGenre: isSame ? subGenre : "",
    categories: isSame ? list("categories") : [],
    tropes: isSame ? list("tropes") : [],
    character: text("character"),
    description: text("description"),
    title: before.title,
  };
}

export function isDemoField(name: unknown): name is DemoField {
  return typeof name === "string" && Object.hasOwn(NO_DEMO_VALUES, name);
}

const KEY = "talespark:demo";

/** The id of this tab's demo story, so that a reload leads back to it. Access to it needs a cookie that no script can read. */
export function readKeptDemo(): string | null {
  return readKept("session", KEY);
}

/** `null` forgets it. */
export function keepDemo(storyId: string | null): void {
  keepText("session", KEY, storyId);
}
