import * as v from "valibot";
import type { ChatRecord } from "./chat-record.ts";
import type { TitlesBefore } from "./edit-conflict.ts";
import { idSchema, requestIdSchema } from "./ids.ts";
import { boundedText, orLess } from "./input.ts";
import { listKeys } from "./json.ts";
import { ROLES } from "./message.ts";
import type { CharacterTexts, Deleted } from "./record-parts.ts";
import { castMemberSchema } from "./story-record.ts";

export const RESPONSE_STYLES = ["concise", "detailed", "casual", "formal"] as const;
export const WRITING_STYLES = ["descriptive", "direct", "emotional", "analytical"] as const;
export const MESSAGE_LENGTHS = {
  short: "1-2 sentences",
  medium: "2-4 sentences",
  long: "4 or more sentences",
} as const;
export const MESSAGE_LENGTH_VALUES = listKeys(MESSAGE_LENGTHS);

/** How a character answers; every field has the specification's default. */
export const chatConfigSchema = v.object({
  responseStyle: v.optional(v.picklist(RESPONSE_STYLES, "Please choose a response style"), "casual"),
  writingStyle: v.optional(v.picklist(WRITING_STYLES, "Please choose a writing style"), "descriptive"),
  messageLength: v.optional(v.picklist(MESSAGE_LENGTH_VALUES, "Please choose a message length"), "medium"),
  includeActions: v.optional(v.boolean(), true),
});
export type ChatConfig = v.InferOutput<typeof chatConfigSchema>;

/** Limits of a chat's title and description, in characters that a person sees; those of a story. */
export const CHAT_TITLE_MAX = 120;
export const CHAT_DESCRIPTION_MAX = 1500;
/** The title where a chat's own can't be had. */
export const CHAT_TITLE_FALLBACK = "Character Chat";

/** The title of a chat if the person gives none. It has the character's name, so pages with it don't repeat the name. */
export function toDefaultTitle(characterName: string): string {
  return `Chat with ${characterName}`;
}

const titleRule = orLess(CHAT_TITLE_MAX, "Title must be");

/** `POST /api/character-chats`. */
export const createChatSchema = v.object({
  characterId: idSchema,
  /** Absent or empty: the title from `toDefaultTitle`. */
  title: v.optional(boundedText(titleRule), ""),
  /** Absent: as the character is. */
  isNSFW: v.optional(v.boolean()),
  config: v.optional(chatConfigSchema, {}),
  /** Sent again with the same, it is the same chat. */
  requestId: v.optional(requestIdSchema),
});
export type NewChat = v.InferOutput<typeof createChatSchema>;

/** `PATCH /api/character-chats/{chatId}`. An absent field is left as it is. */
export const updateChatSchema = v.object({
  title: v.optional(boundedText({ required: "Please enter a title", ...titleRule })),
  description: v.optional(boundedText(orLess(CHAT_DESCRIPTION_MAX, "Description must be"))),
});
export type UpdateChat = v.InferOutput<typeof updateChatSchema> & { before?: TitlesBefore | undefined };

export type { ChatRecord } from "./chat-record.ts";

/** A deleted chat that can still be restored. */
export type DeletedChat = ChatRecord & Deleted;

/** What a character of a story knows of it: taken once, when the chat is created. */
export const storySnapshotSchema = v.object({
  storyId: v.string(),
  title: v.string(),
  genre: v.string(),
  setting: v.string(),
  description: v.string(),
  /** The person's own character in the story. */
  player: v.object({ name: v.string(), description: v.string() }),
  location: v.nullable(v.string()),
  /** Everybody else of the story. */
  cast: v.array(v.pick(castMemberSchema, ["name", "role", "description"])),
  /** What happened, in lines, oldest first. */
  memory: v.array(v.string()),
  /** The last messages after those lines, oldest first. */
  latest: v.array(v.object({ role: v.picklist(ROLES), content: v.string() })),
});
export type StorySnapshot = v.InferOutput<typeof storySnapshotSchema>;

/** What an imported card says of how its character talks. */
export type CardMaterial = {
  /** The card's own description, where it is longer than a character's may be. */
  description: string;
  scenario: string;
  exampleDialogue: string;
  /** Wishes of the card's maker; material like all the rest. */
  systemPrompt: string;
  postHistoryInstructions: string;
};

/** The facts about a chat for its prompt: who answers, and how. */
export type CharacterBrief = CharacterTexts & {
  isNSFW: boolean;
  config: ChatConfig;
  /** `null`: it came with no card. */
  card: CardMaterial | null;
  /** `null`: the character is of no story. */
  story: StorySnapshot | null;
};

/** Where a chat's pictures are kept: keys that begin so, each with an unguessable version of its own. */
export function toPicturePrefix(chatId: string): string {
  return `chat-pictures/${chatId}/`;
}
