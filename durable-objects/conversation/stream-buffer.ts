import { Cadence, WINDOW_MS } from "#workers/ai/cadence.ts";

/**
 * How early a window may be sent. An answer that was divided into windows when it was read (`server-events.ts`) must
 * not wait a second time. On average there is still no more than one window in `WINDOW_MS`.
 */
const EARLY_MS = 3 * WINDOW_MS;

type StreamBufferParts = {
  /** Stores a window, then sends it, so that a crash never loses text that a person has seen. */
  flush: (text: string, offset: number) => void;
  now: () => number;
  schedule: (callback: () => void, ms: number) => () => void;
};

/** The text of a running reply on its way to disk and readers: the first piece at once, then in windows. */
export class StreamBuffer {
  readonly #parts: StreamBufferParts;
  #flushed: string;
  #pending = "";
  readonly #cadence = new Cadence(EARLY_MS);
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
    const wait = this.#cadence.noteArrival(this.#parts.now());
    // The first piece is sent at once. Later ones wait for a timer even when it is due now: it fires after the other pieces that
    // were read together have arrived.
    if (this.#isFirst) this.flush();
    else this.#cancelTimer = this.#parts.schedule(() => this.flush(), wait);
    this.#isFirst = false;
  }

  flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#cadence.noteSent();
    if (this.#pending === "") return;
    const window = this.#pending;
    const offset = this.#flushed.length;
    this.#pending = "";
    this.#flushed += window;
    this.#parts.flush(window, offset);
  }

  /** Drops the timer: what is pending is not sent. */
  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}
