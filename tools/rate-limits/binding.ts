/** What wrangler.toml says of a rate limit: at most `limit` requests with the same key in `period` seconds. */
export type RateLimitSettings = { limit: number; period: number };

/**
 * A rate-limit binding of the product on one's own machine. It counts in the Worker's memory, in windows that begin at the same
 * moment for all keys: then all counts are dropped, and there are never more than one window's keys.
 */
class MemoryRateLimit {
  readonly #settings: RateLimitSettings;
  readonly #counts = new Map<string, number>();
  /** The number of the window since 1970. */
  #window = 0;

  constructor(settings: RateLimitSettings) {
    this.#settings = settings;
  }

  /** Counts a request, unless it is one too many. */
  async limit({ key }: { key: string }): Promise<{ success: boolean }> {
    const { limit, period } = this.#settings;
    const window = Math.floor(Date.now() / (period * 1000));
    if (window !== this.#window) {
      this.#window = window;
      this.#counts.clear();
    }
    const count = this.#counts.get(key) ?? 0;
    if (count >= limit) return { success: false };
    this.#counts.set(key, count + 1);
    return { success: true };
  }
}

/** workerd calls this once for each binding. */
export default (settings: RateLimitSettings) => new MemoryRateLimit(settings);
