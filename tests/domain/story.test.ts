import * as v from "valibot";
import { expect, it } from "vitest";
import { portraitRequestSchema } from "#domain/character.ts";
import { chooseEmblem, toInitials } from "#domain/choose-emblem.ts";
import { SUB_GENRES } from "#domain/genre-choices.ts";
import { GENRES } from "#domain/genres.ts";
import { checkInput } from "#domain/input.ts";
import { libraryPath, readLibraryQuery } from "#domain/library-query.ts";
import { findIdeas } from "#domain/story-ideas.ts";
import { createStorySchema, newStorySchema, updateStorySchema } from "#domain/story-schemas.ts";

const valid = {
  genre: "Mystery",
  character: "A relief operator",
  description: "A voice on the harbour radio.",
};

function messageOf(schema: v.GenericSchema, value: unknown): string | undefined {
  return v.safeParse(schema, value).issues?.[0]?.message;
}

it.each([
  [{ ...valid, genre: undefined }, "Please select a genre"],
  [{ ...valid, genre: "Cooking" }, "Please select a genre"],
  [{ ...valid, character: undefined }, "Please describe your character"],
  [{ ...valid, character: "  " }, "Please describe your character"],
  [{ ...valid, character: " ab " }, "Character description must be at least 3 characters"],
  [{ ...valid, character: "x".repeat(201) }, "Character description must be 200 characters or less"],
  [{ ...valid, description: undefined }, "Please provide a story description"],
  [{ ...valid, description: "too short" }, "Description must be at least 10 characters"],
  [{ ...valid, description: "x".repeat(1501) }, "Description must be 1500 characters or less"],
])("the new-story form answers %j with %j", (value, message) =>
  expect(messageOf(newStorySchema, value)).toBe(message),
);

it("the new-story form takes the lengths at their limits, counted as a person sees them", () => {
  expect(messageOf(newStorySchema, { ...valid, character: "👩‍🚀".repeat(200) })).toBeUndefined();
  expect(
    messageOf(newStorySchema, { ...valid, description: "é".normalize("NFD").repeat(1500) }),
  ).toBeUndefined();
});

it("the new-story form takes a sub-genre only with its genre, and categories and tropes only with Romance", () => {
  expect(messageOf(newStorySchema, { ...valid, subGenre: "Cold Case" })).toBeUndefined();
  expect(messageOf(newStorySchema, { ...valid, subGenre: "Space Opera" })).toBeDefined();
  expect(messageOf(newStorySchema, { ...valid, genre: "Romance", subGenre: "High" })).toBeDefined();
  expect(messageOf(newStorySchema, { ...valid, tropes: ["Love Triangle"] })).toBeDefined();
  expect(
    messageOf(newStorySchema, { ...valid, genre: "Romance", tropes: ["Love Triangle"] }),
  ).toBeUndefined();
});

it("a story made by a call without a description has the specification's", () => {
  const { description: _, ...without } = valid;
  expect(v.parse(createStorySchema, without).description).toBe("A new storytelling adventure");
  expect(messageOf(createStorySchema, { ...valid, description: "short" })).toBe(
    "Description must be at least 10 characters",
  );
});

it("a change of a story leaves alone what it does not name, and takes a title and a genre that there can be", () => {
  expect(v.parse(updateStorySchema, {})).toEqual({});
  expect(messageOf(updateStorySchema, { title: " " })).toBe("Please enter a title");
  expect(messageOf(updateStorySchema, { genre: "Rain" })).toBe("Stories don't have this genre.");
});

it.each(GENRES)(
  "Booky has at least three ideas of %s, each with a sub-genre where there are any",
  (genre) => {
    const ideas = findIdeas(genre);
    expect(ideas.length).toBeGreaterThanOrEqual(3);
    for (const { subGenre, categories, tropes } of ideas) {
      expect(subGenre === null).toBe(SUB_GENRES[genre] === undefined);
      expect(categories.length > 0 && tropes.length > 0).toBe(genre === "Romance");
    }
  },
);

const BEGINNING = { sort: "recent", search: "", status: "active", cursor: null } as const;

it("an address without a query, or with unknown values, is the default list", () => {
  expect(readLibraryQuery(new URLSearchParams())).toEqual(BEGINNING);
  expect(readLibraryQuery(new URLSearchParams("sort=best&status=lost&search=%20"))).toEqual(BEGINNING);
});

it("order, search, shelf and place travel in the address", () => {
  const query = { sort: "name-desc", search: "50% of the boat", status: "archived", cursor: null } as const;
  const path = libraryPath(query);
  expect(path).toBe("/stories?status=archived&search=50%25+of+the+boat&sort=name-desc");
  expect(readLibraryQuery(new URL(path, "http://localhost").searchParams)).toEqual(query);
  expect(libraryPath(BEGINNING, { cursor: "abc" })).toBe("/stories?cursor=abc");
});

it("default values are left out, and a change of the list begins at its top", () => {
  expect(libraryPath(BEGINNING)).toBe("/stories");
  expect(libraryPath({ ...BEGINNING, cursor: "abc" }, { sort: "oldest" })).toBe("/stories?sort=oldest");
});

it("a search is trimmed and cut to 100 characters", () => {
  const { search } = readLibraryQuery(new URLSearchParams({ search: `  ${"é".repeat(150)}` }));
  expect(search).toBe("é".repeat(100));
});

it("more than 500 characters about a picture are refused by their field, with a sentence", () => {
  const ask = (length: number) =>
    checkInput(portraitRequestSchema, {
      style: "sketch",
      additionalPrompt: "x".repeat(length),
      numSteps: 50,
    });
  expect(ask(500).ok).toBe(true);
  const refused = ask(510);
  expect(refused.ok ? null : refused.fault).toEqual({
    field: "additionalPrompt",
    message: "Image details must be 500 characters or less",
  });
});

it.each([
  ["Mara Voss", "MV"],
  ["Captain Eddis Roe", "ER"],
  ["Dr. Anselm Fyfe", "AF"],
  ["The Voice", "V"],
  ["Mara", "M"],
  ["Jean-Luc O’Neill", "JO"],
  ["Ana María Pérez", "AP"],
  ["Émile ßorn", "ÉS"],
  ["Count Rostov of the Northern Marches", "C"],
  ["Анна Каренина", "А"],
  ["王小明", "王"],
  ["“Nine”", "N"],
  ["9", "9"],
  ["🜁 —", ""],
  ["", ""],
])("the letters of %j are %j", (name, initials) => {
  expect(toInitials(name)).toBe(initials);
});

it("the second person has the hue that is farthest from the first's", () => {
  const first = chooseEmblem("Drama", "one");
  const second = chooseEmblem("Drama", "two", [first]);
  const gap = Math.abs(first.hue - second.hue);
  expect(Math.min(gap, 360 - gap)).toBeGreaterThanOrEqual(120);
});
