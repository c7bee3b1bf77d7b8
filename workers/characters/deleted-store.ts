import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { isDeletedRow, isOwnRow, listDeletedRows } from "../db/owned-rows.ts";
import type { PageQuery } from "../db/paging.ts";
import { characterChats, characters } from "../db/schema/index.ts";
import {
  type CharacterRow,
  countActiveChats,
  hasRoomToReturn,
  isChatWith,
  selectCharacters,
} from "./store.ts";

/**
 * Moves a character and its chats to "Recently deleted" with the same time: a chat without its character would be in no
 * list. Returns the ids of the chats; `null`: the user has no such character.
 */
export async function deleteCharacterRow(
  db: Database,
  userId: string,
  characterId: string,
  now: Date,
): Promise<string[] | null> {
  const deletedAt = now.toISOString();
  const [deleted, chats] = await db.batch([
    db
      .update(characters)
      .set({ deletedAt, activeChatCount: 0 })
      .where(isOwnRow(characters, userId, characterId))
      .returning({ id: characters.id }),
    db
      .update(characterChats)
      .set({ deletedAt })
      .where(and(isChatWith(userId, characterId), isNull(characterChats.deletedAt)))
      .returning({ id: characterChats.id }),
  ]);
  return deleted.length === 0 ? null : chats.map(({ id }) => id);
}

/** A page of what a user has deleted since then, the latest first. */
export function listDeletedCharacters(db: Database, userId: string, page: PageQuery & { since: Date }) {
  return listDeletedRows((where) => selectCharacters(db, where), characters, userId, page);
}

export function findDeletedCharacter(db: Database, userId: string, characterId: string, since: Date) {
  return selectCharacters(db, isDeletedRow(characters, userId, characterId, since));
}

/**
 * Restores a character from "Recently deleted". A created one needs room in the plan, like a new one. Also restores the
 * chats that were deleted with it, the latest first, at most `chatRoom`. Returns whether the character was restored.
 */
export async function restoreCharacterRow(
  db: Database,
  { id, userId, deletedAt }: Pick<CharacterRow, "id" | "userId" | "deletedAt">,
  { limit, chatRoom }: { limit: number | null; chatRoom: SQL },
): Promise<boolean> {
  if (deletedAt === null) return false;
  const isRestored = sql`EXISTS (SELECT 1 FROM ${characters} AS owner
    WHERE owner.id = ${id} AND owner.user_id = ${userId} AND owner.deleted_at IS NULL)`;
  const deletedWithIt = sql`SELECT chat.id FROM ${characterChats} AS chat
    WHERE chat.character_id = ${id} AND chat.user_id = ${userId} AND chat.deleted_at = ${deletedAt}
    ORDER BY chat.updated_at DESC LIMIT ${chatRoom}`;
  const [restored] = await db.batch([
    db
      .update(characters)
      .set({ deletedAt: null })
      .where(
        and(
          eq(characters.id, id),
          eq(characters.userId, userId),
          eq(characters.deletedAt, deletedAt),
          hasRoomToReturn(userId, limit),
        ),
      )
      .returning({ id: characters.id }),
    db
      .update(characterChats)
      .set({ deletedAt: null })
      .where(and(isRestored, sql`${characterChats.id} IN (${deletedWithIt})`)),
    db
      .update(characters)
      .set({ activeChatCount: countActiveChats() })
      .where(and(eq(characters.id, id), eq(characters.userId, userId))),
  ]);
  return restored.length === 1;
}

/**
 * Characters of any user that may be purged: they were deleted before `before`, or were found in a story that no longer
 * exists. A character with a chat stays, also if the chat is deleted. The job that deletes an account purges its characters.
 */
function isPurgeable(before: Date): SQL {
  // Raw names: drizzle leaves out the table's in a statement of one table. The first line is the condition of the index
  // `characters_purgeable`, word for word, so that SQLite uses it.
  return sql`(characters.deleted_at IS NOT NULL OR (characters.is_from_story = 1 AND characters.origin_story_id IS NULL))
    AND (characters.deleted_at <= ${before.toISOString()}
      OR (characters.is_from_story = 1 AND characters.origin_story_id IS NULL))
    AND NOT EXISTS (SELECT 1 FROM character_chats WHERE character_chats.character_id = characters.id)
    AND NOT EXISTS (SELECT 1 FROM users WHERE users.id = characters.user_id
      AND users.deletion_requested_at IS NOT NULL)`;
}

/** Purgeable characters, by id. */
export function listPurgeableCharacters(db: Database, before: Date, limit: number) {
  return db
    .select({ id: characters.id })
    .from(characters)
    .where(isPurgeable(before))
    .orderBy(asc(characters.id))
    .limit(limit);
}

/** Deletes a character's row if it may still be purged. Returns whether it was deleted. */
export async function purgeCharacter(db: Database, characterId: string, before: Date): Promise<boolean> {
  const gone = await db
    .delete(characters)
    .where(and(eq(characters.id, characterId), isPurgeable(before)))
    .returning({ id: characters.id });
  return gone.length > 0;
}
