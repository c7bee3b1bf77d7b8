/** A sentence of a text: what is compared of it, how many letters that has, and where it begins and ends. */
export type Sentence = { key: string; letters: number; start: number; end: number; endsLine: boolean };

const END = /[.!?…。！？।؟]+["”’»」』)*_]*|\n/gu;
const NOT_COMPARED = /[^\p{L}\p{N}]+/gu;

/** Divides a text into sentences as it comes in pieces. A line break ends one as well. */
export class SentenceReader {
  #open = "";
  #start = 0;
  /** How many characters of `#open` were already searched for the end of a sentence. */
  #scanned = 0;

  /** The text so far of an unfinished sentence. */
  get open(): string {
    return this.#open;
  }

  /** Where the unfinished sentence begins, in characters from the beginning of the text. */
  get start(): number {
    return this.#start;
  }

  /** The sentences that end in this piece. The last one of the text has ended when the next one begins. */
  read(piece: string): Sentence[] {
    this.#open += piece;
    const sentences: Sentence[] = [];
    let taken = 0;
    END.lastIndex = this.#scanned;
    this.#scanned = this.#open.length;
    for (let found = END.exec(this.#open); found !== null; found = END.exec(this.#open)) {
      const end = found.index + found[0].length;
      if (end === this.#open.length && found[0] !== "\n") {
        this.#scanned = found.index; // a quotation mark may follow a full stop in the next piece
        break;
      }
      const sentence = this.#toSentence(this.#open.slice(taken, end), this.#start + taken);
      if (sentence !== null) sentences.push(sentence);
      taken = end;
    }
    this.#open = this.#open.slice(taken);
    this.#start += taken;
    this.#scanned -= taken;
    return sentences;
  }

  /** The last sentence, which nothing follows. */
  end(): Sentence | null {
    return this.#toSentence(this.#open, this.#start);
  }

  #toSentence(text: string, start: number): Sentence | null {
    const key = text.toLowerCase().replace(NOT_COMPARED, " ").trim();
    if (key === "") return null;
    return { key, letters: key.length, start, end: start + text.length, endsLine: text.endsWith("\n") };
  }
}

/** All sentences of a text. */
export function readSentences(text: string): Sentence[] {
  const reader = new SentenceReader();
  const sentences = reader.read(text);
  const last = reader.end();
  return last === null ? sentences : [...sentences, last];
}
