import type { Settings } from "../settings.ts";
import { countReplyTokens, countThinkingTokens } from "./sampling.ts";

/*
 * How a model's context is divided: all shares and budgets are here. `toPastBudget` says what is left for memory, people and messages, and
 * how much of it memory and people may take.
 */

/**
 * Tokens after the messages in an ordinary prompt for a passage: the facts of this turn, the request, the rules once more. A
 * longer text takes what it needs.
 */
const REQUEST_TOKENS = 480;
/** Shares of the tokens that memory, people and messages have together: memory and people get at most these. */
const MEMORY_SHARE = 0.16;
const PEOPLE_SHARE = 0.15;

/** The share of what the model reads that lore entries may have together. */
const LORE_SHARE = 0.15;

/** Tokens of the longest answer to a question about a conversation: 12 lines of memory, or the people of a passage. */
export const ANSWER_TOKENS = 700;

/**
 * How the model's context is divided, the same for every conversation. In tokens, including thoughts. `reply`: reserved for a passage;
 * `answer`: reserved for the answer to a question about the conversation, which is shorter than most replies.
 */
export type ContextBudget = { context: number; reply: number; answer: number };

type ContextSettings = Pick<Settings, "AI_CONTEXT_TOKENS" | "AI_REPLY_TOKENS" | "AI_MODEL">;

/** Reads the sizes of the model's context from the settings. */
export function toContextBudget(settings: ContextSettings): ContextBudget {
  const reply = countReplyTokens(settings);
  const thoughts = countThinkingTokens(settings.AI_MODEL, settings);
  return {
    context: settings.AI_CONTEXT_TOKENS,
    reply: reply + thoughts,
    answer: Math.min(reply, ANSWER_TOKENS) + thoughts,
  };
}

/** How much memory, people and messages may take in a prompt, in tokens. */
export type PastBudget = { all: number; memoryAtMost: number; peopleAtMost: number };

/** The tokens that rules, facts, request and reply leave for memory, people and messages. */
export function toPastBudget(
  { context, reply }: Pick<ContextBudget, "context" | "reply">,
  { fixed, request }: { fixed: number; request: number },
): PastBudget {
  const all = Math.max(0, context - reply - fixed - Math.max(request, Math.min(REQUEST_TOKENS, context / 8)));
  return {
    all,
    memoryAtMost: Math.floor(all * MEMORY_SHARE),
    peopleAtMost: Math.floor(all * PEOPLE_SHARE),
  };
}

/** The tokens that the entries of lorebooks may have in a prompt. */
export function toLoreBudget({ context, reply }: Pick<ContextBudget, "context" | "reply">): number {
  return Math.floor(Math.max(0, context - reply) * LORE_SHARE);
}
