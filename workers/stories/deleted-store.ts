import { and, ne, or } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { isDeletedRow, isOwnRow, listDeletedRows } from "../db/owned-rows.ts";
import type { PageQuery } from "../db/paging.ts";
import { stories } from "../db/schema/index.ts";
import { hasRoomForActive, selectStories } from "./store.ts";

/** A page of what a user has deleted since then, the latest first. */
export function listDeletedStories(db: Database, userId: string, page: PageQuery & { since: Date }) {
  return listDeletedRows((where) => selectStories(db, where), stories, userId, page);
}

export function findDeletedStory(db: Database, userId: string, storyId: string, since: Date) {
  return db
    .select({ isNSFW: stories.isNSFW })
    .from(stories)
    .where(isDeletedRow(stories, userId, storyId, since));
}

/** Puts a story into "Recently deleted". */
export function deleteStoryRow(db: Database, userId: string, storyId: string, now: Date) {
  return db
    .update(stories)
    .set({ deletedAt: now.toISOString() })
    .where(isOwnRow(stories, userId, storyId))
    .returning();
}

/** Restores a story that was deleted since then, where there is room for it. `updatedAt` absent: it stays as it is. */
export function restoreStoryRow(
  db: Database,
  userId: string,
  storyId: string,
  { since, limit, updatedAt }: { since: Date; limit: number | null; updatedAt?: string },
) {
  const hasRoom = or(ne(stories.status, "active"), hasRoomForActive(userId, limit));
  return db
    .update(stories)
    .set({ deletedAt: null, updatedAt })
    .where(and(isDeletedRow(stories, userId, storyId, since), hasRoom))
    .returning();
}
