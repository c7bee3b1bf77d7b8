import { SPARKS_PER_TEXT } from "#domain/plan.ts";
import { findReservation, reserveSparks, type SparkPurpose, settleSparks } from "#workers/billing/store.ts";
import type { Database } from "#workers/db/client.ts";
import type { Owner } from "./conversation/record.ts";

/** The Sparks of one reply of a conversation, under one key in the ledger. */
export function openSparkAccount(db: Database, owner: Owner, replyId: string) {
  const turnKey = `${owner.conversationId}:${replyId}`;
  return {
    /** To be sent in one batch, in this order; the second gives no row where the allowance is used up. */
    reserve: (purpose: SparkPurpose) =>
      [
        reserveSparks(db, { turnKey, userId: owner.userId, purpose, sparks: SPARKS_PER_TEXT }, new Date()),
        findReservation(db, owner.userId, turnKey),
      ] as const,
    settle: (charge: boolean) => settleSparks(db, owner.userId, turnKey, charge, new Date()),
  };
}
