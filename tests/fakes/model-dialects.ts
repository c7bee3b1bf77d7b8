/**
 * How real servers write the same reply: each speaks the protocol of OpenAI's chat completions in its own way. Taken from
 * their documentation, sources and issue threads.
 */
export const DIALECTS = ["openai", "ollama", "llama.cpp", "lm-studio", "vllm", "openrouter"] as const;
export type Dialect = (typeof DIALECTS)[number];

export type DialectReply = {
  model: string;
  /** Thoughts that the server tells from the text. */
  thoughts: readonly string[];
  pieces: readonly string[];
  finish: string;
  /** Instead of the end: an error in the middle of the stream. */
  fault?: string | undefined;
  /** What OpenAI calls a refusal, in place of text. */
  refusal?: string | undefined;
};

type Delta = Record<string, unknown>;

/** The events of a reply, as text. */
export function writeReply(dialect: Dialect, reply: DialectReply): string[] {
  const { model, thoughts, pieces, finish, fault, refusal } = reply;
  const event = (delta: Delta, reason: string | null = null, more: object = {}) =>
    data({
      id: dialect === "openrouter" ? "gen-1" : "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1_760_000_000,
      model,
      ...TOP[dialect],
      choices: [{ index: 0, delta, ...LOGPROBS[dialect], finish_reason: reason, ...more }],
    });
  const usage = data({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_760_000_000,
    model,
    choices: [],
    usage: { prompt_tokens: 21, completion_tokens: pieces.length, total_tokens: 21 + pieces.length },
    ...(dialect === "llama.cpp" ? { timings: { prompt_n: 21, prompt_per_second: 500.1 } } : {}),
  });
  return [
    ...OPENING[dialect].map((opening) => (typeof opening === "string" ? opening : event(opening))),
    ...thoughts.map((thought) => event(THOUGHT[dialect](thought))),
    ...(refusal === undefined ? [] : [event({ refusal })]),
    ...pieces.map((content) => event(TEXT[dialect](content))),
    ...(fault === undefined
      ? [event(LAST[dialect], finish, dialect === "vllm" ? { stop_reason: null } : {}), usage]
      : [FAULT[dialect](fault, event)]),
    ...(dialect === "openrouter" ? [] : ["data: [DONE]\n\n"]),
  ];
}

function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

const TOP: Record<Dialect, object> = {
  openai: { service_tier: "default", system_fingerprint: null },
  ollama: { system_fingerprint: "fp_ollama" },
  "llama.cpp": { system_fingerprint: "b6700-3f2d1a0" },
  "lm-studio": { system_fingerprint: "gemma-3-4b-it" },
  vllm: {},
  openrouter: { provider: "DeepInfra" },
};
const LOGPROBS: Record<Dialect, object> = {
  openai: { logprobs: null },
  ollama: {},
  "llama.cpp": {},
  "lm-studio": { logprobs: null },
  vllm: { logprobs: null },
  openrouter: { native_finish_reason: null, logprobs: null },
};
/** What comes before the first piece; a string is written as it stands. */
const OPENING: Record<Dialect, readonly (Delta | string)[]> = {
  openai: [{ role: "assistant", content: "", refusal: null }],
  ollama: [],
  "llama.cpp": [{ role: "assistant", content: null }],
  "lm-studio": [],
  vllm: [{ role: "assistant", content: "" }],
  openrouter: [": OPENROUTER PROCESSING\n\n", ": OPENROUTER PROCESSING\n\n"],
};
const TEXT: Record<Dialect, (content: string) => Delta> = {
  openai: (content) => ({ content }),
  ollama: (content) => ({ role: "assistant", content }),
  "llama.cpp": (content) => ({ content }),
  "lm-studio": (content) => ({ role: "assistant", content }),
  vllm: (content) => ({ content }),
  openrouter: (content) => ({ role: "assistant", content, reasoning: null, reasoning_details: [] }),
};
const THOUGHT: Record<Dialect, (thought: string) => Delta> = {
  openai: (thought) => ({ reasoning_content: thought }),
  ollama: (thought) => ({ role: "assistant", content: "", reasoning: thought }),
  "llama.cpp": (thought) => ({ reasoning_content: thought }),
  "lm-studio": (thought) => ({ role: "assistant", reasoning_content: thought }),
  vllm: (thought) => ({ reasoning_content: thought }),
  openrouter: (thought) => ({
    role: "assistant",
    content: "",
    reasoning: thought,
    reasoning_details: [{ type: "reasoning.text", text: thought, index: 0 }],
  }),
};
const LAST: Record<Dialect, Delta> = {
  openai: {},
  ollama: { role: "assistant", content: "" },
  "llama.cpp": {},
  "lm-studio": {},
  vllm: { content: "" },
  openrouter: { role: "assistant", content: "" },
};
const FAULT: Record<Dialect, (message: string, event: (delta: Delta, reason: string) => string) => string> = {
  openai: (message) => data({ error: { message, type: "server_error", param: null, code: null } }),
  ollama: (message) => data({ error: { message, type: "api_error", param: null, code: null } }),
  "llama.cpp": (message) => data({ error: { code: 500, message, type: "server_error" } }),
  "lm-studio": (message) => `event: error\n${data({ error: { message }, message })}`,
  vllm: (message) => data({ object: "error", message, type: "InternalServerError", param: null, code: 500 }),
  openrouter: (message) =>
    data({
      id: "gen-1",
      object: "chat.completion.chunk",
      error: { code: 502, message },
      choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
    }),
};
