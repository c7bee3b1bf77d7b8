import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Timeouts } from "#workers/ai/reply-timeout.ts";

/** The timeouts with a model on the person's own machine, and those of a deployment. */
export const LOCAL: Timeouts = { totalMs: 15 * 60_000, silenceMs: 60_000, watchModel: null };
export const DEPLOYED: Timeouts = { totalMs: 60_000, silenceMs: 60_000, watchModel: null };

export const USAGE: LanguageModelV4Usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that writes so many pieces, one after the other. */
export function createSlowModel(pieces: number, everyMs: number): LanguageModelV4 {
  return {
    ...SILENT_MODEL,
    doStream: async ({ abortSignal }) => {
      let written = 0;
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, everyMs));
          if (abortSignal?.aborted) return controller.error(abortSignal.reason);
          written += 1;
          if (written <= pieces) {
            return controller.enqueue({ type: "text-delta", id: "0", delta: `word${written}. ` });
          }
          controller.enqueue({
            type: "finish",
            finishReason: { unified: "stop", raw: "stop" },
            usage: USAGE,
          });
          controller.close();
        },
      });
      return { stream };
    },
  };
}

/** A model that answers nothing; tests say how it streams or generates. */
export const SILENT_MODEL: LanguageModelV4 = {
  specificationVersion: "v4",
  provider: "fake",
  modelId: "fake",
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error("Replies are streamed.")),
  doStream: () => Promise.reject(new Error("Nothing is streamed.")),
};

/** The part of the `AI` binding that the product calls: `run(model, inputs, options)`. Records its calls. */
export function fakeWorkersAi(answer: (inputs: Record<string, unknown>) => unknown) {
  const asked: { model: string; inputs: Record<string, unknown>; signal: AbortSignal | undefined }[] = [];
  const run = async (model: string, inputs: Record<string, unknown>, options?: { signal?: AbortSignal }) => {
    asked.push({ model, inputs, signal: options?.signal });
    return answer(inputs);
  };
  return { asked, AI: { run } as unknown as Ai };
}
