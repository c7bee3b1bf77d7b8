import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { type Database, runBatch } from "../db/client.ts";
import { isAmong } from "../db/owned-rows.ts";
import {
  type CONVERSATION_KINDS,
  characterChats,
  characters,
  lorebooks,
  loreEntries,
  type SEARCHED_ROWS,
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
  await runBatch(
    db,
    Object.entries(TABLES).map(([kind, table]) =>
      db
        .insert(searchChanges)
        .select(
          db
            .select({
              userId: table.userId,
              kind: sql<(typeof SEARCHED_ROWS)[number]>`${kind}`.as("kind"),
              id: table.id,
              stamp: sql<string>`hex(randomblob(8))`.as("stamp"),
            })
            .from(table)
            .where(eq(table.userId, userId)),
        )
        .onConflictDoNothing(),
    ),
  );
}

/** The rows that have changed, as far as they are there and not deleted. */
export async function readThings(db: Database, userId: string, changes: readonly SearchChange[]) {
  const listIds = (kind: SearchChange["kind"]) =>
    changes.filter((change) => change.kind === kind).map(({ id }) => id);
  const among = (kind: SearchChange["kind"]) =>
    and(
      eq(TABLES[kind].userId, userId),
      isAmong(TABLES[kind].id, listIds(kind)),
      isNull(TABLES[kind].deletedAt),
    );
  const [foundStories, chats, people, entries] = await db.batch([
    db
      .select({
        id: stories.id,
        title: stories.title,
        description: stories.description,
        setting: stories.setting,
        character: stories.character,
        status: stories.status,
        createdAt: stories.createdAt,
      })
      .from(stories)
      .where(among("story")),
    db
      .select({
        id: characterChats.id,
        title: characterChats.title,
        description: characterChats.description,
        status: characterChats.status,
        createdAt: characterChats.createdAt,
      })
      .from(characterChats)
      .where(
        and(
          among("character-chat"),
          sql`EXISTS (SELECT 1 FROM characters AS c WHERE c.id = ${characterChats.characterId} AND c.deleted_at IS NULL)`,
        ),
      ),
    db
      .select({
        id: characters.id,
        name: characters.name,
        description: characters.description,
        personality: characters.personality,
        appearance: characters.appearance,
        voice: characters.voice,
        quirks: characters.quirks,
        interests: characters.interests,
        createdAt: characters.createdAt,
      })
      .from(characters)
      .where(among("character")),
    db
      .select({
        id: loreEntries.id,
        name: loreEntries.name,
        text: loreEntries.text,
        createdAt: loreEntries.createdAt,
        bookId: loreEntries.bookId,
        book: sql<string>`(SELECT name FROM lorebooks WHERE id = ${loreEntries.bookId})`,
        storyId: sql<string | null>`(SELECT story_id FROM lorebooks WHERE id = ${loreEntries.bookId})`,
        characterId: sql<
          string | null
        >`(SELECT character_id FROM lorebooks WHERE id = ${loreEntries.bookId})`,
      })
      .from(loreEntries)
      .where(
        and(
          among("entry"),
          sql`EXISTS (SELECT 1 FROM ${lorebooks} AS b WHERE b.id = ${loreEntries.bookId} AND b.deleted_at IS NULL)`,
        ),
      ),
  ]);
  return { stories: foundStories, chats, characters: people, entries };
}
export type SearchedThings = Awaited<ReturnType<typeof readThings>>;

/** Ids of a person's conversations that are not deleted, in their order. */
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

/** Where books that belong to no story can be opened: a story or a chat that uses each, if there is one. */
export function listUses(db: Database, userId: string, bookIds: readonly string[]) {
  const { id, characterId } = lorebooks;
  return db
    .select({
      bookId: id,
      storyId: sql<string | null>`coalesce(
        (SELECT u.story_id FROM story_lorebooks AS u JOIN stories AS s ON s.id = u.story_id
          WHERE u.book_id = ${id} AND s.deleted_at IS NULL LIMIT 1),
        (SELECT s.id FROM characters AS c JOIN stories AS s ON s.id = c.origin_story_id
          WHERE c.id = ${characterId} AND s.deleted_at IS NULL))`,
      chatId: sql<string | null>`coalesce(
        (SELECT u.chat_id FROM chat_lorebooks AS u JOIN character_chats AS c ON c.id = u.chat_id
          WHERE u.book_id = ${id} AND c.deleted_at IS NULL LIMIT 1),
        (SELECT c.id FROM character_chats AS c WHERE c.character_id = ${characterId} AND c.deleted_at IS NULL LIMIT 1))`,
    })
    .from(lorebooks)
    .where(and(eq(lorebooks.userId, userId), isAmong(id, bookIds)));
}
