/** Wrong passphrases that one key may send within a window. */
export type AttemptLimit = { most: number; windowMs: number };

/** Keys that are remembered at most; beyond it the oldest are forgotten. Memory stays small under an attack. */
const KEYS_MAX = 10_000;

/** Counts failed attempts by key, in memory, in windows that begin with the first failure. */
export class Attempts {
  readonly #limit: AttemptLimit;
  readonly #now: () => number;
  readonly #failures = new Map<string, { count: number; since: number }>();

  constructor(limit: AttemptLimit, now: () => number = Date.now) {
    this.#limit = limit;
    this.#now = now;
  }

  /** Milliseconds until a key may try again; 0: now. */
  msToWait(key: string): number {
    const entry = this.#failures.get(key);
    if (entry === undefined) return 0;
    const left = entry.since + this.#limit.windowMs - this.#now();
    return entry.count >= this.#limit.most && left > 0 ? left : 0;
  }

  /** Counts an attempt before it is checked, so that many at the same time can't pass the limit. */
  count(key: string): void {
    const entry = this.#failures.get(key);
    if (entry !== undefined && this.#now() < entry.since + this.#limit.windowMs) {
      entry.count += 1;
      return;
    }
    this.#failures.delete(key);
    this.#failures.set(key, { count: 1, since: this.#now() });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > KEYS_MAX && oldest !== undefined) this.#failures.delete(oldest);
  }

  /** Forgets a key whose passphrase was right. */
  forget(key: string): void {
    this.#failures.delete(key);
  }
}
