import * as v from "valibot";
import { askModelServer, askModels, toServerRoot } from "./model-server.ts";

/** A server that knows the answer sends it at once. */
const ANSWER_LIMIT_MS = 1_500;
/**
 * The most that is used unless `AI_CONTEXT_TOKENS` is set. When old messages are dropped, a model reads most of the prompt
 * again, and at 500 tokens a second this takes half a minute.
 */
const USED_AT_MOST = 16_384;
/** The context with which Ollama and LM Studio load a model unless the server or the model's file sets another. */
const USUAL_LOCAL_CONTEXT = 4_096;
/** The minimum of the Worker's setting. */
const LEAST = 1_000;

const tokens = v.pipe(v.number(), v.integer(), v.minValue(1));
const vllmSchema = v.object({
  data: v.array(v.object({ id: v.string(), max_model_len: v.optional(tokens) })),
});
const lmStudioSchema = v.object({
  data: v.array(
    v.object({ id: v.string(), max_context_length: tokens, loaded_context_length: v.optional(tokens) }),
  ),
});
const llamaSchema = v.object({ default_generation_settings: v.object({ n_ctx: tokens }) });
const ollamaShowSchema = v.object({
  parameters: v.optional(v.string(), ""),
  model_info: v.record(v.string(), v.unknown()),
});
const ollamaRunningSchema = v.object({
  models: v.array(v.object({ name: v.string(), context_length: v.optional(tokens) })),
});

type AskedServer = { baseUrl: string; model: string; apiKey?: string | undefined };

/**
 * The context length of a model in tokens, as its server reports it: vLLM, LM Studio, llama.cpp and Ollama do, each in its
 * own way. `null`: the server does not report it. Asked once, at the start.
 */
export async function findContextLength(server: AskedServer): Promise<number | null> {
  const answers = await Promise.all([
    askVllm(server),
    askLmStudio(server),
    askLlama(server),
    askOllama(server),
  ]);
  const found = answers.find((answer) => answer !== null && answer >= LEAST) ?? null;
  return found === null ? null : Math.min(found, USED_AT_MOST);
}

async function askVllm(server: AskedServer): Promise<number | null> {
  const answer = await askModels(vllmSchema, server, ANSWER_LIMIT_MS);
  return answer?.data.find(({ id }) => id === server.model)?.max_model_len ?? null;
}

async function askLmStudio({ baseUrl, model }: AskedServer): Promise<number | null> {
  const answer = await ask(lmStudioSchema, `${toServerRoot(baseUrl)}/api/v0/models`);
  const found = answer?.data.find(({ id }) => id === model);
  if (found === undefined) return null;
  return found.loaded_context_length ?? Math.min(found.max_context_length, USUAL_LOCAL_CONTEXT);
}

async function askLlama({ baseUrl }: AskedServer): Promise<number | null> {
  const answer = await ask(llamaSchema, `${toServerRoot(baseUrl)}/props`);
  return answer?.default_generation_settings.n_ctx ?? null;
}

/** The length of the loaded model, else that in the model's file, else the usual one; never more than the model's maximum. */
async function askOllama({ baseUrl, model }: AskedServer): Promise<number | null> {
  const root = toServerRoot(baseUrl);
  const [shown, running] = await Promise.all([
    ask(ollamaShowSchema, `${root}/api/show`, { method: "POST", body: JSON.stringify({ model }) }),
    ask(ollamaRunningSchema, `${root}/api/ps`),
  ]);
  if (shown === null) return null;
  const loaded = running?.models.find(({ name }) => name === model)?.context_length;
  const asked = /^\s*num_ctx\s+(\d+)\s*$/mu.exec(shown.parameters)?.[1];
  const most = Object.entries(shown.model_info).find(([name]) => name.endsWith(".context_length"))?.[1];
  const used = loaded ?? (asked === undefined ? USUAL_LOCAL_CONTEXT : Number(asked));
  return typeof most === "number" ? Math.min(used, most) : used;
}

function ask<Schema extends v.GenericSchema>(schema: Schema, url: string, init: RequestInit = {}) {
  return askModelServer(schema, url, { ...init, limitMs: ANSWER_LIMIT_MS });
}
