import { SPACE, type Token } from "./tokens.ts";
import { isCommonWord } from "./words/common-words.ts";
import { isRelation } from "./words/verbs.ts";

/* Where a text says what somebody is called. Little doubt is left after that. */

const NAMING = /^(named|called|christened|nicknamed)$/;
const CALLING = /^(call|calls|called|calling|name|named|names|christened|nicknamed)$/;
const SOMEBODY = /^(he|she|who|whom|someone|somebody|anyone|one|person)$/;

/** "her name was Mara", "call me Mara", "a woman by the name of Mara", "the old man was called Finn", "a wrestler named Bo". */
export function isIntroducedBefore(tokens: readonly Token[], at: number): boolean {
  const [before, earlier] = [tokens[at - 1], tokens[at - 2]];
  if (before === undefined || earlier === undefined || !SPACE.test(before.gap)) return false;
  if (/^(is|was)$/.test(before.lower) && /^names?$/.test(earlier.lower)) return true;
  if (/^(of|as)$/.test(before.lower) && earlier.lower === "name") return true;
  if (CALLING.test(earlier.lower)) {
    if (/^(me|myself|himself|herself|itself)$/.test(before.lower)) return true;
    // "they called him Coward" is no name, what somebody calls themselves is
    if (/^(him|her|it|us|them)$/.test(before.lower)) return !isCommonWord(tokens[at]?.lower ?? "");
  }
  if (!NAMING.test(before.lower)) return false;
  // a tower has a name as well, and "they called it": whoever is called so must be somebody
  if (/^(he|she|they|we|i|you|people|everybody|everyone)$/.test(earlier.lower)) return false;
  for (let index = at - 2; index > at - 7; index -= 1) {
    const token = tokens[index];
    if (token === undefined || token.sentence !== before.sentence) return false;
    if (SOMEBODY.test(token.lower) || isRelation(token.lower) || isDoer(token.lower)) return true;
    if (!/^(a|an|the|had|have|has|been|being|is|was|were|and|all|always|only|once)$/.test(token.lower))
      return false;
  }
  return false;
}

/** "wrestler", "sailor", "parlourmaid": ends like a trade. */
export function isDoer(word: string): boolean {
  return (
    /\p{L}{2}(?:er|or|man|woman|ist|maid|boy|girl|smith|wright)$/u.test(word) &&
    !/(?:river|tower|water|harbor|chamber|dagger|over|after|under|never|ever|order|corner|cover|number|paper|letter|floor|door|cancer|flower|summer|winter|cutter|steamer|schooner|cruiser|liner|freighter|trawler|disorder|colour|color)$/.test(
      word,
    )
  );
}

/** "Mara was her name", "Lark, her name was". */
export function isIntroducedAfter(tokens: readonly Token[], from: number): boolean {
  const [next, second, third] = [tokens[from], tokens[from + 1], tokens[from + 2]];
  if (next === undefined || second === undefined) return false;
  const owner = /^, $/.test(next.gap) ? next : /^(is|was)$/.test(next.lower) ? second : undefined;
  const name = owner === next ? second : third;
  return owner !== undefined && /^(his|her|my)$/.test(owner.lower) && name?.lower === "name";
}

/** “What is your name?” “Mara.” */
export function answersForName(tokens: readonly Token[], at: number): boolean {
  if (!/["“]$/.test(tokens[at]?.gap ?? "")) return false;
  let asked = false;
  for (let index = at; index > at - 8; index -= 1) {
    if (/\?/.test(tokens[index]?.gap ?? "")) asked = true;
    if (asked && tokens[index - 1]?.lower === "name") return true;
  }
  return false;
}
