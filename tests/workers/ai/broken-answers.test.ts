import type {
  LanguageModelV4,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { askText, streamShortText } from "#workers/ai/structured.ts";
import { SILENT_MODEL } from "./fake-models.ts";

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

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

describe("a short answer", () => {
  it("is taken if the model has ended it", async () => {
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
  ] satisfies [string, LanguageModelV4FinishReason | null][])("is none if %s", async (_, finishReason) => {
    expect(await askInEachWay(finishReason)).toEqual({ streamed: null, watched: null, generated: null });
  });
});
