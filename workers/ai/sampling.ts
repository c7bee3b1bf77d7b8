import type { JSONObject, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";
import { pickGiven } from "#domain/json.ts";
import type { Settings } from "../settings.ts";
import { findModelFamily, type Sampling } from "./model-families.ts";

/** Tokens that a model may think before it writes: they count as tokens of its answer. */
const THINKING_TOKENS = 4_000;
/** … but never more than this share of what it reads and writes at once. */
const THINKING_SHARE = 0.4;
/** A reply takes at most this share of what the model reads and writes at once. */
const REPLY_SHARE = 0.25;
/**
 * How a model begins when it goes on with the person's turn. Servers allow four stop sequences or fewer, and a sequence that
 * could stand in a story would cut it.
 */
const STOP_SEQUENCES = ["<player_action>", "<person_says>"];

type SamplingSettings = Pick<
  Settings,
  | "AI_TEMPERATURE"
  | "AI_TOP_P"
  | "AI_REPETITION_PENALTY"
  | "AI_PRESENCE_PENALTY"
  | "AI_STOP"
  | "AI_REPLY_TOKENS"
  | "AI_CONTEXT_TOKENS"
>;

type LengthSettings = Pick<Settings, "AI_REPLY_TOKENS" | "AI_CONTEXT_TOKENS">;

/** The most tokens of a reply: as the settings say, but only a share of a small context. */
export function countReplyTokens({ AI_REPLY_TOKENS, AI_CONTEXT_TOKENS }: LengthSettings): number {
  return Math.min(AI_REPLY_TOKENS, Math.floor(AI_CONTEXT_TOKENS * REPLY_SHARE));
}

/** Tokens that a model may think before it writes; none where its family does not. */
export function countThinkingTokens(modelId: string, { AI_CONTEXT_TOKENS }: LengthSettings): number {
  if (!findModelFamily(modelId).thinks) return 0;
  return Math.min(THINKING_TOKENS, Math.floor(AI_CONTEXT_TOKENS * THINKING_SHARE));
}

/**
 * The sampling settings of the deployment and of the model's family. A question with its own temperature is no reply, so it stays
 * as it is. A model that thinks always gets tokens for that in addition.
 */
export function sampleFor(modelId: string, settings: SamplingSettings): LanguageModelMiddleware {
  const sampling = chooseSampling(findModelFamily(modelId).sampling, settings);
  const thinking = countThinkingTokens(modelId, settings);
  const thought = pickGiven({ reasoning: sampling.reasoningEffort });
  const reply = toCallOptions(sampling, settings);
  return {
    specificationVersion: "v4",
    transformParams: async ({ params }) => ({
      ...thought,
      ...(params.temperature === undefined ? reply : {}),
      ...params,
      maxOutputTokens: (params.maxOutputTokens ?? countReplyTokens(settings)) + thinking,
    }),
  };
}

function chooseSampling(usual: Sampling, settings: SamplingSettings): Sampling {
  const chosen = {
    temperature: settings.AI_TEMPERATURE,
    topP: settings.AI_TOP_P,
    repetitionPenalty: settings.AI_REPETITION_PENALTY,
    presencePenalty: settings.AI_PRESENCE_PENALTY,
  };
  return { ...usual, ...pickGiven(chosen) };
}

function toCallOptions(
  { temperature, topP, topK, minP, repetitionPenalty, presencePenalty }: Sampling,
  { AI_STOP }: SamplingSettings,
): Partial<LanguageModelV4CallOptions> {
  // Servers of open models know these, under one name or another; the SDK does not.
  const penalty = repetitionPenalty === 1 ? undefined : repetitionPenalty;
  const further: JSONObject = pickGiven({
    top_k: topK,
    min_p: minP,
    repetition_penalty: penalty,
    repeat_penalty: penalty,
  });
  return {
    temperature,
    ...pickGiven({ topP, presencePenalty }),
    stopSequences: [...STOP_SEQUENCES, ...(AI_STOP ?? [])],
    ...(Object.keys(further).length === 0 ? {} : { providerOptions: { openaiCompatible: further } }),
  };
}
