import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { isInChat } from "../characters/last-active-store.ts";
import { hasRoomToReturn } from "../characters/store.ts";
import type { Database } from "../db/client.ts";
import { isDeletedRow, isOwnRow, listDeletedRows } from "../db/owned-rows.ts";
import type { PageQuery } from "../db/paging.ts";
import { characterChats, characters } from "../db/schema/index.ts";
import { hasRoom, recountChats, selectChats } from "./store.ts";

/** A page of what a user has deleted since then, the latest first. */
export function listDeletedChats(db: Database, userId: string, page: PageQuery & { since: Date }) {
  return listDeletedRows((where) => selectChats(db, where), characterChats, userId, page);
}

export function findDeletedChat(db: Database, userId: string, chatId: string, since: Date) {
  return selectChats(db, isDeletedRow(characterChats, userId, chatId, since));
}

/** Moves a chat to "Recently deleted". Returns whether there was such a chat. */
export async function deleteChatRow(
  db: Database,
  userId: string,
  chatId: string,
  now: Date,
): Promise<boolean> {
  const [deleted] = await db.batch([
    db
      .update(characterChats)
      .set({ deletedAt: now.toISOString() })
      .where(isOwnRow(characterChats, userId, chatId))
      .returning({ id: characterChats.id }),
    recountChats(db, userId, chatId),
  ]);
  return deleted.length === 1;
}

/** Part of a statement about chats: whether the character of the chat is not deleted. */
function isOfLivingCharacter(): SQL {
  return sql`EXISTS (SELECT 1 FROM ${characters} AS owner
    WHERE owner.id = character_chats.character_id AND owner.deleted_at IS NULL)`;
}

/**
 * Restores a chat that was deleted since then, and its character if that is deleted as well. The plan must have room for
 * both. Returns whether the chat was restored. `updatedAt` absent: it stays as it is.
 */
export async function restoreChatRow(
  db: Database,
  userId: string,
  chatId: string,
  {
    since,
    chats: limit,
    characters: characterLimit,
    updatedAt,
  }: { since: Date; chats: number | null; characters: number | null; updatedAt?: string },
): Promise<boolean> {
  const [, restored] = await db.batch([
    db
      .update(characters)
      .set({ deletedAt: null })
      .where(
        and(
          eq(characters.userId, userId),
          isNotNull(characters.deletedAt),
          isInChat(userId, chatId),
          hasRoomToReturn(userId, characterLimit),
          hasRoom(userId, limit),
          sql`EXISTS (SELECT 1 FROM ${characterChats} AS chat
            WHERE chat.id = ${chatId} AND chat.deleted_at > ${since.toISOString()})`,
        ),
      ),
    db
      .update(characterChats)
      .set({ deletedAt: null, updatedAt })
      .where(
        and(
          isDeletedRow(characterChats, userId, chatId, since),
          isOfLivingCharacter(),
          hasRoom(userId, limit),
        ),
      )
      .returning({ id: characterChats.id }),
    recountChats(db, userId, chatId),
  ]);
  return restored.length === 1;
}
