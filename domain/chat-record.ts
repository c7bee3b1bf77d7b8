import * as v from "valibot";
import { CHAT_STATUSES } from "./character.ts";
import { characterRecordSchema } from "./character-record.ts";
import { chatConfigSchema } from "./chat.ts";
import { ROLES } from "./message.ts";
import { countSchema, timeSchema } from "./record-parts.ts";

/* The browser only imports the type from this file, so it never loads the schema. */

/** A character chat of the API, as the specification names its fields. */
export const chatRecordSchema = v.object({
  chatId: v.string(),
  userId: v.string(),
  characterId: v.string(),
  characterName: v.string(),
  character: characterRecordSchema,
  title: v.string(),
  description: v.string(),
  status: v.picklist(CHAT_STATUSES),
  currentChapter: countSchema,
  isNSFW: v.boolean(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  metadata: v.object({
    type: v.literal("character-chat"),
    config: chatConfigSchema,
    isNSFW: v.boolean(),
    /** The beginning of the last message, when it came and who wrote it; `null` before there is one. */
    lastMessage: v.nullable(v.string()),
    lastMessageAt: v.nullable(timeSchema),
    lastMessageRole: v.nullable(v.picklist(ROLES)),
    messageCount: countSchema,
    unreadCount: countSchema,
    /** The character's story. It is copied when the chat is created; `null`: the character has no story. */
    story: v.nullable(v.object({ storyId: v.string(), title: v.string() })),
  }),
});
export type ChatRecord = v.InferOutput<typeof chatRecordSchema>;
