import * as v from "valibot";

export const RESPONSE_STYLES = ["concise", "detailed", "casual", "formal"] as const;
export const WRITING_STYLES = ["descriptive", "direct", "emotional", "analytical"] as const;
export const MESSAGE_LENGTHS = {
  short: "1-2 sentences",
  medium: "2-4 sentences",
  long: "4 or more sentences",
} as const;

/** How a character answers; every field has the specification's default. */
export const chatConfigSchema = v.object({
  responseStyle: v.optional(v.picklist(RESPONSE_STYLES), "casual"),
  writingStyle: v.optional(v.picklist(WRITING_STYLES), "descriptive"),
  messageLength: v.optional(v.picklist(["short", "medium", "long"]), "medium"),
  includeActions: v.optional(v.boolean(), true),
});
export type ChatConfig = v.InferOutput<typeof chatConfigSchema>;

/** What the writer is told about a chat: who answers, and how. */
export type CharacterBrief = {
  name: string;
  description: string;
  personality: string;
  appearance: string;
  voice: string;
  quirks: readonly string[];
  interests: readonly string[];
  isNSFW: boolean;
  config: ChatConfig;
};
