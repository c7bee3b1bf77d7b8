import { RECENTLY_DELETED_MS } from "#domain/recently-deleted.ts";
import { describeError, logLine } from "#workers/logging.ts";
import type { ConversationParts } from "./conversation.ts";
import type { ConversationRow, Owner } from "./record.ts";

const PURGE_RETRY_MS = 5 * 60_000;
/** A purge on demand waits this long for running work to end, and checks this often. */
const IDLE_WITHIN_MS = 5_000;
const IDLE_CHECK_MS = 50;

type PurgeParts = Pick<ConversationParts, "kind" | "record"> & {
  state: Pick<DurableObjectState, "storage" | "abort">;
  /** Disconnects every reader: the account is being deleted. */
  disconnect: () => void;
  /** Ends the active turn. */
  stop: () => void;
  /** Aborts the jobs. */
  abortJobs: () => void;
  /** Whether nothing runs that reads or writes tables. */
  isIdle: () => boolean;
};

/** Deletes a conversation permanently: its tables, its row in D1, and what its kind stores elsewhere. */
export class Purge {
  readonly #parts: PurgeParts;
  /** When to try again after D1 could not be reached, in milliseconds since 1970. */
  #notBefore = 0;
  #hasBegun = false;
  /** The tables are deleted. */
  #isEmpty = false;

  constructor(parts: PurgeParts) {
    this.#parts = parts;
  }

  /** The storage is deleted or is about to be. From then on this instance does nothing. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  /**
   * For the deletion of the owner's account: disconnects all readers and deletes all text, then the row in D1 and what the kind stores
   * elsewhere. The row must already be marked as deleted. Safe to repeat, even on an empty object. If it throws, call it again.
   */
  async runNow(owner: Owner): Promise<void> {
    const { kind, state, disconnect, stop, abortJobs } = this.#parts;
    this.#hasBegun = true;
    disconnect();
    if (!this.#isEmpty) stop();
    abortJobs();
    const isIdle = await this.#waitUntilIdle();
    await this.#deleteStorage();
    const gone = await kind.purge(owner);
    // Work that still runs would write to deleted tables. It ends with this instance; the next call starts an empty one.
    if (!isIdle) state.abort("Purged while something was running.");
    if (!gone) throw new Error("The conversation is not marked as deleted in D1.");
  }

  /** Deletes everything if that is due. Returns `false` if the conversation was restored in D1 without this object being told. */
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

  /** When the conversation is deleted permanently, in milliseconds since 1970; `null`: it stays. */
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

/** When a deleted conversation can't be restored any more and is deleted permanently. */
export function purgeDueAfterDeletion({ closedAt }: ConversationRow): number | null {
  return closedAt === null ? null : closedAt + RECENTLY_DELETED_MS;
}
