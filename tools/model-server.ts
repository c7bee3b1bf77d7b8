import * as v from "valibot";
import { Refusal } from "./refusal.ts";

/**
 * A language model behind the OpenAI protocol. `baseUrl` is the part before `/chat/completions`, usually ending in
 * `/v1`.
 */
export type ModelServer = { name: string; baseUrl: string; model: string };

// Their default ports.
const KNOWN_SERVERS = [
  { name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1" },
  { name: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1" },
  { name: "llama.cpp", baseUrl: "http://127.0.0.1:8080/v1" },
];
const ANSWER_LIMIT_MS = 500; // a local server that takes longer to list its models is too slow to write with

const modelListSchema = v.object({ data: v.array(v.object({ id: v.string() })) });

/** The first model server on this machine that has a text model, or null. */
export async function findModelServer(
  servers: { name: string; baseUrl: string }[] = KNOWN_SERVERS,
): Promise<ModelServer | null> {
  const found = await Promise.all(
    servers.map(async (server) => {
      const model = await firstModel(server.baseUrl);
      return model === null ? null : { ...server, model };
    }),
  );
  return found.find((server) => server !== null) ?? null;
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
  try {
    const response = await fetch(`${baseUrl.replace(/\/$/, "")}/models`, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(limitMs),
    });
    if (!response.ok) return null;
    const models = v.parse(modelListSchema, await response.json()).data;
    return models.find(({ id }) => !/embed|rerank|whisper/i.test(id))?.id ?? null;
  } catch {
    return null; // nothing listens there, or it is no model server
  }
}
