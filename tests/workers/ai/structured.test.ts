import * as v from "valibot";
import { describe, expect, inject, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { type LoggedRequest, type ReplyScript, replyScript } from "#tests/fakes/reply-script.ts";
import { structuredModel } from "#workers/ai/language-model.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { askStructured, askText } from "#workers/ai/structured.ts";
import { parseSettings } from "#workers/settings.ts";
import { TestIssuer } from "../helpers/issuer.ts";
import { settingsFor } from "../helpers/site.ts";

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  age: v.pipe(v.number(), v.integer()),
});
const MARA = { name: "Mara", age: 41 };

function model(settings: Record<string, string> = {}) {
  const modelUrl = inject("modelUrl");
  const env = { ...settingsFor(new TestIssuer()), AI_BASE_URL: `${modelUrl}/v1`, AI_MODEL: "scripted" };
  return structuredModel(parseSettings({ ...env, ...settings }), {});
}

function prompt(script: ReplyScript): PromptMessage[] {
  return [
    { role: "system", content: "You read." },
    { role: "user", content: `${replyScript(script)}\nWho is it?` },
  ];
}

async function requests(id: string): Promise<LoggedRequest[]> {
  const response = await fetch(`${inject("modelUrl")}/log?id=${id}`);
  return response.json();
}

async function asked(script: ReplyScript, signal = AbortSignal.timeout(5_000)) {
  const id = createId();
  const answer = await askStructured(model(), prompt({ ...script, id }), schema, { signal });
  return { answer, requests: await requests(id) };
}

describe("an answer by a schema", () => {
  it("is requested with the schema, and returned validated", async () => {
    const { answer, requests: made } = await asked({ json: { name: " Mara ", age: 41, more: true } });

    expect(answer).toEqual(MARA);
    expect(made).toHaveLength(1);
    expect(made[0]?.format).toMatchObject({
      type: "json_schema",
      json_schema: { strict: false, schema: { type: "object", required: ["name", "age"] } },
    });
  });

  it.each([
    ["in a fence", `\`\`\`json\n${JSON.stringify(MARA)}\n\`\`\``],
    [
      "in a fence with words around",
      `Sure! Here it is:\n\`\`\`\n${JSON.stringify(MARA)}\n\`\`\`\nAnything else?`,
    ],
    ["among words", `The person is {"name": "Mara", "age": 41}, I think {so}.`],
    ["after thinking aloud", `<think>{"name": "Nobody"}</think>{"name":"Mara","age":41}`],
    ["with a comma too many", `{"name": "Mara", "age": 41,}`],
    ["as a string", JSON.stringify(JSON.stringify(MARA))],
  ])("is understood %s", async (_, text) => {
    const { answer, requests: made } = await asked({ text, pieces: 1 });

    expect(answer).toEqual(MARA);
    expect(made).toHaveLength(1);
  });

  it("that does not fit is requested once more, with the error", async () => {
    const { answer, requests: made } = await asked({ first: '{"name": "Mara", "age": "old"}', json: MARA });

    expect(answer).toEqual(MARA);
    expect(made).toHaveLength(2);
    expect(made[1]?.messages.at(-2)).toEqual({
      role: "assistant",
      content: '{"name": "Mara", "age": "old"}',
    });
    expect(made[1]?.messages.at(-1)?.content).toMatch(/^That answer can't be used: age: .*number/u);
  });

  it.each([
    ["rubbish", "word word {word"],
    ["a refusal", "I'm sorry, but I can't help with that request."],
    ["the wrong shape twice", '{"names": []}'],
  ])("is null after two of %s", async (_, text) => {
    const { answer, requests: made } = await asked({ text, pieces: 1 });

    expect(answer).toBeNull();
    expect(made).toHaveLength(2);
  });

  it("is requested in words if the server has no schemas", async () => {
    const { answer, requests: made } = await asked({ fault: "no-schemas", json: MARA });

    expect(answer).toEqual(MARA);
    expect(made.map(({ format }) => format?.type)).toEqual(["json_schema", undefined]);
    expect(made[1]?.messages.at(-1)?.content).toContain('"required":["name","age"]');
  });

  it.each(["status-500", "status-429", "refused"] as const)(
    "is null when the server fails: %s",
    async (fault) => {
      const { answer, requests: made } = await asked({ fault });

      expect(answer).toBeNull();
      expect(made).toHaveLength(1);
    },
  );

  it("is null after an abort", async () => {
    const { answer } = await asked({ fault: "hang" }, AbortSignal.timeout(200));

    expect(answer).toBeNull();
  });
});

describe("a short text", () => {
  async function text(script: ReplyScript, maxLength = 200) {
    const signal = AbortSignal.timeout(5_000);
    return askText(model(), prompt({ pieces: 1, ...script }), { signal, maxLength });
  }

  it.each([
    ['"The Ninth Signal"', "The Ninth Signal"],
    ["“The Ninth Signal”\n", "The Ninth Signal"],
    ["**The Ninth Signal**", "The Ninth Signal"],
    ["# The Ninth Signal", "The Ninth Signal"],
    ['Title: "The Ninth Signal"', "The Ninth Signal"],
    ["Sure! Here is a title for your story:\n\nThe Ninth Signal", "The Ninth Signal"],
    ["```\nThe Ninth Signal\n```", "The Ninth Signal"],
    ["<think>Hm.</think>\nThe Ninth Signal", "The Ninth Signal"],
    ["Here Is Where We Part", "Here Is Where We Part"],
    ['"Go," I say. "Now."', '"Go," I say. "Now."'],
    ["***“The Ninth Signal”***", "The Ninth Signal"],
    ["*".repeat(60_000), null],
    ["I can't move, so I call for Mara.\nI wait.", "I can't move, so I call for Mara. I wait."],
  ])("%j is cleaned", async (answer, cleaned) => {
    expect(await text({ text: answer })).toBe(cleaned);
  });

  it("that is too long ends with a sentence, or with a word", async () => {
    const long = "I take the lamp. I climb the stairs slowly and look out over the water.";
    expect(await text({ text: long }, 30)).toBe("I take the lamp.");
    expect(await text({ text: long }, 60)).toBe("I take the lamp. I climb the stairs slowly and look out…");
    expect((await text({ text: "x".repeat(400) }, 100))?.length).toBeLessThanOrEqual(100);
  });

  it.each([
    "I'm sorry, but I can't assist with that request.",
    "As an AI language model, I cannot write this.",
    "I cannot create content like this story.",
    "  ",
    "{}",
    "***",
    '"…"',
  ])("is null for %j", async (answer) => {
    expect(await text({ text: answer })).toBeNull();
  });

  it("is null when the server fails", async () => {
    expect(await text({ fault: "status-500" })).toBeNull();
  });
});
