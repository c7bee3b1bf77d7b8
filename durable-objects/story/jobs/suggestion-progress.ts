import type { ReplyPhase } from "#domain/protocol.ts";

/** The minimum time between two updates of a suggestion: each sends all of it. */
const TELL_EVERY_MS = 100;

/** What readers get: the text so far or, before there is text, what the model does. */
type Told = { text: string; phase?: ReplyPhase };

/** Tells readers how a suggestion grows, once somebody wants to see it. */
export class SuggestionProgress {
  readonly #tell: (told: Told) => void;
  readonly #now: () => number;
  #text = "";
  #phase: ReplyPhase | null = null;
  #isShown = false;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(tell: (told: Told) => void, now: () => number = Date.now) {
    this.#tell = tell;
    this.#now = now;
  }

  /** Takes the text so far. */
  note(text: string): void {
    this.#text = text;
    if (this.#isShown) this.#tellSome();
  }

  /** Takes the model's phase before there is any text. */
  enter(phase: ReplyPhase): void {
    this.#phase = phase;
    if (this.#isShown) this.#tellPhase();
  }

  /** From now on updates are sent, beginning with the text so far. */
  show(): void {
    this.#isShown = true;
    this.#tellPhase();
    this.#tellSome();
  }

  #tellPhase(): void {
    if (this.#text === "" && this.#phase !== null) this.#tell({ text: "", phase: this.#phase });
  }

  #tellSome(): void {
    if (this.#text === "" || this.#now() - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = this.#now();
    this.#tell({ text: this.#text });
  }
}
