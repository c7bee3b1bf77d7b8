import { sql } from "drizzle-orm";
import { createId } from "#domain/ids.ts";
import type { ObjectDatabase } from "./database.ts";
import { conversation } from "./schema.ts";

/** Which conversation this is, and whose. */
export type Owner = {
  conversationId: string;
  userId: string;
  /** The number of the D1 database with the owner's rows; absent or `null`: not known here. */
  shard?: number | null;
};
/**
 * What the end of a turn changes. `headId`: the new head; `null`: unchanged.
 */
export type TurnEffects = { headId: string | null; countsAsExchange: boolean };
export type ConversationRow = typeof conversation.$inferSelect;

/** The one row that says which conversation this is, which path is active and which turn is running. */
export class ConversationRecord {
  readonly #db: ObjectDatabase;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: ObjectDatabase) {
    this.#db = db;
    this.#statements = prepare(db);
  }

  get(): ConversationRow | null {
    return this.#statements.row.get() ?? null;
  }

  /** Stores the owner at the first authorised request, and the database with the owner's rows once it is known. */
  claim(owner: Owner): void {
    const known = this.get();
    if (known?.shard === null && owner.shard != null) this.setShard(owner.shard);
    if (known !== null) return;
    this.#db
      .insert(conversation)
      .values({ id: 1, ...owner, nextReplyId: createId() })
      .run();
  }

  /** Changes the owner. */
  setOwner({ userId, shard }: { userId: string; shard: number }): void {
    this.#db.update(conversation).set({ userId, shard }).run();
  }

  /** Stores the number of the database with the owner's rows. */
  setShard(shard: number): void {
    this.#db.update(conversation).set({ shard }).run();
  }

  /** Deleted at that time, in milliseconds since 1970; `null`: restored. */
  setClosed(closedAt: number | null): void {
    this.#db.update(conversation).set({ closedAt }).run();
  }

  setOpening(requestId: string | null): void {
    this.#db.update(conversation).set({ openingRequestId: requestId }).run();
  }

  /** Ends the active turn. */
  endTurn({ headId, countsAsExchange }: TurnEffects): void {
    this.#statements.endTurn.run({ headId, exchanges: countsAsExchange ? 1 : 0 });
  }

  /** The number of the projection is at least this from now on. */
  raiseProjection(atLeast: number): void {
    this.#db
      .update(conversation)
      .set({ projection: sql`max(${conversation.projection}, ${atLeast})` })
      .run();
  }

  /** Counts a change by the person of what prompts are made of, and returns its number. */
  countEdit(): number {
    return this.#statements.countEdit.get()?.editCount ?? 0;
  }
}

/** The statements of every turn, built once: to build one costs several times as much as to run it. */
function prepare(db: ObjectDatabase) {
  const { headId, exchangeCount } = conversation;
  const { placeholder } = sql;
  return {
    row: db.select().from(conversation).prepare(),
    endTurn: db
      .update(conversation)
      .set({
        activeRequestId: null,
        headId: sql`coalesce(${placeholder("headId")}, ${headId})`,
        exchangeCount: sql`${exchangeCount} + ${placeholder("exchanges")}`,
      })
      .prepare(),
    countEdit: db
      .update(conversation)
      .set({ editCount: sql`${conversation.editCount} + 1` })
      .returning({ editCount: conversation.editCount })
      .prepare(),
  };
}
