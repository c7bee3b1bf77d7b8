import type { ReplyPhase } from "#domain/protocol.ts";

/**
 * Requests a text that could be written next. `another`: a different one from the last. `onPhase` gets what the model does
 * before it writes, where that is known, and `onText` the text so far at each update; the result is the whole text.
 */
export type AskSuggestion = (options: {
  another: boolean;
  signal: AbortSignal;
  onText: (text: string) => void;
  onPhase: (phase: ReplyPhase) => void;
}) => Promise<string>;

/** The pending request for a suggestion; there is at most one. */
export class SuggestionRequest {
  readonly #onPending: (pending: boolean) => void;
  #running: AbortController | null = null;

  constructor(onPending: (pending: boolean) => void) {
    this.#onPending = onPending;
  }

  /**
   * Gives the suggestion, or `null` where another request is pending or this one was cancelled; after that nothing is told any
   * more. Throws what `ask` throws.
   */
  async run(
    ask: AskSuggestion,
    another: boolean,
    onText: (text: string) => void,
    onPhase: (phase: ReplyPhase) => void = () => undefined,
  ): Promise<string | null> {
    if (this.#running !== null) return null;
    const running = new AbortController();
    this.#running = running;
    this.#onPending(true);
    try {
      const text = await ask({
        another,
        signal: running.signal,
        onText: (part) => {
          if (this.#running === running) onText(part);
        },
        onPhase: (phase) => {
          if (this.#running === running) onPhase(phase);
        },
      });
      return this.#running === running ? text : null;
    } catch (error) {
      if (this.#running === running) throw error;
      return null;
    } finally {
      if (this.#running === running) this.cancel();
    }
  }

  get isPending(): boolean {
    return this.#running !== null;
  }

  cancel(): void {
    if (this.#running === null) return;
    this.#running.abort();
    this.#running = null;
    this.#onPending(false);
  }
}
