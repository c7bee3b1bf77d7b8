import { expect, test } from "vitest";
import { genreOfSlug, parseNewStory, valuesOf } from "#app/features/stories/new-story-input.ts";

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
  const parsed = parseNewStory(valuesOf(form(filled)));
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
  const values = valuesOf(
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
  expect(parseNewStory(valuesOf(form([])))).toEqual({
    ok: false,
    errors: {
      genre: "Please select a genre",
      character: "Please describe your character",
      description: "Please provide a story description",
    },
  });
});

test("what was typed comes back as it was, also where it is wrong", () => {
  const values = valuesOf(
    form([
      ["character", " x "],
      ["genre", "Poetry"],
      ["isNSFW", "on"],
    ]),
  );
  expect(values).toMatchObject({ character: " x ", genre: "Poetry", isNSFW: true });
});

test("a genre in an address is chosen, anything else is not", () => {
  expect(genreOfSlug("science-fiction")).toBe("Science Fiction");
  expect(genreOfSlug("poetry")).toBe("");
  expect(genreOfSlug(null)).toBe("");
});
