/** The minimum time between two updates of a suggestion: each sends all of it. */
const TELL_EVERY_MS = 100;

/** Tells readers how a suggestion grows, once somebody wants to see it. */
export class SuggestionProgress {
  readonly #tell: (text: string) => void;
  readonly #now: () => number;
  #text = "";
  #isShown = false;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(tell: (text: string) => void, now: () => number = Date.now) {
    this.#tell = tell;
    this.#now = now;
  }

  /** What there is of it now. */
  note(text: string): void {
    this.#text = text;
    if (this.#isShown) this.#tellSome();
  }

  /** From now on updates are sent, beginning with the text so far. */
  show(): void {
    this.#isShown = true;
    this.#tellSome();
  }

  #tellSome(): void {
    if (this.#text === "" || this.#now() - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = this.#now();
    this.#tell(this.#text);
  }
}
