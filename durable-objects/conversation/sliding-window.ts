import type { RateLimit } from "#domain/rate-limits.ts";

/** Counts what happens within the last `windowS` seconds, exactly: it keeps the time of each. */
export class SlidingWindow {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #times: number[];

  /** `times`: what happened before, in milliseconds since 1970, oldest first. */
  constructor({ limit, windowS }: RateLimit, times: readonly number[] = []) {
    this.#limit = limit;
    this.#windowMs = windowS * 1000;
    this.#times = [...times];
  }

  /** Counts one more and returns `null`, or counts nothing and returns in how many seconds there is room again. */
  take(): number | null {
    const now = Date.now();
    while ((this.#times[0] ?? now) <= now - this.#windowMs) this.#times.shift();
    const [oldest] = this.#times;
    if (oldest !== undefined && this.#times.length >= this.#limit) {
      return Math.max(1, Math.ceil((oldest + this.#windowMs - now) / 1000));
    }
    this.#times.push(now);
    return null;
  }

  /** Takes back the last one that was counted. */
  giveBack(): void {
    this.#times.pop();
  }
}
