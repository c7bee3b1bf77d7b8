import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Patience } from "#workers/ai/patience.ts";

/** The patience with a model on the person's own machine, and that of a deployment. */
export const LOCAL: Patience = { totalMs: 15 * 60_000, silenceMs: 60_000, watchModel: null };
export const DEPLOYED: Patience = { totalMs: 60_000, silenceMs: 60_000, watchModel: null };

/** A model that writes so many pieces, one after the other. */
export function createSlowModel(pieces: number, everyMs: number): LanguageModelV4 {
  return {
    ...createFakeModel([]),
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
            usage: {
              inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
              outputTokens: { total: pieces, text: pieces, reasoning: 0 },
            },
          });
          controller.close();
        },
      });
      return { stream };
    },
  };
}

/** A model that answers with these pieces; from a `null` on it sends nothing until it is aborted. */
export function createFakeModel(
  pieces: readonly (string | null)[],
  onPrompt = (_: string) => {},
): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "fake",
    modelId: "fake",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("Replies are streamed.")),
    doStream: async ({ abortSignal, prompt }) => {
      onPrompt(JSON.stringify(prompt));
      return { stream: streamPieces(pieces, abortSignal) };
    },
  };
}

function streamPieces(
  pieces: readonly (string | null)[],
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) {
        if (piece === null) {
          signal?.addEventListener("abort", () => controller.error(signal.reason));
          return;
        }
        controller.enqueue({ type: "text-delta", id: "0", delta: piece });
      }
      controller.enqueue({
        type: "finish",
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 2, text: 2, reasoning: 0 },
        },
      });
      controller.close();
    },
  });
}
