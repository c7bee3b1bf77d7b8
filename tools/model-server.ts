import * as v from "valibot";
import { STORYTELLER_MODEL } from "#domain/message.ts";
import { Refusal } from "./refusal.ts";
import type { LocalSettings } from "./settings.ts";

/** Servers that say what their model is doing; the names are those of the Worker's setting `AI_SERVER`. */
export type ServerKind = "ollama" | "lm-studio" | "llama.cpp";

/**
 * A language model behind the OpenAI protocol. `baseUrl` ends before `/chat/completions`, so usually in `/v1`. `kind`: `null`
 * for any other server, and for one that is not on this machine.
 */
export type ModelServer = { name: string; baseUrl: string; model: string; kind: ServerKind | null };

// Their default ports.
const KNOWN_SERVERS = [
  { name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1" },
  { name: "llama.cpp", baseUrl: "http://127.0.0.1:8080/v1" },
  { name: "npm run model", baseUrl: "http://127.0.0.1:11480/v1" },
];
/** An answer that only that server gives: with a 200 or, while llama.cpp loads its model, a 503. */
const KNOWN_ANSWERS: readonly { kind: ServerKind; path: string; shape: v.GenericSchema }[] = [
  { kind: "ollama", path: "/api/version", shape: v.object({ version: v.string() }) },
  {
    kind: "lm-studio",
    path: "/api/v0/models",
    shape: v.object({ data: v.array(v.object({ id: v.string(), state: v.string() })) }),
  },
  {
    kind: "llama.cpp",
    path: "/health",
    shape: v.union([
      v.object({ status: v.string() }),
      v.object({ error: v.object({ message: v.pipe(v.string(), v.includes("oading model")) }) }),
    ]),
  },
];
/** Host names of this machine, also as seen from a container on it. */
const OWN_HOSTS = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)$/u;
const ANSWER_LIMIT_MS = 500; // a local server that takes longer to list its models is too slow to write with

const modelListSchema = v.object({ data: v.array(v.object({ id: v.string() })) });

/** The first model server on this machine that has a text model, or null. */
export async function findModelServer(
  servers: { name: string; baseUrl: string }[] = KNOWN_SERVERS,
): Promise<ModelServer | null> {
  const found = await Promise.all(
    servers.map(async (server) => {
      const model = await firstModel(server.baseUrl);
      return model === null ? null : { ...server, model, kind: await findServerKind(server.baseUrl) };
    }),
  );
  return found.find((server) => server !== null) ?? null;
}

/** How a server without a model gets one. */
const GET_A_MODEL: Record<ServerKind, string> = {
  ollama: "ollama pull gemma3:4b",
  "lm-studio": "load one in LM Studio",
  "llama.cpp": "start it with -m FILE.gguf",
};

/** What runs on this machine already, so that no model has to be started; `null`: nothing does. */
export async function describeRunningServer(servers = KNOWN_SERVERS): Promise<string | null> {
  const found = await findModelServer(servers);
  if (found !== null)
    return `${found.name} runs already, with the model ${found.model}: npm start uses it. For another model, stop it first.`;
  for (const { name, baseUrl } of servers) {
    const kind = await findServerKind(baseUrl);
    if (kind === null) continue;
    return `${name} runs, but has no model: ${GET_A_MODEL[kind]}. Then npm start uses it. For another model, stop it first.`;
  }
  return null;
}

/** Whether a server is on this machine. Nobody else waits for it, so a reply may take longer. */
function isOnThisMachine(baseUrl: string): boolean {
  return OWN_HOSTS.test(URL.parse(baseUrl)?.hostname ?? "");
}

/** Which kind of server this is; `null`: it is on another machine, or can't report what its model is doing. */
export async function findServerKind(baseUrl: string): Promise<ServerKind | null> {
  if (!isOnThisMachine(baseUrl)) return null;
  const root = toServerRoot(baseUrl);
  const kinds = await Promise.all(
    KNOWN_ANSWERS.map(async ({ kind, path, shape }) => {
      try {
        const response = await fetch(root + path, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
        return v.is(shape, await response.json()) ? kind : null;
      } catch {
        return null; // nobody there, or a server that does not know the question
      }
    }),
  );
  return kinds.find((kind) => kind !== null) ?? null;
}

/** The first model of a server that the person has configured. Throws a `Refusal` if the server lists none. */
export async function requireModel(baseUrl: string, apiKey: string | undefined): Promise<string> {
  const model = await firstModel(baseUrl, apiKey, 5_000);
  if (model === null)
    throw new Refusal(`AI_MODEL is missing: the server at AI_BASE_URL ${baseUrl} names no model.`);
  return model;
}

async function firstModel(
  baseUrl: string,
  apiKey?: string,
  limitMs = ANSWER_LIMIT_MS,
): Promise<string | null> {
  const models = await askModels(modelListSchema, { baseUrl, apiKey }, limitMs);
  return models?.data.find(({ id }) => !/embed|rerank|whisper/i.test(id))?.id ?? null;
}

/** Asks a model server; `null`: nothing listens there, it took too long, or its answer has another shape or an error status. */
export async function askModelServer<Schema extends v.GenericSchema>(
  schema: Schema,
  url: string,
  { limitMs, ...init }: RequestInit & { limitMs: number },
): Promise<v.InferOutput<Schema> | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(limitMs) });
    const parsed = response.ok ? v.safeParse(schema, await response.json()) : null;
    return parsed?.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Asks for the models of a server. `baseUrl` usually ends in `/v1`. */
export function askModels<Schema extends v.GenericSchema>(
  schema: Schema,
  { baseUrl, apiKey }: { baseUrl: string; apiKey?: string | undefined },
  limitMs: number,
): Promise<v.InferOutput<Schema> | null> {
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
  return askModelServer(schema, `${baseUrl.replace(/\/$/u, "")}/models`, { headers, limitMs });
}

/** The address of a server without the path of the OpenAI protocol, for questions outside that protocol. */
export function toServerRoot(baseUrl: string): string {
  return baseUrl.replace(/\/(?:v1\/?)?$/u, "");
}

/** With a model on this machine nobody pays for the time: it may take long, as long as it goes on. In seconds. */
const OWN_MODEL_TIMES = { AI_REPLY_SECONDS: String(15 * 60), AI_SILENCE_SECONDS: "60" };

/** How long a reply may take: what was set, else the rule for a model of one's own, else that of a deployment. */
export function chooseTimes(
  { AI_REPLY_SECONDS, AI_SILENCE_SECONDS }: Pick<LocalSettings, "AI_REPLY_SECONDS" | "AI_SILENCE_SECONDS">,
  { baseUrl, model }: Pick<ModelServer, "baseUrl" | "model">,
): { AI_REPLY_SECONDS: string | undefined; AI_SILENCE_SECONDS: string | undefined } {
  const isOwnModel = isOnThisMachine(baseUrl) && model !== STORYTELLER_MODEL;
  if (AI_REPLY_SECONDS !== undefined || !isOwnModel) return { AI_REPLY_SECONDS, AI_SILENCE_SECONDS };
  return { ...OWN_MODEL_TIMES, ...(AI_SILENCE_SECONDS === undefined ? {} : { AI_SILENCE_SECONDS }) };
}
