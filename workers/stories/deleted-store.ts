import { and, eq, ne, or } from "drizzle-orm";
import type { Database } from "../db/client.ts";
import { isOwnedBy, isRecentlyDeleted, toDeletedPage } from "../db/owned-rows.ts";
import type { PageQuery } from "../db/paging.ts";
import { stories } from "../db/schema/index.ts";
import { hasRoomForActive } from "./store.ts";

/** A page of what a user has deleted since then, the latest first. */
export function listDeletedStories(db: Database, userId: string, page: PageQuery & { since: Date }) {
  const { where, order } = toDeletedPage(stories, userId, page);
  return db
    .select()
    .from(stories)
    .where(where)
    .orderBy(...order)
    .limit(page.limit);
}

export function findDeletedStory(db: Database, userId: string, storyId: string, since: Date) {
  return db
    .select({ isNSFW: stories.isNSFW })
    .from(stories)
    .where(and(eq(stories.id, storyId), isRecentlyDeleted(stories, userId, since)));
}

/** Puts a story into "Recently deleted". */
export function deleteStoryRow(db: Database, userId: string, storyId: string, now: Date) {
  return db
    .update(stories)
    .set({ deletedAt: now.toISOString() })
    .where(and(eq(stories.id, storyId), isOwnedBy(stories, userId)))
    .returning();
}

/** Restores a story that was deleted since then, where there is room for it. `updatedAt` absent: it stays as it is. */
export function restoreStoryRow(
  db: Database,
  userId: string,
  storyId: string,
  { since, limit, updatedAt }: { since: Date; limit: number | null; updatedAt?: string },
) {
  return db
    .update(stories)
    .set({ deletedAt: null, updatedAt })
    .where(
      and(
        eq(stories.id, storyId),
        isRecentlyDeleted(stories, userId, since),
        or(ne(stories.status, "active"), hasRoomForActive(userId, limit)),
      ),
    )
    .returning();
}
