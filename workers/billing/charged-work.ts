import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import type { Database } from "../db/client.ts";
import { findReservation, refundAbandoned, reserveSparks, type SparkPurpose, settleSparks } from "./store.ts";

/** No request takes this long: an older reservation was left behind by a crash. */
const ABANDONED_AFTER_MS = 5 * 60_000;

export type ChargedWorkParts = {
  db: Database;
  ctx: Pick<ExecutionContext, "waitUntil">;
  now: () => Date;
};
export type Charge = { userId: string; purpose: SparkPurpose; sparks: number };

/**
 * Runs work that costs Sparks, outside conversations. The Sparks are reserved first and charged only if `work` returns
 * a result; `null` or an error costs nothing. The reservation is settled even if the caller disconnects. Throws
 * MONTHLY_LIMIT_EXCEEDED, and what `work` throws.
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
  { userId, purpose, sparks }: Charge,
  work: () => Promise<Result | null>,
): Promise<Result | null> {
  const reservedAt = now();
  const before = new Date(reservedAt.getTime() - ABANDONED_AFTER_MS);
  const turnKey = `${purpose}:${createId()}`;
  const [, , reserved] = await db.batch([
    refundAbandoned(db, userId, purpose, { before, now: reservedAt }),
    reserveSparks(db, { turnKey, userId, purpose, sparks }, reservedAt),
    findReservation(db, userId, turnKey),
  ]);
  if (reserved.length === 0) throw new AppError("MONTHLY_LIMIT_EXCEEDED");
  let result: Result | null = null;
  try {
    result = await work();
    return result;
  } finally {
    await settleSparks(db, userId, turnKey, result !== null, now());
  }
}
