import OF_DIALECT from "./model-dialects.json" with { type: "json" };

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

/** How a dialect writes something; `$`: the text. */
function fill(template: object, text: string): object {
  return JSON.parse(JSON.stringify(template), (_, value) => (value === "$" ? text : value));
}

/** The events of a reply, as text. */
export function writeReply(dialect: Dialect, reply: DialectReply): string[] {
  const { model, thoughts, pieces, finish, fault, refusal } = reply;
  const its = OF_DIALECT[dialect];
  const event = (delta: object, reason: string | null = null, more: object = {}) =>
    data({
      id: dialect === "openrouter" ? "gen-1" : "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1_760_000_000,
      model,
      ...its.event,
      choices: [{ index: 0, delta, ...its.choice, finish_reason: reason, ...more }],
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
    ...its.opening.map((opening) => (typeof opening === "string" ? opening : event(opening))),
    ...thoughts.map((thought) => event(fill(its.thought, thought))),
    ...(refusal === undefined ? [] : [event({ refusal })]),
    ...pieces.map((content) => event(fill(its.text, content))),
    ...(fault === undefined
      ? [event(its.last, finish, dialect === "vllm" ? { stop_reason: null } : {}), usage]
      : [(dialect === "lm-studio" ? "event: error\n" : "") + data(fill(its.fault, fault))]),
    ...(dialect === "openrouter" ? [] : ["data: [DONE]\n\n"]),
  ];
}

function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}
