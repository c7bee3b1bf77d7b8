import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { createWorkersAI } from "workers-ai-provider";
import type { Settings } from "../settings.ts";

/** The binding is there in a deployment only; locally it would ask for an account. */
export type LanguageModelBindings = { AI?: Ai };

/**
 * The only door to text generation: the engine that `AI_PROVIDER` names, and no other. Throws when that engine needs a
 * binding which is not there: a mistake of the configuration, never passed over in silence.
 */
export function languageModel(settings: Settings, bindings: LanguageModelBindings): LanguageModelV4 {
  switch (settings.AI_PROVIDER) {
    case "workers-ai": {
      if (!bindings.AI) throw new Error("AI_PROVIDER is workers-ai, but the Worker has no AI binding.");
      return createWorkersAI({ binding: bindings.AI })(settings.AI_MODEL);
    }
    case "openai-compatible":
      return createOpenAICompatible({
        name: "openai-compatible",
        baseURL: settings.AI_BASE_URL,
        apiKey: settings.AI_API_KEY,
        includeUsage: true,
      }).chatModel(settings.AI_MODEL);
  }
}
