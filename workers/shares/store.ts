import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { SHARE_LIMITS } from "#domain/rate-limits.ts";
import type { ChangeShare, ReadingStep } from "#domain/share.ts";
import type { Database } from "../db/client.ts";
import { type Creatable, type CreationRoom, hasRoomToCreate } from "../db/creation-limits.ts";
import { isOwnRow } from "../db/owned-rows.ts";
import { selectRow } from "../db/row-selection.ts";
import { accountFences, shares, stories, users } from "../db/schema/index.ts";

import type { StoryRow } from "../stories/store.ts";

export type ShareRow = typeof shares.$inferSelect;
export type NewShareRow = Omit<ShareRow, "readerCount" | "finishedCount" | "revokedAt" | "preview">;

/** A share with what its readers are shown of its story. */
export type SharedStoryRow = ShareRow &
  Pick<StoryRow, keyof typeof SHOWN> & {
    /** The story or its author's account is deleted. */
    isGone: boolean;
  };

/** What a copy's readers, and a story that begins with it, get of the row of its story. */
const SHOWN = {
  title: stories.title,
  genre: stories.genre,
  subGenre: stories.subGenre,
  categories: stories.categories,
  tropes: stories.tropes,
  storyLength: stories.storyLength,
  playerName: stories.playerName,
  isNSFW: stories.isNSFW,
};

/** The limits of new shares. No plan has one. */
export const SHARE_CREATION: Creatable = {
  table: shares,
  limits: SHARE_LIMITS,
  countPlanned: () => sql<number>`0`,
  planCode: "SHARE_TOTAL_EXCEEDED",
  totalCode: "SHARE_TOTAL_EXCEEDED",
};

/** Returns whether it was inserted: there must be room, and the story must not be deleted meanwhile. */
export async function insertShare(db: Database, row: NewShareRow, room: CreationRoom): Promise<boolean> {
  const isAllowed = sql`FROM ${stories} WHERE ${isOwnRow(stories, row.userId, row.storyId)}
    AND ${hasRoomToCreate(SHARE_CREATION, row.userId, room)}`;
  const inserted = await db
    .insert(shares)
    .select(selectRow(shares, row, isAllowed))
    .returning({ id: shares.id });
  return inserted.length === 1;
}

/** A share of that owner that is not revoked. */
function isShared(userId: string, storyId: string, shareId?: string): SQL | undefined {
  return and(
    eq(shares.storyId, storyId),
    eq(shares.userId, userId),
    isNull(shares.revokedAt),
    shareId === undefined ? undefined : eq(shares.id, shareId),
  );
}

/** The latest first. */
export function listShares(db: Database, userId: string, storyId: string) {
  return db
    .select()
    .from(shares)
    .where(isShared(userId, storyId))
    .orderBy(desc(shares.createdAt), desc(shares.id));
}

export function updateShare(
  db: Database,
  userId: string,
  ids: { storyId: string; shareId: string },
  change: ChangeShare & { preview?: string },
) {
  return db
    .update(shares)
    .set(change)
    .where(isShared(userId, ids.storyId, ids.shareId))
    .returning();
}

export function revokeShare(
  db: Database,
  userId: string,
  ids: { storyId: string; shareId: string },
  now: Date,
) {
  return db
    .update(shares)
    .set({ revokedAt: now.toISOString() })
    .where(isShared(userId, ids.storyId, ids.shareId))
    .returning({ id: shares.id });
}

/** Whose it is stands in the row: its readers have no account. An account that is being moved is found where it is served. */
export function findSharedStory(db: Database, tokenHash: string) {
  return db
    .select({
      ...getTableColumns(shares),
      ...SHOWN,
      isGone: sql<boolean>`(${stories.deletedAt} IS NOT NULL OR ${users.deletionRequestedAt} IS NOT NULL)`
        .mapWith(Boolean)
        .as("is_gone"),
    })
    .from(shares)
    .innerJoin(stories, eq(stories.id, shares.storyId))
    .innerJoin(users, eq(users.id, shares.userId))
    .where(
      and(
        eq(shares.tokenHash, tokenHash),
        sql`NOT EXISTS (SELECT 1 FROM ${accountFences} WHERE ${accountFences.userId} = ${shares.userId})`,
      ),
    );
}

export function countReading(db: Database, tokenHash: string, step: ReadingStep) {
  const counted =
    step === "begun"
      ? { readerCount: sql`${shares.readerCount} + 1` }
      : { finishedCount: sql`${shares.finishedCount} + 1` };
  return db.update(shares).set(counted).where(eq(shares.tokenHash, tokenHash));
}
