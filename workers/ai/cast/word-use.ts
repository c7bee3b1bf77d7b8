import { joins, type Token } from "./tokens.ts";
import { isCommonWord } from "./words/common-words.ts";
import { isGivenName } from "./words/given-names.ts";
import { isSurnameAsWord } from "./words/known-names.ts";
import { isSurnameAfterTitle } from "./words/never-names.ts";
import { titleFacts } from "./words/titles.ts";
import { isHumanVerb } from "./words/verbs.ts";

/** How often a word stands so. With a capital in the middle of a sentence, or where anything has one (`first`). */
export type WordUse = {
  lower: number;
  middle: number;
  first: number;
  /** Right after a title: "Captain Good". */
  titled: number;
  /** Before what only people do: "Stone nodded". */
  acts: number;
  /** Before ", who". */
  told: number;
};

const UNUSED: WordUse = { lower: 0, middle: 0, first: 0, titled: 0, acts: 0, told: 0 };

/** How each word is used in the text, keyed by its lower case. */
export function countWordUse(tokens: readonly Token[]): Map<string, WordUse> {
  const uses = new Map<string, WordUse>();
  for (const [index, token] of tokens.entries()) {
    if (token.heading || token.shouted) continue;
    const use = uses.get(token.lower) ?? { ...UNUSED };
    uses.set(token.lower, use);
    if (isAfterTitle(tokens, index)) use.titled += 1;
    if (!token.capital) use.lower += 1;
    else if (token.first) use.first += 1;
    else use.middle += 1;
    const next = tokens[index + 1];
    if (!token.capital || next === undefined) continue;
    if (next.gap === " " && isHumanVerb(next.lower)) use.acts += 1;
    if (next.gap === ", " && /^(who|whose)$/.test(next.lower)) use.told += 1;
  }
  return uses;
}

function isAfterTitle(tokens: readonly Token[], at: number): boolean {
  const [title, token] = [tokens[at - 1], tokens[at]];
  if (title === undefined || token === undefined || !token.capital) return false;
  return titleFacts(title.text) !== null && titleFacts(token.text) === null && joins(title, token);
}

const TITLED_OFTEN = 2;

/** "Good" where the text has a Captain Good, and twice. */
export function isSurnameHere(token: Token, uses: ReadonlyMap<string, WordUse>): boolean {
  return isSurnameAfterTitle(token.lower) && (uses.get(token.lower)?.titled ?? 0) >= TITLED_OFTEN;
}

/** Whether a word at the start of a sentence is likelier the ordinary word than a name. */
export function isOrdinary(token: Token, uses: ReadonlyMap<string, WordUse>): boolean {
  const use = uses.get(token.lower) ?? UNUSED;
  if (use.middle > 0 && use.middle >= use.lower) return false;
  // "Fig, who was eleven, …"
  if (use.lower === 0 && use.first > 1 && use.told > 0 && !/s$/.test(token.lower)) return false;
  // "Stone nodded. Stone put his hat on": never in the middle of a sentence, and never a stone
  if (use.lower === 0 && use.acts >= 2 && (isSurnameAsWord(token.lower) || isGivenName(token.text)))
    return false;
  if (use.lower > 0 && use.middle * 4 < use.lower) return true;
  return isCommonWord(token.lower) && use.middle === 0;
}
