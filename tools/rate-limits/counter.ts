/** What wrangler.toml says of a rate limit: at most `limit` requests with the same key in `period` seconds. */
export type RateLimitProps = { namespace: string; limit: number; period: number };

/**
 * Counts requests by key, in windows that begin at the same moment for all keys: then all counts are dropped at once, and the memory
 * is never more than one window's keys.
 */
export class RateLimitCounter {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #counts = new Map<string, number>();
  /** The number of the window since 1970. */
  #window = 0;

  constructor({ limit, period }: Pick<RateLimitProps, "limit" | "period">) {
    this.#limit = limit;
    this.#windowMs = period * 1000;
  }

  /** Counts a request, unless it is one too many: then `false`. `now`: milliseconds since 1970. */
  take(key: string, now: number): boolean {
    const window = Math.floor(now / this.#windowMs);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts.clear();
    }
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#limit) return false;
    this.#counts.set(key, count + 1);
    return true;
  }
}
