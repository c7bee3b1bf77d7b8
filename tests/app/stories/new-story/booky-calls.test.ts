import { expect, test } from "vitest";
import {
  askBooky,
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
import { stubNetwork } from "#tests/app/browser.ts";
import { FREE, form, PREMIUM } from "#tests/app/examples.ts";

function question(values = form(), signal = new AbortController().signal) {
  const currentData = toCurrentData(values, { lengthChosen: false });
  return { currentData, ideas: values, signal, onProgress: () => undefined };
}

test.each([
  ["a server that has failed", () => Response.json({ code: "INTERNAL", message: "Oh." }, { status: 500 })],
  ["an answer that is none of ours", () => new Response("<html>", { status: 200 })],
  ["a form that is no form", () => Response.json({ success: true, storyDetails: {}, source: "model" })],
])("after %s the premise is asked for", async (_, answer) => {
  const calls = stubNetwork({
    "/api/prompts/generate-full": answer,
    "/api/prompts/generate": () => Response.json({ success: true, prompt: "A premise.", source: "booky" }),
  });
  expect(await askBooky(question(form({ character: "A clerk" })))).toEqual({
    kind: "premise",
    premise: "A premise.",
    source: "booky",
  });
  expect(calls[1]).toMatchObject({ path: "/api/prompts/generate", body: { ideas: "A clerk" } });
});

test("after a refusal no other call is made", async () => {
  const calls = stubNetwork({
    "/api/prompts/generate-full": () =>
      Response.json({ code: "MONTHLY_LIMIT_EXCEEDED", message: "Used up." }, { status: 402 }),
  });
  expect(await askBooky(question())).toMatchObject({
    kind: "refused",
    failure: { code: "MONTHLY_LIMIT_EXCEEDED", message: "Used up." },
  });
  expect(calls).toHaveLength(1);
});

test("without an answer the server counts as unreachable", async () => {
  const calls = stubNetwork({});
  expect(await askBooky(question())).toEqual({ kind: "unreachable" });
  expect(calls.map(({ path }) => path)).toEqual(["/api/prompts/generate-full", "/api/prompts/generate"]);
});

test("no premise is requested if there is no room for one", async () => {
  const calls = stubNetwork({
    "/api/prompts/generate-full": () => new Response(null, { status: 502 }),
    "/api/prompts/generate": () => Response.json({ success: true, prompt: "A premise.", source: "booky" }),
  });
  expect(await askBooky({ ...question(), ideas: null })).toEqual({ kind: "unreachable" });
  expect(calls).toHaveLength(1);
});

test("after a cancellation no other call is made", async () => {
  const controller = new AbortController();
  const calls = stubNetwork({
    "/api/prompts/generate-full": () => {
      controller.abort();
      throw new TypeError("Failed to fetch");
    },
  });
  await expect(askBooky(question(form(), controller.signal))).rejects.toThrow("aborted");
  expect(calls).toHaveLength(1);
});

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
