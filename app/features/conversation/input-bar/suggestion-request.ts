/** Asks for what could be written next. `another`: a different one from the last. */
export type AskSuggestion = (options: { another: boolean; signal: AbortSignal }) => Promise<string>;

/** The one suggestion that is being waited for. */
export class SuggestionRequest {
  readonly #onPending: (pending: boolean) => void;
  #running: AbortController | null = null;

  constructor(onPending: (pending: boolean) => void) {
    this.#onPending = onPending;
  }

  /**
   * The suggestion, or `null` where nobody waits for it: one is awaited already, or it was cancelled meanwhile. Throws what
   * `ask` throws.
   */
  async run(ask: AskSuggestion, another: boolean): Promise<string | null> {
    if (this.#running !== null) return null;
    const running = new AbortController();
    this.#running = running;
    this.#onPending(true);
    try {
      const text = await ask({ another, signal: running.signal });
      return this.#running === running ? text : null;
    } catch (error) {
      if (this.#running === running) throw error;
      return null;
    } finally {
      if (this.#running === running) this.cancel();
    }
  }

  cancel(): void {
    if (this.#running === null) return;
    this.#running.abort();
    this.#running = null;
    this.#onPending(false);
  }
}
