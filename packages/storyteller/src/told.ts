import { flatten, splitSentences } from "./language/text.ts";

const TELLING_PIECE = 16; // characters; a shorter piece of a text could stand anywhere by chance

/** What this story has said already, so that nothing is said twice. */
export class Told {
  #flat: string;
  readonly #sentences: Set<string>;
  readonly #known: string;

  /** `known`: lines about who and what was told of before the passages; none of them was told in these words. */
  constructor(passages: readonly string[], known: readonly string[] = []) {
    this.#known = flatten(known.join("\n"));
    this.#flat = flatten(passages.join("\n"));
    this.#sentences = new Set(passages.flatMap(splitSentences).map(flatten));
  }

  add(text: string): void {
    this.#flat += ` ${flatten(text)}`;
    for (const sentence of splitSentences(text)) this.#sentences.add(flatten(sentence));
  }

  /** Whether a text of the grammar was used, whatever its slots held then. */
  hasTemplate(template: string): boolean {
    const pieces = template.split(/\{[^}]*\}|\|/u).map((piece) => flatten(piece).replace(/[.,;:!?]+$/u, ""));
    const longest = pieces.reduce((one, other) => (other.length > one.length ? other : one), "");
    return longest.length >= TELLING_PIECE ? this.#flat.includes(longest) : false;
  }

  /** Whether any sentence of a finished text was said, word for word. */
  hasSentenceOf(text: string): boolean {
    return splitSentences(text).some((sentence) => this.#sentences.has(flatten(sentence)));
  }

  /** Whether somebody or something was named. */
  mentions(name: string): boolean {
    const flat = flatten(name);
    return this.#flat.includes(flat) || this.#known.includes(flat);
  }
}
