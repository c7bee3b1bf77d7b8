/**
 * Text of a running reply is collected for at most this long and then sent as one piece. The reader sees no steps, because
 * the page reveals text smoothly. Sending every piece by itself makes the latency at fifty streams nine times as long.
 */
export const FLUSH_INTERVAL_MS = 100;

/**
 * Divides time into intervals, one after the other, from the first arrival on. What arrives in an interval is sent at its end. A
 * late arrival does not move the later intervals, because then delays would add up.
 */
export class FlushSchedule {
  readonly #early: number;
  /** The end of the current interval, or of the last one that was filled, in milliseconds since 1970. */
  #end: number | null = null;
  #isOpen = false;

  /**
   * `early`, in milliseconds: an arrival this close to the end of an interval ends it. Otherwise the next arrival could come
   * just after the end, and wait for a whole interval.
   */
  constructor(early: number) {
    this.#early = early;
  }

  /** A piece arrived at `now`. Returns how long it may wait for more, in milliseconds; 0: send everything now. */
  noteArrival(now: number): number {
    if (!this.#isOpen) this.#end = this.#endOfNext(now);
    this.#isOpen = true;
    const left = (this.#end ?? now) - now;
    return left <= this.#early ? 0 : Math.min(left, FLUSH_INTERVAL_MS);
  }

  /** All pieces so far were sent. */
  noteSent(): void {
    this.#isOpen = false;
  }

  /** After a pause, `now` lies in an interval that has begun already, so that interval ends at once. */
  #endOfNext(now: number): number {
    if (this.#end === null) return now;
    const end = this.#end + FLUSH_INTERVAL_MS;
    return end > now ? end : now - ((now - this.#end) % FLUSH_INTERVAL_MS);
  }
}
