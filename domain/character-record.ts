import * as v from "valibot";
import { CHAT_STATUSES, characterFields } from "./character.ts";
import { ART_STYLES } from "./portraits.ts";
import { characterTextsSchema, countSchema, emblemSchema, timeSchema } from "./record-parts.ts";

/* Schemas of answers. The browser imports types from this file, and the schemas only where a search is open. */

/** A chat in the list of a character's chats. */
export const chatSummarySchema = v.object({
  chatId: v.string(),
  title: v.string(),
  status: v.picklist(CHAT_STATUSES),
  /** `null`: the chat has no message yet. */
  lastMessageAt: v.nullable(timeSchema),
  updatedAt: timeSchema,
  unreadCount: countSchema,
  /** The beginning of the last message, if the caller asked for it. */
  lastMessage: v.optional(v.nullable(v.string())),
});
export type ChatSummary = v.InferOutput<typeof chatSummarySchema>;

const characterPortraitSchema = v.object({
  url: v.string(),
  /** The same at 128 px. */
  thumbnailUrl: v.string(),
  kind: v.picklist(["ai", "imported"]),
});
export type CharacterPortrait = v.InferOutput<typeof characterPortraitSchema>;

/** A character as the API answers with it. */
export const characterRecordSchema = v.object({
  characterId: v.string(),
  userId: v.string(),
  ...characterTextsSchema.entries,
  role: v.nullable(v.string()),
  customAttributes: v.record(v.string(), v.unknown()),
  isNSFW: v.boolean(),
  originStoryId: v.nullable(v.string()),
  storyIds: v.array(v.string()),
  status: v.literal("active"),
  isNew: v.boolean(),
  mentions: countSchema,
  /** It came with a character card, which holds more than these fields. */
  hasCard: v.boolean(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  /** When the character was last used, as the specification defines it. See `workers/characters/last-active-store.ts`. */
  lastActiveAt: timeSchema,
  metadata: v.object({
    isNSFW: v.boolean(),
    lastUsed: v.nullable(timeSchema),
    images: v.object({ primary: v.nullable(characterPortraitSchema) }),
    /** Shown where there is no picture. `style`: the treatment, one of the art styles. */
    emblem: v.object({ ...emblemSchema.entries, style: v.picklist(ART_STYLES) }),
  }),
  /** If the caller asked for them: all chats that are not deleted, the latest first. */
  chats: v.optional(v.array(chatSummarySchema)),
  /** If the caller asked for them: the stories in which the character appears. */
  stories: v.optional(v.array(v.object({ storyId: v.string(), title: v.string() }))),
});
export type CharacterRecord = v.InferOutput<typeof characterRecordSchema>;

/**
 * `PATCH /api/characters/{id}`. An absent field is left as it is. `before`: what the changed fields were when the change began; if one is
 * something else by then, the answer is EDIT_CONFLICT.
 */
export const updateCharacterSchema = v.partial(
  v.object({
    ...characterFields,
    before: v.partial(v.object({ ...characterTextsSchema.entries, isNSFW: v.boolean() })),
  }),
);
export type UpdateCharacter = v.InferOutput<typeof updateCharacterSchema>;
