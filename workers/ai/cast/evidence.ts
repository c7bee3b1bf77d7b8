import type { NameSpan } from "./name-spans.ts";
import { answersForName, isDoer, isIntroducedAfter, isIntroducedBefore } from "./naming.ts";
import { SPACE, type Token } from "./tokens.ts";
import { isNeverName } from "./words/never-names.ts";
import { isKnownPlace, isPlaceWord } from "./words/places.ts";
import { titleFacts } from "./words/titles.ts";
import {
  goesTowardsSomebody,
  isHumanVerb,
  isMotion,
  isPartOfSomebody,
  isRelation,
  isSpeechVerb,
  takesSomebody,
} from "./words/verbs.ts";

/** What the words around the mentions of a name say: sums of weights tried on prose of many kinds. */
export type Evidence = {
  /** For somebody. */
  person: number;
  /** For a place or a thing. */
  other: number;
  /** Mentions that leave little doubt: it speaks, it is somebody's sister, it is called "him". */
  strong: number;
  /** Mentions after "the". */
  articles: number;
  /** Mentions after "a" or "an", "some", "every": a kind and no name. */
  kinds: number;
  mentions: number;
  /** Mentions that have a capital in the middle of a sentence. */
  certain: number;
  /** Pronouns that follow in the same sentence, before anybody else is named. */
  he: number;
  she: number;
};

export function noEvidence(): Evidence {
  return { person: 0, other: 0, strong: 0, articles: 0, kinds: 0, mentions: 0, certain: 0, he: 0, she: 0 };
}

export function addEvidence(sum: Evidence, more: Evidence): void {
  sum.person += more.person;
  sum.other += more.other;
  sum.strong += more.strong;
  sum.articles += more.articles;
  sum.kinds += more.kinds;
  sum.mentions += more.mentions;
  sum.certain += more.certain;
  sum.he += more.he;
  sum.she += more.she;
}

const QUOTE_END = /["”’'»]/;
const COPULA = /^(was|is|had|has|would|will|shall|were|are|be|been)$/;
const KIND =
  /^(a|an|every|each|some|any|no|another|such|these|those|many|several|few|two|three|four|other|all|this|that)$/;

/** "the Misses Harkness": more than one. */
const FAMILY = /^(misses|messrs|messieurs|brothers|sisters|family)$/;

/** Reads the surroundings of one mention. */
export function readEvidence(tokens: readonly Token[], span: NameSpan): Evidence {
  const evidence = { ...noEvidence(), mentions: 1, certain: span.doubtful ? 0 : 1 };
  // "the Ministry of War said": the end of another name
  if (tokens[span.from - 1]?.text === "of" && tokens[span.from - 2]?.capital)
    return { ...evidence, other: 1 };
  const last = tokens[span.to - 1];
  if (/&/.test(tokens[span.to]?.gap ?? "") || /&/.test(tokens[span.from]?.gap ?? "")) evidence.other += 2; // a firm
  readAfter(tokens, span, last?.possessive === true, evidence);
  readBefore(tokens, span, evidence);
  if (isAddressed(tokens, span)) evidence.person += 0.7;
  return evidence;
}

function readAfter(tokens: readonly Token[], span: NameSpan, possessive: boolean, evidence: Evidence): void {
  const next = tokens[span.to];
  if (next === undefined) return;
  const afterNext = tokens[span.to + 1];
  // "Maple Avenue", "Van Diemen's Land": what was taken for a name begins a place's
  if (next.capital && !next.first && SPACE.test(next.gap) && isPlaceWord(next.text)) evidence.other += 3;
  // "Dombey and Son"
  if (next.lower === "and" && /^(Co|Company|Sons?|Brothers|Partners)$/.test(afterNext?.text ?? ""))
    evidence.other += 3;
  // _Argonaut_, *Samson*: a ship, a book, a foreign word
  if (/[_*]/.test(next.gap) && /[_*]/.test(tokens[span.from]?.gap ?? "")) evidence.other += 0.8;
  if (possessive) {
    const owned = next.capital ? null : [next, afterNext, tokens[span.to + 2]];
    evidence.person += owned?.some((token) => token !== undefined && isPartOfSomebody(token.lower)) ? 1 : 0.1;
    return;
  }
  if (SPACE.test(next.gap) && !belongsToAnother(tokens, span)) readVerb(tokens, span, next, evidence);
  if (isIntroducedAfter(tokens, span.to)) {
    evidence.person += 2.5;
    evidence.strong += 1;
  }
  if (/^, $/.test(next.gap)) readApposition(tokens, span, next, evidence);
  readPronouns(tokens, span, next, evidence);
}

/** "Mara nodded", "Mara then whispered", "Mara was his boss". */
function readVerb(tokens: readonly Token[], span: NameSpan, next: Token, evidence: Evidence): void {
  const afterNext = tokens[span.to + 1];
  const adverb =
    /ly$/.test(next.lower) ||
    /^(had|then|only|just|also|never|always|himself|herself|once|at|still|now)$/.test(next.lower);
  const verb = adverb && afterNext !== undefined && SPACE.test(afterNext.gap) ? afterNext : next;
  if (verb.capital) return;
  if (isSpeechVerb(verb.lower)) {
    evidence.person += 2.5;
    evidence.strong += 1;
  } else if (isHumanVerb(verb.lower)) evidence.person += 1;
  else if (COPULA.test(verb.lower)) {
    // "Chelsea was his boss"
    const somebody = hasRelation(tokens, span.to + 1, 5);
    evidence.person += somebody ? 2 : 0.15;
    if (somebody) evidence.strong += 1;
  } else if (/\p{L}{2}ed$/u.test(verb.lower)) evidence.person += 0.5;
  else if (/^(himself|herself)$/.test(next.lower)) {
    evidence.person += 2.5;
    evidence.strong += 1;
  }
}

/** "Mara, who …", "Mara, his sister, …", "Orlov, Emperor of …"; but "Harrow, England". */
function readApposition(tokens: readonly Token[], span: NameSpan, next: Token, evidence: Evidence): void {
  if (
    /^(who|whom|whose)$/.test(next.lower) &&
    (!belongsToAnother(tokens, span) || !isSomebodyWord(tokens[span.from - 2]))
  ) {
    evidence.person += 1.5;
    evidence.strong += 1;
  } else if (
    /^(a|an|the|his|her|my|our|your|their)$/.test(next.lower) &&
    hasRelation(tokens, span.to + 1, 5)
  ) {
    evidence.person += 1.5;
    evidence.strong += 1;
  } else if (
    next.capital &&
    titleFacts(next.text) !== null &&
    /^(of|the)$/.test(tokens[span.to + 1]?.lower ?? "")
  ) {
    evidence.person += 1; // "Aurungzebe, Emperor of the Moguls"
  } else if (next.capital && isKnownPlace(next.text)) evidence.other += 1;
  else if (actsAfterAside(tokens, span.to)) evidence.person += 1;
}

/** The same sentence speaks of a person further on: "Mara had lost her way". */
function readPronouns(tokens: readonly Token[], span: NameSpan, next: Token, evidence: Evidence): void {
  for (let index = span.to; index < span.to + 12; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.sentence !== next.sentence || token.capital) break;
    if (/^(himself|herself)$/.test(token.lower)) evidence.person += 0.6;
    if (/^(his|he|himself)$/.test(token.lower)) evidence.he += 1;
    else if (/^(her|she|herself)$/.test(token.lower)) evidence.she += 1;
    else {
      if (token.lower === "its") evidence.other += 0.7;
      continue;
    }
    evidence.person += 0.35;
    break;
  }
}

function isSomebodyWord(token: Token | undefined): boolean {
  return token !== undefined && (token.capital || isRelation(token.lower) || isDoer(token.lower));
}

/** "the keeper of Harrow said", "Mara from Accounts, who": what follows is about what stands before. */
function belongsToAnother(tokens: readonly Token[], { from }: NameSpan): boolean {
  return (
    SPACE.test(tokens[from]?.gap ?? "") &&
    /^(of|in|at|from|near|over|on|beyond|outside|inside|into|across)$/.test(tokens[from - 1]?.lower ?? "")
  );
}

/** "Mara, under the table, laughed". */
function actsAfterAside(tokens: readonly Token[], from: number): boolean {
  for (let index = from + 1; index < from + 9; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.sentence !== tokens[from]?.sentence || token.capital) return false;
    if (/^, $/.test(token.gap)) return isHumanVerb(token.lower);
  }
  return false;
}

function hasRelation(tokens: readonly Token[], from: number, count: number): boolean {
  for (let index = from; index < from + count; index += 1) {
    const token = tokens[index];
    if (token === undefined || (index > from && /[,.;:!?"”—]/.test(token.gap))) return false;
    if (isRelation(token.lower)) return true;
  }
  return false;
}

function readBefore(tokens: readonly Token[], span: NameSpan, evidence: Evidence): void {
  const own = tokens[span.from];
  const before = tokens[span.from - 1];
  if (own === undefined || before === undefined || !SPACE.test(own.gap)) {
    if (answersForName(tokens, span.from)) {
      evidence.person += 2.5;
      evidence.strong += 1;
    }
    readRelation(tokens, span, evidence);
    return;
  }
  const earlier = tokens[span.from - 2];
  const close = (token: Token | undefined): token is Token => token !== undefined && SPACE.test(before.gap);
  const word = before.lower;
  if (before.possessive && before.capital && !isNeverName(before.lower)) evidence.other += 1; // "The Maid's Tragedy"
  if (isIntroducedBefore(tokens, span.from)) {
    evidence.person += 2.5;
    evidence.strong += 1;
    return;
  }
  if (FAMILY.test(word)) evidence.kinds += 1;
  else if (isSpeechVerb(word) && QUOTE_END.test(before.gap)) {
    evidence.person += 2.5;
    evidence.strong += 1;
  } else if (/^(said|says|thought|thinks|quoth|cried|replied|answered)$/.test(word)) evidence.person += 1.2;
  else if (/^(is|was)$/.test(word) && close(earlier) && /^(where|who)$/.test(earlier.lower)) {
    evidence.person += 0.9; // "Where is Mara?"
  } else if (
    word === "where" &&
    /^(is|was|went|goes|lives|lived|had|has)$/.test(tokens[span.to]?.lower ?? "")
  ) {
    evidence.person += 0.9; // "ask me where Mara is"
  } else if (before.possessive && /^(it|that|here|this)$/.test(word)) {
    evidence.person += 0.5; // "It's Mara"
  } else if (word === "i" || (word === "am" && close(earlier) && earlier.lower === "i")) {
    evidence.person += 1.5; // "I'm Mara"
  } else if (isRelation(word) && !before.capital) {
    evidence.person += 2;
    evidence.strong += 1;
  } else if (takesSomebody(word)) evidence.person += 1;
  else if (
    /^(in|at|into|near|from|to|through|throughout|across|towards?|around|round|outside|inside|within|via|of|off|above|beyond|leaving|leave|left|reach|reached|reaching|visit|visited)$/.test(
      word,
    )
  ) {
    // "at Judge Miller's place": the preposition is the place's
    if (tokens[span.to - 1]?.possessive !== true)
      readPreposition(word, close(earlier) ? earlier.lower : "", evidence);
  } else if (/^(aboard|on|upon|off|onto|over|under|beneath|inside|called|up|down|wore|wearing)$/.test(word))
    evidence.other += word === "aboard" ? 2 : 0.5;
  else if (
    /^(with|beside|behind|by|for|than|before|against|between|and|but|when|while|because|if|that|as|like|until|though|where|whom|did|does|does)$/.test(
      word,
    )
  )
    evidence.person += 0.3;
  else if (word === "the") {
    evidence.articles += 1;
    evidence.other += 0.8;
    // “…” said the Hatter
    if (close(earlier) && isSpeechVerb(earlier.lower) && QUOTE_END.test(earlier.gap)) {
      evidence.person += 2.5;
      evidence.strong += 1;
    }
  } else if (KIND.test(word)) {
    evidence.kinds += 1;
    evidence.other += 1;
  } else if (/^(poor|dear|dearest|old|young|little|loving|affectionate|devoted|faithful)$/.test(word)) {
    // "poor Jane", but "in old Prague" and "an old Sibelius programme"
    const lead = close(earlier) ? earlier.lower : "";
    if (/^(in|at|into|from|through|across)$/.test(lead)) readPreposition(lead, "", evidence);
    else if (/^an?$/.test(lead)) evidence.kinds += 1;
    else evidence.person += 1;
  }
}

const OF_SOMEBODY =
  /^(thought|think|thinking|thinks|dream|dreamed|dreamt|dreaming|speak|spoke|spoken|speaking|heard|hear|fond|jealous|afraid|proud|ashamed|death|reign|memory|voice|widow|murder|hands|opinion|mention|portrait|ghost|body)$/;

function readPreposition(word: string, earlier: string, evidence: Evidence): void {
  if (
    (word === "to" || word === "at" || word === "from" || word.startsWith("toward")) &&
    goesTowardsSomebody(earlier)
  )
    evidence.person += 0.8;
  else if (word === "of" && (isRelation(earlier) || OF_SOMEBODY.test(earlier))) evidence.person += 0.9;
  else if (word === "of" || word === "above" || word === "beyond" || word === "off") evidence.other += 0.12;
  else if (word === "in" || word === "throughout") evidence.other += 2;
  else if (word === "at") evidence.other += 1.6;
  else if (isMotion(earlier)) evidence.other += 1.5;
  else if (word === "from" || word === "to" || word.startsWith("toward")) evidence.other += 0.4;
  else evidence.other += 0.8;
}

/** "her sister, Jane," and "his old friend Mr. Holmes". */
function readRelation(tokens: readonly Token[], span: NameSpan, evidence: Evidence): void {
  const before = tokens[span.from - 1];
  if (before === undefined || tokens[span.from]?.gap !== ", " || !isRelation(before.lower)) return;
  for (let index = span.from - 2; index > span.from - 5; index -= 1) {
    const token = tokens[index];
    if (token === undefined || !SPACE.test(tokens[index + 1]?.gap ?? "")) return;
    if (/^(my|his|her|your|our|their|a|an|the)$/.test(token.lower)) {
      evidence.person += 1.2;
      return;
    }
  }
}

/** "Well, Mara, …": a name between commas, or alone before the end, in something said. */
function isAddressed(tokens: readonly Token[], span: NameSpan): boolean {
  const own = tokens[span.from];
  const next = tokens[span.to];
  if (own === undefined || !own.quoted) return false;
  const gapAfter = next?.gap ?? ".";
  return /^, $|["“]$/.test(own.gap) && /^[,!?.;…—–]/.test(gapAfter);
}
