import { and, asc, count, desc, eq, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { StorySort } from "#domain/library.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import {
  type CastMember,
  DEFAULT_STORY_TITLE,
  type StoryBrief,
  type StoryStatus,
} from "#domain/story-record.ts";
import { foldText } from "#domain/text.ts";
import type { ConversationSummary } from "#durable-objects/conversation/conversation-kind.ts";
import type { Database } from "../db/client.ts";
import { compile } from "../db/compiled.ts";
import {
  type Creatable,
  type CreationRoom,
  countActive,
  hasRoomToCreate,
  isBelow,
} from "../db/creation-limits.ts";
import { isOwnedBy, isRecentlyDeleted } from "../db/owned-rows.ts";
import { isAfter, type PageQuery } from "../db/paging.ts";
import { stories, users } from "../db/schema/index.ts";

export type StoryRow = typeof stories.$inferSelect;
export type NewStoryRow = typeof stories.$inferInsert;

/** Further words of a search are ignored: each word is looked for in every story that the search reads. */
const SEARCH_WORDS_MAX = 8;

/**
 * True for stories that have every word of the search in the title or the description. `instr` and not LIKE: it has no
 * wildcards, and D1 takes LIKE patterns of 50 bytes at most.
 */
function containsWords(search: string): SQL[] {
  const words = foldText(search).split(" ").slice(0, SEARCH_WORDS_MAX);
  return words
    .filter((word) => word !== "")
    .map(
      (word) =>
        sql`(instr(${stories.foldedTitle}, ${word}) > 0 OR instr(${stories.foldedDescription}, ${word}) > 0)`,
    );
}

/** The value by which a list puts a story in its place. */
export function getStorySortKey(sort: StorySort, row: Pick<StoryRow, "foldedTitle" | "updatedAt">): string {
  return isByTitle(sort) ? row.foldedTitle : row.updatedAt;
}

function isByTitle(sort: StorySort): boolean {
  return sort === "name-asc" || sort === "name-desc";
}

export type StoryListQuery = PageQuery & {
  sort: StorySort;
  /** Absent: stories of every status. */
  status?: StoryStatus;
  /** Absent or empty: all of them. */
  search?: string;
};

/**
 * A page of a user's stories. It reads the rows of the page alone, however far down the list it is; a search reads on until
 * it has found enough, at most all of the user's stories.
 */
export function listStories(db: Database, userId: string, page: StoryListQuery) {
  const { where, orderBy } = findPlace(userId, page);
  return db
    .select()
    .from(stories)
    .where(where)
    .orderBy(...orderBy)
    .limit(page.limit);
}

/** The same page with the columns alone that a card shows, and the sort keys: a whole row is five times as long. */
export function listStoryCards(db: Database, userId: string, page: StoryListQuery) {
  const { where, orderBy } = findPlace(userId, page);
  return db
    .select(CARD)
    .from(stories)
    .where(where)
    .orderBy(...orderBy)
    .limit(page.limit);
}

const CARD = {
  id: stories.id,
  title: stories.title,
  description: stories.description,
  status: stories.status,
  updatedAt: stories.updatedAt,
  genre: stories.genre,
  subGenre: stories.subGenre,
  isNSFW: stories.isNSFW,
  foldedTitle: stories.foldedTitle,
};
export type StoryCardRow = Pick<StoryRow, keyof typeof CARD>;

function findPlace(userId: string, { sort, status, search = "", after }: StoryListQuery) {
  const key = sql`${isByTitle(sort) ? stories.foldedTitle : stories.updatedAt}`;
  const ascending = sort === "oldest" || sort === "name-asc";
  const order = ascending ? asc : desc;
  const where = and(
    isOwnedBy(stories, userId),
    status === undefined ? undefined : eq(stories.status, status),
    isAfter({ key, id: stories.id }, after, ascending ? "ascending" : "descending"),
    ...containsWords(search),
  );
  return { where, orderBy: [order(key), order(stories.id)] };
}

/** A page of what a user has deleted since then, the latest first. */
export function listDeletedStories(db: Database, userId: string, page: PageQuery & { since: Date }) {
  const key = sql`${stories.deletedAt}`;
  return db
    .select()
    .from(stories)
    .where(
      and(
        isRecentlyDeleted(stories, userId, page.since),
        isAfter({ key, id: stories.id }, page.after, "descending"),
      ),
    )
    .orderBy(desc(key), desc(stories.id))
    .limit(page.limit);
}

export function findDeletedStory(db: Database, userId: string, storyId: string, since: Date) {
  return db
    .select({ id: stories.id })
    .from(stories)
    .where(and(eq(stories.id, storyId), isRecentlyDeleted(stories, userId, since)));
}

/** The user's active stories that were updated last, as many as the plan allows. The others are beyond the plan: see `isBeyondPlan`. */
export function listActiveWithin(db: Database, userId: string, limit: number) {
  return listLatestActive(db, { userId, limit });
}

const listLatestActive = compile((db) =>
  db
    .select({ id: stories.id })
    .from(stories)
    .where(and(isOwnedBy(stories, sql.placeholder("userId")), eq(stories.status, "active")))
    .orderBy(desc(stories.updatedAt), desc(stories.id))
    .limit(sql.placeholder("limit")),
);

/** Whether a user has archived stories, and stories deleted since then. */
export function findShelves(db: Database, userId: string, since: Date) {
  return askShelves(db, { userId, since: since.toISOString() });
}

const askShelves = compile((db) => {
  const isTheirs = sql`FROM ${stories} AS shelved WHERE shelved.user_id = ${sql.placeholder("userId")}`;
  return db
    .select({
      archived:
        sql`EXISTS (SELECT 1 ${isTheirs} AND shelved.status = 'archived' AND shelved.deleted_at IS NULL)`
          .mapWith(Boolean)
          .as("archived"),
      deleted: sql`EXISTS (SELECT 1 ${isTheirs} AND shelved.deleted_at > ${sql.placeholder("since")})`
        .mapWith(Boolean)
        .as("deleted"),
    })
    .from(users)
    .where(eq(users.id, sql.placeholder("userId")));
});

export function findStory(db: Database, userId: string, storyId: string) {
  return findOwnStory(db, { userId, storyId });
}

const findOwnStory = compile((db) =>
  db
    .select()
    .from(stories)
    .where(and(eq(stories.id, sql.placeholder("storyId")), isOwnedBy(stories, sql.placeholder("userId")))),
);

/** Part of a statement: whether a user has fewer active stories than the plan allows. `null`: the plan has no limit. */
function hasRoomForActive(userId: string, limit: number | null): SQL {
  return isBelow(countActive(stories, userId), limit);
}

/** Part of a statement about a story: how many of its owner's active stories were updated after it. */
function countActiveAfter(): SQL<number> {
  return sql<number>`(SELECT count(*) FROM ${stories} AS later
    WHERE later.user_id = stories.user_id AND later.status = 'active' AND later.deleted_at IS NULL
      AND (later.updated_at, later.id) > (stories.updated_at, stories.id))`;
}

/** The texts of a change, each with its form for search and sorting. */
function withFolded(change: { title?: string; description?: string }) {
  return {
    ...(change.title === undefined ? {} : { title: change.title, foldedTitle: foldText(change.title) }),
    ...(change.description === undefined
      ? {}
      : { description: change.description, foldedDescription: foldText(change.description) }),
  };
}

/** The limits of new stories. The plan limits the active ones; archived ones are only part of the total. */
export const STORY_CREATION: Creatable = {
  table: stories,
  countPlanned: (userId) => countActive(stories, userId),
  planCode: "STORY_LIMIT_EXCEEDED",
  totalCode: "STORY_TOTAL_EXCEEDED",
};

/**
 * Inserts a story unless the user has no room for it, or the same request has begun one already. All conditions are a part
 * of the statement: requests at the same time can't pass together. Returns whether the story was inserted.
 */
export async function insertStory(db: Database, row: NewStoryRow, room: CreationRoom): Promise<boolean> {
  const { userId } = row;
  const inserted = await db.all<{ id: string }>(sql`
    ${selectIntoStories(row, { status: sql`'active'`, waitsForRoom: sql`0` })}
    WHERE ${hasRoomToCreate(STORY_CREATION, userId, room)}
    ON CONFLICT (user_id, request_id) WHERE request_id IS NOT NULL DO NOTHING
    RETURNING id`);
  return inserted.length === 1;
}

/** The beginning of a statement that inserts a story, up to the condition on which it does. */
function selectIntoStories(
  row: NewStoryRow,
  { status, waitsForRoom }: { status: SQL; waitsForRoom: SQL },
): SQL {
  return sql`
    INSERT INTO ${stories} (id, user_id, title, description, status, story_length, genre, sub_genre, categories, tropes,
      setting, character, player_name, is_nsfw, custom_data, request_id, created_at, updated_at, "cast", folded_title,
      folded_description, waits_for_room)
    SELECT ${row.id}, ${row.userId}, ${row.title}, ${row.description}, ${status}, ${row.storyLength}, ${row.genre},
      ${row.subGenre ?? null}, ${JSON.stringify(row.categories)}, ${JSON.stringify(row.tropes)}, ${row.setting ?? ""},
      ${row.character}, ${row.playerName}, ${row.isNSFW ? 1 : 0}, ${JSON.stringify(row.customData)},
      ${row.requestId ?? null}, ${row.createdAt}, ${row.updatedAt}, ${JSON.stringify(row.cast)}, ${foldText(row.title)},
      ${foldText(row.description)}, ${waitsForRoom}`;
}

/**
 * Makes the row of a demo story that was given to a user: active where their plan has room for it, else archived, where
 * `findWaitingStory` finds it. Returns whether it is theirs now; not so where their account is gone. Safe to repeat.
 */
export async function adoptStory(db: Database, row: NewStoryRow): Promise<boolean> {
  const { userId } = row;
  const [user] = await db
    .select({ tier: users.tier })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletionRequestedAt)));
  if (!user) return false;
  const hasRoom = hasRoomForActive(userId, PLAN_LIMITS[user.tier].activeStories);
  await db.run(sql`
    ${selectIntoStories(row, {
      status: sql`CASE WHEN ${hasRoom} THEN 'active' ELSE 'archived' END`,
      waitsForRoom: sql`NOT (${hasRoom})`,
    })}
    FROM ${users} WHERE ${users.id} = ${userId} AND ${users.deletionRequestedAt} IS NULL
    ON CONFLICT (id) DO NOTHING`);
  const rows = await db
    .select({ id: stories.id })
    .from(stories)
    .where(and(eq(stories.id, row.id), eq(stories.userId, userId)));
  return rows.length === 1;
}

/** The user's latest story from the demo that waits for room, if there is one. */
export function findWaitingStory(db: Database, userId: string) {
  return findLatestWaiting(db, { userId });
}

const findLatestWaiting = compile((db) =>
  db
    .select({ storyId: stories.id, title: stories.title })
    .from(stories)
    .where(
      and(
        isOwnedBy(stories, sql.placeholder("userId")),
        eq(stories.status, "archived"),
        sql`${stories.waitsForRoom} = 1`,
      ),
    )
    .orderBy(desc(stories.updatedAt))
    .limit(1),
);

/** The story that a user's request began, deleted or not. */
export function findStoryByRequest(db: Database, userId: string, requestId: string) {
  return db
    .select()
    .from(stories)
    .where(and(eq(stories.userId, userId), eq(stories.requestId, requestId)));
}

/** How many stories a user has that are not deleted. */
export function countOwnStories(db: Database, userId: string) {
  return db
    .select({ count: count() })
    .from(stories)
    .where(and(eq(stories.userId, userId), isNull(stories.deletedAt)));
}

/**
 * Changes a story and returns it. Returns none if it is not the user's, or if it would become active without room for
 * it (`limit`, `null`: none); the condition is a part of the statement. Only a new title or description changes
 * `updatedAt`, and not that of a story beyond the plan: it would become writable instead of another one.
 */
export function updateStoryRow(
  db: Database,
  userId: string,
  storyId: string,
  change: Partial<Pick<StoryRow, "title" | "description" | "status">>,
  { limit, now }: { limit: number | null; now: Date },
) {
  const words = withFolded(change);
  const allowed =
    change.status === "active"
      ? or(eq(stories.status, "active"), hasRoomForActive(userId, limit))
      : undefined;
  const at = now.toISOString();
  const updatedAt =
    limit === null
      ? at
      : sql`CASE WHEN stories.status <> 'active' OR ${countActiveAfter()} < ${limit} THEN ${at} ELSE stories.updated_at END`;
  return db
    .update(stories)
    .set({
      ...words,
      // A person who changes the status has seen the story, so the library need not offer it any longer.
      ...(change.status === undefined ? {} : { status: change.status, waitsForRoom: false }),
      ...(Object.keys(words).length === 0 ? {} : { updatedAt }),
    })
    .where(and(eq(stories.id, storyId), isOwnedBy(stories, userId), allowed))
    .returning();
}

/** Puts a story into "Recently deleted". */
export function deleteStoryRow(db: Database, userId: string, storyId: string, now: Date) {
  return db
    .update(stories)
    .set({ deletedAt: now.toISOString() })
    .where(and(eq(stories.id, storyId), isOwnedBy(stories, userId)))
    .returning();
}

/** Restores a story that was deleted since then, where there is room for it. */
export function restoreStoryRow(
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
        isRecentlyDeleted(stories, userId, since),
        or(ne(stories.status, "active"), hasRoomForActive(userId, limit)),
      ),
    )
    .returning();
}

/**
 * Sets a story's title if it still has the default one. Returns whether it did. `updatedAt` stays: after a downgrade it decides
 * which story can be written in, and a background job must not change that.
 */
export async function setFirstTitle(
  db: Database,
  userId: string,
  storyId: string,
  title: string,
): Promise<boolean> {
  const rows = await db
    .update(stories)
    .set(withFolded({ title }))
    .where(and(eq(stories.id, storyId), isOwnedBy(stories, userId), eq(stories.title, DEFAULT_STORY_TITLE)))
    .returning({ id: stories.id });
  return rows.length === 1;
}

/** The columns of a story that prompts need, and its status. The cast is not read, because it may be long. */
const BRIEF = {
  id: stories.id,
  status: stories.status,
  title: stories.title,
  description: stories.description,
  character: stories.character,
  genre: stories.genre,
  subGenre: stories.subGenre,
  categories: stories.categories,
  tropes: stories.tropes,
  setting: stories.setting,
  storyLength: stories.storyLength,
  isNSFW: stories.isNSFW,
};

/**
 * A story's brief with its owner's tier and the number of active stories that were updated after it; none where it is not the
 * user's, or is deleted.
 */
export function findStoryBrief(db: Database, userId: string, storyId: string) {
  return findBrief(db, { userId, storyId });
}

const findBrief = compile((db) =>
  db
    .select({ story: BRIEF, tier: users.tier, activeAfter: countActiveAfter().as("active_after") })
    .from(stories)
    .innerJoin(users, eq(users.id, stories.userId))
    .where(and(eq(stories.id, sql.placeholder("storyId")), isOwnedBy(stories, sql.placeholder("userId")))),
);

type StoryBriefRow = Awaited<ReturnType<typeof findStoryBrief>>[number];

/**
 * Whether an active story can only be read, because its owner has more of them than the plan has room for: as many as there
 * is room for stay writable, those updated last.
 */
export function isBeyondPlan({ story, tier, activeAfter }: StoryBriefRow): boolean {
  const { activeStories } = PLAN_LIMITS[tier];
  return story.status === "active" && activeStories !== null && activeAfter >= activeStories;
}

export function toStoryBrief({ id, status: _, ...brief }: StoryBriefRow["story"]): StoryBrief {
  return { storyId: id, ...brief };
}

/** What the story's object knows and lists show. */
export type StoryProjection = ConversationSummary & {
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
