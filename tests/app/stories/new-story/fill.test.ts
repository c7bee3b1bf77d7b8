import { expect, test } from "vitest";
import {
  filled,
  toCurrentData,
  withIdea,
  withoutFill,
  withPremise,
} from "#app/features/stories/new-story/booky-calls.ts";
import { shuffledIdeas } from "#app/features/stories/new-story/idea-dialog.tsx";
import { parseNewStory } from "#app/features/stories/new-story/new-story-input.ts";
import type { StoryDetails } from "#domain/form-fill.ts";
import { STORY_IDEAS } from "#domain/story-ideas.ts";
import { FREE, form, PREMIUM } from "./new-story.ts";

const MARA: StoryDetails = {
  genre: "Mystery",
  subGenre: "Cold Case",
  categories: [],
  tropes: [],
  character: "Mara Voss, a harbour master who has not slept since the fog came",
  description: "A boat that was lost thirty years ago asks for a berth.",
  suggestedLength: "short",
};

test("an empty form is filled whole, and could be begun", () => {
  const after = filled(form(), form(), MARA, FREE);
  expect(after).toEqual({
    ...form(),
    genre: "Mystery",
    subGenre: "Cold Case",
    character: MARA.character,
    description: MARA.description,
    storyLength: "short",
  });
  expect(parseNewStory(after).ok).toBe(true);
});

test("text typed during the request stays", () => {
  const asked = form({ character: "Mara" });
  const now = form({ character: "Mara Voss", storyLength: "medium" });
  expect(filled(now, asked, MARA, FREE)).toMatchObject({
    character: "Mara Voss",
    description: MARA.description,
    genre: "Mystery",
  });
});

test("another genre chosen during the request gets no values of the first one", () => {
  const romance: StoryDetails = { ...MARA, genre: "Romance", subGenre: null, categories: ["Mafia"] };
  expect(filled(form({ genre: "Fantasy" }), form(), romance, FREE)).toMatchObject({
    genre: "Fantasy",
    subGenre: "",
    categories: [],
  });
  expect(filled(form(), form(), romance, FREE)).toMatchObject({ genre: "Romance", categories: ["Mafia"] });
});

test("a suggested length that the plan does not have leaves the chosen one", () => {
  const long: StoryDetails = { ...MARA, suggestedLength: "ongoing" };
  expect(filled(form(), form(), long, FREE).storyLength).toBe("medium");
  expect(filled(form(), form(), long, PREMIUM).storyLength).toBe("ongoing");
});

test("a length is only sent if the person chose it", () => {
  expect(toCurrentData(form({ storyLength: "short" }), { lengthChosen: true }).storyLength).toBe("short");
  expect(toCurrentData(form({ storyLength: "short" }), { lengthChosen: false }).storyLength).toBeNull();
});

test("undoing a fill restores the earlier values, except those changed since", () => {
  const before = form({ character: "Mara" });
  const after = filled(before, before, MARA, FREE);
  expect(withoutFill(after, { before, after })).toEqual(before);
  const changed = { ...after, description: "Mine now, all of it." };
  expect(withoutFill(changed, { before, after })).toEqual({ ...before, description: "Mine now, all of it." });
});

test("a premise continues the beginning of a description, and leaves a complete one", () => {
  expect(withPremise(form(), "A lost boat asks for a berth.").description).toBe(
    "A lost boat asks for a berth.",
  );
  expect(withPremise(form({ description: "fog" }), "The Fog came in.").description).toBe("The Fog came in.");
  expect(withPremise(form({ description: "eels" }), "A boat comes in.").description).toBe(
    "eels: A boat comes in.",
  );
  expect(withPremise(form({ description: "A whole text." }), "Another.").description).toBe("A whole text.");
});

test("every idea of Booky's fills the form so that it can be begun, under its title", () => {
  for (const idea of STORY_IDEAS) {
    const parsed = parseNewStory(withIdea(form({ genre: "Romance", tropes: ["Love Triangle"] }), idea));
    expect(parsed).toMatchObject({
      ok: true,
      story: {
        title: idea.title,
        genre: idea.genre,
        subGenre: idea.subGenre,
        tropes: idea.tropes,
        character: idea.character,
        description: idea.description,
      },
    });
  }
});

test("an idea leaves the length and the flag as they are", () => {
  const [idea] = shuffledIdeas("Drama", () => 0);
  expect(idea && withIdea(form({ storyLength: "short", isNSFW: true }), idea)).toMatchObject({
    storyLength: "short",
    isNSFW: true,
  });
});
