import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { createStorySchema, newStorySchema, updateStorySchema } from "#domain/story-schemas.ts";

const valid = {
  genre: "Mystery",
  character: "A relief operator",
  description: "A voice on the harbour radio.",
};

function messageOf(schema: v.GenericSchema, value: unknown): string | undefined {
  return v.safeParse(schema, value).issues?.[0]?.message;
}

describe("the new-story form", () => {
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
  ])("answers %j with %j", (value, message) => expect(messageOf(newStorySchema, value)).toBe(message));

  it("takes the lengths at their limits, counted as a person sees them", () => {
    expect(messageOf(newStorySchema, { ...valid, character: "👩‍🚀".repeat(200) })).toBeUndefined();
    expect(
      messageOf(newStorySchema, { ...valid, description: "é".normalize("NFD").repeat(1500) }),
    ).toBeUndefined();
  });

  it("takes a sub-genre only with its genre, and categories and tropes only with Romance", () => {
    expect(messageOf(newStorySchema, { ...valid, subGenre: "Cold Case" })).toBeUndefined();
    expect(messageOf(newStorySchema, { ...valid, subGenre: "Space Opera" })).toBeDefined();
    expect(messageOf(newStorySchema, { ...valid, genre: "Romance", subGenre: "High" })).toBeDefined();
    expect(messageOf(newStorySchema, { ...valid, tropes: ["Love Triangle"] })).toBeDefined();
    expect(
      messageOf(newStorySchema, { ...valid, genre: "Romance", tropes: ["Love Triangle"] }),
    ).toBeUndefined();
  });
});

describe("a story made by a call", () => {
  it("without a description has the specification's", () => {
    const { description: _, ...without } = valid;
    expect(v.parse(createStorySchema, without).description).toBe("A new storytelling adventure");
    expect(messageOf(createStorySchema, { ...valid, description: "short" })).toBe(
      "Description must be at least 10 characters",
    );
  });
});

describe("a change of a story", () => {
  it("leaves alone what it does not name, and needs a title where it names one", () => {
    expect(v.parse(updateStorySchema, {})).toEqual({});
    expect(messageOf(updateStorySchema, { title: " " })).toBe("Please enter a title");
  });
});
