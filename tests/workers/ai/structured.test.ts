import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import { createId } from "#domain/ids.ts";
import { DEFAULT_STORY_DESCRIPTION } from "#domain/story-schemas.ts";
import { countCharacters } from "#domain/text.ts";
import { modelRequests } from "#tests/durable-objects/story-reader.ts";
import { type ReplyScript, replyScript } from "#tests/fakes/reply-script.ts";
import { parsedSettings, scriptedModels } from "#tests/workers/helpers/site.ts";
import { cleanPartialText } from "#workers/ai/clean-short-answer.ts";
import { findJson } from "#workers/ai/find-json.ts";
import { fitToSchema } from "#workers/ai/fit-to-schema.ts";
import { structuredModel } from "#workers/ai/language-model.ts";
import { analysisAnswerSchema } from "#workers/ai/prompts/analysis.ts";
import { characterFillAnswerSchema } from "#workers/ai/prompts/character-fill.ts";
import { formFillAnswerSchema } from "#workers/ai/prompts/form-fill.ts";
import { memoryAnswerSchema } from "#workers/ai/prompts/memory.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { findTitleFault, toPremiseTitle } from "#workers/ai/story-title.ts";
import { askStructured, askStructuredNow, askText, streamShortText } from "#workers/ai/structured.ts";
import EXAMPLES from "./examples.json";
import { fakeWorkersAi, SILENT_MODEL, USAGE } from "./fake-models.ts";

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  age: v.pipe(v.number(), v.integer()),
});
const MARA = { name: "Mara", age: 41 };
/** As LM Studio answers if nobody has loaded a model. */
const NO_MODEL = JSON.stringify({ error: { message: "No models loaded. Please load a model first." } });
/** As OpenRouter answers, with a status of success, if one of its providers fails. */
const PROVIDER_FAILED = JSON.stringify({ error: { message: "Provider returned error", code: 502 } });

function model(settings: Record<string, string> = {}) {
  return structuredModel(parsedSettings({ ...scriptedModels(), ...settings }), {});
}

function prompt(script: ReplyScript): PromptMessage[] {
  return [
    { role: "system", content: "You read." },
    { role: "user", content: `${replyScript(script)}\nWho is it?` },
  ];
}

async function asked(script: ReplyScript, signal = AbortSignal.timeout(5_000)) {
  const id = createId();
  const answer = await askStructured(model(), prompt({ ...script, id }), schema, { signal });
  return { answer, requests: await modelRequests(id) };
}

it("an answer by a schema is requested with the schema, and returned validated", async () => {
  const { answer, requests: made } = await asked({ json: { name: " Mara ", age: 41, more: true } });

  expect(answer).toEqual(MARA);
  expect(made).toHaveLength(1);
  expect(made[0]?.format).toMatchObject({
    type: "json_schema",
    json_schema: { strict: false, schema: { type: "object", required: ["name", "age"] } },
  });
});

it.each(EXAMPLES.answers.understood)("an answer by a schema is understood %s", async (_, text) => {
  const { answer, requests: made } = await asked({ text, pieces: 1 });

  expect(answer).toEqual(MARA);
  expect(made).toHaveLength(1);
});

it("an answer by a schema that does not fit is requested once more, in words, with the error", async () => {
  const { answer, requests: made } = await asked({ first: '{"name": "Mara", "age": "old"}', json: MARA });

  expect(answer).toEqual(MARA);
  expect(made).toHaveLength(2);
  expect(made[1]?.messages.at(-2)).toEqual({
    role: "assistant",
    content: '{"name": "Mara", "age": "old"}',
  });
  expect(made[1]?.messages.at(-1)?.content).toMatch(/^That answer can't be used: age: .*number/u);
  expect(made.map(({ format }) => format?.type)).toEqual(["json_schema", undefined]);
  expect(made[1]?.messages.at(-1)?.content).toContain('"required":["name","age"]');
});

it.each([
  ["rubbish", "word word {word"],
  ["a refusal", "I'm sorry, but I can't help with that request."],
  ["the wrong shape twice", '{"names": []}'],
])("an answer by a schema is null after two of %s", async (_, text) => {
  const { answer, requests: made } = await asked({ text, pieces: 1 });

  expect(answer).toBeNull();
  expect(made).toHaveLength(2);
});

it("an answer by a schema is requested in words if the server has no schemas", async () => {
  const { answer, requests: made } = await asked({ fault: "no-schemas", json: MARA });

  expect(answer).toEqual(MARA);
  expect(made.map(({ format }) => format?.type)).toEqual(["json_schema", undefined]);
  expect(made[1]?.messages.at(-1)?.content).toContain('"required":["name","age"]');
});

it.each(["status-500", "status-429", "refused"] as const)(
  "an answer by a schema is null when the server fails: %s",
  async (fault) => {
    const { answer, requests: made } = await asked({ fault });

    expect(answer).toBeNull();
    expect(made).toHaveLength(1);
  },
);

it("an answer by a schema is requested in words of Workers AI if its model has no schemas", async () => {
  const { AI, asked } = fakeWorkersAi(({ response_format }) => {
    if (response_format) throw new Error("AiError: 5025: This model doesn't support JSON Schema.");
    return { response: JSON.stringify(MARA) };
  });
  const settings = parsedSettings({ AI_PROVIDER: "workers-ai", AI_MODEL: "@cf/without-schemas" });
  const signal = AbortSignal.timeout(5_000);
  const workersAi = structuredModel(settings, { AI });
  expect(await askStructuredNow(workersAi, prompt({}), schema, { signal })).toEqual(MARA);
  expect(JSON.stringify(asked.at(-1)?.inputs["messages"])).toContain("JSON schema");
});

it.each<[string, ReplyScript]>([
  [
    "answers with an error of a status of success",
    { tooLong: { most: 0, status: 200, body: PROVIDER_FAILED } },
  ],
  ["is cut off in the middle", { fault: "cut", after: 2 }],
  ["is busy", { fault: "status-429" }],
  ["closes the connection", { fault: "refused" }],
  ["has no model", { tooLong: { most: 0, status: 400, body: NO_MODEL } }],
])("an answer by a schema may come later if the server %s", async (_, script) => {
  const options = {
    signal: AbortSignal.timeout(5_000),
    ...(script.after ? { onSign: () => undefined } : {}),
  };
  const answer = askStructuredNow(model(), prompt(script), schema, options);
  await expect(answer).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
});

it("an answer by a schema may come later if no server is running", async () => {
  const gone = model({ AI_BASE_URL: "http://127.0.0.1:9/v1" });
  const answer = askStructuredNow(gone, prompt({}), schema, { signal: AbortSignal.timeout(5_000) });
  await expect(answer).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
});

it("an answer by a schema may come later if the model is busy when it is asked again", async () => {
  const busy = new APICallError({ message: "Too many.", url: "", requestBodyValues: {}, statusCode: 429 });
  const rubbish = createEndingModel("Mara, I think", { unified: "stop", raw: "stop" });
  const doGenerate = vi
    .fn(rubbish.doGenerate)
    .mockRejectedValue(busy)
    .mockImplementationOnce(rubbish.doGenerate);
  const answer = askStructuredNow({ ...rubbish, doGenerate }, prompt({}), schema, {
    signal: AbortSignal.timeout(5_000),
  });
  await expect(answer).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
  expect(doGenerate).toHaveBeenCalledTimes(2);
});

async function text(script: ReplyScript, maxLength = 200) {
  const signal = AbortSignal.timeout(5_000);
  return askText(model(), prompt({ pieces: 1, ...script }), { signal, maxLength });
}

it.each(EXAMPLES.answers.shortTexts)("a short text %j is cleaned", async (answer, cleaned) => {
  expect(await text({ text: answer })).toBe(cleaned);
});

it("a short text that is too long ends with a sentence, or with a word", async () => {
  const long = "I take the lamp. I climb the stairs slowly and look out over the water.";
  expect(await text({ text: long }, 30)).toBe("I take the lamp.");
  expect(await text({ text: long }, 60)).toBe("I take the lamp. I climb the stairs slowly and look out…");
  expect((await text({ text: "x".repeat(400) }, 100))?.length).toBeLessThanOrEqual(100);
});

it.each([...EXAMPLES.answers.noTexts, "*".repeat(60_000)])("a short text is null for %j", async (answer) => {
  expect(await text({ text: answer })).toBeNull();
});

describe("an answer that does not fit", () => {
  /** An answer as `askStructured` reads it at the first attempt; `null`: it would ask again. */
  function read<Schema extends v.GenericSchema>(
    schema: Schema,
    answer: string,
  ): v.InferOutput<Schema> | null {
    const fitted = fitToSchema(
      findJson(answer),
      toJsonSchema(schema, { errorMode: "ignore", typeMode: "output" }),
    );
    const parsed = v.safeParse(schema, fitted);
    return parsed.success ? parsed.output : null;
  }

  const MARA = { name: "Mara", aliases: [], role: null, description: null, personality: null };

  describe("the people of a passage", () => {
    it.each(EXAMPLES.answers.people)("are read from an answer with %s", (_, answer) => {
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
    expect(
      read(memoryAnswerSchema, '{"lines": [{"text": "Mara found it.", "covers": ["1", "[2]"]}]}'),
    ).toEqual({
      lines: [{ text: "Mara found it.", covers: [1, 2] }],
    });
  });

  it.each(['"all"', '["1-3"]', "[0.5, 1e999]"])(
    "a line of memory that covers %s is kept without it",
    (covers) => {
      expect(read(memoryAnswerSchema, `{"lines": [{"text": "It rained.", "covers": ${covers}}]}`)).toEqual({
        lines: [{ text: "It rained.", covers: [] }],
      });
    },
  );

  it("what may be missing is left out if it can't be used, and the rest is kept", () => {
    const form = {
      character: "Wren",
      genre: "Horror",
      description: "A voice reads out the name of a lost boat.",
    };
    for (const suggestedLength of [null, "about 20 exchanges", { exchanges: 20 }]) {
      const filled = read(formFillAnswerSchema, JSON.stringify({ ...form, suggestedLength, tropes: null }));
      expect(filled).toMatchObject({ ...form, suggestedLength: "medium", tropes: [] });
    }
    const sheet = { name: "Mara", description: "She keeps the light and waits.", voice: null, quirks: null };
    expect(read(characterFillAnswerSchema, JSON.stringify(sheet))).toMatchObject({
      ...sheet,
      voice: "",
      quirks: [],
    });
    const people = '{"characters": [{"name": "Mara", "role": [7], "personality": {}}], "heading": {"at": 3}}';
    expect(read(analysisAnswerSchema, people)).toMatchObject({ characters: [MARA], heading: null });
  });

  it("texts in an object are one text", () => {
    const form = {
      character: { name: "Wren Halloran", want: "to sleep" },
      genre: "Horror",
      description: "A voice reads out the name of a lost boat.",
    };
    expect(read(formFillAnswerSchema, JSON.stringify(form))?.character).toBe("Wren Halloran, to sleep");
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
    it.each(EXAMPLES.answers.partial)("%j: %j", (answer, shown) => {
      expect(cleanPartialText(answer, 500)).toBe(shown);
    });

    it("is never longer than the limit", () => {
      expect(cleanPartialText("word ".repeat(300), 500).length).toBeLessThanOrEqual(500);
    });
  });
});

/** A model that writes a text and ends like this; `null`: its stream closes without saying that it has ended. */
function createEndingModel(text: string, finishReason: LanguageModelV4FinishReason | null): LanguageModelV4 {
  return {
    ...SILENT_MODEL,
    doStream: async () => ({
      stream: new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          controller.enqueue({ type: "text-delta", id: "0", delta: text });
          if (finishReason !== null) controller.enqueue({ type: "finish", finishReason, usage: USAGE });
          controller.close();
        },
      }),
    }),
    doGenerate: async () => ({
      content: [{ type: "text", text }],
      finishReason: finishReason ?? { unified: "error", raw: undefined },
      usage: USAGE,
      warnings: [],
    }),
  };
}

const options = { signal: AbortSignal.timeout(5_000), maxLength: 200 };
const messages = [{ role: "user", content: "What next?" }] as const;

/** The answer in each of the three ways in which one is asked for. */
async function askInEachWay(finishReason: LanguageModelV4FinishReason | null) {
  const model = createEndingModel("I take the lamp.", finishReason);
  return {
    streamed: await streamShortText(model, messages, { ...options, onText: () => undefined }),
    watched: await askText(model, messages, { ...options, onSign: () => undefined }),
    generated: await askText(model, messages, options),
  };
}

it("a short answer is taken if the model has ended it", async () => {
  const text = "I take the lamp.";
  const whole = { streamed: text, watched: text, generated: text };
  expect(await askInEachWay({ unified: "stop", raw: "stop" })).toEqual(whole);
  expect(await askInEachWay({ unified: "length", raw: "length" })).toEqual(whole);
});

it.each([
  ["its stream closes in the middle", null],
  ["the provider says that it was interrupted", { unified: "interrupted", raw: undefined }],
  ["a filter has ended it", { unified: "content-filter", raw: "content_filter" }],
  ["a filter has ended it, and the provider calls that a stop", { unified: "stop", raw: "content_filter" }],
] satisfies [string, LanguageModelV4FinishReason | null][])(
  "a short answer is none if %s",
  async (_, finishReason) => {
    expect(await askInEachWay(finishReason)).toEqual({ streamed: null, watched: null, generated: null });
  },
);

const OPENING =
  "The rain had not stopped for nine days. Mara Voss set down her cup and listened to the radio.";

it.each(EXAMPLES.titles.good)("%s is a title from a model", (title) => {
  expect(findTitleFault(title, OPENING)).toBeNull();
});

it.each(EXAMPLES.titles.bad)("%s is no title from a model", (_, title) => {
  expect(findTitleFault(title, OPENING)).not.toBeNull();
});

it.each(EXAMPLES.titles.premises)("a title from the premise: %s becomes %s", (description, title) => {
  expect(toPremiseTitle({ description, character: "Wren", setting: "" })).toBe(title);
});

it("a title from the premise of a text without spaces ends with a word", () => {
  const description = "港のラジオから失われた船の名前を読み上げる声が聞こえる。毎晩。";
  const title = toPremiseTitle({ description, character: "", setting: "" }) ?? "";
  expect(description.startsWith(title)).toBe(true);
  expect(countCharacters(title)).toBeGreaterThanOrEqual(2);
  expect(countCharacters(title)).toBeLessThanOrEqual(16);
});

it("a title from the premise is made from the setting or the character without a premise; without all of them there is none", () => {
  const description = DEFAULT_STORY_DESCRIPTION;
  expect(toPremiseTitle({ description, character: "Wren, a relief operator", setting: "" })).toBe(
    "A relief operator",
  );
  expect(toPremiseTitle({ description, character: "Wren", setting: "a harbour town" })).toBe(
    "A harbour town",
  );
  expect(toPremiseTitle({ description, character: "Wren", setting: "" })).toBeNull();
});

it("a title from the premise is one that a model could have given", () => {
  const title = toPremiseTitle({ description: "word ".repeat(300), character: "", setting: "" });
  expect(title && findTitleFault(title, OPENING)).toBeNull();
});
