import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { SUB_GENRES } from "#domain/genre-choices.ts";
import { GENRES } from "#domain/genres.ts";
import { findIdeas, STORY_IDEAS } from "#domain/story-ideas.ts";
import { newStorySchema } from "#domain/story-schemas.ts";

describe("Booky's story prompts", () => {
  it.each(GENRES)("has at least three of %s, each with a sub-genre where there are any", (genre) => {
    const ideas = findIdeas(genre);
    expect(ideas.length).toBeGreaterThanOrEqual(3);
    for (const { subGenre, categories, tropes } of ideas) {
      expect(subGenre === null).toBe(SUB_GENRES[genre] === undefined);
      expect(categories.length > 0 && tropes.length > 0).toBe(genre === "Romance");
    }
  });

  it.each(STORY_IDEAS.map((idea) => [idea.title, idea] as const))("%s begins a story as it is", (_, idea) => {
    expect(v.parse(newStorySchema, idea)).toMatchObject(idea);
  });

  it("has no two alike", () => {
    for (const field of ["title", "character", "description"] as const) {
      expect(new Set(STORY_IDEAS.map((idea) => idea[field])).size).toBe(STORY_IDEAS.length);
    }
    const names = STORY_IDEAS.map(({ character }) => character.split(/,| who | in /u)[0]);
    expect(new Set(names).size).toBe(STORY_IDEAS.length);
    for (const genre of GENRES) {
      const subGenres = findIdeas(genre).flatMap(({ subGenre }) => subGenre ?? []);
      expect(new Set(subGenres).size).toBe(subGenres.length);
    }
  });

  it("has enough text for a beginning, and does not give away the end", () => {
    for (const { description } of STORY_IDEAS) {
      expect(description.length).toBeGreaterThan(150);
      expect(description.length).toBeLessThan(500);
      expect(description).toMatch(/\.$/u);
    }
  });
});
