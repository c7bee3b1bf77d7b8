import { isStopWord, upperFirst } from "./text.ts";
import { baseOfThirdPerson, isAdjective, isAlsoNoun, isPast, isVerb, toPast } from "./words.ts";

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b(I|we)(?:'ll| will| shall)(?! not)\b/giu, "$1"],
  [/\bI'm\b/giu, "I am"],
  [/\b(we|they)'re\b/giu, "$1 are"],
  [/\b(I|we|they)'ve\b/giu, "$1 have"],
  [/\b(I|we|they|he|she)'d\b/giu, "$1 would"],
  [/\b(he|she|it|that|there|what|who|where)'s (?=\p{Ll})/giu, "$1 is "],
  [/\blet's\b/giu, "I"],
  [/\b(?:can't|cannot)\b/giu, "can not"],
  [/\bwon't\b/giu, "will not"],
  [/\b(\p{Ll}+)n't\b/giu, "$1 not"],
];

const SELF: Record<string, string> = {
  i: "you",
  we: "you",
  me: "you",
  us: "you",
  my: "your",
  our: "your",
  mine: "yours",
  ours: "yours",
  myself: "yourself",
  ourselves: "yourselves",
};

const PAST_OF: Record<string, string> = {
  am: "were",
  is: "was",
  are: "were",
  was: "was",
  have: "had",
  has: "had",
  do: "did",
  does: "did",
  can: "could",
  will: "would",
  shall: "should",
  may: "might",
  must: "had to",
};
/** A verb after these keeps its plain form. */
const PLAIN_AFTER =
  /^(?:to|not|can|could|will|would|shall|should|may|might|must|do|does|did|let|make|help|watch|see|hear|feel|have)$/u;
const CLAUSE =
  /^(?:until|when|as|while|because|who|which|that|what|where|whether|if|how|why|since|before|after|so|though|although)$/u;
const JOINS = /^(?:and|then|but|or)$/u;
const ADVERB =
  /^(?:just|also|never|always|then|now|still|only|almost|even|first|once|again|soon|both|all|instead|maybe|perhaps)$/u;
const SUBJECT = /^(?:he|she|it|they|who|that|which|there|what|everyone|everybody|somebody|someone|nobody)$/u;
const FOLLOWS_A_VERB =
  /^(?:the|an?|my|your|his|her|its|our|their|this|that|these|those|some|me|you|him|them|it|us|at|for|to|into|in|on|up|down|off|out|over|under|with|away|back|around|round|about|through|past|toward|towards|forward|aside|open|inside|along|across|behind|if|until|as|like|and)$/u;
/** Verbs that are as often nouns, and that as the last word are verbs. */
const ENDS_A_SENTENCE =
  /^(?:wait|run|smile|laugh|cry|scream|jump|fight|sleep|walk|talk|stop|rest|dance|watch|turn|stand|shout|whisper|wave|swear|start|look|pray|help)$/u;
const AFTER_A_NOUN_ONLY =
  /^(?:the|an?|my|your|his|her|its|our|their|this|that|these|those|some|any|no|every|each|of|in|on|at|by|for|with|from|into|over|under|and|two|three|four|five)$/u;

/**
 * A sentence of the person's ("I open the door and see what's there") as the story tells it: in the past and to "you"
 * ("You opened the door and saw what was there"). `null`: it can't be told like this without the risk of a wrong word.
 */
export function retell(sentence: string): string | null {
  let mode: Mode | null = {
    you: false,
    verb: false,
    plain: false,
    lets: false,
    inClause: false,
    cutAt: -1,
    previous: "",
  };
  const out: string[] = [];
  for (const piece of sentence.split(/("[^"]*")/u)) {
    if (piece.startsWith('"')) {
      out.push(piece);
      mode = { ...mode, verb: false, previous: '"' };
      continue;
    }
    mode = retellPiece(piece, out, mode);
    if (mode === null) return null;
    if (mode.previous === CUT) break;
  }
  const text = out
    .join("")
    .replace(/\s+/gu, " ")
    .replace(/ ([,.;:!?])/gu, "$1")
    .trim()
    .replace(/[\s,;:—-]+$/u, "");
  if (text.split(/\s+/u).length < 2) return null;
  return upperFirst(/[.!?…]"?$/u.test(text) ? text.replace(/!$/u, ".") : `${text}.`);
}

type Mode = {
  /** The subject of the clause is the person. */
  you: boolean;
  /** The next word that is no adverb is the verb. */
  verb: boolean;
  /** A verb keeps its plain form now. */
  plain: boolean;
  /** That is because of a verb such as "let" or "watch". */
  lets: boolean;
  /** A clause of somebody else's has begun. */
  inClause: boolean;
  /** Where the text can be cut before what can't be told for certain, or -1. */
  cutAt: number;
  previous: string;
};

/** Ends a text before a clause that can't be told for certain. */
const CUT = "\n";

function retellPiece(piece: string, out: string[], before: Mode): Mode | null {
  const expanded = CONTRACTIONS.reduce((text, [pattern, whole]) => text.replace(pattern, whole), piece);
  const tokens = expanded.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*|\s+|[^\s\p{L}\p{N}]+/gu) ?? [];
  const mode = { ...before };
  for (const [index, token] of tokens.entries()) {
    const word = token.toLowerCase();
    if (!/[\p{L}\p{N}]/u.test(token)) {
      out.push(token);
      if (/\S/u.test(token)) {
        mode.verb = mode.you;
        mode.plain = false;
        mode.previous = ",";
      }
      continue;
    }
    const next =
      tokens
        .slice(index + 1)
        .find((other) => /\S/u.test(other))
        ?.toLowerCase() ?? "";
    const told = tellWord(token, word, next, mode, out.length);
    if (told === null) {
      if (mode.cutAt < 1) return null;
      out.length = mode.cutAt;
      return { ...mode, previous: CUT };
    }
    out.push(told);
    mode.previous = word;
  }
  return mode;
}

/** One word as the story has it; changes the mode. `null`: nobody can tell. */
function tellWord(token: string, word: string, next: string, mode: Mode, at: number): string | null {
  const { previous } = mode;
  if (word === "i" || word === "we") {
    Object.assign(mode, { you: true, verb: true, plain: false, inClause: false });
    return "you";
  }
  const self = SELF[word];
  if (self !== undefined) {
    mode.verb = false;
    return self;
  }
  if (JOINS.test(word)) {
    // "to go home and sleep" is one wish; "make camp and sleep" are two deeds.
    mode.plain = mode.plain && !mode.lets;
    mode.verb = (mode.you || mode.inClause) && !mode.plain;
    mode.cutAt = at;
    return token;
  }
  if (CLAUSE.test(word) && !(word === "that" && FOLLOWS_A_VERB.test(previous))) {
    Object.assign(mode, { you: false, verb: false, plain: false, inClause: true, cutAt: at });
    return token;
  }
  if (mode.verb) return tellVerb(token, word, next, mode);
  if (PAST_OF[word] !== undefined && !(mode.plain && /^(?:have|do|be)$/u.test(word))) {
    // "the will", "a can of oil"
    if (AFTER_A_NOUN_ONLY.test(previous)) return token;
    mode.plain = PLAIN_AFTER.test(word) && !/^(?:am|is|are|was|has|have)$/u.test(word);
    return word === "was" || (word === "are" && previous === "you") ? token : (PAST_OF[word] ?? token);
  }
  if (PLAIN_AFTER.test(word)) {
    mode.plain = word !== "to" || isVerb(next) || next === "be";
    mode.lets = false;
    return token;
  }
  return mode.plain ? token : tellOther(token, word, next, mode);
}

/** The word in the place of the person's verb. */
function tellVerb(token: string, word: string, next: string, mode: Mode): string | null {
  const isFirst = /^(?:i|we)$/u.test(mode.previous);
  if (ADVERB.test(word) || (word.endsWith("ly") && !isVerb(word))) return token;
  mode.verb = false;
  if (PAST_OF[word] !== undefined && (isFirst || word === "do")) {
    mode.plain =
      !/^(?:am|is|are|was|has|have)$/u.test(word) && (next === "not" || !/^(?:do|does)$/u.test(word));
    return word === "was" ? "were" : (PAST_OF[word] ?? token);
  }
  const isLast = next === "" || !/\p{L}/u.test(next);
  const isHere =
    isFirst ||
    !isAlsoNoun(word) ||
    (isLast ? ENDS_A_SENTENCE.test(word) : FOLLOWS_A_VERB.test(next) || next.endsWith("ly"));
  if (isVerb(word) && isHere) {
    mode.plain = PLAIN_AFTER.test(word);
    mode.lets = mode.plain;
    return toPast(word);
  }
  if (isPast(word) || (isFirst && /^(?:could|would|should|might|did|had|were)$/u.test(word))) {
    mode.plain = PLAIN_AFTER.test(word);
    return token;
  }
  if (isFirst || (isVerb(word) && isAlsoNoun(word) && JOINS.test(mode.previous))) return null;
  // "bread, cheese and wine": no deed follows the comma.
  return tellOther(token, word, next, mode);
}

/** A word of what is done to, or of what somebody else does. */
function tellOther(token: string, word: string, next: string, mode: Mode): string | null {
  const { previous, inClause } = mode;
  const base = baseOfThirdPerson(word);
  const isSubject = SUBJECT.test(previous);
  if (base !== null) {
    if (isSubject) return toPast(base);
    if (AFTER_A_NOUN_ONLY.test(previous) || isAdjective(previous)) return token;
    if (!isAlsoNoun(base)) return inClause ? toPast(base) : null;
    return inClause && FOLLOWS_A_VERB.test(next) ? null : token;
  }
  if (isVerb(word) && !isAlsoNoun(word) && !isStopWord(word)) {
    if (isPlural(previous)) return inClause ? toPast(word) : null;
    if (AFTER_A_NOUN_ONLY.test(previous) || isAdjective(previous)) return token;
    return previous === "," || isPast(word) || toPast(word) === word ? token : null;
  }
  return isVerb(word) && /^(?:they|people)$/u.test(previous) ? toPast(word) : token;
}

function isPlural(word: string): boolean {
  return /^(?:they|you|people|men|women|children|others)$/u.test(word) || /[^su]s$/u.test(word);
}
