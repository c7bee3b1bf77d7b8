import { APICallError, type LanguageModelV4Prompt } from "@ai-sdk/provider";
import { logLine } from "../logging.ts";
import { askAgain } from "./ask-again.ts";

/**
 * How model servers say that a prompt is longer than their context. OpenAI, vLLM, OpenRouter and Workers AI: "maximum context
 * length is …", `context_length_exceeded`, "context window limit"; llama.cpp: "exceeds the available context size", "Context
 * size has been exceeded", `exceed_context_size_error`; LM Studio: "Trying to keep the first … tokens when context the
 * overflows", "loaded with context length of only …", "greater than the context length"; SGLang: "longer than the model's context length";
 * Gemini: "exceeds the maximum number of tokens allowed"; Groq and GitHub Models: "Request (body) too large"; TGI: "`inputs` tokens +
 * `max_new_tokens` must be <= …"; Kimi: "exceeded model token limit"; MiniMax: "context window exceeds limit"; others: "prompt is too
 * long", "exceeds the context window". Ollama cuts the prompt by itself and says nothing.
 */
const TOO_LONG =
  /maximum context|maximum prompt length|context[ _]length[ _]exceeded|exceed(?:s|ed)?[^.\n]{0,40}context[ _](?:size|length|window)|context[ _]size has been exceeded|context (?:the )?overflows|context length of only|model'?s context length is only|(?:greater|longer) than the (?:model'?s )?(?:context length|maximum model length)|exceeds the maximum (?:number of tokens|allowed length)|request (?:body )?too large|`inputs`[^.\n]{0,40} must (?:be <=|have less)|model token limit|context window (?:limit|exceeds limit)|(?:prompt|input) (?:is )?too long|too many (?:input )?tokens/iu;

/** Whether a server's error message says that the prompt is longer than the model's context. */
export function saysContextOverflow(answer: string): boolean {
  return TOO_LONG.test(answer);
}

/** Whether a model refused a prompt because it is longer than its context. */
export function isContextOverflow(error: unknown): boolean {
  if (APICallError.isInstance(error)) {
    return error.statusCode !== 429 && saysContextOverflow(`${error.message} ${error.responseBody ?? ""}`);
  }
  return saysContextOverflow(error instanceof Error ? error.message : JSON.stringify(error ?? ""));
}

/**
 * A prompt that is too long is sent once more with half of the messages. The log says so, because the settings promise a longer context
 * than the model has.
 */
export const retryWithHalf = askAgain(({ error, params, model }) => {
  const prompt = isContextOverflow(error) ? halveMessages(params.prompt) : null;
  if (prompt === null) return null;
  logLine("warn", "model.context-too-long", {
    model: model.modelId,
    messages: params.prompt.length,
    left: prompt.length,
  });
  return { ...params, prompt };
});

/**
 * A prompt without the older half of its messages: the rules at its beginning and the request at its end stay, and what is left
 * begins with the person's side. `null`: there is nothing to leave out.
 */
export function halveMessages(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt | null {
  const first = prompt.findIndex(({ role }) => role !== "system");
  const between = prompt.slice(first, -1);
  const last = prompt.at(-1);
  if (first < 0 || between.length < 2 || last === undefined) return null;
  const lengths = between.map(({ content }) => JSON.stringify(content).length);
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  let from = lengths.findIndex((length) => {
    left -= length;
    return left < 0;
  });
  from = Math.max(1, from);
  while (from < between.length && between[from]?.role !== "user") from += 1;
  return [...prompt.slice(0, first), ...between.slice(from), last];
}
