import { and, asc, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../db/client.ts";
import { isAmong } from "../db/owned-rows.ts";
import {
  type CONVERSATION_KINDS,
  characterChats,
  characters,
  lorebooks,
  loreEntries,
  searchChanges,
  stories,
} from "../db/schema/index.ts";

export type SearchChange = Pick<typeof searchChanges.$inferSelect, "kind" | "id" | "stamp">;

const CHANGES_MAX = 100;
const TABLES = {
  story: stories,
  "character-chat": characterChats,
  character: characters,
  entry: loreEntries,
};

/** What has changed and was not read into the index yet: some of it, none at the end. */
export function listChanges(db: Database, userId: string): Promise<SearchChange[]> {
  const { kind, id, stamp } = searchChanges;
  return db
    .select({ kind, id, stamp })
    .from(searchChanges)
    .where(eq(searchChanges.userId, userId))
    .limit(CHANGES_MAX)
    .all();
}

/** Forgets changes that were read, unless they have come again since. */
export async function dropChanges(
  db: Database,
  userId: string,
  changes: readonly SearchChange[],
): Promise<void> {
  const stamps = changes.map(({ stamp }) => stamp);
  await db
    .delete(searchChanges)
    .where(and(eq(searchChanges.userId, userId), isAmong(searchChanges.stamp, stamps)));
}

/** Everything of a person is read again. */
export async function markAllChanged(db: Database, userId: string): Promise<void> {
  const rows = Object.entries(TABLES).map(
    ([kind, table]) =>
      sql`SELECT user_id, ${kind}, id, hex(randomblob(8)) FROM ${table} WHERE user_id = ${userId}`,
  );
  const all = sql.join(rows, sql` UNION ALL `);
  await db.run(sql`INSERT INTO ${searchChanges} ${all} ON CONFLICT DO NOTHING`);
}

/** The rows that have changed, as far as they are there; entries only if they and their book are not deleted. */
export async function readThings(db: Database, userId: string, changes: readonly SearchChange[]) {
  const among = (kind: SearchChange["kind"]) => {
    const ids = changes.filter((change) => change.kind === kind).map(({ id }) => id);
    return and(eq(TABLES[kind].userId, userId), isAmong(TABLES[kind].id, ids));
  };
  const [foundStories, chats, people, entries] = await db.batch([
    db.select().from(stories).where(among("story")),
    db
      .select({
        ...getTableColumns(characterChats),
        // With its character.
        deletedAt: sql<string | null>`coalesce(${characterChats.deletedAt},
          (SELECT c.deleted_at FROM ${characters} AS c WHERE c.id = ${characterChats.characterId}))`,
      })
      .from(characterChats)
      .where(among("character-chat")),
    db.select().from(characters).where(among("character")),
    db
      .select({
        ...getTableColumns(loreEntries),
        book: sql<string>`${lorebooks.name}`.as("book_name"),
        storyId: lorebooks.storyId,
        characterId: lorebooks.characterId,
      })
      .from(loreEntries)
      .innerJoin(lorebooks, eq(lorebooks.id, loreEntries.bookId))
      .where(and(among("entry"), isNull(loreEntries.deletedAt), isNull(lorebooks.deletedAt))),
  ]);
  return { stories: foundStories, chats, characters: people, entries };
}
export type SearchedThings = Awaited<ReturnType<typeof readThings>>;

/** Ids of a person's conversations in their order, with those in the bin: the index keeps and hides them. */
export async function listConversationIds(
  db: Database,
  userId: string,
  kind: (typeof CONVERSATION_KINDS)[number],
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const table = TABLES[kind];
  const rows = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.userId, userId), gt(table.id, after)))
    .orderBy(asc(table.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** People of whom something waits to be read into their index. */
export async function listWaiting(db: Database, limit: number): Promise<string[]> {
  const rows = await db.selectDistinct({ userId: searchChanges.userId }).from(searchChanges).limit(limit);
  return rows.map(({ userId }) => userId);
}

type Placed = Record<"id" | "storyId" | "chatId" | "characterId" | "bookId", string | null>;

/**
 * What is shown beside places: genres, kinds of lore, characters, the partners of chats. `uses`: where books that belong to no story can be
 * opened: a story or a chat that uses each, if there is one; `latestId`: the latest story, in which a world can be chosen.
 */
export async function readBeside(db: Database, userId: string, items: readonly Placed[]) {
  const amongAll = (column: SQLiteColumn, name: keyof Placed) =>
    isAmong(column, [...new Set(items.flatMap((item) => item[name] ?? []))]);
  const [uses, genres, kinds, people, partners] = await db.batch([
    // Written by hand: in a select from one table drizzle omits the name of the table, and the inner tables also have `id`.
    db
      .select({
        bookId: lorebooks.id,
        storyId: sql<string | null>`coalesce(
        (SELECT u.story_id FROM story_lorebooks AS u JOIN stories AS s ON s.id = u.story_id
          WHERE u.book_id = lorebooks.id AND s.deleted_at IS NULL LIMIT 1),
        (SELECT s.id FROM characters AS c JOIN stories AS s ON s.id = c.origin_story_id
          WHERE c.id = lorebooks.character_id AND s.deleted_at IS NULL))`,
        chatId: sql<string | null>`coalesce(
        (SELECT u.chat_id FROM chat_lorebooks AS u JOIN character_chats AS c ON c.id = u.chat_id
          WHERE u.book_id = lorebooks.id AND c.deleted_at IS NULL LIMIT 1),
        (SELECT c.id FROM character_chats AS c WHERE c.character_id = lorebooks.character_id AND c.deleted_at IS NULL LIMIT 1))`,
        latestId: sql<string | null>`(SELECT s.id FROM stories AS s WHERE s.user_id = lorebooks.user_id
          AND lorebooks.character_id IS NULL AND s.deleted_at IS NULL ORDER BY s.updated_at DESC LIMIT 1)`,
      })
      .from(lorebooks)
      .where(and(eq(lorebooks.userId, userId), amongAll(lorebooks.id, "bookId"))),
    db
      .select({ id: stories.id, genre: stories.genre })
      .from(stories)
      .where(and(eq(stories.userId, userId), amongAll(stories.id, "storyId"))),
    db
      .select({ id: loreEntries.id, kind: loreEntries.kind })
      .from(loreEntries)
      .where(and(eq(loreEntries.userId, userId), amongAll(loreEntries.id, "id"))),
    db
      .select()
      .from(characters)
      .where(and(eq(characters.userId, userId), amongAll(characters.id, "characterId"))),
    db
      .select({ chatId: sql<string>`${characterChats.id}`.as("chat_id"), character: characters })
      .from(characterChats)
      .innerJoin(characters, eq(characters.id, characterChats.characterId))
      .where(and(eq(characterChats.userId, userId), amongAll(characterChats.id, "chatId"))),
  ]);
  return { uses, genres, kinds, people, partners };
}
