import { estimateTokens } from "./tokens.ts";

/** What a message costs besides its text: role, separators, and the block that it stands in. */
const TOKENS_PER_MESSAGE = 12;

/** Tokens of a message in a prompt. */
export function messageTokens(text: string): number {
  return estimateTokens(text) + TOKENS_PER_MESSAGE;
}

export function countMessageTokens(messages: readonly { content: string }[]): number {
  return messages.reduce((sum, { content }) => sum + messageTokens(content), 0);
}

export function countLineTokens(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateLineTokens(line), 0);
}

/** Tokens of a line in a block. */
export function estimateLineTokens(line: string): number {
  return estimateTokens(line) + 1;
}

/** How many lines fit, the most important first. None is counted after the first that does not fit. */
export function countFitting(lines: readonly string[], tokens: number): number {
  let left = tokens;
  const over = lines.findIndex((line) => {
    left -= estimateLineTokens(line);
    return left < 0;
  });
  return over < 0 ? lines.length : over;
}

/** A word is not longer, in UTF-16 code units. A script without spaces has the next one much later. */
const WORD_MAX = 40;

/** The end of a text, with at most this many tokens. It begins with a whole word, or at least with no half of a surrogate pair: servers refuse those. */
export function keepEnd(text: string, tokens: number): string {
  let kept = text;
  while (kept !== "" && estimateTokens(kept) > tokens) {
    const share = tokens / estimateTokens(kept);
    const from = kept.length - Math.floor(kept.length * Math.min(share, 0.95));
    const space = kept.indexOf(" ", from);
    kept = kept.slice(space >= 0 && space - from <= WORD_MAX ? space + 1 : from);
  }
  return kept === text ? text : `… ${kept.toWellFormed()}`;
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
