/** As long as KV itself keeps a key at each location (https://developers.cloudflare.com/kv/reference/how-kv-works/). */
const KEPT_MS = 60_000;
/** Some megabytes. */
const KEPT_MAX = 5_000;

/**
 * What this isolate has read or written of sessions within the last minute, so that the requests of a page and of the next page don't
 * each ask KV. It is never older than what KV may answer: what must be known at once is asked of D1.
 */
export class SessionMemory<Data> {
  /** The oldest first. */
  readonly #kept = new Map<string, { data: Data; until: number }>();

  find(id: string): Data | null {
    const kept = this.#kept.get(id);
    return kept !== undefined && Date.now() < kept.until ? kept.data : null;
  }

  keep(id: string, data: Data): void {
    this.#kept.delete(id);
    this.#kept.set(id, { data, until: Date.now() + KEPT_MS });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_MAX) break;
      this.#kept.delete(oldest);
    }
  }

  forget(id: string): void {
    this.#kept.delete(id);
  }
}
