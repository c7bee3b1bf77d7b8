const KEY = "reserving";

/**
 * The id of the reply for which Sparks were reserved last. D1 is asked without waiting until it is on the disk, so a crash at that moment may
 * lose it.
 */
export class ReservationMark {
  readonly #storage: Pick<DurableObjectStorage, "put" | "kv">;

  constructor(storage: Pick<DurableObjectStorage, "put" | "kv">) {
    this.#storage = storage;
  }

  async set(replyId: string): Promise<void> {
    await this.#storage.put(KEY, replyId, { allowUnconfirmed: true });
  }

  /** `null`: nothing was reserved yet. */
  find(): string | null {
    return this.#storage.kv.get<string>(KEY) ?? null;
  }
}
