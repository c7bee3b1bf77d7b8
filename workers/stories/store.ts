import { and, asc, desc, eq, gt, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { StorySort } from "#domain/library.ts";
import type { Role } from "#domain/message.ts";
import {
  type CastMember,
  DEFAULT_STORY_TITLE,
  type StoryBrief,
  type StoryStatus,
} from "#domain/story-record.ts";
import { foldText } from "#domain/text.ts";
import type { Database } from "../db/client.ts";
import { stories, users } from "../db/schema/index.ts";

export type StoryRow = typeof stories.$inferSelect;
export type NewStoryRow = typeof stories.$inferInsert;

/** The place in a sorted list after which the next page begins. */
export type StoryCursor = { key: string; id: string };

/** Words of a search beyond these are passed over: each is looked for in every story that the page comes by. */
const SEARCH_WORDS_MAX = 8;

function ownedBy(userId: string) {
  return and(eq(stories.userId, userId), isNull(stories.deletedAt));
}

/** Rows after the cursor, as a row comparison: the list's index is entered at that place. */
function beyond(key: SQL, cursor: StoryCursor, ascending: boolean): SQL {
  const place = sql`(${cursor.key}, ${cursor.id})`;
  return ascending ? sql`(${key}, ${stories.id}) > ${place}` : sql`(${key}, ${stories.id}) < ${place}`;
}

/**
 * Every word of the search is somewhere in the title or the description. `instr` and not LIKE: nothing in it is a
 * wildcard, and D1 takes LIKE patterns of 50 bytes at most.
 */
function containing(search: string): SQL[] {
  const words = foldText(search).split(" ").slice(0, SEARCH_WORDS_MAX);
  return words
    .filter((word) => word !== "")
    .map(
      (word) =>
        sql`(instr(${stories.foldedTitle}, ${word}) > 0 OR instr(${stories.foldedDescription}, ${word}) > 0)`,
    );
}

/** What a story's place in a sorted list is. */
export function sortKeyOf(sort: StorySort, row: StoryRow): string {
  return isByTitle(sort) ? row.foldedTitle : row.updatedAt;
}

function isByTitle(sort: StorySort): boolean {
  return sort === "name-asc" || sort === "name-desc";
}

export type StoriesPage = {
  sort: StorySort;
  after: StoryCursor | null;
  limit: number;
  /** Absent: stories of every status. */
  status?: StoryStatus;
  /** Absent or empty: all of them. */
  search?: string;
};

/**
 * A page of a user's stories. It costs what its rows cost, wherever it is; a search walks on until it has found enough,
 * through the user's own stories at most.
 */
export function storiesPage(db: Database, userId: string, page: StoriesPage) {
  const key = sql`${isByTitle(page.sort) ? stories.foldedTitle : stories.updatedAt}`;
  const ascending = page.sort === "oldest" || page.sort === "name-asc";
  const order = ascending ? asc : desc;
  return db
    .select()
    .from(stories)
    .where(
      and(
        ownedBy(userId),
        page.status === undefined ? undefined : eq(stories.status, page.status),
        page.after === null ? undefined : beyond(key, page.after, ascending),
        ...containing(page.search ?? ""),
      ),
    )
    .orderBy(order(key), order(stories.id))
    .limit(page.limit);
}

function recentlyDeleted(userId: string, since: Date) {
  return and(
    eq(stories.userId, userId),
    isNotNull(stories.deletedAt),
    gt(stories.deletedAt, since.toISOString()),
  );
}

/** A page of what a user has deleted since then, the latest first. */
export function deletedPage(
  db: Database,
  userId: string,
  page: { since: Date; after: StoryCursor | null; limit: number },
) {
  const key = sql`${stories.deletedAt}`;
  return db
    .select()
    .from(stories)
    .where(
      and(
        recentlyDeleted(userId, page.since),
        page.after === null ? undefined : beyond(key, page.after, false),
      ),
    )
    .orderBy(desc(key), desc(stories.id))
    .limit(page.limit);
}

/** A story that was deleted since then. */
export function deletedStoryOf(db: Database, userId: string, storyId: string, since: Date) {
  return db
    .select({ id: stories.id })
    .from(stories)
    .where(and(eq(stories.id, storyId), recentlyDeleted(userId, since)));
}

/** Whether a user has archived stories, and any deleted since then: one row each is looked at. */
export function shelvesOf(db: Database, userId: string, since: Date) {
  const archived = db
    .select({ id: stories.id })
    .from(stories)
    .where(and(ownedBy(userId), eq(stories.status, "archived")))
    .limit(1);
  const deleted = db.select({ id: stories.id }).from(stories).where(recentlyDeleted(userId, since)).limit(1);
  return [archived, deleted] as const;
}

export function storyOf(db: Database, userId: string, storyId: string) {
  return db
    .select()
    .from(stories)
    .where(and(eq(stories.id, storyId), ownedBy(userId)));
}

/** Whether a user has fewer active stories than the plan's limit; `null`: there is none. Part of the statement that asks. */
function hasRoom(userId: string, limit: number | null): SQL {
  if (limit === null) return sql`true`;
  return sql`(SELECT count(*) FROM ${stories} AS counted
    WHERE counted.user_id = ${userId} AND counted.status = 'active' AND counted.deleted_at IS NULL) < ${limit}`;
}

/** The text of a change with its searched and sorted form. */
function folded(change: { title?: string; description?: string }) {
  return {
    ...(change.title === undefined ? {} : { title: change.title, foldedTitle: foldText(change.title) }),
    ...(change.description === undefined
      ? {}
      : { description: change.description, foldedDescription: foldText(change.description) }),
  };
}

/**
 * Inserts a story unless the user already has `limit` active ones (`null`: no limit), or one that the same request has begun.
 * One statement, so that two requests at once cannot pass together. Returns whether it was inserted.
 */
export async function insertStoryWithin(
  db: Database,
  row: NewStoryRow,
  limit: number | null,
): Promise<boolean> {
  const inserted = await db.all<{ id: string }>(sql`
    INSERT INTO ${stories} (id, user_id, title, description, status, story_length, genre, sub_genre, categories, tropes,
      setting, character, player_name, is_nsfw, custom_data, request_id, created_at, updated_at, "cast", folded_title,
      folded_description)
    SELECT ${row.id}, ${row.userId}, ${row.title}, ${row.description}, 'active', ${row.storyLength}, ${row.genre},
      ${row.subGenre ?? null}, ${JSON.stringify(row.categories)}, ${JSON.stringify(row.tropes)}, ${row.setting ?? ""},
      ${row.character}, ${row.playerName}, ${row.isNSFW ? 1 : 0}, ${JSON.stringify(row.customData)}, ${row.requestId ?? null},
      ${row.createdAt}, ${row.updatedAt}, ${JSON.stringify(row.cast)}, ${foldText(row.title)},
      ${foldText(row.description)}
    WHERE ${hasRoom(row.userId, limit)}
    ON CONFLICT (user_id, request_id) WHERE request_id IS NOT NULL DO NOTHING
    RETURNING id`);
  return inserted.length === 1;
}

/** The story that a user's request has begun, deleted or not. */
export function storyBegunBy(db: Database, userId: string, requestId: string) {
  return db
    .select()
    .from(stories)
    .where(and(eq(stories.userId, userId), eq(stories.requestId, requestId)));
}

/**
 * Changes a story; none comes back where it is not theirs, or where it would become one active story more than `limit`
 * (`null`: no limit): that is one statement as well. Only new words make a story newer.
 */
export function updateStory(
  db: Database,
  userId: string,
  storyId: string,
  change: Partial<Pick<StoryRow, "title" | "description" | "status">>,
  { limit, now }: { limit: number | null; now: Date },
) {
  const words = folded(change);
  const allowed =
    change.status === "active" ? or(eq(stories.status, "active"), hasRoom(userId, limit)) : undefined;
  return db
    .update(stories)
    .set({
      ...words,
      ...(change.status === undefined ? {} : { status: change.status }),
      ...(Object.keys(words).length === 0 ? {} : { updatedAt: now.toISOString() }),
    })
    .where(and(eq(stories.id, storyId), ownedBy(userId), allowed))
    .returning();
}

/** Puts a story into "Recently deleted". */
export function deleteStory(db: Database, userId: string, storyId: string, now: Date) {
  return db
    .update(stories)
    .set({ deletedAt: now.toISOString() })
    .where(and(eq(stories.id, storyId), ownedBy(userId)))
    .returning();
}

/** Takes a story that was deleted since then out of it again, within the plan's limit like a new one. */
export function restoreStory(
  db: Database,
  userId: string,
  storyId: string,
  { since, limit }: { since: Date; limit: number | null },
) {
  return db
    .update(stories)
    .set({ deletedAt: null })
    .where(
      and(
        eq(stories.id, storyId),
        recentlyDeleted(userId, since),
        or(ne(stories.status, "active"), hasRoom(userId, limit)),
      ),
    )
    .returning();
}

/** Gives a story its title if it still has none of its own. Returns whether it had not. */
export async function setFirstTitle(
  db: Database,
  userId: string,
  storyId: string,
  title: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(stories)
    .set({ ...folded({ title }), updatedAt: now.toISOString() })
    .where(and(eq(stories.id, storyId), ownedBy(userId), eq(stories.title, DEFAULT_STORY_TITLE)))
    .returning({ id: stories.id });
  return rows.length === 1;
}

/** What the writer needs to know of a story, with its owner's tier; none when it is not theirs or deleted. */
export function findStoryBrief(db: Database, userId: string, storyId: string) {
  return db
    .select({ story: stories, tier: users.tier })
    .from(stories)
    .innerJoin(users, eq(users.id, stories.userId))
    .where(and(eq(stories.id, storyId), ownedBy(userId)));
}

export function toStoryBrief(row: StoryRow): StoryBrief {
  return {
    storyId: row.id,
    title: row.title,
    description: row.description,
    character: row.character,
    genre: row.genre,
    subGenre: row.subGenre,
    categories: row.categories,
    tropes: row.tropes,
    setting: row.setting,
    storyLength: row.storyLength,
    isNSFW: row.isNSFW,
  };
}

/** What a story's object knows and lists show. `projection` counts up; an older one arriving late is dropped. */
export type StoryProjection = {
  projection: number;
  lastMessageId: string | null;
  lastMessageRole: Role | null;
  /** Its beginning. */
  lastMessage: string | null;
  messageCount: number;
  exchangeCount: number;
  /** ISO 8601. */
  updatedAt: string;
  cast: readonly CastMember[];
  currentLocation: string | null;
};

export function projectStory(db: Database, userId: string, storyId: string, projected: StoryProjection) {
  return db
    .update(stories)
    .set({ ...projected, cast: [...projected.cast] })
    .where(
      and(eq(stories.id, storyId), eq(stories.userId, userId), lt(stories.projection, projected.projection)),
    );
}

/** Deletes a row for good, if it is marked as deleted. Returns whether there is no such row any more. */
export async function purgeStory(db: Database, userId: string, storyId: string): Promise<boolean> {
  const row = and(eq(stories.id, storyId), eq(stories.userId, userId));
  const [, left] = await db.batch([
    db.delete(stories).where(and(row, isNotNull(stories.deletedAt))),
    db.select({ id: stories.id }).from(stories).where(row),
  ]);
  return left.length === 0;
}
