import { and, eq, isNotNull, isNull, lt } from "drizzle-orm";
import * as v from "valibot";
import { type CharacterBrief, chatConfigSchema } from "#domain/chat.ts";
import type { Role } from "#domain/message.ts";
import type { Database } from "../db/client.ts";
import { characterChats, characters, users } from "../db/schema/index.ts";

/** What the writer needs to know of a chat, with its owner's tier; none when it is not theirs or deleted. */
export function findChatBrief(db: Database, userId: string, chatId: string) {
  // Only columns with names of their own: in a D1 batch, two of the same name become one.
  const { characterName, isNSFW, config } = characterChats;
  const { description, personality, appearance, voice, quirks, interests } = characters;
  return db
    .select({
      chat: { characterName, isNSFW, config },
      character: { description, personality, appearance, voice, quirks, interests },
      tier: users.tier,
    })
    .from(characterChats)
    .innerJoin(characters, eq(characters.id, characterChats.characterId))
    .innerJoin(users, eq(users.id, characterChats.userId))
    .where(
      and(eq(characterChats.id, chatId), eq(characterChats.userId, userId), isNull(characterChats.deletedAt)),
    );
}

type ChatBriefRow = Awaited<ReturnType<typeof findChatBrief>>[number];

export function toCharacterBrief({ chat, character }: ChatBriefRow): CharacterBrief {
  return {
    ...character,
    name: chat.characterName,
    isNSFW: chat.isNSFW,
    config: v.parse(chatConfigSchema, chat.config),
  };
}

/** What a chat's object knows and lists show. `projection` counts up; an older one arriving late is dropped. */
export type ChatProjection = {
  projection: number;
  lastMessageId: string | null;
  lastMessageRole: Role | null;
  lastMessage: string | null;
  messageCount: number;
  updatedAt: string;
};

export function projectChat(db: Database, userId: string, chatId: string, projected: ChatProjection) {
  return db
    .update(characterChats)
    .set({ ...projected, lastMessageAt: projected.lastMessage === null ? null : projected.updatedAt })
    .where(
      and(
        eq(characterChats.id, chatId),
        eq(characterChats.userId, userId),
        lt(characterChats.projection, projected.projection),
      ),
    );
}

/** Deletes a row for good, if it is marked as deleted. Returns whether there is no such row any more. */
export async function purgeChat(db: Database, userId: string, chatId: string): Promise<boolean> {
  const row = and(eq(characterChats.id, chatId), eq(characterChats.userId, userId));
  const [, left] = await db.batch([
    db.delete(characterChats).where(and(row, isNotNull(characterChats.deletedAt))),
    db.select({ id: characterChats.id }).from(characterChats).where(row),
  ]);
  return left.length === 0;
}
