import { SPARKS_PER_TEXT } from "#domain/plan.ts";
import {
  findReplyReservation,
  refundFreeStop,
  reserveSparks,
  type SparkPurpose,
  settleSparks,
} from "#workers/billing/spark-store.ts";
import { openAccountDatabase } from "#workers/db/account-database.ts";
import type { Database } from "#workers/db/client.ts";
import type { KindParts } from "./conversation/conversation-kind.ts";
import type { Owner } from "./conversation/record.ts";
import type { Settlement } from "./conversation/schema.ts";

/** Opens the D1 database with the owner's rows. If they were moved, the object's record is corrected. */
export function openOwnersDatabase(
  env: Env,
  { userId, shard = null }: Owner,
  { noteShard }: Pick<KindParts, "noteShard">,
): Database {
  return openAccountDatabase(env, { userId, shard, onFound: noteShard }).db;
}

/** The Sparks of one reply of a conversation, under one key in the ledger. */
export function openSparkAccount(db: Database, owner: Owner, replyId: string) {
  const turnKey = `${owner.conversationId}:${replyId}`;
  return {
    /** To be sent in one batch, in this order; the second gives no row where the allowance is used up. */
    reserve: (purpose: SparkPurpose) => {
      const now = new Date();
      return [
        reserveSparks(db, { turnKey, userId: owner.userId, purpose, sparks: SPARKS_PER_TEXT }, now),
        findReplyReservation(db, owner.userId, turnKey, now),
      ] as const;
    },
    settle: (settlement: Settlement) =>
      settlement === "free-stop"
        ? refundFreeStop(db, owner.userId, turnKey, new Date())
        : settleSparks(db, owner.userId, turnKey, settlement === "charge", new Date()),
  };
}
