/** What one key may try within a window. */
type AttemptLimit = { most: number; windowMs: number };

/** Keys that are remembered at most; beyond it the oldest are forgotten. Memory stays small under an attack. */
const KEYS_MAX = 10_000;

/** Counts attempts by key, in memory, in windows that begin with the first. */
export class RateLimiter {
  readonly #limit: AttemptLimit;
  readonly #now: () => number;
  readonly #counted = new Map<string, { count: number; since: number }>();

  constructor(limit: AttemptLimit, now: () => number = Date.now) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Milliseconds until a key may try again; 0: now. */
  msToWait(key: string): number {
    const entry = this.#counted.get(key);
    if (entry === undefined) return 0;
    const left = entry.since + this.#limit.windowMs - this.#now();
    return entry.count >= this.#limit.most && left > 0 ? left : 0;
  }

  /** Counts an attempt before it is checked, so that many at the same time can't pass the limit. */
  count(key: string): void {
    const entry = this.#counted.get(key);
    if (entry !== undefined && this.#now() < entry.since + this.#limit.windowMs) {
      entry.count += 1;
      return;
    }
    this.#counted.delete(key);
    this.#counted.set(key, { count: 1, since: this.#now() });
    const [oldest] = this.#counted.keys();
    if (this.#counted.size > KEYS_MAX && oldest !== undefined) this.#counted.delete(oldest);
  }

  /** Takes back one attempt that was right. The others stay counted: somebody who has a passphrase may guess another's. */
  giveBack(key: string): void {
    const entry = this.#counted.get(key);
    if (entry !== undefined) entry.count -= 1;
  }
}
