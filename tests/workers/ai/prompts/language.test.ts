import { expect, it } from "vitest";
import { buildAnalysisPrompt } from "#workers/ai/prompts/analysis.ts";
import { carryOnPrompt } from "#workers/ai/prompts/carry-on.ts";
import { buildCharacterFillPrompt } from "#workers/ai/prompts/character-fill.ts";
import { buildCharacterPrompt } from "#workers/ai/prompts/character-prompt.ts";
import { buildFormFillPrompt } from "#workers/ai/prompts/form-fill.ts";
import { buildIdeaPrompt } from "#workers/ai/prompts/idea.ts";
import { buildMemoryPrompt } from "#workers/ai/prompts/memory.ts";
import { PERSON_LANGUAGE_RULE, type PromptMessage, TEXT_LANGUAGE_RULE } from "#workers/ai/prompts/prompt.ts";
import { buildStoryPrompt } from "#workers/ai/prompts/story-prompt.ts";
import { buildSuggestionPrompt } from "#workers/ai/prompts/suggestion.ts";
import { buildTitlePrompt } from "#workers/ai/prompts/title.ts";
import { BRIEF, CHARACTER } from "./brief.ts";

const passages = [
  { role: "assistant", content: "Das Funkgerät rauschte." },
  { role: "user", content: "Ich schalte es aus." },
] as const;
const story = { brief: BRIEF, passages };
const character = { ...CHARACTER, description: "eine Hafenmeisterin" };
const sheet = { ...character, quirks: [], interests: [] };
const form = {
  character: "",
  genre: null,
  subGenre: null,
  categories: [],
  tropes: [],
  description: "ein verlorenes Boot",
  storyLength: null,
};

const PROMPTS: [string, string, PromptMessage[]][] = [
  [
    "an opening",
    PERSON_LANGUAGE_RULE,
    buildStoryPrompt({ ...story, passages: [], ask: { kind: "opening" } }),
  ],
  ["a passage", PERSON_LANGUAGE_RULE, buildStoryPrompt({ ...story, ask: { kind: "passage" } })],
  [
    "a continue",
    PERSON_LANGUAGE_RULE,
    buildStoryPrompt({ ...story, ask: { kind: "continue", direction: "Weiter" } }),
  ],
  [
    "another version",
    PERSON_LANGUAGE_RULE,
    buildStoryPrompt({ ...story, ask: { kind: "different-take", avoid: "Es regnete.", after: "passage" } }),
  ],
  [
    "a carry-on",
    PERSON_LANGUAGE_RULE,
    carryOnPrompt(buildStoryPrompt({ ...story, ask: { kind: "passage" } }), "Es"),
  ],
  ["a suggestion", PERSON_LANGUAGE_RULE, buildSuggestionPrompt(story)],
  [
    "a chat reply",
    PERSON_LANGUAGE_RULE,
    buildCharacterPrompt({ brief: character, messages: passages, avoid: null }),
  ],
  [
    "the new-story form",
    PERSON_LANGUAGE_RULE,
    buildFormFillPrompt(form, { genres: ["Mystery"], lengths: ["short"] }),
  ],
  ["a premise", PERSON_LANGUAGE_RULE, buildIdeaPrompt("Boote, Nebel")],
  ["a character's sheet", PERSON_LANGUAGE_RULE, buildCharacterFillPrompt(sheet)],
  ["a title", TEXT_LANGUAGE_RULE, buildTitlePrompt(BRIEF, "Das Funkgerät rauschte.")],
  [
    "the memory",
    TEXT_LANGUAGE_RULE,
    buildMemoryPrompt([{ messageIds: ["a"], role: "user", content: "Ich gehe." }]),
  ],
  [
    "the names in a passage",
    TEXT_LANGUAGE_RULE,
    buildAnalysisPrompt({ passage: "Mara lachte.", cast: [], character: "" }),
  ],
];

it.each(PROMPTS)("the prompt of %s asks for the person's language, once", (_, rule, messages) => {
  const text = messages.map(({ content }) => content).join("\n");
  expect(text.split(rule)).toHaveLength(2);
});
