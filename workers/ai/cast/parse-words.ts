import { isAbbreviation } from "./word-lists.ts";

/** A word of a text. `start` and `end` are UTF-16 code units, without an elided article and a possessive's 's. */
export type Word = {
  text: string;
  start: number;
  end: number;
  /** What stands between the word before and this one. */
  gap: string;
  /** How it is written: "Mara", "MARA", everything else. A single letter counts as "Mara". */
  form: "capital" | "shouted" | "lower";
  /** Its capital may come from the place: the start of a sentence, of what somebody says, of a line. */
  isFirst: boolean;
};

const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
/** "l'Europe", "d'Emma", "qu'Emma": the name begins after it. */
const ELIDED = /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)['’](?=\p{Lu})/iu;
const CONTRACTION = /['’](?:s|d|ll|ve|re|m)$/i;
const SENTENCE_END = /[.!?…。！？]/u;
/** What is said begins a sentence of its own; so does what comes after a dash or a colon. */
const OPENS = /[“"«„‘¿¡([{*:—–]$|[“«„¿¡—–]\s*$|(?:^|\s)['’]$|--\s*$/u;

/** The words of a text, in one pass. */
export function parseWords(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    const elided = ELIDED.exec(match[0])?.[0].length ?? 0;
    const start = match.index + elided;
    const whole = match[0].slice(elided);
    const word = whole.replace(CONTRACTION, "") || whole;
    const gap = text.slice(end, start);
    const isFirst = elided === 0 && isSentenceStart(gap, words.at(-1));
    words.push({ text: word, start, end: start + word.length, gap, form: findForm(word), isFirst });
    end = match.index + match[0].length;
  }
  return words;
}

function findForm(word: string): Word["form"] {
  // "al-Rashid" begins small
  if (!/(?:^|['’-])\p{Lu}/u.test(word) || /['’]t$/.test(word)) return "lower";
  return /\p{Lu}[^\p{Ll}]*\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word) ? "shouted" : "capital";
}

function isSentenceStart(gap: string, before: Word | undefined): boolean {
  if (before === undefined || gap.includes("\n") || OPENS.test(gap)) return true;
  if (!SENTENCE_END.test(gap)) return false;
  return !(/^\.\s+$/.test(gap) && isAbbreviation(before.text));
}
