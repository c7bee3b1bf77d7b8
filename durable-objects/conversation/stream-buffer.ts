import { Cadence, WINDOW_MS } from "#workers/ai/cadence.ts";

/**
 * So far before their time windows go on: an answer that is read in gulps has been divided into windows once, and what
 * comes in them must not wait for a second time. On average there is no more than one in a window all the same.
 */
const EARLY_MS = 3 * WINDOW_MS;

type StreamBufferParts = {
  /** Stores a window, then sends it: text that a person has seen never vanishes in a crash. */
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

  /** `text`: what an earlier attempt had already stored. */
  constructor(parts: StreamBufferParts, text = "") {
    this.#parts = parts;
    this.#flushed = text;
  }

  /** What is stored and was sent. */
  get flushed(): string {
    return this.#flushed;
  }

  /** All that has arrived. */
  get text(): string {
    return this.#flushed + this.#pending;
  }

  push(piece: string): void {
    this.#pending += piece;
    if (this.#cancelTimer !== null) return;
    const wait = this.#cadence.arrived(this.#parts.now());
    // later ones also where they are due at once: with them comes what the model's answer brings in the same gulp
    if (this.#isFirst) this.flush();
    else this.#cancelTimer = this.#parts.schedule(() => this.flush(), wait);
    this.#isFirst = false;
  }

  flush(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    this.#cadence.wentOn();
    if (this.#pending === "") return;
    const window = this.#pending;
    const offset = this.#flushed.length;
    this.#pending = "";
    this.#flushed += window;
    this.#parts.flush(window, offset);
  }

  /** Drops the timer. What is pending stays readable in `text`. */
  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
  }
}
