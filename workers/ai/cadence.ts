/**
 * Text of a running reply is collected for at most this long and then sent as one piece. The reader sees no steps, because
 * the page reveals text smoothly. Sending every piece by itself makes the latency at fifty streams nine times as long.
 */
export const WINDOW_MS = 100;

/**
 * Divides time into windows, one after the other, from the first arrival on. What arrives in a window is sent at its end. A
 * late arrival does not move the later windows, because then delays would add up.
 */
export class Cadence {
  readonly #early: number;
  /** The end of the current window, or of the last one that was filled, in milliseconds since 1970. */
  #end: number | null = null;
  #isOpen = false;

  /**
   * `early`, in milliseconds: an arrival this close to the end of a window ends it. Otherwise the next arrival could come
   * just after the end, and wait for a whole window.
   */
  constructor(early: number) {
    this.#early = early;
  }

  /** A piece arrived at `now`. Returns how long it may wait for more, in milliseconds; 0: send everything now. */
  noteArrival(now: number): number {
    if (!this.#isOpen) this.#end = this.#endOfNext(now);
    this.#isOpen = true;
    const left = (this.#end ?? now) - now;
    return left <= this.#early ? 0 : Math.min(left, WINDOW_MS);
  }

  /** All pieces so far were sent. */
  noteSent(): void {
    this.#isOpen = false;
  }

  /** After a pause, `now` lies in a window that has begun already, so that window ends at once. */
  #endOfNext(now: number): number {
    if (this.#end === null) return now;
    const end = this.#end + WINDOW_MS;
    return end > now ? end : now - ((now - this.#end) % WINDOW_MS);
  }
}
