import type { Settings } from "../settings.ts";
import { countReplyTokens, countThinkingTokens } from "./sampling.ts";
import { estimateTokens } from "./tokens.ts";

/** What a message costs besides its text: role, separators, and the block that it stands in. */
const TOKENS_PER_MESSAGE = 12;

/**
 * Tokens after the messages in an ordinary prompt for a passage: the facts of this turn, the request, the rules once more. A
 * longer text takes what it needs.
 */
const REQUEST_TOKENS = 480;
/** Shares of the tokens that memory, people and messages have together: memory and people get at most these, messages at least theirs. */
const MEMORY_SHARE = 0.16;
const PEOPLE_SHARE = 0.15;
const MESSAGES_SHARE = 0.6;

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
export type PastBudget = { all: number; memoryAtMost: number; peopleAtMost: number; messagesAtLeast: number };

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
    messagesAtLeast: Math.floor(all * MESSAGES_SHARE),
  };
}

/** The tokens that the entries of lorebooks may have in a prompt. */
export function toLoreBudget({ context, reply }: Pick<ContextBudget, "context" | "reply">): number {
  return Math.floor(Math.max(0, context - reply) * LORE_SHARE);
}

/** Tokens of a message in a prompt. */
export function messageTokens(text: string): number {
  return estimateTokens(text) + TOKENS_PER_MESSAGE;
}

export function countMessageTokens(messages: readonly { content: string }[]): number {
  return messages.reduce((sum, { content }) => sum + messageTokens(content), 0);
}

/** The same for a question about a conversation: its answer is shorter than a reply, so more of the past fits. */
export function toQuestionBudget(
  { context, answer }: ContextBudget,
  sizes: { fixed: number; request: number },
): PastBudget {
  return toPastBudget({ context, reply: answer }, sizes);
}

export function countLineTokens(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateLineTokens(line), 0);
}

/** Tokens of a line in a block. */
export function estimateLineTokens(line: string): number {
  return estimateTokens(line) + 1;
}

/** The end of a text with at most this many tokens, beginning with a whole word. */
export function keepEnd(text: string, tokens: number): string {
  let kept = text;
  while (kept !== "" && estimateTokens(kept) > tokens) {
    const share = tokens / estimateTokens(kept);
    const from = kept.length - Math.floor(kept.length * Math.min(share, 0.95));
    const space = kept.indexOf(" ", from);
    kept = kept.slice(space >= 0 ? space + 1 : from);
  }
  return kept === text ? text : `… ${kept}`;
}

export type WindowBudget = {
  /** Tokens for messages. */
  tokens: number;
  /** Most messages, by the plan; `null`: no limit but the tokens. */
  messages: number | null;
};

/**
 * As many of the latest messages as fit, without cutting one; the very last is always included. Takes them newest first, as
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
