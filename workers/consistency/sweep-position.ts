/**
 * Where a nightly sweep continues: after the last thing that it has checked, stored in KV; `null`: at the beginning. After the end it
 * begins again the next night.
 */
export class SweepPosition {
  readonly #kv: KVNamespace;
  readonly #key: string;

  constructor(kv: KVNamespace, sweep: string) {
    this.#kv = kv;
    this.#key = `sweep/${sweep}`;
  }

  read(): Promise<string | null> {
    return this.#kv.get(this.#key);
  }

  async write(position: string | null): Promise<void> {
    await (position === null ? this.#kv.delete(this.#key) : this.#kv.put(this.#key, position));
  }
}
