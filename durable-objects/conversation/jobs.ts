import { type AnswerPhase, type Asked, askWithPatience } from "#workers/ai/ask-with-patience.ts";
import type { Patience } from "#workers/ai/patience.ts";
import type { ObjectDatabase } from "./database.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import { CutOff, Outbox } from "./outbox.ts";
import type { Owner } from "./record.ts";
import type { Turn } from "./turn-log.ts";

/**
 * Jobs begin when nothing has been written for so long: who goes on at once gets the reply first, and what was worked out
 * for a place that they have left would be for nothing.
 */
const PAUSE_MS = 1_000;
/** … and up to so much later: replies that end together, after a deploy for example, must not start all jobs at once. */
const PAUSE_SPREAD_MS = 1_500;
/** While jobs run, an alarm is kept this far ahead: only a crash needs it. */
const ALARM_AHEAD_MS = 5_000;

/** Something that is worked out in the background after a reply. */
export interface Job {
  /** Whether this reply asks for it; called in the transaction that stores the reply. */
  follows(reply: MessageRow, turn: Turn): boolean;
  /**
   * Does it. Safe to repeat; throws to be tried again later, and `CutOff` once `signal` aborts: then it is begun again when
   * nothing is being written.
   */
  run(reply: MessageRow, owner: Owner, signal: AbortSignal): Promise<void>;
}

type JobQueueParts = {
  db: ObjectDatabase;
  jobs: Readonly<Record<string, Job>>;
  tree: Pick<MessageTree, "get">;
  /** The conversation, unless it is deleted. */
  findOpen: () => Owner | null;
  /** Nothing more is begun while a reply is written. */
  isBusy: () => boolean;
  /** Aborts what runs in the background as soon as the person goes on; a new one each time. */
  idleSignal: () => AbortSignal;
  now: () => number;
};

/**
 * The jobs after a reply: queued in the transaction that stores it, so that a crash forgets none, and run one after another
 * while nothing is being written. One that fails is tried again, later each time; one that is under way when the person goes
 * on is cut off and begun again later.
 */
export class JobQueue {
  readonly #parts: JobQueueParts;
  readonly #outbox: Outbox;

  constructor(parts: JobQueueParts) {
    this.#parts = parts;
    this.#outbox = new Outbox({
      db: parts.db,
      topics: Object.keys(parts.jobs),
      deliver: async (rows) => {
        for (const { topic, replyId } of rows) await this.#run(topic, replyId);
      },
      now: parts.now,
      batchSize: 1,
      isPaused: parts.isBusy,
      describe: () => ({ conversationId: parts.findOpen()?.conversationId }),
    });
  }

  /** Queues what follows a reply; belongs in the transaction that stores it. */
  addAfter(reply: MessageRow, turn: Turn): void {
    const pause = PAUSE_MS + Math.round(Math.random() * PAUSE_SPREAD_MS);
    this.#outbox.putOff(pause);
    for (const [name, job] of Object.entries(this.#parts.jobs)) {
      if (job.follows(reply, turn)) this.#outbox.add(name, reply.id, pause);
    }
  }

  /** When an alarm has to wake the object for a job, in milliseconds since 1970; `null`: there is none. */
  nextDue(): number | null {
    return this.#outbox.isDelivering ? this.#parts.now() + ALARM_AHEAD_MS : this.#outbox.nextDue();
  }

  /** Whether this instance is running a job right now. */
  get isRunning(): boolean {
    return this.#outbox.isDelivering;
  }

  /** Runs all that are due. Never throws for a job that fails. */
  runDue(): Promise<void> {
    return this.#outbox.deliverDue();
  }

  async #run(name: string, replyId: string | null): Promise<void> {
    const owner = this.#parts.findOpen();
    const reply = replyId === null ? null : this.#parts.tree.get(replyId);
    if (owner && reply) await this.#parts.jobs[name]?.run(reply, owner, this.#parts.idleSignal());
  }
}

/** How a job asks a model. */
type Waiting = {
  /** Aborts when the person sends something. */
  idle: AbortSignal;
  patience: Patience;
  /** Called when the model's phase changes. */
  onPhase?: (phase: AnswerPhase) => void;
};

/**
 * Asks a model and waits for as long as for a reply. Throws `CutOff` where `idle` aborts first. The timers end with the answer: a
 * pending one would keep the object from hibernating.
 */
export async function askInTime<T>(
  { idle, patience, onPhase = () => undefined }: Waiting,
  ask: (options: Asked) => Promise<T>,
): Promise<T> {
  const answer = await askWithPatience({ left: idle, patience, onPhase }, ask);
  if (idle.aborted) throw new CutOff("The person has gone on.");
  return answer;
}
