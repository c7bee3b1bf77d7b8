import { and, eq, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { foldTitle } from "#domain/library.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { STORY_LIMITS } from "#domain/rate-limits.ts";
import { type CastMember, DEFAULT_STORY_TITLE, type StoryBrief } from "#domain/story-record.ts";
import { foldText } from "#domain/text.ts";
import type { ConversationSummary } from "#durable-objects/conversation/conversation-kind.ts";
import { countsAsAdult } from "../accounts/store.ts";
import type { Database } from "../db/client.ts";
import {
  type Creatable,
  type CreationRoom,
  countActive,
  hasRoomToCreate,
  isBelow,
} from "../db/creation-limits.ts";
import { isOfRequest, isOwnedBy, isOwnRow } from "../db/owned-rows.ts";
import { selectRow } from "../db/row-selection.ts";
import { stories, users } from "../db/schema/index.ts";
import { findLoreStamp } from "../lorebooks/used-lore-store.ts";
import { countActiveAfter } from "./beyond-plan-store.ts";

export type StoryRow = typeof stories.$inferSelect;
export type NewStoryRow = typeof stories.$inferInsert;

export function selectStories(db: Database, where: SQL | undefined) {
  return db.select().from(stories).where(where);
}

export function findStory(db: Database, userId: string, storyId: string) {
  return selectStories(db, isOwnRow(stories, userId, storyId));
}

/** Part of a statement: whether a user has fewer active stories than the plan allows. `null`: the plan has no limit. */
export function hasRoomForActive(userId: string, limit: number | null): SQL {
  return isBelow(countActive(stories, userId), limit);
}

/** The texts of a change, each with its form for search and sorting. */
function withFolded(change: { title?: string; description?: string }) {
  return {
    ...(change.title === undefined ? {} : { title: change.title, foldedTitle: foldTitle(change.title) }),
    ...(change.description === undefined
      ? {}
      : { description: change.description, foldedDescription: foldText(change.description) }),
  };
}

/** The limits of new stories. The plan limits the active ones; archived ones are only part of the total. */
export const STORY_CREATION: Creatable = {
  table: stories,
  limits: STORY_LIMITS,
  countPlanned: (userId) => countActive(stories, userId),
  planCode: "STORY_LIMIT_EXCEEDED",
  totalCode: "STORY_TOTAL_EXCEEDED",
};

/**
 * Inserts a story unless the user has no room for it, or the same request has begun one already. All conditions are a part
 * of the statement: requests at the same time can't pass together. Returns whether the story was inserted.
 */
export async function insertStory(db: Database, row: NewStoryRow, room: CreationRoom): Promise<boolean> {
  const hasRoom = sql`WHERE ${hasRoomToCreate(STORY_CREATION, row.userId, room)}`;
  const inserted = await db
    .insert(stories)
    .select(selectRow(stories, { ...row, ...withFolded(row) }, hasRoom))
    .onConflictDoNothing()
    .returning({ id: stories.id });
  return inserted.length === 1;
}

/**
 * Makes the row of a demo story that was given to a user: active where their plan has room for it, else archived, where
 * `summariseLibrary` finds it. Returns whether it is theirs now; not so where their account is gone. Safe to repeat.
 */
export async function adoptStory(db: Database, row: NewStoryRow): Promise<boolean> {
  const { userId } = row;
  const [user] = await db
    .select({ tier: users.tier })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletionRequestedAt)));
  if (!user) return false;
  const hasRoom = hasRoomForActive(userId, PLAN_LIMITS[user.tier].activeStories);
  const adopted = {
    ...row,
    ...withFolded(row),
    status: sql`CASE WHEN ${hasRoom} THEN 'active' ELSE 'archived' END`,
    waitsForRoom: sql`NOT (${hasRoom})`,
  };
  const isThere = sql`FROM ${users} WHERE ${users.id} = ${userId} AND ${users.deletionRequestedAt} IS NULL`;
  await db
    .insert(stories)
    .select(selectRow(stories, adopted, isThere))
    .onConflictDoNothing();
  return (await db.$count(stories, and(eq(stories.id, row.id), eq(stories.userId, userId)))) === 1;
}

/** The story that a user's request began, deleted or not. */
export function findStoryByRequest(db: Database, userId: string, requestId: string) {
  return selectStories(db, isOfRequest(stories, userId, requestId));
}

/** How many stories a user has that are not deleted. */
export function countOwnStories(db: Database, userId: string) {
  return db.$count(stories, isOwnedBy(stories, userId));
}

/**
 * Changes a story and returns it. Returns none if it is not the user's, or if it would become active without room for
 * it (`limit`, `null`: none); the condition is a part of the statement. Only a new title or description changes
 * `updatedAt`, and not that of a story beyond the plan: it would become writable instead of another one.
 */
export function updateStoryRow(
  db: Database,
  { userId, id, title, description }: Pick<StoryRow, "userId" | "id" | "title" | "description">,
  change: Partial<Pick<StoryRow, "title" | "description" | "status" | "genre">>,
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
      ...(change.genre === undefined ? {} : { genre: change.genre }),
      // A person who changes the status has seen the story, so the library need not offer it any longer.
      ...(change.status === undefined ? {} : { status: change.status, waitsForRoom: false }),
      ...(Object.keys(words).length === 0 ? {} : { updatedAt }),
    })
    .where(
      and(
        isOwnRow(stories, userId, id),
        eq(stories.title, title),
        eq(stories.description, description),
        allowed,
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
    .where(and(isOwnRow(stories, userId, storyId), eq(stories.title, DEFAULT_STORY_TITLE)))
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
  isNSFW: countsAsAdult(stories.isNSFW),
};

/**
 * A story's brief with its owner's tier and the number of active stories that were updated after it; none where it is not the
 * user's, or is deleted.
 */
export function findStoryBrief(db: Database, userId: string, storyId: string) {
  return db
    .select({
      story: BRIEF,
      tier: users.tier,
      activeAfter: countActiveAfter().as("active_after"),
      lore: findLoreStamp(userId, { kind: "story", id: storyId }).as("lore_stamp"),
    })
    .from(stories)
    .innerJoin(users, eq(users.id, stories.userId))
    .where(isOwnRow(stories, userId, storyId));
}

type StoryBriefRow = Awaited<ReturnType<typeof findStoryBrief>>[number];

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
      and(eq(stories.id, storyId), eq(stories.userId, userId), lte(stories.projection, projected.projection)),
    );
}
