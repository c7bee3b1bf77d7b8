import { eq, type SQL, sql } from "drizzle-orm";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import { type CreationLimits, countSecondsUntilRoom } from "#domain/rate-limits.ts";
import type { Database } from "./client.ts";
import {
  type characterChats,
  type characters,
  type lorebooks,
  type shares,
  type stories,
  users,
} from "./schema/index.ts";

/** How many a person may have by the plan (`null`: no limit) and in total, and how many they may create from `begunSince` to `now`. */
export type CreationRoom = {
  planned: number | null;
  total: number;
  begun: number;
  begunSince: Date;
  now: Date;
};

/** Something that people create: how it is counted, and the errors of its limits. The total includes deleted rows until their purge. */
export type Creatable = {
  limits: CreationLimits;
  table: typeof stories | typeof characters | typeof characterChats | typeof lorebooks | typeof shares;
  /** A condition, if only some rows are counted. The table's name in it is `counted`. */
  only?: SQL;
  /** How many a person has of those that the plan counts. */
  countPlanned: (userId: string) => SQL<number>;
  planCode: ErrorCode;
  totalCode: ErrorCode;
};

export function toCreationRoom({ limits }: Creatable, planned: number | null, now: Date): CreationRoom {
  const { begun, total } = limits;
  const begunSince = new Date(now.getTime() - begun.windowS * 1000);
  return { planned, total, begun: begun.limit, begunSince, now };
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

/** Part of an insert: whether a person is below all limits. */
export function hasRoomToCreate(what: Creatable, userId: string, room: CreationRoom): SQL {
  return sql`${isBelow(what.countPlanned(userId), room.planned)} AND ${countRows(what, userId)} < ${room.total}
    AND ${countRows(what, userId, room.begunSince)} < ${room.begun}`;
}

/** Counts a person's rows for each of the limits. */
export function countCreated(db: Database, what: Creatable, userId: string, { begunSince }: CreationRoom) {
  return db
    .select({
      planned: what.countPlanned(userId).as("planned"),
      total: countRows(what, userId).as("total"),
      begun: countRows(what, userId, begunSince).as("begun"),
      firstBegunAt: sql<
        string | null
      >`(SELECT min(counted.created_at) ${findRows(what, userId, begunSince)})`.as("first_begun_at"),
    })
    .from(users)
    .where(eq(users.id, userId));
}

/**
 * Finds out which limit stops or has stopped an insert; `null`: none. The plan's limit comes first, because a person can change their
 * plan.
 */
export async function findCreationRefusal(
  db: Database,
  what: Creatable,
  userId: string,
  room: CreationRoom,
): Promise<AppError | null> {
  const [counts] = await countCreated(db, what, userId, room);
  if (!counts) throw new Error("A user's row is missing while something is created.");
  if (room.planned !== null && counts.planned >= room.planned) return new AppError(what.planCode);
  if (counts.total >= room.total) return new AppError(what.totalCode);
  if (counts.begun < room.begun) return null;
  const windowMs = room.now.getTime() - room.begunSince.getTime();
  const retryAfterSeconds = countSecondsUntilRoom(counts.firstBegunAt, windowMs, room.now);
  return new AppError("RATE_LIMITED", { retryAfterSeconds });
}

function countRows(what: Creatable, userId: string, since?: Date): SQL<number> {
  return sql<number>`(SELECT count(*) ${findRows(what, userId, since)})`;
}

function findRows({ table, only = sql`true` }: Creatable, userId: string, since?: Date): SQL {
  const after = since === undefined ? sql`true` : sql`counted.created_at > ${since.toISOString()}`;
  return sql`FROM ${table} AS counted WHERE counted.user_id = ${userId} AND ${after} AND ${only}`;
}
