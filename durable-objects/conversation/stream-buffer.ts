import { FLUSH_INTERVAL_MS, FlushSchedule } from "#workers/ai/flush-schedule.ts";

/**
 * How early text may be flushed. An answer whose text was collected in intervals when it was read (`server-events.ts`) must
 * not wait a second time. On average there is still no more than one flush in `FLUSH_INTERVAL_MS`.
 */
const EARLY_MS = 3 * FLUSH_INTERVAL_MS;

/** The text of a running reply on its way to disk and readers: the first piece at once, then at intervals. */
export class StreamBuffer {
  readonly #onFlush: (text: string, offset: number) => void;
  #flushed: string;
  #pending = "";
  readonly #schedule = new FlushSchedule(EARLY_MS);
  #isFirst = true;
  #timer: ReturnType<typeof setTimeout> | null = null;

  /**
   * `onFlush`: stores the text, then sends it, so that a crash never loses text that a person has seen. `text`: what an earlier attempt has
   * stored.
   */
  constructor(onFlush: (text: string, offset: number) => void, text: string) {
    this.#onFlush = onFlush;
    this.#flushed = text;
  }

  /** What has been stored and sent. */
  get flushed(): string {
    return this.#flushed;
  }

  push(piece: string): void {
    this.#pending += piece;
    if (this.#timer !== null) return;
    const wait = this.#schedule.noteArrival(Date.now());
    // The first piece is sent at once. Later ones wait for a timer even when it is due now: it fires after the other pieces that
    // were read together have arrived.
    if (this.#isFirst) this.flush();
    else this.#timer = setTimeout(() => this.flush(), wait);
    this.#isFirst = false;
  }

  flush(): void {
    this.stop();
    this.#schedule.noteSent();
    if (this.#pending === "") return;
    const text = this.#pending;
    const offset = this.#flushed.length;
    this.#pending = "";
    this.#flushed += text;
    this.#onFlush(text, offset);
  }

  /** Drops the timer: what is pending is not sent. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
