/** Sampling settings. Absent ones are left to the server. */
export type Sampling = {
  temperature: number;
  topP?: number;
  topK?: number;
  minP?: number;
  /** 1: none. Only some servers have it (llama.cpp, LM Studio, vLLM, OpenRouter); the others ignore or refuse it. */
  repetitionPenalty?: number;
  presencePenalty?: number;
  reasoningEffort?: "low" | "medium" | "high";
};

type ModelFamily = {
  /** Of the model's id, whatever server names it: `@cf/meta/llama-3.3-70b…`, `qwen3:8b`, `mistralai/Mistral-Nemo…`. */
  pattern: RegExp;
  sampling: Sampling;
  /** It thinks before it writes, and its thoughts count as tokens of the reply. */
  thinks?: boolean;
  /** Its chat template opens the thoughts, so that its text begins in the middle of them. */
  beginsInThoughts?: boolean;
};

/**
 * The makers' own figures, where they give any for prose; the first family that fits counts. A deployment's settings
 * (`AI_TEMPERATURE` and the others) go before them.
 *
 * - Llama: generation_config.json of Llama 3.1 and 3.3 (temperature 0.6, top_p 0.9) is made for answers; for prose Meta's
 *   reference code allows up to 1. A slight repetition penalty, because the small ones loop.
 * - Qwen3: "Best Practices" of the model cards: thinking 0.6 / 0.95 / top_k 20, else 0.7 / 0.8 / top_k 20, min_p 0, and a
 *   presence penalty from 0 to 2 against endless repetition.
 * - Mistral: 0.7 is the platform's default; the card of Nemo asks for 0.3, as those of Small 3.1 and 3.2 do for 0.15, for
 *   answers. Prose at those is flat and repeats itself, so it is the upper end of what they name.
 * - Gemma 3: Google's figures, 1.0 / 0.95 / top_k 64 / min_p 0.
 * - GPT-OSS: OpenAI's card, 1.0 / 1.0. Little thought is enough to go on with a story.
 * - Gemma 4, Gemini from 2.5 on, GPT-5, OpenAI's o models, GLM from 4.5 on, MiniMax M and Kimi from K2.5 on think unless they are told
 *   not to, often unseen; all are made for a temperature of 1, and those of OpenAI and Moonshot take no other.
 * - DeepSeek R1: 0.6 (0.5 to 0.7) / 0.95 "to prevent endless repetitions". V3: generation_config.json has 0.6 / 0.95; the
 *   1.5 that the hosted API asks for in "creative writing" is mapped to less by that API. V4 thinks; its figures are 1.0 / 0.95.
 */
const FAMILIES: readonly ModelFamily[] = [
  { pattern: /gpt-?oss/iu, sampling: { temperature: 1, topP: 1, reasoningEffort: "low" }, thinks: true },
  {
    pattern: /deepseek-?(?:ai\/|coder\/)?.*(?:r1|reasoner)/iu,
    sampling: { temperature: 0.6, topP: 0.95 },
    thinks: true,
    beginsInThoughts: true,
  },
  { pattern: /deepseek.*v[4-9]/iu, sampling: { temperature: 1, topP: 0.95 }, thinks: true },
  { pattern: /deepseek/iu, sampling: { temperature: 0.8, topP: 0.95 } },
  {
    pattern: /qwq|qwen.*thinking/iu,
    sampling: { temperature: 0.6, topP: 0.95, topK: 20, minP: 0, presencePenalty: 0.5 },
    thinks: true,
    beginsInThoughts: true,
  },
  {
    pattern: /qwen-?3(?!.*instruct)/iu,
    sampling: { temperature: 0.7, topP: 0.8, topK: 20, minP: 0, presencePenalty: 0.5 },
    thinks: true,
  },
  { pattern: /qwen/iu, sampling: { temperature: 0.7, topP: 0.8, topK: 20, minP: 0, presencePenalty: 0.5 } },
  { pattern: /magistral/iu, sampling: { temperature: 0.7, topP: 0.95 }, thinks: true },
  {
    pattern: /mistral|mixtral|ministral|nemo/iu,
    sampling: { temperature: 0.7, topP: 0.95, repetitionPenalty: 1.05 },
  },
  {
    pattern: /gemma-?[4-9]/iu,
    sampling: { temperature: 1, topP: 0.95, topK: 64, minP: 0 },
    thinks: true,
  },
  { pattern: /gemma/iu, sampling: { temperature: 1, topP: 0.95, topK: 64, minP: 0 } },
  {
    pattern:
      /gemini-(?:2\.5|[3-9])|gpt-[5-9]|(?:^|\/)o[1-9]\b|glm-?(?:4\.[5-9]|[5-9])|minimax-m\d|kimi-k(?:2\.|2-thinking|[3-9])/iu,
    sampling: { temperature: 1 },
    thinks: true,
  },
  { pattern: /llama/iu, sampling: { temperature: 0.9, topP: 0.9, repetitionPenalty: 1.05 } },
];

/** Every server takes a temperature; nothing else is asked of a model that is not known. */
const OTHER: Omit<ModelFamily, "pattern"> = { sampling: { temperature: 0.9 } };

/** What is known of a model by its id. */
export function findModelFamily(modelId: string): Omit<ModelFamily, "pattern"> {
  return FAMILIES.find(({ pattern }) => pattern.test(modelId)) ?? OTHER;
}
