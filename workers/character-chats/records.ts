import * as v from "valibot";
import { type ChatRecord, chatConfigSchema } from "#domain/chat.ts";
import { toCharacterRecord } from "../characters/records.ts";
import type { ChatRow } from "./store.ts";

/** A row as it goes over the wire. */
export function toChatRecord({ character, ...row }: ChatRow): ChatRecord {
  return {
    chatId: row.id,
    userId: row.userId,
    characterId: row.characterId,
    characterName: character.name,
    character: toCharacterRecord(character),
    title: row.title,
    description: row.description,
    status: row.status,
    currentChapter: row.currentChapter,
    isNSFW: row.isNSFW,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    metadata: {
      type: "character-chat",
      config: v.parse(chatConfigSchema, row.config),
      isNSFW: row.isNSFW,
      lastMessage: row.lastMessage,
      lastMessageAt: row.lastMessageAt,
      lastMessageRole: row.lastMessageRole,
      messageCount: row.messageCount,
      unreadCount: row.unreadCount,
      story: row.storySnapshot && { storyId: row.storySnapshot.storyId, title: row.storySnapshot.title },
    },
  };
}
