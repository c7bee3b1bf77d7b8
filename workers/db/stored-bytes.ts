import { eq, type SQL, sql } from "drizzle-orm";
import { AppError } from "#domain/errors.ts";
import { formatMegabytes } from "#domain/numbers.ts";
import { PLAN_LIMITS, type Tier } from "#domain/plan.ts";
import type { Database } from "./client.ts";
import { characterChats, characters, lorebooks, users } from "./schema/index.ts";

/** Part of a statement: the bytes of a person's cards, pictures and lorebooks, those of deleted ones included until their purge. */
export function sumStoredBytes(userId: string): SQL<number> {
  const sum = (table: typeof characters | typeof characterChats | typeof lorebooks) =>
    sql`(SELECT coalesce(sum(counted.stored_bytes), 0) FROM ${table} AS counted
      WHERE counted.user_id = ${userId} AND counted.stored_bytes > 0)`;
  return sql<number>`(${sum(characters)} + ${sum(characterChats)} + ${sum(lorebooks)})`;
}

export function readStoredBytes(db: Database, userId: string) {
  return db
    .select({ bytes: sumStoredBytes(userId).as("bytes") })
    .from(users)
    .where(eq(users.id, userId));
}

/** Whether a person's plan has room for so many bytes more. Throws AppError STORAGE_LIMIT_EXCEEDED if not. */
export async function requireStorage(
  db: Database,
  { id, tier }: { id: string; tier: Tier },
  more: number,
): Promise<void> {
  const [stored] = await readStoredBytes(db, id);
  if ((stored?.bytes ?? 0) + more > PLAN_LIMITS[tier].storedBytes) throw toStorageRefusal(tier);
}

/** Says how much the plan has, and how to make room. */
function toStorageRefusal(tier: Tier): AppError {
  const room = formatMegabytes(PLAN_LIMITS[tier].storedBytes);
  const more = tier === "free" ? ` Premium has ${formatMegabytes(PLAN_LIMITS.premium.storedBytes)}.` : "";
  return new AppError("STORAGE_LIMIT_EXCEEDED", {
    message: `Your character cards, pictures and lorebooks fill the ${room} of your plan. Please delete characters, chats or books that you no longer need; they make room after 30 days.${more}`,
  });
}
