import { FLUSH_INTERVAL_MS, FlushSchedule } from "#workers/ai/flush-schedule.ts";

/**
 * How early text may be flushed. An answer whose text was collected in intervals when it was read (`server-events.ts`) must
 * not wait a second time. On average there is still no more than one flush in `FLUSH_INTERVAL_MS`.
 */
const EARLY_MS = 3 * FLUSH_INTERVAL_MS;

type StreamBufferParts = {
  /** Stores the text, then sends it, so that a crash never loses text that a person has seen. */
  flush: (text: string, offset: number) => void;
  now: () => number;
  schedule: (callback: () => void, ms: number) => () => void;
};

/** The text of a running reply on its way to disk and readers: the first piece at once, then at intervals. */
export class StreamBuffer {
  readonly #parts: StreamBufferParts;
  #flushed: string;
  #pending = "";
  readonly #schedule = new FlushSchedule(EARLY_MS);
  #isFirst = true;
  #cancelTimer: (() => void) | null = null;

  /** `text`: what an earlier attempt has stored. */
  constructor(parts: StreamBufferParts, text = "") {
    this.#parts = parts;
    this.#flushed = text;
  }

  /** What has been stored and sent. */
  get flushed(): string {
    return this.#flushed;
  }

  push(piece: string): void {
    this.#pending += piece;
    if (this.#cancelTimer !== null) return;
    const wait = this.#schedule.noteArrival(this.#parts.now());
    // The first piece is sent at once. Later ones wait for a timer even when it is due now: it fires after the other pieces that
    // were read together have arrived.
    if (this.#isFirst) this.flush();
    else this.#cancelTimer = this.#parts.schedule(() => this.flush(), wait);
    this.#isFirst = false;
  }

  flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#schedule.noteSent();
    if (this.#pending === "") return;
    const text = this.#pending;
    const offset = this.#flushed.length;
    this.#pending = "";
    this.#flushed += text;
    this.#parts.flush(text, offset);
  }

  /** Drops the timer: what is pending is not sent. */
  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}
