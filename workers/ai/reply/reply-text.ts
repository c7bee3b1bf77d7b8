import { Beginning } from "./beginning.ts";
import { EndMarks } from "./end-marks.ts";
import { Repeats } from "./repeats.ts";
import { SpeakerLines } from "./speaker-lines.ts";
import type { ReplySpeakers } from "./speakers.ts";
import type { ReplyCut, TextStage } from "./stage.ts";
import { Thoughts } from "./thoughts.ts";

type ReplyTextOptions = {
  speakers: ReplySpeakers;
  /** Text of an earlier attempt; the new text continues in the middle of it. */
  before?: string;
  /** Whether the model's text begins with thoughts that have no opening tag. */
  beginsInThoughts?: boolean;
};

/** The text of a reply as a person reads it: what the model writes, passed through all stages in their order. */
export class ReplyText {
  readonly #speakers: ReplySpeakers;
  readonly #before: string;
  readonly #thoughts: Thoughts;
  #stages: readonly TextStage[];
  #repeats: Repeats;
  #shown = "";
  #discarded = 0;

  constructor({ speakers, before = "", beginsInThoughts = false }: ReplyTextOptions) {
    this.#speakers = speakers;
    this.#before = before;
    this.#thoughts = new Thoughts(beginsInThoughts);
    this.#repeats = this.#makeRepeats();
    this.#stages = this.#makeStages();
  }

  /** Why the reply ends here; `null`: it continues. */
  get cut(): ReplyCut | null {
    return this.#stages.find(({ cut }) => cut !== null)?.cut ?? null;
  }

  /** Whether there were thoughts in the text, with tags or without. */
  get hasThoughts(): boolean {
    return this.#thoughts.hasThoughts;
  }

  get isThinking(): boolean {
    return this.#thoughts.isThinking;
  }

  /** Whether thoughts were passed on as text, because they had no opening tag. */
  get hasShownThoughts(): boolean {
    return this.#discarded > 0;
  }

  /** Whether text was held until its end and was not thoughts. */
  get wasHeldInVain(): boolean {
    return this.#thoughts.wasHeldInVain;
  }

  /** The server sends thoughts separately: the beginning of the text is not searched for them. */
  expectNoThoughts(): void {
    this.#thoughts.expectNone();
  }

  /** The text to keep: the earlier attempt's, then what was passed on, without repetitions at its end. */
  get text(): string {
    const text = this.#before + this.#shown;
    return this.#repeats.keep === null ? text : text.slice(0, this.#repeats.keep).trimEnd();
  }

  /** Takes the next piece of the model's; returns what a person may read of it. */
  push(piece: string): string {
    const text = this.#thoughts.push(piece);
    if (this.#thoughts.discarded > this.#discarded) this.#beginAnew();
    return this.#pass(text, 0);
  }

  /** Returns what was held. `isWhole`: the model has ended by itself. */
  end(isWhole = true): string {
    const last = this.#pass(this.#thoughts.end(isWhole), 0);
    return this.#stages.reduce((shown, stage, index) => shown + this.#pass(stage.end(), index + 1), last);
  }

  #pass(piece: string, first: number): string {
    let text = piece;
    for (let index = first; index < this.#stages.length && text !== ""; index += 1) {
      text = this.#stages[index]?.push(text) ?? "";
    }
    this.#shown += text;
    return text;
  }

  /** Everything that was passed on has turned out to be thoughts. */
  #beginAnew(): void {
    this.#discarded = this.#thoughts.discarded;
    this.#shown = "";
    this.#repeats = this.#makeRepeats();
    this.#stages = this.#makeStages();
  }

  #makeRepeats(): Repeats {
    const repeats = new Repeats(this.#speakers.earlier);
    repeats.push(this.#before);
    return repeats;
  }

  #makeStages(): TextStage[] {
    const goesOn = this.#before !== "";
    return [
      new EndMarks(goesOn),
      ...(goesOn ? [] : [new Beginning(this.#speakers)]),
      new SpeakerLines(this.#speakers, goesOn),
      this.#repeats,
    ];
  }
}
