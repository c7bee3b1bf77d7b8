import { expect, test } from "vitest";
import { findGenreBySlug } from "#app/features/home/genre-cards.ts";
import { parseNewStory, readNewStoryValues } from "#app/features/stories/new-story/new-story-input.ts";

function form(entries: [string, string][]): FormData {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
}

const filled: [string, string][] = [
  ["genre", "Mystery"],
  ["subGenre:Mystery", "Cold Case"],
  ["subGenre:Horror", "Gothic"],
  ["categories", "Mafia"],
  ["character", "  A radio operator  "],
  ["description", "A voice on the harbour radio."],
  ["storyLength", "short"],
];

test("a filled form is a story; fields of other genres than the chosen one do not count", () => {
  const parsed = parseNewStory(readNewStoryValues(form(filled)));
  expect(parsed).toMatchObject({
    ok: true,
    story: {
      genre: "Mystery",
      subGenre: "Cold Case",
      categories: [],
      character: "A radio operator",
      storyLength: "short",
      isNSFW: false,
    },
  });
});

test("Romance keeps its categories and tropes", () => {
  const values = readNewStoryValues(
    form([
      ...filled.slice(4),
      ["genre", "Romance"],
      ["categories", "Mafia"],
      ["categories", "Exes"],
      ["tropes", "Love Triangle"],
    ]),
  );
  expect(parseNewStory(values)).toMatchObject({
    ok: true,
    story: { categories: ["Mafia", "Exes"], tropes: ["Love Triangle"] },
  });
});

test("an empty form has the specification's sentence at each field", () => {
  expect(parseNewStory(readNewStoryValues(form([])))).toEqual({
    ok: false,
    errors: {
      genre: "Please select a genre",
      character: "Please describe your character",
      description: "Please provide a story description",
    },
  });
});

test("the typed values are returned unchanged, even invalid ones", () => {
  const values = readNewStoryValues(
    form([
      ["character", " x "],
      ["genre", "Poetry"],
      ["isNSFW", "on"],
    ]),
  );
  expect(values).toMatchObject({ character: " x ", genre: "Poetry", isNSFW: true });
});

test("a sub-genre counts for its own genre only", () => {
  const values = readNewStoryValues(
    form([
      ["genre", "Western"],
      ["subGenre:Western", "Gothic"],
    ]),
  );
  expect(values.subGenre).toBe("");
});

test("the title of an idea is the story's", () => {
  const values = readNewStoryValues(form([...filled, ["title", "The Ninth Signal"]]));
  expect(parseNewStory(values)).toMatchObject({ ok: true, story: { title: "The Ninth Signal" } });
  expect(parseNewStory(readNewStoryValues(form(filled)))).toMatchObject({ ok: true, story: { title: "" } });
});

test.each([
  ["mystery-noir", "Mystery"],
  ["romance-tales", "Romance"],
  ["fantasy-realms", "Fantasy"],
  ["historical-sagas", "Historical Fiction"],
  ["sci-fi-frontiers", "Science Fiction"],
  ["musical-journeys", "Open Genre"],
])("the shelf %s of the home page is %s", (slug, genre) => {
  expect(findGenreBySlug(slug)).toBe(genre);
});

test("a genre in an address is chosen, anything else is not", () => {
  expect(findGenreBySlug("science-fiction")).toBe("Science Fiction");
  expect(findGenreBySlug("poetry")).toBe("");
  expect(findGenreBySlug(null)).toBe("");
});
