import type { Analysis } from "#domain/message.ts";

/** A name to look for. `aliases` as declared: "Mara", "the captain". */
export type KnownName = { name: string; aliases: readonly string[]; isNew: boolean };

/** `standsAlone`: it is no name within a run of letters, in no script. */
type Form = { name: string; text: string; folded: string; anyCaseAtStart: boolean; standsAlone: boolean };

/** How much may follow a name before it is known to be one: "Mara's|", "Will you |". */
const LOOK_AHEAD = 8;

const WORD = /[\p{L}\p{M}\p{N}]/u;
/** Scripts without spaces between words: a letter beside a name says nothing. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]/u;
/** Of these a foreign name is written, and "ミラ" is none in "ミラー". */
const KATAKANA = /[\p{sc=Kana}ー]/u;
/** Has spaces before its words, and particles at their ends. */
const HANGUL = /\p{sc=Hang}/u;
// "d’Emma", "qu'Emma": French, where the name begins after it
const ELISION = /(?:^|[^\p{L}\p{M}\p{N}'’_-])(?:[cdjlmnst]|qu)['’]$/iu;
const AFTER_CONTRACTION = /^['’](?:s|d|m|ll|ve|re)(?![\p{L}\p{M}\p{N}])/iu;
// "Will you come?", "May I?": at the start of a sentence these are mostly no names
const VERBS = /^(?:Will|May)$/;
const AFTER_VERB = /^\s(?:I|you|he|she|it|we|they|this|that|the|my|your)(?![\p{L}\p{N}])/u;

/**
 * Finds known names in a text that arrives in pieces. Each character is looked at once, whatever the text's length: only the end
 * that a name could still reach into is kept. At one place the longest name wins, and at equal length the one given first.
 * Names keep their capitals; an alias in lower case may have one at the start of a sentence. An apostrophe is as good as a
 * typographer's, a line break as good as a space.
 */
export class MentionFinder {
  readonly #known: readonly KnownName[];
  /** By first letter, in both cases where both count; the longest first. */
  readonly #forms = new Map<string, Form[]>();
  readonly #longest: number;
  readonly #most: number;
  #count = 0;
  readonly #positions = new Map<string, [number, number][]>();
  /** What has arrived and is not decided, and the two characters before it. */
  #tail = "";
  #before = "";
  #offset = 0;
  #atSentenceStart = true;

  /** `most`: mentions after that many are not kept for `analysis`. */
  constructor(known: readonly KnownName[], most = Number.POSITIVE_INFINITY) {
    this.#known = known;
    this.#most = most;
    const forms = known.flatMap(({ name, aliases }) => [name, ...aliases].map((text) => toForm(name, text)));
    for (const form of forms) {
      if (form.folded === "") continue;
      const letters = new Set([
        takeFirstCharacter(form.text),
        form.anyCaseAtStart ? takeFirstCharacter(form.text).toUpperCase() : takeFirstCharacter(form.text),
      ]);
      for (const letter of letters) this.#forms.set(letter, [...(this.#forms.get(letter) ?? []), form]);
    }
    for (const list of this.#forms.values()) list.sort((a, b) => b.text.length - a.text.length);
    this.#longest = Math.max(0, ...forms.map((form) => form.text.length));
  }

  /** Finds the mentions that this piece has made certain; one at the very end is found with a later piece, or by `end`. */
  push(piece: string): void {
    this.#tail += piece;
    this.#scan(false);
  }

  /** No more comes: finds the mentions at the very end. */
  end(): void {
    this.#scan(true);
  }

  /** How many mentions `analysis` has. */
  get count(): number {
    return this.#count;
  }

  /** Who has been mentioned until now, in the order of the names given; positions without a possessive's 's. */
  analysis(): Analysis {
    return {
      mentionedCharacters: this.#known.flatMap(({ name, isNew }) => {
        const positions = this.#positions.get(name);
        return positions === undefined ? [] : [{ name, isNew, positions: [...positions] }];
      }),
    };
  }

  #scan(last: boolean): void {
    const text = this.#before + this.#tail;
    let at = this.#before.length;
    while (at < text.length) {
      // everything that could be said about this place must have arrived
      if (!last && text.length - at < this.#longest + LOOK_AHEAD) break;
      const form = this.#match(text, at);
      const length = form === null ? stepAt(text, at) : form.text.length;
      if (form !== null) {
        const start = this.#offset + at - this.#before.length;
        this.#keep(form.name, [start, start + length]);
      }
      this.#atSentenceStart = startsSentence(
        this.#atSentenceStart,
        text.slice(at, at + length),
        text[at - 1] ?? "",
      );
      at += length;
    }
    this.#offset += at - this.#before.length;
    this.#tail = text.slice(at);
    this.#before = text.slice(Math.max(0, at - 4), at);
  }

  #keep(name: string, position: [number, number]): void {
    if (this.#count >= this.#most) return;
    this.#count += 1;
    const positions = this.#positions.get(name) ?? [];
    positions.push(position);
    this.#positions.set(name, positions);
  }

  #match(text: string, at: number): Form | null {
    const candidates = this.#forms.get(takeFirstCharacter(text.slice(at, at + 2)));
    if (candidates === undefined || isInsideWord(text, at)) return null;
    return candidates.find((form) => this.#fits(form, text, at)) ?? null;
  }

  #fits(form: Form, text: string, at: number): boolean {
    const piece = fold(text.slice(at, at + form.text.length));
    const same =
      piece === form.folded ||
      (form.anyCaseAtStart && this.#atSentenceStart && piece.toLowerCase() === form.folded);
    if (!same) return false;
    if (form.standsAlone && WORD.test(takeLastCharacter(text.slice(Math.max(0, at - 4), at)))) return false;
    const after = text.slice(at + form.text.length, at + form.text.length + LOOK_AHEAD);
    if (this.#atSentenceStart && VERBS.test(form.text) && AFTER_VERB.test(after)) return false;
    return endsWord(after, form);
  }
}

function toForm(name: string, alias: string): Form {
  const text = alias.trim();
  const standsAlone = takeFirstCharacter(text) === text;
  return { name, text, folded: fold(text), anyCaseAtStart: !/\p{Lu}/u.test(text), standsAlone };
}

/** Of the same length: positions stay those of the text. */
function fold(text: string): string {
  return text.replace(/’/g, "'").replace(/\s/g, " ");
}

function takeFirstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

function stepAt(text: string, at: number): number {
  return takeFirstCharacter(text.slice(at, at + 2)).length;
}

/** Whether a word goes on over this place: after a letter, or after a letter and an apostrophe, a hyphen or an underscore. */
function isInsideWord(text: string, at: number): boolean {
  const before = takeLastCharacter(text.slice(Math.max(0, at - 4), at));
  if (WORD.test(before)) return isOneWord(before, takeFirstCharacter(text.slice(at, at + 2)));
  if (!/['’_-]/.test(before) || ELISION.test(text.slice(Math.max(0, at - 4), at))) return false;
  return WORD.test(takeLastCharacter(text.slice(Math.max(0, at - 4), at - 1)));
}

function takeLastCharacter(text: string): string {
  const low = text.charCodeAt(text.length - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(-2) : text.slice(-1);
}

/** Whether two letters that stand beside each other belong to one word. */
function isOneWord(one: string, other: string): boolean {
  if (KATAKANA.test(one) && KATAKANA.test(other)) return true;
  return !UNSPACED.test(one) && !UNSPACED.test(other);
}

function endsWord(after: string, { text: form, standsAlone }: Form): boolean {
  const next = takeFirstCharacter(after);
  if (after === "") return true;
  if (/\p{M}/u.test(next)) return false;
  if (WORD.test(next)) {
    const last = takeLastCharacter(form);
    const isParticle = HANGUL.test(last) && HANGUL.test(next);
    return !standsAlone && (isParticle || !isOneWord(last, next));
  }
  if (!/['’_-]/.test(next)) return true;
  if (AFTER_CONTRACTION.test(after)) return true;
  // "the Vosses' boat", "'I know Mara'": an apostrophe that ends the word
  return !WORD.test(takeFirstCharacter(after.slice(1)));
}

/** Whether the next place is the start of a sentence, after this text. */
function startsSentence(was: boolean, text: string, before: string): boolean {
  const last = takeLastCharacter(text);
  if (/[.!?…\n]/.test(last)) return true;
  // what is said begins a sentence of its own, also after a comma
  if (/["“«„‘]/.test(last) && /^[\s([—–-]?$/.test(text.length > 1 ? (text.at(-2) ?? "") : before))
    return true;
  if (/[\s"”’'»)\]*_—–]/.test(last)) return was;
  return false;
}
