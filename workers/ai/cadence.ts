/**
 * Most time that a piece of a running reply is held back, and least time between two windows of it, on average: the
 * specification's reveal smooths it for the reader, and writing every piece by itself costs nine times the latency at
 * fifty streams.
 */
export const WINDOW_MS = 100;

/**
 * Divides what arrives into windows, which stand back to back from the first arrival on: something goes on once in each.
 * An arrival that is late moves no window after it; counted from the arrival, each delay would last to the end.
 */
export class Cadence {
  readonly #early: number;
  /** When the window ends that is being filled, or was filled last, in milliseconds since 1970. */
  #end: number | null = null;
  #isOpen = false;

  /**
   * `early`: so many milliseconds before its end, a window ends with what arrives. It is better to end with an arrival than
   * just before one, which would then wait for a whole window.
   */
  constructor(early: number) {
    this.#early = early;
  }

  /** Something arrived at `now`. How long it may wait for more, in milliseconds; 0: all that is here goes on now. */
  arrived(now: number): number {
    if (!this.#isOpen) this.#end = this.#endOfNext(now);
    this.#isOpen = true;
    const left = (this.#end ?? now) - now;
    return left <= this.#early ? 0 : Math.min(left, WINDOW_MS);
  }

  /** What had arrived has gone on. */
  wentOn(): void {
    this.#isOpen = false;
  }

  /** After a pause it is the window that `now` lies in, which has begun and so is over at once. */
  #endOfNext(now: number): number {
    if (this.#end === null) return now;
    const end = this.#end + WINDOW_MS;
    return end > now ? end : now - ((now - this.#end) % WINDOW_MS);
  }
}
