import { Random } from "./random.ts";
import { curlQuotes, flatten, lowerFirst, splitSentences, upperFirst } from "./text.ts";

const PIECE_MIN = 14; // characters; a shorter piece of a text could stand anywhere by chance

export type Slots = Readonly<Record<string, string | null>>;

/** What this story has said, and what it says next: no text of the data is used twice, whatever its slots hold. */
export class Told {
  #flat: string;
  readonly #seed: string;
  readonly #first: number;

  /**
   * `texts`: what is in sight of the story. `first`: 0, or, where only the end of it is in sight, the exchange; what the
   * passages before may have used of a list is then passed over, so that nothing comes back that was told out of sight.
   */
  constructor(texts: readonly string[], { seed, first }: { seed: string; first: number }) {
    this.#flat = flatten(texts.join("\n"));
    this.#seed = seed;
    this.#first = first;
  }

  /** The next text of a list whose slots can be filled; `null`: none is left. `most`: how many a passage takes of this list. */
  take(list: readonly string[], slots: Slots = {}, most = 1): string | null {
    const order = new Random(`${this.#seed}|${list[0] ?? ""}`).shuffle(list).slice(this.#first * most);
    for (const template of order) {
      const text = this.#has(template) ? null : fill(template, slots);
      if (text === null) continue;
      this.add(text);
      return text;
    }
    return null;
  }

  mentions(text: string): boolean {
    return this.#flat.includes(flatten(text));
  }

  add(text: string): void {
    this.#flat += ` ${flatten(text)}`;
  }

  /** A sentence that need not be new; the second time it says so: "Again you waited." */
  again(sentence: string): string {
    const flat = flatten(curlQuotes(sentence)).replace(/^you /u, "");
    const times = this.#flat.split(flat).length;
    this.add(sentence);
    if (times === 1) return sentence;
    const how = times === 2 ? "Again" : `For the ${ordinal(times)} time`;
    return sentence.startsWith("You ") ? `${how} ${lowerFirst(sentence)}` : `${how}: ${sentence}`;
  }

  #has(template: string): boolean {
    const pieces = template.split(/\{[^}]*\}|\|/u).map((piece) => flatten(piece).replace(/[.,;:!?]+$/u, ""));
    const longest = pieces.reduce((one, other) => (other.length > one.length ? other : one), "");
    const isTelling = longest.length >= PIECE_MIN || pieces.length === 1;
    return isTelling && this.#flat.includes(longest);
  }
}

/** A text with its slots filled: `{who}`, or `{Who}` with a capital. `null`: one of them is empty. */
export function fill(template: string, slots: Slots): string | null {
  let isWhole = true;
  const text = template.replace(/\{(\w+)\}/gu, (_all, slot: string) => {
    const value = slots[lowerFirst(slot)] ?? null;
    if (value === null) isWhole = false;
    return /^\p{Lu}/u.test(slot) ? upperFirst(value ?? "") : (value ?? "");
  });
  return isWhole
    ? text.replace(
        /(^|[.!?] )(\p{Ll})/gu,
        (_all, before: string, letter: string) => before + letter.toUpperCase(),
      )
    : null;
}

/** "third", "twelfth", "23rd". */
export function ordinal(count: number): string {
  const words =
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");
  const ending = /1\d$/u.test(String(count)) ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[count % 10] ?? "th");
  return words[count] ?? `${count}${ending}`;
}

/** The sentences of a text that stand in none of the others; half a quotation is not taken out. */
export function withoutRepeats(text: string, others: readonly string[]): string {
  const said = new Set(others.flatMap(splitSentences).map(flatten));
  return text
    .split("\n\n")
    .map((paragraph) =>
      splitSentences(paragraph)
        .filter((sentence) => !said.has(flatten(sentence)) || isHalf(sentence))
        .join(" "),
    )
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

function isHalf(sentence: string): boolean {
  return sentence.split("“").length !== sentence.split("”").length;
}
