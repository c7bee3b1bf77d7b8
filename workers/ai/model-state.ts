import * as v from "valibot";
import type { ReplyPhase } from "#domain/protocol.ts";
import type { Settings } from "../settings.ts";

/** What a model server says of its model before the first piece of text. */
export type ModelState = Extract<ReplyPhase, "loading" | "waiting" | "reading">;
/** Asks the server what its model is doing. Never throws: if the server does not say, the model counts as reading. */
export type FindModelState = (signal: AbortSignal) => Promise<ModelState>;

/** A server on this machine answers such a question within this time, or not at all. */
const ANSWER_WITHIN_MS = 1_500;

/** What asks the model server of the settings, made anew for each reply; `null`: there is nothing to ask. */
export function toModelWatch(settings: Settings): (() => FindModelState) | null {
  if (settings.AI_PROVIDER !== "openai-compatible" || settings.AI_SERVER === undefined) return null;
  const { AI_SERVER: server, AI_MODEL: model } = settings;
  const root = settings.AI_BASE_URL.replace(/\/(?:v1\/?)?$/u, "");
  switch (server) {
    case "llama.cpp":
      return () => (signal) => findLlamaState(root, signal);
    case "lm-studio":
      return () => (signal) =>
        find(`${root}/api/v0/models`, signal, (response) => isUnloaded(response, model));
    case "ollama":
      return () => watchOllama(`${root}/api/ps`, model);
  }
}

async function find(
  url: string,
  signal: AbortSignal,
  isLoading: (response: Response) => Promise<boolean>,
): Promise<ModelState> {
  try {
    return (await isLoading(await ask(url, signal))) ? "loading" : "reading";
  } catch {
    return "reading";
  }
}

function ask(url: string, signal: AbortSignal): Promise<Response> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  return fetch(url, { redirect: "manual", signal: within });
}

const written = v.object({ n_decoded: v.number() });
const slotsSchema = v.pipe(
  // One entry, in a list since the end of 2025.
  v.array(v.object({ is_processing: v.boolean(), next_token: v.union([v.tuple([written]), written]) })),
  v.nonEmpty(),
);

/**
 * llama.cpp says for each of its places to write whether it is taken, and how much is written there. A reply of which no piece has come is not
 * the one that is written: if all places write, it waits for one of them.
 */
async function findLlamaState(root: string, signal: AbortSignal): Promise<ModelState> {
  const state = await find(`${root}/health`, signal, async ({ status }) => status === 503);
  if (state === "loading") return state;
  try {
    const response = await ask(`${root}/slots`, signal);
    const slots = v.parse(slotsSchema, await response.json());
    const areWriting = slots.every(
      ({ is_processing, next_token }) =>
        is_processing && [next_token].flat().every(({ n_decoded }) => n_decoded > 0),
    );
    return areWriting ? "waiting" : "reading";
  } catch {
    return "reading"; // an older server, or one that does not show its places
  }
}

const lmStudioSchema = v.object({ data: v.array(v.object({ id: v.string(), state: v.string() })) });

async function isUnloaded(response: Response, model: string): Promise<boolean> {
  const { data } = v.parse(lmStudioSchema, await response.json());
  const known = data.find(({ id }) => id === model);
  return known !== undefined && known.state !== "loaded";
}

const ollamaSchema = v.object({ models: v.array(v.object({ model: v.string() })) });

/** Ollama lists a model from the moment it begins to load it: what counts is whether it was listed when the reply began. */
function watchOllama(url: string, model: string): FindModelState {
  let wasLoaded: boolean | null = null;
  return (signal) =>
    find(url, signal, async (response) => {
      const { models } = v.parse(ollamaSchema, await response.json());
      wasLoaded ??= models.some((listed) => withTag(listed.model) === withTag(model));
      return !wasLoaded;
    });
}

function withTag(model: string): string {
  return model.includes(":") ? model : `${model}:latest`;
}
