/** A suggestion is told again after this long at the soonest: each time all of it is sent. */
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

  /** From now on it is told, and what there is of it at once. */
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
