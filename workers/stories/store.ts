import { and, asc, desc, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Role } from "#domain/message.ts";
import { type CastMember, DEFAULT_STORY_TITLE, type StoryBrief, type StoryStatus } from "#domain/story.ts";
import type { Database } from "../db/client.ts";
import { stories, users } from "../db/schema/index.ts";

export type StoryRow = typeof stories.$inferSelect;
export type NewStoryRow = typeof stories.$inferInsert;

export const STORY_SORTS = ["recent", "oldest", "name-asc", "name-desc"] as const;
export type StorySort = (typeof STORY_SORTS)[number];
/** The place in a sorted list after which the next page begins. */
export type StoryCursor = { key: string; id: string };

const titleKey = sql<string>`${stories.title} COLLATE NOCASE`;

function ownedBy(userId: string) {
  return and(eq(stories.userId, userId), isNull(stories.deletedAt));
}

/** Rows after the cursor, as a row comparison: the list's index is entered at that place. */
function beyond(key: SQL, cursor: StoryCursor, ascending: boolean): SQL {
  const place = sql`(${cursor.key}, ${cursor.id})`;
  return ascending ? sql`(${key}, ${stories.id}) > ${place}` : sql`(${key}, ${stories.id}) < ${place}`;
}

/** A page of a user's stories. */
export function storiesPage(
  db: Database,
  userId: string,
  page: { sort: StorySort; after: StoryCursor | null; limit: number },
) {
  const byTitle = page.sort === "name-asc" || page.sort === "name-desc";
  const ascending = page.sort === "oldest" || page.sort === "name-asc";
  const key = byTitle ? titleKey : sql`${stories.updatedAt}`;
  const order = ascending ? asc : desc;
  return db
    .select()
    .from(stories)
    .where(and(ownedBy(userId), page.after === null ? undefined : beyond(key, page.after, ascending)))
    .orderBy(order(key), order(stories.id))
    .limit(page.limit);
}

export function storyOf(db: Database, userId: string, storyId: string) {
  return db
    .select()
    .from(stories)
    .where(and(eq(stories.id, storyId), ownedBy(userId)));
}

/** How many stories with that status a user has. */
export function countStories(db: Database, userId: string, status: StoryStatus) {
  return db
    .select({ count: sql<number>`count(*)` })
    .from(stories)
    .where(and(ownedBy(userId), eq(stories.status, status)));
}

/**
 * Inserts a story unless the user already has `limit` active ones (`null`: no limit). One statement, so that two
 * requests at once cannot pass the limit together. Returns whether it was inserted.
 */
export async function insertStoryWithin(
  db: Database,
  row: NewStoryRow,
  limit: number | null,
): Promise<boolean> {
  if (limit === null) {
    await db.insert(stories).values(row);
    return true;
  }
  const room = sql`(SELECT count(*) FROM ${stories}
    WHERE user_id = ${row.userId} AND status = 'active' AND deleted_at IS NULL) < ${limit}`;
  const inserted = await db.all<{ id: string }>(sql`
    INSERT INTO ${stories} (id, user_id, title, description, status, story_length, genre, sub_genre, categories, tropes,
      setting, character, is_nsfw, custom_data, created_at, updated_at, "cast")
    SELECT ${row.id}, ${row.userId}, ${row.title}, ${row.description}, 'active', ${row.storyLength}, ${row.genre},
      ${row.subGenre ?? null}, ${JSON.stringify(row.categories)}, ${JSON.stringify(row.tropes)}, ${row.setting ?? ""},
      ${row.character}, ${row.isNSFW ? 1 : 0}, ${JSON.stringify(row.customData)}, ${row.createdAt}, ${row.updatedAt},
      ${JSON.stringify(row.cast)}
    WHERE ${room}
    RETURNING id`);
  return inserted.length === 1;
}

export function updateStory(
  db: Database,
  userId: string,
  storyId: string,
  change: Partial<Pick<StoryRow, "title" | "description" | "deletedAt">>,
  now: Date,
) {
  return db
    .update(stories)
    .set({ ...change, updatedAt: now.toISOString() })
    .where(and(eq(stories.id, storyId), ownedBy(userId)))
    .returning();
}

/** Gives a story its title if it still has none of its own. Returns whether it had not. */
export async function entitleStory(
  db: Database,
  userId: string,
  storyId: string,
  title: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(stories)
    .set({ title, updatedAt: now.toISOString() })
    .where(and(eq(stories.id, storyId), ownedBy(userId), eq(stories.title, DEFAULT_STORY_TITLE)))
    .returning({ id: stories.id });
  return rows.length === 1;
}

/** What the writer needs to know of a story, with its owner's tier; none when it is not theirs or deleted. */
export function briefOf(db: Database, userId: string, storyId: string) {
  return db
    .select({ story: stories, tier: users.tier })
    .from(stories)
    .innerJoin(users, eq(users.id, stories.userId))
    .where(and(eq(stories.id, storyId), ownedBy(userId)));
}

export function toBrief(row: StoryRow): StoryBrief {
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
