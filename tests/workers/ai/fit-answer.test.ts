import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { fitToSchema } from "#workers/ai/fit-answer.ts";
import { analysisAnswerSchema } from "#workers/ai/prompts/analysis.ts";
import { formFillAnswerSchema } from "#workers/ai/prompts/form-fill.ts";
import { memoryAnswerSchema } from "#workers/ai/prompts/memory.ts";
import { cleanPartialText, findJson } from "#workers/ai/repair-answer.ts";

/** An answer as `askStructured` reads it at the first attempt; `null`: it would ask again. */
function read<Schema extends v.GenericSchema>(schema: Schema, answer: string): v.InferOutput<Schema> | null {
  const fitted = fitToSchema(
    findJson(answer),
    toJsonSchema(schema, { errorMode: "ignore", typeMode: "output" }),
  );
  const parsed = v.safeParse(schema, fitted);
  return parsed.success ? parsed.output : null;
}

const MARA = { name: "Mara", aliases: [], role: null, description: null, personality: null };

describe("the people of a passage", () => {
  it.each([
    ["a list alone", '[{"name": "Mara"}]'],
    ["names alone", '{"characters": ["Mara"]}'],
    ["one person without a list", '{"characters": {"name": "Mara", "aliases": null}}'],
    ["a wrapper around it", '{"answer": {"characters": [{"name": "Mara"}]}}'],
    ["other spellings of the names", '{"Characters": [{"Name": "Mara"}], "current_location": "none"}'],
    ["an item that is nobody", '{"characters": [{"name": "Mara"}, {"name": ""}, {"role": "keeper"}]}'],
    ["single quotes and Python’s words", "{'characters': [{'name': 'Mara', 'role': None}]}"],
    ["a comment and a missing quote", '{"characters": [ // who\n {"name": "Mara}]}'],
    ["an end that is missing", '{"characters": [{"name": "Mara", "role": null'],
    ["braces and brackets before it", 'As {{user}} asked in [1]: {"characters": [{"name": "Mara"}]}'],
    ["marks of a channel", '<|channel|>final <|constrain|>json<|message|>{"characters": [{"name": "Mara"}]}'],
    ["escapes that JSON does not know", '{"characters": [{"name": "Mara"}], "current\\_location": null}'],
    ["bare words in a fence", "```json\n{characters: [Mara]}\n```"],
  ])("are read from an answer with %s", (_, answer) => {
    expect(read(analysisAnswerSchema, answer)).toEqual({
      characters: [MARA],
      currentLocation: null,
      heading: null,
      lore: [],
    });
  });

  it("keep the content of a text, a list or an object in the wrong form", () => {
    const answer =
      '{"characters": [{"name": "Mara", "aliases": "the keeper, Miss Voss", "role": ["keeper", "widow"]}], "currentLocation": {"name": "the lamp room"}}';
    expect(read(analysisAnswerSchema, answer)).toMatchObject({
      characters: [{ aliases: ["the keeper", "Miss Voss"], role: "keeper, widow" }],
      currentLocation: "the lamp room",
    });
  });

  it.each(["The passage has Mara in it.", "{}", '{"people": 3}', "null", "[[[]]]"])(
    "are not read from %s",
    (answer) => {
      expect(read(analysisAnswerSchema, answer)?.characters ?? []).toEqual([]);
    },
  );
});

it("lines of memory are read without the numbers that they cover, and with numbers in quotes", () => {
  expect(read(memoryAnswerSchema, '["Mara found the key.", "It rained."]')?.lines).toHaveLength(2);
  expect(read(memoryAnswerSchema, '{"lines": [{"text": "Mara found it.", "covers": ["1", "[2]"]}]}')).toEqual(
    {
      lines: [{ text: "Mara found it.", covers: [1, 2] }],
    },
  );
});

it("speech in a text may stand in bare quotes, and a line may break", () => {
  const answer =
    '{"lines": [{"text": "Mara said, "Go," and "not that way".", "covers": [1]}, {"text": ""No", he said.\n"Never."", "covers": [2]}]} Done.';
  expect(read(memoryAnswerSchema, answer)?.lines).toEqual([
    { text: 'Mara said, "Go," and "not that way".', covers: [1] },
    { text: '"No", he said.\n"Never."', covers: [2] },
  ]);
});

it.each(["[1] Mara found the key.\n[2, 3] They waited.", "See [the log](https://a.test) and [2]."])(
  "prose is no list: %s",
  (answer) => {
    expect(read(memoryAnswerSchema, answer)).toBeNull();
  },
);

it("a choice is read in other letters, and a text that is no choice is not", () => {
  const form = {
    character: "Wren",
    genre: "science fiction",
    description: "A voice reads out the name of a lost boat.",
  };
  expect(read(formFillAnswerSchema, JSON.stringify(form))).toMatchObject({ genre: "Science Fiction" });
  expect(read(formFillAnswerSchema, JSON.stringify({ ...form, genre: "Cookery" }))).toBeNull();
});

describe("what is shown of a short text while it is written", () => {
  it.each([
    ["I open", "I open"],
    ["“I open the", "I open the"],
    ["“I open the door,” I say", "“I open the door,” I say"],
    ["Sure! Here is a sugg", ""],
    ["Here is a suggestion: I open", "I open"],
    ["Here I stand, and", "Here I stand, and"],
    ["<think>What would she", ""],
    ["<think>Hm.</think>I open", "I open"],
    ["I'm sorry, but I can't help with", ""],
    ["**I open", "I open"],
    ["  ", ""],
  ])("%j: %j", (answer, shown) => {
    expect(cleanPartialText(answer, 500)).toBe(shown);
  });

  it("is never longer than the limit", () => {
    expect(cleanPartialText("word ".repeat(300), 500).length).toBeLessThanOrEqual(500);
  });
});
