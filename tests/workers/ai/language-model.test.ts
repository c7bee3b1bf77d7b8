import * as v from "valibot";
import { expect, it } from "vitest";
import { languageModel, sharesBeginning, structuredModel } from "#workers/ai/language-model.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { streamReply } from "#workers/ai/stream-reply.ts";
import { askStructured } from "#workers/ai/structured.ts";
import { parseSettings, type Settings } from "#workers/settings.ts";
import { TestIssuer } from "../helpers/issuer.ts";
import { settingsFor } from "../helpers/site.ts";
import { fakeWorkersAi } from "./fake-models.ts";

const MESSAGES: PromptMessage[] = [
  { role: "system", content: "You narrate." },
  { role: "user", content: "Begin." },
  { role: "assistant", content: "The radio hissed." },
  { role: "user", content: "I answer." },
];

function settings(changes: Record<string, unknown> = {}): Settings {
  return parseSettings({
    ...settingsFor(new TestIssuer()),
    AI_PROVIDER: "workers-ai",
    AI_MODEL: "@cf/meta/llama-3.3-70b-instruct-fp8-fast",
    ...changes,
  });
}

/** Server-sent events as Workers AI sends them, split where networks may split. */
function events(pieces: readonly string[]): ReadableStream<Uint8Array> {
  const lines = [
    ...pieces.map((response) => `data: ${JSON.stringify({ response })}\n\n`),
    `data: ${JSON.stringify({ response: "", usage: { prompt_tokens: 21, completion_tokens: 3, total_tokens: 24 } })}\n\n`,
    "data: [DONE]\n\n",
  ];
  const bytes = new TextEncoder().encode(lines.join(""));
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
      controller.close();
    },
  });
}

it("Workers AI is asked for a stream in its own terms, and its events come out as text", async () => {
  const { AI, asked } = fakeWorkersAi(() => events(["The ", "tide — ", "“turned”."]));
  const signal = new AbortController().signal;

  const reply = streamReply({ model: languageModel(settings(), { AI }), messages: MESSAGES, signal });
  const pieces: string[] = [];
  let step = await reply.next();
  for (; !step.done; step = await reply.next()) pieces.push(step.value);

  expect(pieces.join("")).toBe("The tide — “turned”.");
  expect(step.value).toEqual({ finish: "stop", usage: { inputTokens: 21, outputTokens: 3 } });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    model: "@cf/meta/llama-3.3-70b-instruct-fp8-fast",
    inputs: {
      stream: true,
      max_tokens: 1200,
      temperature: 0.9,
      messages: MESSAGES,
    },
  });
  expect(asked[0]?.inputs).not.toHaveProperty("response_format");
  expect(asked[0]?.signal).toBe(signal);
});

it("Workers AI that is out of capacity is busy, not broken", async () => {
  const { AI } = fakeWorkersAi(() => {
    throw new Error("3040: Capacity temporarily exceeded, please try again.");
  });
  const { signal } = new AbortController();
  const reply = streamReply({ model: languageModel(settings(), { AI }), messages: MESSAGES, signal });

  await expect(reply.next()).rejects.toMatchObject({ code: "MODEL_BUSY" });
});

it("Workers AI is asked for JSON with a bare schema, of the model for it", async () => {
  const { AI, asked } = fakeWorkersAi(() => ({ response: { lines: ["a"] }, usage: {} }));
  const model = structuredModel(settings({ AI_STRUCTURED_MODEL: "@cf/other" }), { AI });

  const answer = await askStructured(model, MESSAGES, v.object({ lines: v.array(v.string()) }), {
    signal: AbortSignal.timeout(5_000),
  });

  expect(answer).toEqual({ lines: ["a"] });
  expect(asked[0]).toMatchObject({
    model: "@cf/other",
    inputs: {
      max_tokens: 700,
      response_format: {
        type: "json_schema",
        json_schema: { type: "object", properties: { lines: { type: "array" } }, required: ["lines"] },
      },
    },
  });
  expect(asked[0]?.inputs).not.toHaveProperty("stream");
});

const local = {
  AI_PROVIDER: "openai-compatible",
  AI_BASE_URL: "http://127.0.0.1:11434/v1",
  AI_MODEL: "llama",
};

it("a question about a conversation is asked at the end of the conversation's own prompt where the server keeps what it has read", () => {
  for (const asked of ["writer", "structured"] as const)
    expect(sharesBeginning(settings(local), asked)).toBe(true);
});

it("a question about a conversation has a prompt of its own where another model is asked, and where the engine keeps nothing", () => {
  const other = settings({ ...local, AI_STRUCTURED_MODEL: "another" });
  expect(sharesBeginning(other, "structured")).toBe(false);
  expect(sharesBeginning(other, "writer")).toBe(true);
  expect(sharesBeginning(settings({ ...local, AI_STRUCTURED_MODEL: "llama" }), "structured")).toBe(true);
  for (const asked of ["writer", "structured"] as const)
    expect(sharesBeginning(settings(), asked)).toBe(false);
});
