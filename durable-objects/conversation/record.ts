import { sql } from "drizzle-orm";
import type { ObjectDatabase } from "./database.ts";
import { conversation } from "./schema.ts";
import type { Owner } from "./script.ts";

export type ConversationRow = typeof conversation.$inferSelect;

/** The one row that says which conversation this is and where it stands. */
export class ConversationRecord {
  readonly #db: ObjectDatabase;
  /** Built once: it is read several times in every turn. */
  readonly #row: ReturnType<typeof selectRow>;

  constructor(db: ObjectDatabase) {
    this.#db = db;
    this.#row = selectRow(db);
  }

  get(): ConversationRow | null {
    return this.#row.get() ?? null;
  }

  /** Whom this conversation belongs to. The first authorised contact says; it never changes. */
  claim(owner: Owner): void {
    if (this.get() !== null) return;
    this.#db
      .insert(conversation)
      .values({ id: 1, ...owner })
      .run();
  }

  /** Deleted at that time, in milliseconds since 1970; `null`: restored. */
  setClosed(closedAt: number | null): void {
    this.#db.update(conversation).set({ closedAt }).run();
  }

  setOpening(requestId: string | null): void {
    this.#db.update(conversation).set({ openingRequestId: requestId }).run();
  }

  setLocation(currentLocation: string | null): void {
    this.#db.update(conversation).set({ currentLocation }).run();
  }

  /** Nothing is being written any more. `exchange`: what was written counts against the plan. */
  rest(exchange: boolean): void {
    const exchangeCount = exchange ? sql`${conversation.exchangeCount} + 1` : conversation.exchangeCount;
    this.#db
      .update(conversation)
      .set({ activeRequestId: null, exchangeCount: sql`${exchangeCount}` })
      .run();
  }

  /** The number of the next projection to D1. */
  countProjection(): number {
    const [row] = this.#db
      .update(conversation)
      .set({ projection: sql`${conversation.projection} + 1` })
      .returning({ projection: conversation.projection })
      .all();
    return row?.projection ?? 0;
  }
}

function selectRow(db: ObjectDatabase) {
  return db.select().from(conversation).prepare();
}
