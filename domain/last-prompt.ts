import * as v from "valibot";
import { type LoreUse, loreUseSchema } from "./lore.ts";
import { ROLES } from "./message.ts";
import { countSchema } from "./record-parts.ts";

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

/** Of a message that was given to the model so much is shown: the whole of it stands in the conversation. */
export const SHOWN_OF_MESSAGE = 160;

/** What the model was given for the last reply of a conversation, for its owner to look at. */
export const lastPromptSchema = v.object({
  /** Id of the model that wrote it; `null`: not known. */
  model: v.nullable(v.string()),
  /** Seconds from the request to the first word, `null` where none came, and to the end. */
  firstWordSeconds: v.nullable(v.number()),
  seconds: v.number(),
  /** Tokens that the model reads and writes at once, and those of them that are kept free for the reply. */
  contextTokens: countSchema,
  replyTokens: countSchema,
  /** In the order in which the model reads them. */
  parts: v.array(
    v.object({
      name: v.picklist(PROMPT_PART_NAMES),
      /** Estimated. */
      tokens: countSchema,
      /** How many items more there are that the model was not given. */
      leftOut: countSchema,
      /** `role`: whose message it is; `null`: it is none. Of messages only the beginnings. */
      items: v.array(v.object({ role: v.nullable(v.picklist(ROLES)), text: v.string() })),
    }),
  ),
  /** The lorebooks' entries that were called on the open path, for that reply or an earlier one. */
  lore: v.optional(v.array(loreUseSchema), []),
});
export type LastPrompt = v.InferOutput<typeof lastPromptSchema>;

/** What the call answers; `null`: nothing was asked of a model here yet. */
export const lastPromptAnswerSchema = v.object({ prompt: v.nullable(lastPromptSchema) });
