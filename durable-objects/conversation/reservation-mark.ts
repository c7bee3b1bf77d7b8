const KEY = "reserving";

/**
 * The id of the last reply whose Sparks took a while to reserve. Nothing waits until it is on the disk, so a crash at that moment may lose
 * it.
 */
export class ReservationMark {
  readonly #storage: Pick<DurableObjectStorage, "put" | "kv">;

  constructor(storage: Pick<DurableObjectStorage, "put" | "kv">) {
    this.#storage = storage;
  }

  async set(replyId: string): Promise<void> {
    await this.#storage.put(KEY, replyId, { allowUnconfirmed: true });
  }

  /** `null`: there was none yet. */
  find(): string | null {
    return this.#storage.kv.get<string>(KEY) ?? null;
  }
}
