import { type SQL, sql } from "drizzle-orm";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import { type CreationLimits, countSecondsUntilRoom } from "#domain/rate-limits.ts";
import type { characterChats, characters, stories } from "./schema/index.ts";

/** How many a person may have in all, and create after `begunSince`. */
export type CreationRoom = { total: number; begun: number; begunSince: Date };

/** What a person has: rows that are deleted but not purged are counted. */
export type CreationCounts = { total: number; begun: number; firstBegunAt: string | null };

/** The rows to count: all rows of one person in a table, or only some. `only` names the table `counted`. */
type CountedRows = { table: typeof stories | typeof characters | typeof characterChats; only?: SQL };

export function toCreationRoom({ begun, total }: CreationLimits, now: Date): CreationRoom {
  return { total, begun: begun.limit, begunSince: new Date(now.getTime() - begun.windowS * 1000) };
}

/** Part of a statement: whether a count is below a limit of the plan. `null`: the plan has no limit. */
export function isBelow(counted: SQL, limit: number | null): SQL {
  return limit === null ? sql`true` : sql`${counted} < ${limit}`;
}

/** How many active stories or chats a person has, as the plan counts them. */
export function countActive(table: typeof stories | typeof characterChats, userId: string): SQL<number> {
  return sql<number>`(SELECT count(*) FROM ${table} AS counted
    WHERE counted.user_id = ${userId} AND counted.status = 'active' AND counted.deleted_at IS NULL)`;
}

/** Part of an insert: whether a person is below both limits. */
export function hasRoomToCreate(rows: CountedRows, userId: string, room: CreationRoom): SQL {
  return sql`${countRows(rows, userId)} < ${room.total}
    AND ${countRows(rows, userId, room.begunSince)} < ${room.begun}`;
}

/** Columns that say why there was no room. */
export function selectCreationCounts(rows: CountedRows, userId: string, { begunSince }: CreationRoom) {
  return {
    total: countRows(rows, userId).as("total"),
    begun: countRows(rows, userId, begunSince).as("begun"),
    firstBegunAt: sql<
      string | null
    >`(SELECT min(counted.created_at) ${findRows(rows, userId, begunSince)})`.as("first_begun_at"),
  };
}

/** The error of a person who is above one of the limits. `totalCode`: of the limit in all. */
export function toCreationRefusal(
  counts: CreationCounts,
  room: CreationRoom,
  { totalCode, now }: { totalCode: ErrorCode; now: Date },
): AppError {
  if (counts.total >= room.total) return new AppError(totalCode);
  const windowMs = now.getTime() - room.begunSince.getTime();
  const retryAfterSeconds = countSecondsUntilRoom(counts.firstBegunAt, windowMs, now);
  return new AppError("RATE_LIMITED", { retryAfterSeconds });
}

function countRows(rows: CountedRows, userId: string, since?: Date): SQL<number> {
  return sql<number>`(SELECT count(*) ${findRows(rows, userId, since)})`;
}

function findRows({ table, only = sql`true` }: CountedRows, userId: string, since?: Date): SQL {
  const after = since === undefined ? sql`true` : sql`counted.created_at > ${since.toISOString()}`;
  return sql`FROM ${table} AS counted WHERE counted.user_id = ${userId} AND ${after} AND ${only}`;
}
