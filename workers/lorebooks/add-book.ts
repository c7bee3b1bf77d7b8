import { PLAN_LIMITS, type Tier } from "#domain/plan.ts";
import type { Database } from "../db/client.ts";
import { findCreationRefusal, toCreationRoom } from "../db/creation-limits.ts";
import { requireStorage } from "../db/stored-bytes.ts";
import { BOOK_CREATION, countBookBytes, insertBook, type NewBook, type NewEntry } from "./store.ts";

/**
 * Adds a book with its entries, all or nothing. Returns `false` where its character or story has another one, or is gone. Throws the errors of
 * the limits. `isOfHidden`: see `insertBook`.
 */
export async function addBook(
  db: Database,
  { id: userId, tier }: { id: string; tier: Tier },
  book: Omit<NewBook, "userId">,
  entries: readonly NewEntry[],
  { now, isOfHidden = false }: { now: Date; isOfHidden?: boolean },
): Promise<boolean> {
  const { lorebooks, storedBytes } = PLAN_LIMITS[tier];
  const room = { ...toCreationRoom(BOOK_CREATION, lorebooks, now), storedBytes };
  if (await insertBook(db, { ...book, userId }, entries, { room, now, isOfHidden })) return true;
  const refusal = await findCreationRefusal(db, BOOK_CREATION, userId, room);
  if (refusal !== null) throw refusal;
  await requireStorage(db, { id: userId, tier }, countBookBytes(book, entries));
  return false;
}
