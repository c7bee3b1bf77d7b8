import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { createWorkersAI } from "workers-ai-provider";
import type { Settings } from "../settings.ts";

/** The binding is there in a deployment only; locally it would ask for an account. */
export type LanguageModelBindings = { AI?: Ai };

/**
 * The only door to text generation: the engine that `AI_PROVIDER` names, and no other, with the model `AI_MODEL`. Throws
 * when that engine needs a binding which is not there: a mistake of the configuration, never passed over in silence.
 */
export function languageModel(settings: Settings, bindings: LanguageModelBindings): LanguageModelV4 {
  return modelOf(settings, bindings, settings.AI_MODEL);
}

/**
 * The model that is asked for answers in JSON: `AI_STRUCTURED_MODEL`, of the same engine; without one, `AI_MODEL`. Throws
 * as `languageModel` does.
 */
export function structuredModel(settings: Settings, bindings: LanguageModelBindings): LanguageModelV4 {
  return modelOf(settings, bindings, settings.AI_STRUCTURED_MODEL ?? settings.AI_MODEL);
}

function modelOf(settings: Settings, bindings: LanguageModelBindings, modelId: string): LanguageModelV4 {
  switch (settings.AI_PROVIDER) {
    case "workers-ai": {
      if (!bindings.AI) throw new Error("AI_PROVIDER is workers-ai, but the Worker has no AI binding.");
      return createWorkersAI({ binding: bindings.AI })(modelId);
    }
    case "openai-compatible":
      return createOpenAICompatible({
        name: "openai-compatible",
        baseURL: settings.AI_BASE_URL,
        apiKey: settings.AI_API_KEY,
        includeUsage: true,
        supportsStructuredOutputs: true,
      }).chatModel(modelId);
  }
}
