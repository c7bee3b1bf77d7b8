/**
 * Knows whether a transaction may be open that has written. It may still fail and take its rows back, so what is read meanwhile must
 * not be kept in memory. Transactions of an object are synchronous, so each has ended when a microtask runs.
 */
export class OpenWrites {
  #isOpen = false;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Call it at each write. */
  note(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    queueMicrotask(() => {
      this.#isOpen = false;
    });
  }
}
