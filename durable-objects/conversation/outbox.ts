import { and, asc, eq, gt, inArray, lte, min, sql } from "drizzle-orm";
import { limited } from "#workers/db/limited.ts";
import { describeError, logLine } from "#workers/logging.ts";
import type { ObjectDatabase } from "./database.ts";
import { conversation, outbox } from "./schema.ts";

export type OutboxRow = typeof outbox.$inferSelect;
/** Does what the rows ask for, all or nothing. Must be safe to repeat. */
export type Deliver = (rows: readonly OutboxRow[]) => Promise<void>;

/** Thrown by a delivery that was aborted on purpose: the row stays due, the attempt does not count, and the run ends. */
export class CutOff extends Error {}

/** One projection covers all changes since the last delivery. */
const PROJECTION_ID = 1;
/** A delivery that fails is tried again after 1 s, 2 s, 4 s … */
const FIRST_RETRY_MS = 1_000;
/** … and in the end every five minutes, for as long as it takes: nothing is dropped. */
const LAST_RETRY_MS = 5 * 60_000;
/** While a long delivery runs, an alarm is set this far ahead, in case the object crashes. */
const ALARM_AHEAD_MS = 5_000;

type OutboxParts = {
  db: ObjectDatabase;
  /** The rows of the table that are this outbox's. */
  topics: readonly string[];
  deliver: Deliver;
  /** How many rows are delivered together: one round trip to D1 for all that a reply changes. */
  batchSize: number;
  /** While this is true of the next row, nothing is started. */
  isPaused?: (next: OutboxRow) => boolean;
};

/**
 * Work that follows a change outside its transaction: an update of D1, or a job. Call `add` in the transaction of the change.
 * The delivery follows at once; if it fails, an alarm repeats it until it succeeds. Each outbox has its own topics in the one
 * table, so that slow work does not delay fast work.
 */
export class Outbox {
  readonly #db: ObjectDatabase;
  readonly #deliver: Deliver;
  readonly #isPaused: (next: OutboxRow) => boolean;
  readonly #statements: ReturnType<typeof prepare>;
  #delivering: Promise<void> | null = null;

  constructor({ db, topics, deliver, batchSize, isPaused = () => false }: OutboxParts) {
    this.#db = db;
    this.#isPaused = isPaused;
    this.#statements = prepare(db, topics, batchSize);
    this.#deliver = deliver;
  }

  /**
   * Queues a projection of the conversation, and counts it. If one is pending already, the sooner of the two times counts. With `delayMs`,
   * changes that follow each other are delivered together.
   */
  addProjection(delayMs = 0): void {
    this.#statements.countProjection.run();
    this.#statements.addProjection.run({ dueAt: Date.now() + delayMs });
  }

  /** Queues a delivery or a job about a reply. */
  add(topic: string, replyId: string, delayMs = 0): void {
    this.#statements.add.run({ topic, replyId, dueAt: Date.now() + delayMs });
  }

  /** The same, but one that is queued already only waits again. One that is being delivered now is delivered once more. */
  addOnce(topic: string, replyId: string, delayMs: number): void {
    const waiting = this.#db
      .update(outbox)
      .set({ attempts: 0, dueAt: Date.now() + delayMs, revision: sql`${outbox.revision} + 1` })
      .where(and(eq(outbox.topic, topic), eq(outbox.replyId, replyId)))
      .returning({ id: outbox.id })
      .all();
    if (waiting.length === 0) this.add(topic, replyId, delayMs);
  }

  /** All rows are due now, except those that have failed and wait to be tried again. */
  makeDue(): void {
    this.#statements.makeDue.run({ now: Date.now() });
  }

  /** Whether this instance is delivering right now. */
  get isDelivering(): boolean {
    return this.#delivering !== null;
  }

  /** When the next delivery is due, in milliseconds since 1970; `null`: nothing is pending. */
  nextDue(): number | null {
    return this.#statements.nextDue.get()?.due ?? null;
  }

  /** When an alarm has to deliver, for an outbox whose deliveries take long. */
  nextAlarm(): number | null {
    return this.isDelivering ? Date.now() + ALARM_AHEAD_MS : this.nextDue();
  }

  /** Delivers all that is due. One run at a time; what fails is tried again later, never thrown. */
  deliverDue(): Promise<void> {
    this.#delivering ??= this.#run().finally(() => {
      this.#delivering = null;
    });
    return this.#delivering;
  }

  async #run(): Promise<void> {
    while (true) {
      const rows = this.#statements.due.all({ now: Date.now() });
      const [next] = rows;
      if (next === undefined || this.#isPaused(next)) return;
      const fault = await this.#tryToDeliver(rows);
      if (fault === null) continue;
      if (fault.error instanceof CutOff) return;
      // One that can't be delivered must not block the others.
      for (const row of rows) {
        const own = rows.length === 1 ? fault : await this.#tryToDeliver([row]);
        if (own !== null) this.#postpone(row, own.error);
      }
    }
  }

  async #tryToDeliver(rows: readonly OutboxRow[]): Promise<{ error: unknown } | null> {
    try {
      await this.#deliver(rows);
    } catch (error) {
      return { error };
    }
    this.#remove(rows);
    return null;
  }

  /** A projection that was asked for again during its delivery stays. */
  #remove(rows: readonly OutboxRow[]): void {
    this.#statements.remove.run({ rows: JSON.stringify(rows.map(({ id, revision }) => [id, revision])) });
  }

  #postpone(row: OutboxRow, error: unknown): void {
    const { topic, attempts } = row;
    const { conversationId } = this.#db.select().from(conversation).get() ?? {};
    const fields = { conversationId, topic, attempts: attempts + 1, ...describeError(error) };
    logLine("warn", "outbox.retry", fields);
    const wait = Math.min(FIRST_RETRY_MS * 2 ** attempts, LAST_RETRY_MS);
    this.#db
      .update(outbox)
      .set({ attempts: attempts + 1, dueAt: Date.now() + wait })
      .where(eq(outbox.id, row.id))
      .run();
  }
}

/** The statements of every turn, built once: to build one costs several times as much as to run it. */
function prepare(db: ObjectDatabase, topics: readonly string[], batchSize: number) {
  const { placeholder } = sql;
  const isOurs = inArray(outbox.topic, [...topics]);
  return {
    countProjection: db
      .update(conversation)
      .set({ projection: sql`${conversation.projection} + 1` })
      .prepare(),
    addProjection: db
      .insert(outbox)
      .values({ id: PROJECTION_ID, topic: "project", dueAt: placeholder("dueAt") })
      .onConflictDoUpdate({
        target: outbox.id,
        set: {
          attempts: 0,
          dueAt: sql`CASE WHEN ${outbox.attempts} = 0 THEN min(${outbox.dueAt}, excluded.due_at) ELSE excluded.due_at END`,
          revision: sql`${outbox.revision} + 1`,
        },
      })
      .prepare(),
    add: db
      .insert(outbox)
      .values({
        id: sql`(SELECT max(coalesce(max(id), 0), ${PROJECTION_ID}) + 1 FROM outbox)`,
        topic: placeholder("topic"),
        replyId: placeholder("replyId"),
        dueAt: placeholder("dueAt"),
      })
      .prepare(),
    makeDue: db
      .update(outbox)
      .set({ dueAt: sql`${placeholder("now")}` })
      .where(and(isOurs, eq(outbox.attempts, 0), gt(outbox.dueAt, placeholder("now"))))
      .prepare(),
    nextDue: db
      .select({ due: min(outbox.dueAt) })
      .from(outbox)
      .where(isOurs)
      .prepare(),
    due: db
      .select()
      .from(outbox)
      .where(and(isOurs, lte(outbox.dueAt, placeholder("now"))))
      .orderBy(asc(outbox.dueAt), limited(asc(outbox.id), batchSize))
      .prepare(),
    remove: db
      .delete(outbox)
      .where(sql`(id, revision) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${placeholder("rows")}))`)
      .prepare(),
  };
}
