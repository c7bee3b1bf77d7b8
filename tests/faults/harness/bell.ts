/** Resolves all waiting promises when something happens. */
export class Bell {
  #waiting: (() => void)[] = [];

  ring(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Resolves at the next ring or after the limit. */
  next(limit: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      limit.addEventListener("abort", () => resolve(), { once: true });
    });
  }
}
