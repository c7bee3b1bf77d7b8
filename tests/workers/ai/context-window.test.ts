import { APICallError, type LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, it } from "vitest";
import { halveMessages, isContextOverflow } from "#workers/ai/context-overflow.ts";
import { countFitting, fillWindow, keepEnd } from "#workers/ai/context-window.ts";
import { estimateTokens } from "#workers/ai/tokens.ts";

const messages = Array.from({ length: 30 }, (_, index) => ({ content: `${index} ${"lamp ".repeat(80)}` }));

it("the context window takes the latest messages that fit, oldest first, and never cuts one", () => {
  const window = fillWindow(messages.toReversed(), { tokens: 550, messages: null });
  expect(window).toEqual(messages.slice(-5));
});

it("the context window takes no more messages than the plan gives", () => {
  expect(fillWindow(messages.toReversed(), { tokens: 100_000, messages: 20 })).toEqual(messages.slice(-20));
});

it("the context window always takes the last one", () => {
  expect(fillWindow(messages.toReversed(), { tokens: 1, messages: null })).toEqual(messages.slice(-1));
});

it.each([20, 21, 100, 101])(
  "never begins with half a sign where it keeps the end of a text (%i tokens)",
  (tokens) => {
    const kept = keepEnd(`I wait${"😀".repeat(2_000)}`, tokens);
    expect(kept.startsWith("… ")).toBe(true);
    expect(kept.isWellFormed()).toBe(true);
  },
);

it("keeps as much of the end of a text without spaces as of one with them", () => {
  const kept = keepEnd(`${"玛拉放下杯子走进雨里。".repeat(300)} Mara`, 500);
  expect(estimateTokens(kept)).toBeGreaterThan(400);
});

it("takes no line after the first that does not fit", () => {
  const lines = ["The key lies under the boat.", "The rain fell. ".repeat(40), "Mara lit the lamp."];
  expect(countFitting(lines, 100)).toBe(1);
  expect(countFitting(lines, 1_000)).toBe(3);
});

function refusal(statusCode: number, message: string): APICallError {
  const responseBody = JSON.stringify({ error: { message } });
  return new APICallError({
    message: "Bad Request",
    url: "",
    requestBodyValues: {},
    statusCode,
    responseBody,
  });
}

/** As these servers said it. */
const SAID: Record<string, string> = {
  OpenAI:
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens.",
  vLLM: "This model's maximum context length is 6048 tokens. However, you requested 6616 tokens (568 in the messages, 6048 in the completion).",
  "vLLM of today":
    "You passed 202753 input tokens and requested 0 output tokens. However, the model's context length is only 202752 tokens, resulting in a maximum input length of 202752 tokens.",
  OpenRouter:
    "This endpoint's maximum context length is 32768 tokens. However, you requested about 42832 tokens.",
  "llama.cpp":
    "the request exceeds the available context size. try increasing the context size or enable context shift",
  "llama.cpp of today":
    "request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it",
  "llama.cpp in the middle": "Context size has been exceeded.",
  "LM Studio":
    "Trying to keep the first 15857 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.",
  "LM Studio of today":
    "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input.",
  SGLang: "The input (61709 tokens) is longer than the model's context length (40960 tokens).",
  Gemini: "The input token count (132478) exceeds the maximum number of tokens allowed (131072).",
  Groq: "Request too large for model `llama-3.1-8b-instant` in organization `org_1` service tier `on_demand` on tokens per minute (TPM): Limit 6000, Requested 12328, please reduce your message size and try again.",
  TGI: "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8192. Given: 6204 `inputs` tokens and 2047 `max_new_tokens`",
  Kimi: "Invalid request: Your request exceeded model token limit: 8192 (requested: 9001)",
  MiniMax: "invalid params, context window exceeds limit (2013)",
  "Workers AI":
    "AiError: This model's maximum context length is 131072 tokens. However, you requested 16000 output tokens.",
  "Workers AI before":
    "5021: The estimated number of input and maximum output tokens (9128) exceeded this model context window limit (8000).",
};

it.each(Object.entries(SAID))("a prompt that is too long is known by what %s says", (_, message) => {
  for (const error of [refusal(400, message), refusal(500, message), new Error(message)]) {
    expect(isContextOverflow(error)).toBe(true);
  }
});

it.each([
  refusal(400, "This model does not support response_format."),
  refusal(429, "Rate limit reached: too many tokens per minute."),
  refusal(400, "max_tokens is too large: 4096. This model supports at most 2048 completion tokens."),
  refusal(500, "The model fell over."),
  new Error("fetch failed"),
])("a prompt that is too long is not what any other refusal means", (error) => {
  expect(isContextOverflow(error)).toBe(false);
});

function say(role: "user" | "assistant", text: string): LanguageModelV4Prompt[number] {
  return { role, content: [{ type: "text", text }] };
}

const PROMPT: LanguageModelV4Prompt = [
  { role: "system", content: "Rules." },
  ...Array.from({ length: 10 }, (_, index) => [
    say("user", `Action ${index}`),
    say("assistant", `Passage ${index}. `.repeat(20)),
  ]).flat(),
  say("user", "Write the next passage."),
];

it("half of the messages are the newer ones, between the rules and the request, the person's side first", () => {
  const half = halveMessages(PROMPT);
  expect(half?.[0]).toEqual(PROMPT[0]);
  expect(half?.at(-1)).toEqual(PROMPT.at(-1));
  expect(half?.[1]?.role).toBe("user");
  expect(half?.length).toBeLessThanOrEqual(13);
  expect(half?.length).toBeGreaterThanOrEqual(9);
  expect(half?.slice(1)).toEqual(PROMPT.slice(PROMPT.length - (half?.length ?? 0) + 1));
});

it("half of the messages are none where there is nothing to leave out", () => {
  expect(halveMessages([...PROMPT.slice(0, 1), ...PROMPT.slice(-1)])).toBeNull();
});
