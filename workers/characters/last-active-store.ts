import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { characterChats, characters } from "../db/schema/index.ts";

/*
 * When a character was last active, by which the characters screen sorts: when a passage of its story was read, or in a chat. A chat also
 * counts as a use. An earlier time than the stored one changes nothing.
 */

/** Part of an update of a character that is active at that time. */
export function toActiveAt(at: string) {
  return { lastActiveAt: sql`max(${characters.lastActiveAt}, ${at})` };
}

/** The character of a chat was used at that time. */
export function noteChat(db: Database, userId: string, chatId: string, at: string) {
  return db
    .update(characters)
    .set({ lastUsed: sql`max(coalesce(${characters.lastUsed}, ''), ${at})`, ...toActiveAt(at) })
    .where(and(eq(characters.userId, userId), isInChat(userId, chatId)));
}

/** Part of a statement about characters: whether the chat is with this one. */
export function isInChat(userId: string, chatId: string): SQL {
  return sql`${characters.id} = (SELECT chat.character_id FROM ${characterChats} AS chat
    WHERE chat.id = ${chatId} AND chat.user_id = ${userId})`;
}
