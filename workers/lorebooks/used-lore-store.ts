import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { LoreEntry } from "#domain/choose-lore.ts";
import { ENTRIES_IN_USE, GIVEN_TEXT_MAX } from "#domain/lore.ts";
import { estimateTokens } from "../ai/tokens.ts";
import { fillMacros } from "../characters/cards/card.ts";
import type { Database } from "../db/client.ts";
import { limited } from "../db/limited.ts";
import { isOwnedBy } from "../db/owned-rows.ts";
import {
  characterChats,
  characterStories,
  characters,
  chatLorebooks,
  lorebooks,
  loreEntries,
  storyLorebooks,
  users,
} from "../db/schema/index.ts";

/*
 * The books that a conversation uses, and their entries as its prompts have them.
 */

export type LoreUser = { kind: "story" | "character-chat"; id: string };

/** Part of a statement: the ids of the books that a conversation uses. */
function findUsedIds({ kind, id }: LoreUser): SQL {
  if (kind === "story") {
    return sql`SELECT id FROM ${lorebooks} WHERE story_id = ${id}
      UNION SELECT book_id FROM ${storyLorebooks} WHERE story_id = ${id}
      UNION SELECT book.id FROM ${lorebooks} AS book JOIN ${characterStories} AS met ON met.character_id = book.character_id
        WHERE met.story_id = ${id}`;
  }
  return sql`SELECT book_id FROM ${chatLorebooks} WHERE chat_id = ${id}
    UNION SELECT book.id FROM ${lorebooks} AS book JOIN ${characterChats} AS chat ON chat.character_id = book.character_id
      WHERE chat.id = ${id}`;
}

/**
 * Part of a statement: a text that is another one as soon as a book of a conversation has changed, or a name that its entries are filled
 * with: its character's, in a chat also the person's. Empty: it uses none.
 */
export function findLoreStamp(userId: string, user: LoreUser): SQL<string> {
  const person = user.kind === "story" ? sql`''` : sql`(SELECT name FROM ${users} WHERE id = ${userId})`;
  return sql<string>`(SELECT coalesce(group_concat(stamp, ' '), '') FROM (
    SELECT used.id || ':' || used.version || ':' || coalesce(owner.name, '') || ':' || coalesce(${person}, '') AS stamp
    FROM ${lorebooks} AS used LEFT JOIN ${characters} AS owner ON owner.id = used.character_id
    WHERE used.id IN (${findUsedIds(user)}) AND used.user_id = ${userId} AND used.deleted_at IS NULL
    ORDER BY used.id))`;
}

/**
 * The entries of a conversation's books with the stamp of now; they are read only if it has changed. Those that are off come as well: a
 * proposal may add to them. `person`: the name that cards' macros are filled with, the person's or their character's.
 */
export async function readUsedLore(
  db: Database,
  userId: string,
  user: LoreUser,
  person: string,
): Promise<{ stamp: string; entries: LoreEntry[] }> {
  const stampNow = findLoreStamp(userId, user).as("lore_stamp");
  const [[now], rows] = await db.batch([
    db.select({ stamp: stampNow }).from(users).where(eq(users.id, userId)),
    findLore(db, userId, user),
  ]);
  return { stamp: now?.stamp ?? "", entries: rows.map((row) => toLoreEntry(row, person)) };
}

function findLore(db: Database, userId: string, user: LoreUser) {
  const { id, name, text, rules, isNameGiven, isLocked } = loreEntries;
  const rank = sql<number>`CASE WHEN ${lorebooks.storyId} IS NOT NULL THEN 0 WHEN ${lorebooks.characterId} IS NOT NULL THEN 1 ELSE 2 END`;
  return db
    .select({
      id,
      name,
      text: sql<string>`substr(${text}, 1, ${sql`${GIVEN_TEXT_MAX}`.inlineParams()})`.as("given_text"),
      rules,
      isNameGiven,
      isLocked,
      depth: lorebooks.depth,
      isRecursive: lorebooks.isRecursive,
      rank: rank.as("book_rank"),
      character: sql<string | null>`${characters.name}`.as("character_name"),
    })
    .from(loreEntries)
    .innerJoin(lorebooks, eq(lorebooks.id, loreEntries.bookId))
    .leftJoin(characters, eq(characters.id, lorebooks.characterId))
    .where(
      and(
        sql`${lorebooks.id} IN (${findUsedIds(user)})`,
        isOwnedBy(lorebooks, userId),
        isNull(loreEntries.deletedAt),
      ),
    )
    .orderBy(asc(sql`book_rank`), asc(lorebooks.id), limited(loreEntries.place, ENTRIES_IN_USE));
}
type LoreRow = Awaited<ReturnType<typeof findLore>>[number];

/** An entry as a conversation uses it. */
function toLoreEntry({ id, rules, depth, character, ...row }: LoreRow, user: string): LoreEntry {
  const fill = (text: string) => fillMacros(text, { char: character ?? "the character", user });
  const text = fill(row.text);
  return {
    ...row,
    ...rules,
    entryId: id,
    text,
    keys: rules.keys.map(fill),
    secondKeys: rules.secondKeys.map(fill),
    depth: rules.depth ?? depth,
    tokens: estimateTokens(text) + 2,
  };
}

/** The books of a conversation. `chosen`: the person chose it for this conversation. */
export function listUsedBooks(db: Database, userId: string, user: LoreUser) {
  const { table, isOf } = findChoices(user);
  return db
    .select({
      book: lorebooks,
      isChosen:
        sql<number>`EXISTS (SELECT 1 FROM ${table} WHERE ${isOf} AND ${table.bookId} = ${lorebooks.id})`.as(
          "is_chosen",
        ),
    })
    .from(lorebooks)
    .where(and(sql`${lorebooks.id} IN (${findUsedIds(user)})`, isOwnedBy(lorebooks, userId)))
    .orderBy(asc(lorebooks.id));
}

function findChoices({ kind, id }: LoreUser) {
  return kind === "story"
    ? { table: storyLorebooks, isOf: eq(storyLorebooks.storyId, id) }
    : { table: chatLorebooks, isOf: eq(chatLorebooks.chatId, id) };
}

/** Chooses the books of a conversation. Those that are not the user's are left out. The conversation must be theirs. */
export async function saveChosenBooks(
  db: Database,
  userId: string,
  user: LoreUser,
  bookIds: readonly string[],
): Promise<void> {
  const chosen = sql`SELECT ${user.id}, book.id FROM ${lorebooks} AS book WHERE book.user_id = ${userId}
    AND book.deleted_at IS NULL AND book.id IN (SELECT value FROM json_each(${JSON.stringify(bookIds)}))`;
  const { table, isOf } = findChoices(user);
  await db.batch([db.delete(table).where(isOf), db.insert(table).select(chosen).onConflictDoNothing()]);
}
