import { type AnswerPhase, type Asked, askWithTimeout } from "#workers/ai/ask-with-timeout.ts";
import type { Timeouts } from "#workers/ai/reply-timeout.ts";
import type { ConversationParts } from "./conversation.ts";
import type { MessageRow } from "./message-tree.ts";
import { CutOff, Outbox, type OutboxRow } from "./outbox.ts";
import type { Owner } from "./record.ts";
import type { Turn } from "./turn-store.ts";

/** Jobs begin this long after their reply. A person who writes at once gets the next reply first. */
const PAUSE_MS = 1_000;
/**
 * … plus a random time up to this: after a deploy, for example, many replies end together, and their jobs must not start at
 * once.
 */
const PAUSE_SPREAD_MS = 1_500;

/** A task that runs in the background after a reply. */
export interface Job {
  /** Whether the job runs after this reply; called in the transaction that stores the reply. */
  follows(reply: MessageRow, turn: Turn): boolean;
  /**
   * Runs the job. Must be safe to repeat. If it throws, it is tried again later. If it throws `CutOff` because `signal` has
   * aborted, it runs again when no reply is being written.
   */
  run(reply: MessageRow, owner: Owner, signal: AbortSignal): Promise<void>;
}

type JobQueueParts = Pick<ConversationParts, "db" | "kind" | "tree" | "findOpen" | "isBusy"> & {
  signals: BackgroundSignals;
};

/**
 * The jobs after a reply. They are queued in the transaction that stores the reply, so that a crash loses none, and run one
 * after another while no reply is being written. A job that fails is tried again, each time after a longer wait. A job that
 * is running when the person sends something is aborted. If it has not ended by the end of the next reply, it runs then, at once and to
 * its end: so a person who plays without a pause still gets a title, names and memory. Jobs of a deleted conversation wait until it is
 * restored.
 */
export class JobQueue {
  readonly #parts: JobQueueParts;
  readonly #outbox: Outbox;
  /** When the last reply was stored: a job that was due by then has waited for a whole turn. A restart forgets it. */
  #repliedAt = 0;

  constructor(parts: JobQueueParts) {
    this.#parts = parts;
    this.#outbox = new Outbox({
      db: parts.db,
      topics: Object.keys(parts.kind.jobs),
      deliver: async (rows) => {
        for (const row of rows) await this.#run(row);
      },
      batchSize: 1,
      isPaused: (row) => parts.findOpen() === null || (parts.isBusy() && !this.#hasWaited(row)),
    });
  }

  /** Queues the jobs after a reply. Call it in the transaction that stores the reply. */
  addAfter(reply: MessageRow, turn: Turn): void {
    this.#repliedAt = Date.now();
    this.#outbox.makeDue();
    const pause = PAUSE_MS + Math.round(Math.random() * PAUSE_SPREAD_MS);
    for (const [name, job] of Object.entries(this.#parts.kind.jobs)) {
      if (job.follows(reply, turn)) this.#outbox.add(name, reply.id, pause);
    }
  }

  /** Queues one job about a message; several changes in a row have it run once. Call it in the transaction of the change. */
  add(name: string, messageId: string): void {
    this.#outbox.addOnce(name, messageId, PAUSE_MS);
  }

  /** When an alarm has to wake the object for a job, in milliseconds since 1970; `null`: there is none. */
  nextDue(): number | null {
    return this.#parts.findOpen() && this.#outbox.nextAlarm();
  }

  /** Whether this instance is running a job right now. */
  get isRunning(): boolean {
    return this.#outbox.isDelivering;
  }

  /** Runs all jobs that are due. Never throws for a job that fails. */
  runDue(): Promise<void> {
    return this.#outbox.deliverDue();
  }

  #hasWaited({ dueAt }: OutboxRow): boolean {
    return dueAt <= this.#repliedAt;
  }

  async #run(row: OutboxRow): Promise<void> {
    const { findOpen, tree, kind, signals } = this.#parts;
    const owner = findOpen();
    const reply = row.replyId === null ? null : tree.get(row.replyId);
    const signal = this.#hasWaited(row) ? signals.findLasting() : signals.findYielding();
    if (owner && reply) await kind.jobs[row.topic]?.run(reply, owner, signal);
  }
}

/** The signals of all requests that run in the background, such as those of jobs. There is a new one after each abort. */
export class BackgroundSignals {
  #yielding = new AbortController();
  #lasting = new AbortController();

  /** Aborts as soon as the person goes on: their reply comes first. */
  findYielding(): AbortSignal {
    return this.#yielding.signal;
  }

  /** Aborts when the conversation is deleted. */
  findLasting(): AbortSignal {
    return this.#lasting.signal;
  }

  /** The person goes on. */
  abortYielding(): void {
    this.#yielding.abort();
    this.#yielding = new AbortController();
  }

  /** Nothing may run any more. */
  abort(): void {
    this.abortYielding();
    this.#lasting.abort();
    this.#lasting = new AbortController();
  }
}

/** How a job asks a model. */
type Waiting = {
  /** Aborts when the person sends something. */
  idle: AbortSignal;
  timeouts: Timeouts;
  /** Called when the model's phase changes. */
  onPhase?: (phase: AnswerPhase) => void;
};

/**
 * Asks a model, with the time limits of a reply. Throws `CutOff` if `idle` aborts first. The timers end with the answer: a
 * pending timer would keep the object from hibernating.
 */
export async function askInTime<T>(
  { idle, timeouts, onPhase = () => undefined }: Waiting,
  ask: (options: Asked) => Promise<T>,
): Promise<T> {
  const answer = await askWithTimeout({ left: idle, timeouts, onPhase }, ask);
  if (idle.aborted) throw new CutOff("The person has gone on.");
  return answer;
}
