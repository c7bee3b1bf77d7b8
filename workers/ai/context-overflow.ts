import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import { logLine } from "../logging.ts";

/**
 * How model servers say that a prompt is longer than their context. OpenAI, vLLM, OpenRouter and Workers AI: "maximum context
 * length is …", `context_length_exceeded`, "context window limit"; llama.cpp: "exceeds the available context size", "Context
 * size has been exceeded", `exceed_context_size_error`; LM Studio: "Trying to keep the first … tokens when context the
 * overflows", "loaded with context length of only …"; others: "prompt is too long", "exceeds the context window". Ollama cuts
 * the prompt by itself and says nothing.
 */
const TOO_LONG =
  /maximum context length|maximum prompt length|context[ _]length[ _]exceeded|exceed(?:s|ed)?[^.\n]{0,40}context[ _](?:size|length|window)|context[ _]size has been exceeded|context (?:the )?overflows|context length of only|model'?s context length is only|context window limit|prompt is too long|too many (?:input )?tokens/iu;

/** Whether a model refused a prompt because it is longer than its context. */
export function isContextOverflow(error: unknown): boolean {
  if (APICallError.isInstance(error)) {
    return error.statusCode !== 429 && TOO_LONG.test(`${error.message} ${error.responseBody ?? ""}`);
  }
  return error instanceof Error && TOO_LONG.test(error.message);
}

/**
 * A model that is asked once more where a prompt is too long for it, with half of the messages, and the log says so: the
 * settings promise a longer context than it has.
 */
export function retryingWithHalf(model: LanguageModelV4): LanguageModelV4 {
  async function ask<Answer>(
    options: LanguageModelV4CallOptions,
    call: (options: LanguageModelV4CallOptions) => PromiseLike<Answer>,
  ): Promise<Answer> {
    try {
      return await call(options);
    } catch (error) {
      const prompt = isContextOverflow(error) ? halveMessages(options.prompt) : null;
      if (prompt === null || options.abortSignal?.aborted) throw error;
      logLine("warn", "model.context-too-long", {
        model: model.modelId,
        messages: options.prompt.length,
        left: prompt.length,
      });
      return call({ ...options, prompt });
    }
  }
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => ask(options, (asked) => model.doGenerate(asked)),
    doStream: (options) => ask(options, (asked) => model.doStream(asked)),
  };
}

/**
 * A prompt without the older half of its messages: the rules at its beginning and the request at its end stay, and what is left
 * begins with the person's side. `null`: there is nothing to leave out.
 */
export function halveMessages(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt | null {
  const first = prompt.findIndex(({ role }) => role !== "system");
  const told = prompt.slice(first, -1);
  const last = prompt.at(-1);
  if (first < 0 || told.length < 2 || last === undefined) return null;
  const lengths = told.map(({ content }) => JSON.stringify(content).length);
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  let from = lengths.findIndex((length) => {
    left -= length;
    return left < 0;
  });
  from = Math.max(1, from);
  while (from < told.length && told[from]?.role !== "user") from += 1;
  return [...prompt.slice(0, first), ...told.slice(from), last];
}
