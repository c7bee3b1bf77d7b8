import type { LoreUse } from "./lore.ts";

/** What a prompt is made of, in the order in which a model reads it. What stands first changes least. */
export const PROMPT_PART_NAMES = [
  "rules",
  "facts",
  "lore",
  "memory",
  "people",
  "messages",
  "notes",
  "request",
] as const;
export type PromptPartName = (typeof PROMPT_PART_NAMES)[number];

/** One part of a prompt, as a person can read it. */
export type PromptPart = {
  name: PromptPartName;
  /** Estimated, for all of its items and what stands around them. */
  tokens: number;
  /** Rules, facts, lore and notes: a text each; memory and people: a line each; messages: one each, oldest first. */
  items: string[];
  /** How many more there are that did not fit, or that the plan leaves out. */
  leftOut: number;
};

/** A prompt in its parts, and how the model's context is shared out among them. */
export type PromptParts = {
  /** Tokens that the model reads and writes at once. */
  contextTokens: number;
  /** Of these, kept free for the reply. */
  replyTokens: number;
  parts: PromptPart[];
  /** The lorebooks' entries that were called: used, or left out. */
  lore: Pick<LoreUse, "entryId" | "reason" | "refusal">[];
};
