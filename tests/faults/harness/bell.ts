/** Wakes everybody who waits for something to happen. */
export class Bell {
  #waiting: (() => void)[] = [];

  ring(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Resolves at the next ring, or when the limit is over. */
  next(limit: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      limit.addEventListener("abort", () => resolve(), { once: true });
    });
  }
}
