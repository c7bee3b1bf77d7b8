import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { createWorkersAI } from "workers-ai-provider";
import type { Settings } from "../settings.ts";
import { schemaInWords } from "./ask-again.ts";
import { retryWithHalf } from "./context-overflow.ts";
import { createModelFetch } from "./model-fetch.ts";
import { sampleFor } from "./sampling.ts";

/** The binding exists only in a deployment; locally it would require an account. */
export type LanguageModelBindings = { AI?: Ai };

/**
 * The only way to text generation: the engine that `AI_PROVIDER` names, and no other, with the model `AI_MODEL`. Throws if
 * that engine needs a binding that is not there: a mistake of the configuration, which is never ignored.
 */
export function languageModel(settings: Settings, bindings: LanguageModelBindings): LanguageModelV4 {
  return findOrMakeModel(settings, bindings, settings.AI_MODEL);
}

/**
 * The model for answers in JSON: `AI_STRUCTURED_MODEL` of the same engine, or else `AI_MODEL`. Throws as
 * `languageModel` does.
 */
export function structuredModel(settings: Settings, bindings: LanguageModelBindings): LanguageModelV4 {
  return findOrMakeModel(settings, bindings, settings.AI_STRUCTURED_MODEL ?? settings.AI_MODEL);
}

/** Which of the two models a question goes to. */
export type AskedModel = "writer" | "structured";

/**
 * Whether a question about a conversation is asked at the end of the conversation's own prompt: a server that keeps what it has
 * read last then reads the question alone. Otherwise a short prompt of its own costs less: Workers AI keeps nothing between two
 * requests, and a structured model of its own has not read the conversation. The one place of this rule.
 */
export function sharesBeginning(settings: Settings, asked: AskedModel): boolean {
  if (settings.AI_PROVIDER === "workers-ai") return false;
  const { AI_MODEL, AI_STRUCTURED_MODEL = AI_MODEL } = settings;
  return asked === "writer" || AI_STRUCTURED_MODEL === AI_MODEL;
}

/** The SDK would write to the console what a provider does not support, in a form that is not that of the log. */
globalThis.AI_SDK_LOG_WARNINGS = false;

/** By the settings of an environment, which are parsed once. */
const models = new WeakMap<Settings, Map<string, LanguageModelV4>>();

/** Made once for each: making one costs as much as a reply's first token. */
function findOrMakeModel(
  settings: Settings,
  bindings: LanguageModelBindings,
  modelId: string,
): LanguageModelV4 {
  const known = models.get(settings) ?? new Map<string, LanguageModelV4>();
  models.set(settings, known);
  const model =
    known.get(modelId) ??
    wrapLanguageModel({
      model: makeModel(settings, bindings, modelId),
      middleware: [retryWithHalf, schemaInWords(), sampleFor(modelId, settings)],
    });
  known.set(modelId, model);
  return model;
}

function makeModel(settings: Settings, bindings: LanguageModelBindings, modelId: string): LanguageModelV4 {
  switch (settings.AI_PROVIDER) {
    case "workers-ai": {
      if (!bindings.AI) throw new Error("AI_PROVIDER is workers-ai, but the Worker has no AI binding.");
      return createWorkersAI({ binding: bindings.AI })(modelId);
    }
    case "openai-compatible":
      return createOpenAICompatible({
        name: "openai-compatible",
        baseURL: settings.AI_BASE_URL,
        ...(settings.AI_API_KEY ? { apiKey: settings.AI_API_KEY } : {}),
        includeUsage: true,
        supportsStructuredOutputs: true,
        // Some servers stream where nothing is said of it.
        transformRequestBody: (body) => ({ stream: false, ...body }),
        fetch: createModelFetch(),
      }).chatModel(modelId);
  }
}
