import { answerTo, readStoryPrompt, TASK_MARKERS as STORYTELLERS_MARKERS } from "@talespark/storyteller";
import { splitSentences } from "@talespark/storyteller/text";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { CharacterBrief } from "#domain/chat.ts";
import { GENRES } from "#domain/genres.ts";
import { STORY_IDEAS } from "#domain/story-ideas.ts";
import { STORY_LENGTH_VALUES, type StoryBrief } from "#domain/story-record.ts";
import { newStorySchema } from "#domain/story-schemas.ts";
import {
  analysisAnswerSchema,
  buildAnalysisPrompt,
  buildAnalysisTask,
} from "#workers/ai/prompts/analysis.ts";
import { buildCharacterPrompt } from "#workers/ai/prompts/character-prompt.ts";
import { buildFormFillPrompt, type FormSoFar, formFillAnswerSchema } from "#workers/ai/prompts/form-fill.ts";
import { buildIdeaPrompt } from "#workers/ai/prompts/idea.ts";
import {
  buildMemoryFoldTask,
  buildMemoryPrompt,
  buildMemoryTask,
  memoryAnswerSchema,
} from "#workers/ai/prompts/memory.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { buildStoryMessages, buildStoryPrompt, type StoryPassage } from "#workers/ai/prompts/story-prompt.ts";
import type { StoryAsk } from "#workers/ai/prompts/story-requests.ts";
import { buildSuggestionPrompt, buildSuggestionTask } from "#workers/ai/prompts/suggestion.ts";
import { TASK_MARKERS } from "#workers/ai/prompts/task-markers.ts";
import { buildTitlePrompt, buildTitleTask } from "#workers/ai/prompts/title.ts";
import { expectGoodProse } from "../../packages/storyteller/tests/good-prose.ts";
import { CHARACTER, BRIEF as PLAIN_BRIEF } from "../workers/ai/prompts/brief.ts";

/** A story that the tests of the storyteller ask for. */
const BRIEF: StoryBrief = {
  ...PLAIN_BRIEF,
  description: "The lighthouse burns again, though nobody lives there.",
  character: "Mara Voss, a retired keeper",
  subGenre: null,
  setting: "the island of Ferrow",
};

const EMPTY_FORM: FormSoFar = {
  character: "",
  genre: null,
  subGenre: null,
  categories: [],
  tropes: [],
  description: "",
  storyLength: null,
};

function answer(messages: PromptMessage[], seed: number | null = null): string {
  return answerTo({ model: "booky-storyteller", messages, seed });
}

/** A story of these actions; `null`: the one that the storyteller suggests. */
function tellStory(brief: StoryBrief, actions: (string | null)[]): StoryPassage[] {
  const passages: StoryPassage[] = [];
  const tell = (ask: StoryAsk) =>
    passages.push({
      role: "assistant",
      content: answer(buildStoryPrompt({ brief, passages, ask }).messages),
    });
  tell({ kind: "opening" });
  for (const action of actions) {
    passages.push({ role: "user", content: action ?? answer(buildSuggestionPrompt({ brief, passages })) });
    tell({ kind: "passage" });
  }
  return passages;
}

function storyOf(genre: StoryBrief["genre"], exchanges: number): StoryPassage[] {
  return tellStory(
    { ...BRIEF, genre },
    Array.from({ length: exchanges }, () => null),
  );
}

function fillForm(
  form: FormSoFar,
  choices: Parameters<typeof buildFormFillPrompt>[1],
  seed: number | null = null,
) {
  return v.parse(formFillAnswerSchema, JSON.parse(answer(buildFormFillPrompt(form, choices), seed)));
}

describe("the storyteller's other tasks, asked in the app's own prompts", () => {
  it("suggests what the person could do with the people and things of the last passage", () => {
    for (const genre of GENRES) {
      const passages = storyOf(genre, 4);
      const actions = passages.flatMap(({ role, content }) => (role === "user" ? [content] : []));
      expect(new Set(actions).size, genre).toBe(actions.length);
      for (const [index, action] of actions.entries()) {
        const before = passages[index * 2]?.content ?? "";
        expect(action.length).toBeLessThanOrEqual(500);
        expect(splitSentences(action).length, action).toBeLessThanOrEqual(3);
        expect(action).toMatch(/\bI\b/u);
        expect(action).not.toMatch(/[{}<>]/u);
        const words = action.match(/\p{L}{3,}/gu) ?? [];
        expect(
          words.some((word) => before.includes(word)),
          `${action}\n${before}`,
        ).toBe(true);
      }
    }
  });

  it("does each task at the end of the story's own prompt as well as in one of its own", () => {
    const passages = storyOf("Mystery", 3);
    const material = { brief: BRIEF, passages };
    const last = passages.at(-1)?.content ?? "";
    const asked = (request: string, told = passages) =>
      answer(buildStoryMessages({ brief: BRIEF, passages: told }, request));

    const [opening] = passages;
    expect(asked(buildTitleTask(), passages.slice(0, 1))).toBe(
      answer(buildTitlePrompt(BRIEF, opening?.content ?? "")),
    );

    const own = answer(buildAnalysisPrompt({ passage: last, cast: [], character: BRIEF.character }));
    expect(asked(buildAnalysisTask({ cast: [], about: "new", passages: 1 }))).toBe(own);

    const first = asked(buildSuggestionTask(null));
    expect(first).toMatch(/\bI\b/u);
    expect(asked(buildSuggestionTask(first))).not.toBe(first);
    expect(first).toBe(answer(buildSuggestionPrompt(material)));

    const toRemember = passages
      .slice(0, 4)
      .map(({ role, content }, index) => ({ messageIds: [String(index)], role, content }));
    expect(asked(buildMemoryTask(toRemember, "story"))).toBe(answer(buildMemoryPrompt(toRemember)));

    const memory = toRemember.map(({ content }) => content.replace(/\s+/gu, " ").slice(0, 180));
    const lines = memory.map((content, index) => ({
      messageIds: [String(index)],
      role: "memory" as const,
      content,
    }));
    const fold = buildMemoryFoldTask(lines, { told: new Set(memory), most: 2, subject: "story" });
    expect(answer(buildStoryMessages({ ...material, memory }, fold))).toBe(
      answer(buildMemoryPrompt(lines, { most: 2 })),
    );
  });

  it.each(GENRES)("fills the form for the genre %s", (genre) => {
    for (let seed = 0; seed < 6; seed++) {
      const choices = { genres: [genre], lengths: ["short", "medium"] as const };
      const { suggestedLength, ...found } = fillForm({ ...EMPTY_FORM, genre }, choices, seed);
      expect(found.genre).toBe(genre);
      expect(["short", "medium"]).toContain(suggestedLength);
      v.parse(newStorySchema, { ...found, storyLength: suggestedLength });
    }
  });

  it("keeps the filled fields of the form, and chooses among the allowed values", () => {
    const form: FormSoFar = {
      ...EMPTY_FORM,
      character: "Bo, a shy baker",
      genre: "Romance",
      tropes: ["Love Triangle"],
    };
    expect(fillForm(form, { genres: ["Romance"], lengths: ["short"] })).toMatchObject({
      character: "Bo, a shy baker",
      genre: "Romance",
      tropes: ["Love Triangle"],
      suggestedLength: "short",
    });

    const haunted = {
      ...EMPTY_FORM,
      description: "The ghost in the attic has begun to answer my letters, and the house is listening.",
    };
    const scary = fillForm(haunted, { genres: GENRES, lengths: STORY_LENGTH_VALUES });
    expect(scary).toMatchObject({ genre: "Horror", description: haunted.description });
    expect(scary.character).not.toBe("");
  });

  it("makes a premise of free ideas, with the ideas in it", () => {
    for (const [ideas, words] of [
      ["a dragon, a bakery, the last day of winter", ["dragon", "bakery", "winter"]],
      ["spy", ["spy"]],
      ["My sister sends me postcards from a town that isn't on any map", ["postcards", "map"]],
    ] as const) {
      const premise = answer(buildIdeaPrompt(ideas));
      for (const word of words) expect(premise).toContain(word);
      expect(splitSentences(premise).length, premise).toBeGreaterThanOrEqual(2);
      expect(splitSentences(premise).length, premise).toBeLessThanOrEqual(5);
      expect(premise.length).toBeLessThanOrEqual(800);
    }
  });

  it("gives a title of two to five words from the first chapter", () => {
    for (const genre of GENRES) {
      const opening = storyOf(genre, 0)[0]?.content ?? "";
      const title = answer(buildTitlePrompt({ ...BRIEF, genre }, opening));
      expect(title.split(" ").length, title).toBeGreaterThanOrEqual(2);
      expect(title.split(" ").length, title).toBeLessThanOrEqual(6);
      expect(title).toMatch(/^\p{Lu}[\p{L}’' -]+$/u);
    }
    const other = answer(
      buildTitlePrompt(
        BRIEF,
        "The brass telescope stood by the window. You had not touched it since the funeral.",
      ),
    );
    expect(other).toBe("The Brass Telescope");
  });

  it("remembers passages in lines that cover all of them", () => {
    const passages = storyOf("Horror", 4).map(({ role, content }, index) => ({
      role,
      content,
      messageIds: [`m${index}`],
    }));
    const { lines } = v.parse(
      memoryAnswerSchema,
      JSON.parse(answer(buildMemoryPrompt(passages, { memorySoFar: ["Earlier."] }))),
    );
    expect(lines.length).toBeLessThanOrEqual(Math.ceil(passages.length / 2));
    expect(lines.flatMap(({ covers }) => covers).sort((one, other) => one - other)).toEqual(
      passages.map((_, index) => index + 1),
    );
    for (const { text } of lines) {
      expect(text.length).toBeLessThanOrEqual(200);
      expect(text.length).toBeGreaterThan(10);
    }
  });

  it("names the new people of a passage, and its location", () => {
    const passage =
      "You went down to the cellar. Captain Mara Voss said nothing. “You came,” said Tobias Reed, and laughed. Ilse Marr, who kept the night desk and everybody's secrets, was waiting in the old boathouse.";
    const messages = buildAnalysisPrompt({
      passage,
      cast: [{ name: "Pell", role: "inspector" }],
      character: "Mara Voss, a captain",
    });
    const found = v.parse(analysisAnswerSchema, JSON.parse(answer(messages)));
    const names = found.characters.map(({ name }) => name);
    expect(names).toContain("Ilse Marr");
    expect(names).toContain("Tobias Reed");
    expect(names.some((name) => name.includes("Voss") || name.includes("Pell"))).toBe(false);
    const ilse = found.characters.find(({ name }) => name === "Ilse Marr");
    expect(ilse).toMatchObject({ aliases: ["Ilse"], role: "night clerk", personality: null });
    expect(found.currentLocation).toBe("the old boathouse");

    const again = buildAnalysisPrompt({
      passage,
      cast: [{ name: "Ilse Marr" }, { name: "Tobias Reed" }],
      character: "Mara Voss",
    });
    expect(JSON.parse(answer(again)).characters).toEqual([]);
  });
});

const character: CharacterBrief = {
  ...CHARACTER,
  name: "Ilse Marr",
  description: "Keeps the night desk of a hotel",
  personality: "dry",
  interests: ["Crosswords", "Old radios"],
  config: { ...CHARACTER.config, responseStyle: "casual", writingStyle: "descriptive" },
};

it.each([
  ["Who are you?", /Ilse Marr/u],
  ["What do you do?", /“Keeps the night desk of a hotel\.”/u],
  ["What do you like?", /crosswords and old radios/iu],
  ["Are you an AI?", /built-in storyteller/u],
  ["How old are you?", /don’t know|no idea|can’t tell|wish I knew/u],
  ["What is the capital of France?", /don’t know|no idea|can’t tell|wish I knew/u],
])(
  "a character's answer in a chat answers a plain question from the card, or says that they don't know: %s",
  (question, expected) => {
    const messages = [{ role: "user", content: question }] as const;
    expect(answer(buildCharacterPrompt({ brief: character, messages, avoid: null }))).toMatch(expected);
  },
);

it("a character's answer in a chat is a greeting from the scene of their story, where nothing was said yet", () => {
  const story = {
    storyId: "story",
    title: "The Ninth Signal",
    genre: "Mystery",
    setting: "",
    description: "A voice on the radio.",
    player: { name: "Wren Halloran", description: "A relief operator" },
    location: "The lamp room, night",
    cast: [],
    memory: [],
    latest: [{ role: "assistant" as const, content: "The lamp went out." }],
  };
  const seeds = ["Ilse Marr", "Tom Orrin", "Mara Voss", "Ada Finch", "Jon Reed", "Una Holt"];
  const greetings = seeds.map((name) =>
    answer(
      buildCharacterPrompt({
        brief: { ...character, name, story },
        messages: [],
        avoid: null,
        isGreeting: true,
      }),
    ),
  );
  for (const text of greetings) expect(text).not.toMatch(/[{}"']|“[^”]*$/u);
  expect(greetings.join(" ")).toMatch(/Wren|the lamp room/u);
});

it.each(STORY_IDEAS)("tells Booky's idea $title as it was thought up, for three turns", (idea) => {
  const told = tellStory({ ...BRIEF, ...idea, title: "New Story", setting: "" }, [
    "I look around.",
    "I ask her about the key.",
    "I say nothing.",
  ]).flatMap(({ role, content }) => (role === "assistant" ? [content] : []));
  const [opening = ""] = told;
  for (const passage of told) {
    expectGoodProse(passage, passage);
    expect(passage).not.toMatch(/\bDr\.”|“Dr\.? *”|You were \p{Lu}\p{Ll}*\.(?:\s|$)/u);
  }
  // Who the person is and what it is about stand there word for word.
  expect(opening.replaceAll("’", "'")).toContain(`“${idea.character.replaceAll("’", "'")}.”`);
  const [first = ""] = splitSentences(idea.description);
  expect(opening.replace(/[‘’]/gu, "'")).toContain(first.replace(/[‘’]/gu, "'"));
  // Nobody who was made up is called like somebody of the idea.
  const names = (idea.character + idea.description).match(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}{3,}/gu) ?? [];
  const introduced = opening.split("\n\n")[2] ?? "";
  for (const name of names) expect(introduced).not.toMatch(new RegExp(`\\b${name}\\b`, "u"));
  const sentences = told.flatMap(splitSentences);
  expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
});

const brief: StoryBrief = { ...BRIEF, subGenre: "Cold Case", categories: ["Small Town"] };

const TOLD: StoryPassage[] = [
  { role: "assistant", content: "The boat put you ashore at four." },
  { role: "user", content: "I climb up to the <lamp> room" },
  { role: "assistant", content: "You climbed. The lamp was warm." },
];

function read(passages: StoryPassage[], ask: StoryAsk) {
  return readStoryPrompt(buildStoryPrompt({ brief, passages, ask }).messages);
}

it("the storyteller reads the app's own prompts recognises each task by the marker in the prompts", () => {
  expect(STORYTELLERS_MARKERS).toEqual(TASK_MARKERS);
});

it("the storyteller reads the app's own prompts for another take of each kind", () => {
  const avoid = "You touched the glass. It was cold.";
  const action = read([...TOLD, { role: "user", content: "I touch the glass" }], {
    kind: "different-take",
    avoid,
    after: "passage",
  });
  expect(action).toMatchObject({ task: { type: "action", text: "I touch the glass" }, avoid });
  expect(read(TOLD, { kind: "different-take", avoid, after: "continue" })).toMatchObject({
    task: { type: "continue" },
    avoid,
  });
  expect(read([], { kind: "different-take", avoid, after: "opening" })).toMatchObject({
    task: { type: "opening" },
    avoid,
  });
});
