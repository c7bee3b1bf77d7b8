/** An alarm that goes off within this time is left alone. */
const SOON_MS = 3_000;

/**
 * The object's one alarm. To move it costs two writes to the disk, at the beginning and the end of every turn; one that goes
 * off soon anyhow is left to, finds what is due, and is set anew.
 */
export class WakeUp {
  readonly #storage: Pick<DurableObjectStorage, "setAlarm" | "deleteAlarm">;
  /** Milliseconds since 1970; `null`: none, `undefined`: this instance has not set any yet. */
  #setFor: number | null | undefined;

  constructor(storage: Pick<DurableObjectStorage, "setAlarm" | "deleteAlarm">) {
    this.#storage = storage;
  }

  /** The alarm went off: none is set any more. */
  wentOff(): void {
    this.#setFor = null;
  }

  /** Sees to it that the object is woken by `due`, also if this instance dies; `null`: nothing is to be done any more. */
  async at(due: number | null): Promise<void> {
    const setFor = this.#setFor;
    if (setFor === due) return;
    const isSoon = typeof setFor === "number" && setFor <= Date.now() + SOON_MS;
    if (isSoon && (due === null || setFor <= due)) return;
    this.#setFor = due;
    await (due === null ? this.#storage.deleteAlarm() : this.#storage.setAlarm(due));
  }
}
