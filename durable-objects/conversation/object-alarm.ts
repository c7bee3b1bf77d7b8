/** An alarm that fires within this time is not moved. */
const SOON_MS = 2_000;

/**
 * The object's one alarm. To move it costs two writes to the disk, and to find when it is due some reads, which would happen at the
 * beginning and the end of every turn. So an alarm that fires soon stays as it is: it finds what is due and is set again.
 */
export class ObjectAlarm {
  readonly #storage: Pick<DurableObjectStorage, "setAlarm" | "deleteAlarm">;
  /** Milliseconds since 1970; `null`: none, `undefined`: this instance has not set any yet. */
  #setFor: number | null | undefined;

  constructor(storage: Pick<DurableObjectStorage, "setAlarm" | "deleteAlarm">) {
    this.#storage = storage;
  }

  /** The alarm has fired, so none is set any more. */
  noteFired(): void {
    this.#setFor = null;
  }

  /**
   * The alarm fires at the time that `findDue` gives, even if this instance is evicted; `null`: no alarm is needed. One that fires within
   * `SOON_MS` stays. `isUnconfirmed`: what the object sends does not wait until the alarm is on the disk, so a crash right after this call
   * may lose it.
   */
  async moveTo(findDue: () => number | null, { isUnconfirmed = false } = {}): Promise<void> {
    const setFor = this.#setFor;
    if (typeof setFor === "number" && setFor <= Date.now() + SOON_MS) return;
    const due = findDue();
    if (setFor === due) return;
    this.#setFor = due;
    const options = { allowUnconfirmed: isUnconfirmed };
    await (due === null ? this.#storage.deleteAlarm() : this.#storage.setAlarm(due, options));
  }
}
