import { and, eq, gt, inArray, or, sql } from "drizzle-orm";
import type { Tier } from "#domain/plan.ts";
import type { Database } from "../db/client.ts";
import { subscriptions, users } from "../db/schema/index.ts";

/** The tier follows from the stored subscription alone. `baseTier`: the tier without one. */
export function setTier(db: Database, userId: string, { baseTier, now }: { baseTier: Tier; now: Date }) {
  return db
    .update(users)
    .set({
      tier: sql`CASE WHEN EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.userId} = ${userId} AND (${isPaid(now)}))
        THEN 'premium' ELSE ${baseTier} END`,
    })
    .where(eq(users.id, userId));
}

/** The condition for a stored subscription that makes its user Premium: paid, or for some days with a payment that failed. */
function isPaid(now: Date) {
  return or(
    inArray(subscriptions.status, ["active", "trialing"]),
    and(eq(subscriptions.status, "past_due"), gt(subscriptions.graceUntil, now.toISOString())),
  );
}
