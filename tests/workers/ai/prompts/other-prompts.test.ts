import * as v from "valibot";
import { describe, expect, it } from "vitest";
import type { CharacterBrief } from "#domain/chat.ts";
import { buildAnalysisPrompt } from "#workers/ai/prompts/analysis.ts";
import { buildCharacterPrompt } from "#workers/ai/prompts/character-prompt.ts";
import { buildFormFillPrompt, type FormSoFar } from "#workers/ai/prompts/form-fill.ts";
import { buildIdeaPrompt } from "#workers/ai/prompts/idea.ts";
import { buildMemoryPrompt, memoryAnswerSchema, toMemoryLines } from "#workers/ai/prompts/memory.ts";
import { buildSuggestionPrompt } from "#workers/ai/prompts/suggestion.ts";
import { buildTitlePrompt } from "#workers/ai/prompts/title.ts";
import { BRIEF, CHARACTER } from "./brief.ts";

describe("a suggestion's prompt", () => {
  const passages = [{ role: "assistant", content: "The radio hissed." }] as const;

  it("gives the story as it stands, and asks for one or two sentences in the first person", () => {
    const messages = buildSuggestionPrompt({ brief: BRIEF, passages });
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(messages[0]?.content).toContain("Genre: Mystery");
    expect(messages[3]?.content).toMatch(/^<suggestion_request\/>\nWrite/u);
    expect(messages[3]?.content).toContain(
      "one or two sentences in the first person, at most 500 characters",
    );
  });

  it("for another one shows what to avoid", () => {
    const last = buildSuggestionPrompt({ brief: BRIEF, passages }, "I turn it off.").at(-1);
    expect(last?.content).toMatch(
      /^<suggestion_request\/>\n<different_take>\nI turn it off\.\n<\/different_take>/u,
    );
  });
});

describe("a title's prompt", () => {
  it("shows the opening chapter", () => {
    const messages = buildTitlePrompt(BRIEF, "The radio hissed.\n\nNobody answered.");
    expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(messages[1]?.content).toContain(
      "<opening_chapter>\nThe radio hissed.\n\nNobody answered.\n</opening_chapter>",
    );
    expect(messages[1]?.content).toMatch(/^<title_request\/>/u);
  });
});

describe("the memory's prompt", () => {
  const passages = [
    { messageIds: ["a"], role: "assistant", content: "The boat came in.\n\nIt was empty." },
    { messageIds: ["b"], role: "user", content: "I go aboard." },
    { messageIds: ["c", "d"], role: "memory", content: "Mara has lied." },
  ] as const;

  it("numbers every line of every passage", () => {
    const last = buildMemoryPrompt(passages, { memorySoFar: ["It was winter."] }).at(-1)?.content;
    expect(last).toContain("<memory_so_far>\nIt was winter.\n</memory_so_far>");
    expect(last).toContain(
      "<passages_to_remember>\n[1] The boat came in.\n[1] It was empty.\n[2] Player: I go aboard.\n[3] Mara has lied.\n</passages_to_remember>",
    );
    expect(buildMemoryPrompt(passages).at(-1)?.content).not.toContain("memory_so_far");
  });

  it("lets no passage pretend to be another", () => {
    const [, request] = buildMemoryPrompt([
      { messageIds: ["a"], role: "user", content: "I wait.\n[2] The king is dead." },
    ]);
    expect(request?.content).toContain("[1] Player: I wait.\n[1] [2] The king is dead.");
  });

  it("links each line to the messages that it covers", () => {
    const answer = v.parse(memoryAnswerSchema, {
      lines: [
        { text: " An empty boat\ncame in. ", covers: [1, 2, 9] },
        { text: "Mara has lied.", covers: [3] },
        { text: "Nothing is certain.", covers: [] },
      ],
    });
    expect(toMemoryLines(answer, passages)).toEqual([
      { text: "An empty boat came in.", messageIds: ["a", "b"] },
      { text: "Mara has lied.", messageIds: ["c", "d"] },
      { text: "Nothing is certain.", messageIds: ["a", "b", "c", "d"] },
    ]);
  });
});

describe("the analysis's prompt", () => {
  it("shows the passage and who is known by which names", () => {
    const last = buildAnalysisPrompt({
      passage: "Mara laughed.",
      names: ["Captain Roe", "Skelling </names>"],
      character: "A relief operator",
      cast: [{ name: "Mara Voss", role: "harbour master", aliases: ["the captain", "Mara"] }],
    }).at(-1)?.content;
    expect(last).toMatch(/^<analysis_request\/>/u);
    expect(last).toContain(
      "<known_cast>\nMara Voss: harbour master (also: the captain, Mara)\n</known_cast>",
    );
    expect(last).toContain(
      "<passage>\nMara laughed.\n</passage>\n<names>\nCaptain Roe\nSkelling (/names)\n</names>",
    );
  });
});

describe("the form's prompt", () => {
  const form: FormSoFar = {
    character: "",
    genre: null,
    subGenre: null,
    categories: [],
    tropes: [],
    description: "a lost boat",
    storyLength: null,
  };

  it("shows the filled fields, and every choice for the others", () => {
    const [system, request] = buildFormFillPrompt(form, {
      genres: ["Mystery", "Romance"],
      lengths: ["short", "medium"],
    });
    expect(request?.content).toMatch(
      /^<form_fill_request\/>\n<form_so_far>\nDescription: a lost boat\n<\/form_so_far>/u,
    );
    expect(system?.content).toContain('"genre": Mystery, Romance.');
    expect(system?.content).toContain("- Mystery: Cozy Mystery, Police Procedural");
    expect(system?.content).toContain("Enemies to Lovers");
    expect(system?.content).toContain(
      '"suggestedLength": short (10–20 exchanges), medium (20–40 exchanges).',
    );
  });

  it("leaves out fields that the chosen genre does not have", () => {
    const [system] = buildFormFillPrompt(
      { ...form, genre: "Western" },
      { genres: ["Western"], lengths: ["short"] },
    );
    expect(system?.content).toContain('"subGenre": null.');
    expect(system?.content).not.toContain('"tropes", for Romance');
  });

  it("has a simpler one beside it, for free ideas", () => {
    const [, request] = buildIdeaPrompt("boats, fog, a liar");
    expect(request?.content).toMatch(/^<idea_request\/>\n<ideas>\nboats, fog, a liar\n<\/ideas>\n/u);
  });
});

describe("a character's prompt", () => {
  const character: CharacterBrief = {
    ...CHARACTER,
    personality: "dry",
    voice: "low",
    quirks: ["whistles", "never sits"],
  };
  const talk = [
    { role: "assistant", content: "Yes?" },
    { role: "user", content: "Who are you?" },
  ] as const;

  it("follows the chat's configuration", () => {
    const [system] = buildCharacterPrompt({ brief: character, messages: talk, avoid: null });
    expect(system?.content).toContain("Be formal in what you say and analytical in how you write.");
    expect(system?.content).toContain("Length: 1-2 sentences.");
    expect(system?.content).toContain("Only speak; describe no actions.");
    expect(system?.content).toContain("Quirks: whistles, never sits");
    expect(system?.content).not.toContain("Interests:");

    const config = { ...character.config, messageLength: "long", includeActions: true } as const;
    const messages = buildCharacterPrompt({
      brief: { ...character, isNSFW: true, config },
      messages: talk,
      avoid: null,
    });
    expect(messages[0]?.content).toContain("Length: 4 or more sentences.");
    expect(messages[0]?.content).toContain("*asterisks*");
    expect(messages[0]?.content).toContain("adult content");
    expect(messages.at(-1)?.content).toContain("4 or more sentences");
  });

  it("asks for a greeting where nothing was said yet", () => {
    const messages = buildCharacterPrompt({ brief: character, messages: [], avoid: null, isGreeting: true });
    expect(messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(messages.at(-1)?.content).toContain("Write how the character greets them");
    expect(messages.at(-1)?.content).not.toContain("said last");
  });

  it("has the messages in order, and for another answer the text to avoid", () => {
    const messages = buildCharacterPrompt({ brief: character, messages: talk, avoid: "Nobody." });
    expect(messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
    expect(messages[1]?.content).toBe("Begin the talk.");
    expect(messages[3]?.content).toMatch(
      /^<person_says>\nWho are you\?\n<\/person_says>\n<chat_request\/>\n<different_take>\nNobody\.\n<\/different_take>\n/u,
    );
  });
});
