import { readStoryPrompt, tellPassage } from "@talespark/storyteller";
import { splitSentences } from "@talespark/storyteller/text";
import { expect, it } from "vitest";
import { STORY_IDEAS, type StoryIdea } from "#domain/story-ideas.ts";
import { buildStoryPrompt, type StoryPassage } from "#workers/ai/prompts/story-prompt.ts";
import { expectGoodProse } from "../../packages/storyteller/tests/good-prose.ts";
import { BRIEF } from "./storyteller-brief.ts";

const TURNS = ["I look around.", "I ask her about the key.", "I say nothing."];

/** The opening of an idea's story, and what comes of three turns. */
function tellIdea(idea: StoryIdea): string[] {
  const brief = { ...BRIEF, ...idea, title: "New Story", setting: "" };
  const passages: StoryPassage[] = [];
  return [null, ...TURNS].map((action) => {
    if (action !== null) passages.push({ role: "user", content: action });
    const ask = action === null ? ({ kind: "opening" } as const) : ({ kind: "passage" } as const);
    const content = tellPassage(readStoryPrompt(buildStoryPrompt({ brief, passages, ask }).messages), null);
    passages.push({ role: "assistant", content });
    return content;
  });
}

it.each(STORY_IDEAS)("tells Booky's idea $title as it was thought up, for three turns", (idea) => {
  const told = tellIdea(idea);
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
  const [, looked = "", asked = "", silent = ""] = told;
  expect(looked).toMatch(/^You looked around\./u);
  expect(asked).toMatch(/^You asked her about the key\./u);
  expect(asked).toMatch(/”/u);
  expect(silent).toMatch(/^You said nothing\./u);
  const sentences = told.flatMap(splitSentences);
  expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
});
