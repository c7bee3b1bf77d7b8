import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import { CHARGED_WORK_LIMITS, countSecondsUntilRoom } from "#domain/rate-limits.ts";
import type { Database } from "../db/client.ts";
import {
  findReservation,
  readWorkBegun,
  refundAbandoned,
  reserveSparks,
  settleSparks,
} from "./spark-store.ts";

/** A reservation that is unsettled this long after its request should have ended was left behind by a crash. */
const ABANDONED_AFTER_MS = 5 * 60_000;

export type ChargedWorkParts = {
  db: Database;
  ctx: Pick<ExecutionContext, "waitUntil">;
  now: () => Date;
};
export type Charge = {
  userId: string;
  purpose: keyof typeof CHARGED_WORK_LIMITS;
  sparks: number;
  /** The longest time that the work may take, in milliseconds. Only needed if that is more than a few minutes. */
  longestMs?: number;
};

/**
 * Runs work that costs Sparks, outside conversations. The Sparks are reserved first and charged only if `work` returns
 * a result; `null` or an error costs nothing. The reservation is settled even if the caller disconnects. Throws
 * MONTHLY_LIMIT_EXCEEDED, RATE_LIMITED above the purpose's limit, and what `work` throws.
 */
export function chargeFor<Result>(
  parts: ChargedWorkParts,
  charge: Charge,
  work: () => Promise<Result | null>,
): Promise<Result | null> {
  const running = reserveWorkSettle(parts, charge, work);
  parts.ctx.waitUntil(running.catch(() => undefined)); // the caller receives the error from `running`
  return running;
}

async function reserveWorkSettle<Result>(
  { db, now }: ChargedWorkParts,
  { userId, purpose, sparks, longestMs = 0 }: Charge,
  work: () => Promise<Result | null>,
): Promise<Result | null> {
  const reservedAt = now();
  const before = new Date(reservedAt.getTime() - longestMs - ABANDONED_AFTER_MS);
  const turnKey = `${purpose}:${createId()}`;
  const limit = CHARGED_WORK_LIMITS[purpose];
  const [, , reserved, [begun]] = await db.batch([
    refundAbandoned(db, userId, purpose, { before, now: reservedAt }),
    reserveSparks(db, { turnKey, userId, purpose, sparks }, reservedAt, limit),
    findReservation(db, userId, turnKey),
    readWorkBegun(db, { userId, purpose, windowS: limit.windowS }, reservedAt),
  ]);
  if (reserved.length === 0) {
    if (begun && begun.count >= limit.limit) {
      const retryAfterSeconds = countSecondsUntilRoom(begun.firstAt, limit.windowS * 1000, reservedAt);
      throw new AppError("RATE_LIMITED", { retryAfterSeconds });
    }
    throw new AppError("MONTHLY_LIMIT_EXCEEDED");
  }
  let result: Result | null = null;
  try {
    result = await work();
    return result;
  } finally {
    await settleSparks(db, userId, turnKey, result !== null, now());
  }
}
