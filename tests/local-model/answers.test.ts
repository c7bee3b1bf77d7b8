import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { wrapLanguageModel } from "ai";
import * as v from "valibot";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Program } from "#tests/harness/program.ts";
import { retryWithHalf } from "#workers/ai/context-overflow.ts";
import { createModelFetch } from "#workers/ai/model-fetch.ts";
import { analysisAnswerSchema } from "#workers/ai/prompts/analysis.ts";
import { characterFillAnswerSchema } from "#workers/ai/prompts/character-fill.ts";
import { formFillAnswerSchema } from "#workers/ai/prompts/form-fill.ts";
import { memoryAnswerSchema } from "#workers/ai/prompts/memory.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { streamReply } from "#workers/ai/stream-reply.ts";
import { askStructured } from "#workers/ai/structured.ts";
import { QUOTED_PROSE, startEngine, writeModel } from "./engine.ts";

/* The product's own way to a model, on the real engine. */

const CONTEXT = 2_048;
const model = writeModel({ contextTokens: CONTEXT, prose: QUOTED_PROSE });
let engine: Program;
beforeAll(async () => {
  engine = await startEngine(model.file, "--context", String(CONTEXT));
});
afterAll(async () => {
  await engine.stop();
  model.remove();
});

function toModel() {
  const provider = createOpenAICompatible({
    name: "openai-compatible",
    baseURL: engine.url,
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: createModelFetch(),
  });
  return wrapLanguageModel({ model: provider.chatModel("tiny-instruct"), middleware: [retryWithHalf] });
}

const ASK: PromptMessage[] = [{ role: "user", content: "Who is in the lamp room?" }];

it.each([
  ["the people of a passage", analysisAnswerSchema],
  ["a filled form", formFillAnswerSchema],
  ["the sheet of a character", characterFillAnswerSchema],
  ["a summary", memoryAnswerSchema],
])("the engine's grammar makes %s fit its schema, whatever the model would rather say", async (_, schema) => {
  const { signal } = new AbortController();
  for (const temperature of [0.2, 1]) {
    const answer = await askStructured(toModel(), ASK, schema, { signal, temperature, maxTokens: 1_500 });
    expect(v.is(schema, answer)).toBe(true);
  }
});

it("a prompt that is too long is sent again with half of the messages", async () => {
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const told = Array.from(
    { length: 40 },
    (_, index): PromptMessage => ({
      role: index % 2 === 0 ? "user" : "assistant",
      content: "The lamp is out again, and nobody has come up the stairs since the boats came in. ".repeat(3),
    }),
  );
  const { signal } = new AbortController();
  const pieces = streamReply({
    model: toModel(),
    messages: [{ role: "system", content: "You write a story." }, ...told, ...ASK],
    signal,
    maxTokens: 50,
  });
  let text = "";
  for await (const piece of pieces) text += piece;
  expect(text).not.toBe(""); // how long it is depends on chance
  expect(warnings.mock.calls.flat().join("\n")).toContain("model.context-too-long");
});
