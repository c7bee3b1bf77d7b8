import { describeError, logLine } from "#workers/logging.ts";
import type { ConversationKind } from "./conversation-kind.ts";
import type { ConversationRecord, ConversationRow, Owner } from "./record.ts";

const PURGE_RETRY_MS = 5 * 60_000;
/** A purge on demand waits this long for what runs to end, looking this often. */
const IDLE_WITHIN_MS = 5_000;
const IDLE_CHECK_MS = 50;

type PurgeParts = {
  kind: Pick<ConversationKind, "purge" | "purgeDueAt">;
  record: Pick<ConversationRecord, "get">;
  state: Pick<DurableObjectState, "storage" | "abort">;
  /** Disconnects every reader: the account is being deleted. */
  disconnect: () => void;
  /** Ends the active turn. */
  stop: () => void;
  /** Ends what runs in the background. */
  giveWay: () => void;
  /** Whether nothing runs that reads or writes tables. */
  isIdle: () => boolean;
};

/** The end of a conversation: deletes its tables, its row in D1 and what else its kind keeps outside. */
export class Purge {
  readonly #parts: PurgeParts;
  /** D1 was away at the purge: not before then again, in milliseconds since 1970. */
  #notBefore = 0;
  #hasBegun = false;
  /** There are no tables any more. */
  #isEmpty = false;

  constructor(parts: PurgeParts) {
    this.#parts = parts;
  }

  /** The storage is deleted, or is about to be; this instance does nothing any more. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /**
   * The owner's account is deleted: disconnects everybody and deletes all text at once, then the row in D1 and what else the
   * kind keeps outside. The row must be marked as deleted. Safe to repeat, also on an object that is empty; throws to be called
   * again.
   */
  async runNow(owner: Owner): Promise<void> {
    const { kind, state, disconnect, stop, giveWay } = this.#parts;
    this.#hasBegun = true;
    disconnect();
    if (!this.#isEmpty) stop();
    giveWay();
    const isIdle = await this.#waitUntilIdle();
    await this.#deleteStorage();
    const gone = await kind.purge(owner);
    // What still runs would write to tables that are gone: it ends with this instance, and the next call finds an empty one.
    if (!isIdle) state.abort("Purged while something was running.");
    if (!gone) throw new Error("The conversation is not marked as deleted in D1.");
  }

  /** Deletes everything once that is due. Returns `false` if the conversation was restored and this object was not told. */
  async runIfDue(): Promise<boolean> {
    const row = this.#hasBegun ? null : this.#parts.record.get();
    const due = row && this.findDue(row);
    if (!row || due === null || Date.now() < due) return true;
    let gone: boolean;
    try {
      gone = await this.#parts.kind.purge(row);
    } catch (error) {
      logLine("warn", "purge.retry", { conversationId: row.conversationId, ...describeError(error) });
      this.#notBefore = Date.now() + PURGE_RETRY_MS;
      return true;
    }
    if (!gone) return false;
    await this.#deleteStorage();
    logLine("info", "conversation.purged", { conversationId: row.conversationId });
    return true;
  }

  /** When the conversation is deleted for good, in milliseconds since 1970; `null`: it stays. */
  findDue(row: ConversationRow): number | null {
    const due = this.#parts.kind.purgeDueAt(row);
    return due === null ? null : Math.max(due, this.#notBefore);
  }

  async #waitUntilIdle(): Promise<boolean> {
    const { isIdle } = this.#parts;
    for (let waited = 0; waited < IDLE_WITHIN_MS && !isIdle(); waited += IDLE_CHECK_MS) {
      await scheduler.wait(IDLE_CHECK_MS);
    }
    return isIdle();
  }

  async #deleteStorage(): Promise<void> {
    const { storage } = this.#parts.state;
    this.#hasBegun = true;
    await storage.deleteAlarm();
    await storage.deleteAll();
    this.#isEmpty = true;
  }
}
