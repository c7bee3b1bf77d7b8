import { readSentences, type Sentence, SentenceReader } from "./sentences.ts";
import type { ReplyCut, TextStage } from "./stage.ts";

/*
 * When a repetition is a fault of the model and not intended. People in stories say "No. No. No.", songs have refrains, and a
 * sailors' song has the same line three times. So short text, and text on lines of its own, may repeat more often.
 */

/** Groups of up to this many sentences are checked for a loop. */
const LOOP_SENTENCES_MAX = 12;
/** A group of sentences is a loop if it occurs LOOP_TIMES in a row and has at least LOOP_LETTERS letters. */
const LOOP_TIMES = 3;
const LOOP_LETTERS = 30;
/** The same as LOOP_TIMES if each sentence is on its own line, as in verses. */
const LOOP_LINES_TIMES = 5;
/** The same as LOOP_TIMES if the group has fewer letters. */
const SHORT_LOOP_TIMES = 10;
/** A group with this many sentences and letters is longer than any refrain: it is a loop if it occurs twice. */
const LONG_LOOP_SENTENCES = 3;
const LONG_LOOP_LETTERS = 300;
/** One sentence with this many letters is a loop if it occurs three times, even far apart. */
const LONG_SENTENCE_LETTERS = 80;

/** A reply is a repeat if this many letters at its beginning are the same as in an earlier one. Short answers may come twice. */
const SAME_BEGINNING_LETTERS = 150;
/** The same for the middle of a reply. Fewer may be intended, for example when somebody reads a letter again. */
const SAME_MIDDLE_LETTERS = 400;

/** If no sentence ends for RUN_ON_MIN characters, characters are compared instead, every RUN_ON_STEP characters. */
const RUN_ON_MIN = 600;
const RUN_ON_STEP = 256;
const RUN_ON_TAIL = 512;
const RUN_ON_PERIOD_MAX = 128;

/** An earlier reply, and how far the latest sentences of this one follow it. */
type Earlier = {
  keys: readonly string[];
  places: ReadonlyMap<string, number>;
  /** The place of the next sentence, where the latest ones follow it; `null`: they don't. */
  next: number | null;
  /** Where in this reply that began, at which sentence of both, and how many letters that are. */
  start: number;
  isFromBeginning: boolean;
  from: number;
  letters: number;
};

/** Ends a reply that repeats itself or an earlier one. What was good before that is kept: see `keep`. */
export class Repeats implements TextStage {
  readonly #reader = new SentenceReader();
  readonly #earlier: Earlier[];
  readonly #sentences: Sentence[] = [];
  /** For each distance: how many of the latest sentences are the same as the one that far before them. */
  readonly #runs = new Array<number>(LOOP_SENTENCES_MAX + 1).fill(0);
  /** Long sentences: where each was seen. */
  readonly #seen = new Map<string, number[]>();
  #checkRunOnAt = RUN_ON_MIN;
  #passed = 0;
  #cut: ReplyCut | null = null;
  #keep: number | null = null;

  constructor(earlier: readonly string[] = []) {
    this.#earlier = earlier.map(toEarlier);
  }

  get cut(): ReplyCut | null {
    return this.#cut;
  }

  /** Once it is cut: how many characters of the text are worth keeping. */
  get keep(): number | null {
    return this.#keep;
  }

  push(piece: string): string {
    if (this.#cut !== null) return "";
    for (const sentence of this.#reader.read(piece)) this.#add(sentence);
    this.#checkRunOn();
    const passed = this.#passed;
    this.#passed += piece.length;
    return this.#keep === null ? piece : piece.slice(0, Math.max(0, this.#keep - passed));
  }

  end(): string {
    const last = this.#cut === null ? this.#reader.end() : null;
    if (last !== null) this.#add(last);
    return "";
  }

  #add(sentence: Sentence): void {
    this.#sentences.push(sentence);
    for (const earlier of this.#earlier) this.#follow(earlier, sentence);
    this.#countLongSentence(sentence);
    for (let distance = 1; distance <= LOOP_SENTENCES_MAX; distance += 1) this.#countLoop(distance);
  }

  #end(cut: ReplyCut, keep: number): void {
    if (this.#cut !== null) return;
    this.#cut = cut;
    this.#keep = keep;
  }

  #countLoop(distance: number): void {
    const last = this.#sentences.length - 1;
    const isSame = this.#sentences[last]?.key === this.#sentences[last - distance]?.key;
    const run = isSame ? (this.#runs[distance] ?? 0) + 1 : 0;
    this.#runs[distance] = run;
    if (run < distance || run % distance !== 0) return;
    const times = run / distance + 1;
    const turn = this.#sentences.slice(last - distance + 1);
    const letters = turn.reduce((sum, sentence) => sum + sentence.letters, 0);
    if (times >= neededTimes(turn, letters)) {
      this.#end("loop", this.#sentences[last - run]?.end ?? 0);
    }
  }

  #countLongSentence({ key, letters, start }: Sentence): void {
    if (letters < LONG_SENTENCE_LETTERS) return;
    const places = this.#seen.get(key) ?? [];
    this.#seen.set(key, [...places, start]);
    if (places.length + 1 >= LOOP_TIMES) this.#end("loop", places[1] ?? start);
  }

  #follow(earlier: Earlier, sentence: Sentence): void {
    if (earlier.next !== null && earlier.keys[earlier.next] === sentence.key) {
      earlier.next += 1;
      earlier.letters += sentence.letters;
    } else {
      const place = earlier.places.get(sentence.key);
      earlier.next = place === undefined ? null : place + 1;
      earlier.from = place ?? 0;
      earlier.start = sentence.start;
      earlier.isFromBeginning = this.#sentences.length === 1;
      earlier.letters = sentence.letters;
    }
    if (earlier.next === null) return;
    const isWhole = earlier.from === 0 && earlier.next === earlier.keys.length;
    const enough = earlier.isFromBeginning ? SAME_BEGINNING_LETTERS : SAME_MIDDLE_LETTERS;
    const sentences = earlier.next - earlier.from;
    if (earlier.letters >= enough && (isWhole || sentences > 1)) {
      this.#end("same-passage", earlier.isFromBeginning ? 0 : earlier.start);
    }
  }

  /** A loop without an end of a sentence: "and on and on and on". */
  #checkRunOn(): void {
    const { open, start } = this.#reader;
    if (open.length < RUN_ON_MIN) this.#checkRunOnAt = RUN_ON_MIN;
    if (open.length < this.#checkRunOnAt) return;
    this.#checkRunOnAt = open.length + RUN_ON_STEP;
    const tail = open.slice(-RUN_ON_TAIL);
    const period = findPeriod(tail);
    if (period > RUN_ON_PERIOD_MAX) return;
    let begins = open.length - tail.length;
    while (begins > 0 && open[begins - 1] === open[begins - 1 + period]) begins -= 1;
    this.#end("loop", start + begins + period);
  }
}

function neededTimes(turn: readonly Sentence[], letters: number): number {
  if (turn.length >= LONG_LOOP_SENTENCES && letters >= LONG_LOOP_LETTERS) return 2;
  if (letters < LOOP_LETTERS) return SHORT_LOOP_TIMES;
  return turn.every(({ endsLine }) => endsLine) ? LOOP_LINES_TIMES : LOOP_TIMES;
}

function toEarlier(text: string): Earlier {
  const keys = readSentences(text).map(({ key }) => key);
  return {
    keys,
    places: new Map(keys.map((key, place) => [key, place] as const).reverse()),
    next: null,
    start: 0,
    isFromBeginning: false,
    from: 0,
    letters: 0,
  };
}

/** The length of the text before it repeats itself; the whole length if it does not. */
function findPeriod(text: string): number {
  const borders = [0];
  for (let index = 1; index < text.length; index += 1) {
    let border = borders[index - 1] ?? 0;
    while (border > 0 && text[index] !== text[border]) border = borders[border - 1] ?? 0;
    borders.push(text[index] === text[border] ? border + 1 : 0);
  }
  return text.length - (borders.at(-1) ?? 0);
}
