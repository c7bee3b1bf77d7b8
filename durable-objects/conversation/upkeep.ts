import type { ConversationParts } from "./conversation.ts";
import type { ObjectAlarm } from "./object-alarm.ts";

/**
 * From the acceptance to the end of a reply, and before that while D1 takes a while to reserve its Sparks, an alarm is always set this
 * far ahead. After a crash it starts the object, which continues or ends the turn within 2 s, or refunds a turn that was not stored yet.
 */
const REPAIR_AHEAD_MS = 1_900;

type UpkeepParts = Pick<
  ConversationParts,
  "record" | "turn" | "outbox" | "jobs" | "search" | "readers" | "purge" | "bin" | "waitUntil"
> & { alarm: ObjectAlarm };

/** Does what no request waits for: delivers the outbox, runs the jobs, and sets the object's one alarm for what is left. */
export class Upkeep {
  readonly #parts: UpkeepParts;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
  }

  /** Delivers what has changed to D1, and sets the alarm for the rest. Jobs and search go on after it has returned. */
  async settle(): Promise<void> {
    const { purge, outbox, waitUntil } = this.#parts;
    if (purge.hasBegun) return;
    await outbox.deliverDue();
    waitUntil(this.#workOn());
    await this.armAlarm();
  }

  /**
   * Runs the jobs and delivers what they have changed. The search is fed at the same time, and once more with what the jobs have changed. No
   * turn waits for it.
   */
  async #workOn(): Promise<void> {
    const { jobs, outbox, search } = this.#parts;
    await Promise.all([jobs.runDue().then(() => outbox.deliverDue()), search.deliverDue()]);
    await search.deliverDue();
    await this.armAlarm();
  }

  /** There is one alarm: soon while this instance works on a turn, else when the next task is due, else none. */
  async armAlarm(): Promise<void> {
    const { alarm, turn, purge } = this.#parts;
    if (purge.hasBegun) return;
    await alarm.moveTo(() => (turn.isAtWork ? Date.now() + REPAIR_AHEAD_MS : this.nextDue()));
  }

  /** Sets the alarm that repairs a turn after a crash. What the object sends does not wait until it is on the disk. */
  keepAlive(): Promise<void> {
    return this.#parts.alarm.moveTo(() => Date.now() + REPAIR_AHEAD_MS, { isUnconfirmed: true });
  }

  /** When the next task is due that no request starts, in milliseconds since 1970; `null`: there is none. */
  nextDue(): number | null {
    const { turn, record, outbox, jobs, search, readers, purge, bin } = this.#parts;
    const row = record.get();
    const purgeDue = row && purge.findDue(row);
    const dues = [
      turn.recoveryDue,
      outbox.nextDue(),
      jobs.nextDue(),
      search.nextDue(),
      readers.nextExpiry(),
      purgeDue,
      bin.nextDue(),
    ];
    const known = dues.filter((due) => due !== null);
    return known.length === 0 ? null : Math.min(...known);
  }
}
