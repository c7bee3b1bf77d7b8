import { expect, it } from "vitest";
import { analysisPrompt } from "#workers/ai/prompts/analysis.ts";
import { carryOnPrompt } from "#workers/ai/prompts/carry-on.ts";
import { characterFillPrompt } from "#workers/ai/prompts/character-fill.ts";
import { characterPrompt } from "#workers/ai/prompts/character-prompt.ts";
import { formFillPrompt } from "#workers/ai/prompts/form-fill.ts";
import { ideaPrompt } from "#workers/ai/prompts/idea.ts";
import { memoryPrompt } from "#workers/ai/prompts/memory.ts";
import { PERSON_LANGUAGE_RULE, type PromptMessage, TEXT_LANGUAGE_RULE } from "#workers/ai/prompts/prompt.ts";
import { storyPrompt } from "#workers/ai/prompts/story-prompt.ts";
import { suggestionPrompt } from "#workers/ai/prompts/suggestion.ts";
import { titlePrompt } from "#workers/ai/prompts/title.ts";
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
  ["an opening", PERSON_LANGUAGE_RULE, storyPrompt({ ...story, passages: [], ask: { kind: "opening" } })],
  ["a passage", PERSON_LANGUAGE_RULE, storyPrompt({ ...story, ask: { kind: "passage" } })],
  [
    "a continue",
    PERSON_LANGUAGE_RULE,
    storyPrompt({ ...story, ask: { kind: "continue", direction: "Weiter" } }),
  ],
  [
    "another version",
    PERSON_LANGUAGE_RULE,
    storyPrompt({ ...story, ask: { kind: "different-take", avoid: "Es regnete.", after: "passage" } }),
  ],
  [
    "a carry-on",
    PERSON_LANGUAGE_RULE,
    carryOnPrompt(storyPrompt({ ...story, ask: { kind: "passage" } }), "Es"),
  ],
  ["a suggestion", PERSON_LANGUAGE_RULE, suggestionPrompt(story)],
  [
    "a chat reply",
    PERSON_LANGUAGE_RULE,
    characterPrompt({ brief: character, messages: passages, avoid: null }),
  ],
  [
    "the new-story form",
    PERSON_LANGUAGE_RULE,
    formFillPrompt(form, { genres: ["Mystery"], lengths: ["short"] }),
  ],
  ["a premise", PERSON_LANGUAGE_RULE, ideaPrompt("Boote, Nebel")],
  ["a character's sheet", PERSON_LANGUAGE_RULE, characterFillPrompt(sheet)],
  ["a title", TEXT_LANGUAGE_RULE, titlePrompt(BRIEF, "Das Funkgerät rauschte.")],
  [
    "the memory",
    TEXT_LANGUAGE_RULE,
    memoryPrompt([{ messageIds: ["a"], role: "user", content: "Ich gehe." }]),
  ],
  [
    "the names in a passage",
    TEXT_LANGUAGE_RULE,
    analysisPrompt({ passage: "Mara lachte.", cast: [], character: "" }),
  ],
];

it.each(PROMPTS)("the prompt of %s asks for the person's language, once", (_, rule, messages) => {
  const text = messages.map(({ content }) => content).join("\n");
  expect(text.split(rule)).toHaveLength(2);
});
