import * as v from "valibot";

/** A question that a server answers at once, or it does not know it. */
const ANSWER_LIMIT_MS = 1_500;
/**
 * More is not used unless `AI_CONTEXT_TOKENS` says so: when the window moves on, a model reads most of it again, and at 500
 * tokens a second this takes half a minute.
 */
const USED_AT_MOST = 16_384;
/** Where neither the server nor the model's own file says anything else, Ollama and LM Studio load a model with this. */
const USUAL_LOCAL_CONTEXT = 4_096;
/** The least that the Worker's settings take. */
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
 * How many tokens a model reads and writes at once, as its server says: vLLM, LM Studio, llama.cpp and Ollama do, each in its
 * own way. `null`: it does not say. Asked once, at the start.
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

async function askVllm({ baseUrl, model, apiKey }: AskedServer): Promise<number | null> {
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  const answer = await ask(vllmSchema, `${baseUrl.replace(/\/$/u, "")}/models`, { headers });
  return answer?.data.find(({ id }) => id === model)?.max_model_len ?? null;
}

async function askLmStudio({ baseUrl, model }: AskedServer): Promise<number | null> {
  const answer = await ask(lmStudioSchema, `${toRoot(baseUrl)}/api/v0/models`);
  const found = answer?.data.find(({ id }) => id === model);
  if (found === undefined) return null;
  return found.loaded_context_length ?? Math.min(found.max_context_length, USUAL_LOCAL_CONTEXT);
}

async function askLlama({ baseUrl }: AskedServer): Promise<number | null> {
  const answer = await ask(llamaSchema, `${toRoot(baseUrl)}/props`);
  return answer?.default_generation_settings.n_ctx ?? null;
}

/** What it has loaded counts, then what the model's file asks for, then its usual length; never more than the model has. */
async function askOllama({ baseUrl, model }: AskedServer): Promise<number | null> {
  const root = toRoot(baseUrl);
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

function toRoot(baseUrl: string): string {
  return baseUrl.replace(/\/(?:v1\/?)?$/u, "");
}

async function ask<Schema extends v.GenericSchema>(
  schema: Schema,
  url: string,
  init: RequestInit = {},
): Promise<v.InferOutput<Schema> | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    const parsed = response.ok ? v.safeParse(schema, await response.json()) : null;
    return parsed?.success ? parsed.output : null;
  } catch {
    return null; // nobody there, or a server that does not know the question
  }
}
