import type { Settings } from "../settings.ts";
import { estimateTokens } from "./tokens.ts";

/** What a message costs besides its text: role and separators. */
const TOKENS_PER_MESSAGE = 8;

/** Of a model's context, what instructions, facts, cast, memory and the reply may take. */
const BESIDES_TOKENS = 2_000;
/** However small a model's context is, the latest messages get that much of it. */
const LEAST_TOKENS = 1_000;

/**
 * Tokens of the conversation itself in a prompt: of `AI_CONTEXT_TOKENS` what is left by the rest. `material`: tokens of texts
 * that only some prompts have.
 */
export function windowTokens(settings: Pick<Settings, "AI_CONTEXT_TOKENS">, material = 0): number {
  return Math.max(LEAST_TOKENS, settings.AI_CONTEXT_TOKENS - BESIDES_TOKENS - material);
}

/** Tokens of a message in a prompt. */
export function messageTokens(text: string): number {
  return estimateTokens(text) + TOKENS_PER_MESSAGE;
}

export type WindowBudget = {
  /** Tokens for messages. */
  tokens: number;
  /** Most messages, by the plan; `null`: no limit but the tokens. */
  messages: number | null;
};

/**
 * As many of the latest messages as fit, never cutting one; the very last is always there. Takes them newest first, as
 * the tree gives them, and stops reading as soon as the window is full. Returns them oldest first.
 */
export function fillWindow<T extends { content: string }>(
  newestFirst: Iterable<T>,
  budget: WindowBudget,
): T[] {
  const chosen: T[] = [];
  let left = budget.tokens;
  for (const message of newestFirst) {
    left -= messageTokens(message.content);
    if (chosen.length > 0 && left < 0) break;
    chosen.push(message);
    if (budget.messages !== null && chosen.length >= budget.messages) break;
  }
  return chosen.reverse();
}
