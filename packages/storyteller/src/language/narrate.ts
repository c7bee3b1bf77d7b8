import nlp from "compromise";
import { isStopWord } from "./text.ts";
import { baseOfThirdPerson, isAlsoNoun, isPast, isVerb, toPastForm } from "./verbs.ts";

/**
 * Puts a sentence of a person ("I open the door and see what's there") into the story's voice: past tense, the person as
 * "you" ("You opened the door and saw what was there"). What stands in quotation marks is left as it was said.
 */
export function toStoryVoice(sentence: string, options: { imperative: boolean }): string {
  const pieces = sentence.split(/("[^"]*")/u);
  let state: ClauseState = {
    you: options.imperative,
    expectsVerb: options.imperative,
    thirdPerson: false,
    ofOthers: false,
    atStart: !options.imperative,
  };
  return pieces
    .map((piece) => {
      if (piece.startsWith('"')) {
        state.atStart = false;
        return piece;
      }
      const done = narratePiece(piece, state);
      state = done.state;
      return done.text;
    })
    .join("");
}

type ClauseState = {
  /** The subject of the clause is the person. */
  you: boolean;
  /** The next word that isn't an adverb is the verb. */
  expectsVerb: boolean;
  /** A noun or "he", "she", "it" that could be followed by its verb was seen. */
  thirdPerson: boolean;
  /** The clause has told what somebody else does, so after "and" they may do more. */
  ofOthers: boolean;
  /** The next word begins a sentence. */
  atStart: boolean;
};

const PRONOUNS: Record<string, string> = {
  i: "you",
  me: "you",
  my: "your",
  mine: "yours",
  myself: "yourself",
  we: "you",
  us: "you",
  our: "your",
  ours: "yours",
  ourselves: "yourselves",
};

const CONTRACTIONS: [RegExp, string][] = [
  [/\b(I|we|you)'ll not\b/giu, "$1 do not"],
  [/\b(I|we|you)'ll\b/giu, "$1"],
  [/\b(I|we|you) (?:will|shall)(?! not)\b/giu, "$1"],
  [/\bI'm\b/giu, "I am"],
  [/\b(we|you|they)'re\b/giu, "$1 are"],
  [/\b(I|we|you|they)'ve\b/giu, "$1 had"],
  [/\b(I|we|you|they|he|she)'d\b/giu, "$1 would"],
  [/\b(he|she|it|that|there|what|who|where)'s\b/giu, "$1 is"],
  [/\blet's\b/giu, "I"],
  [/\bcan't\b|\bcannot\b/giu, "could not"],
  [/\bwon't\b/giu, "would not"],
  [/\b(?:do|does)(?:n't| not)\b/giu, "did not"],
  [/\b(?:isn't|is not)\b/giu, "is not"],
  [/\b(?:aren't|are not)\b/giu, "are not"],
  [/\b(?:haven't|hasn't|have not|has not)\b/giu, "had not"],
];

const AUXILIARIES: Record<string, string> = {
  can: "could",
  could: "could",
  will: "would",
  would: "would",
  shall: "should",
  should: "should",
  may: "might",
  might: "might",
  must: "had to",
};

/** After these a verb keeps its plain form. */
const PLAIN_FORM_AFTER = new Set([
  "to",
  "not",
  "could",
  "would",
  "should",
  "might",
  "did",
  "had to",
  "let",
  "make",
  "help",
  "n't",
]);

const ADVERBS = new Set(
  "just also never always then now still only almost even first quickly slowly finally simply both all immediately again soon once instead maybe perhaps".split(
    " ",
  ),
);

const CLAUSE_OPENERS = new Set(
  "until when as while because that who which if where whether since before after what so though although".split(
    " ",
  ),
);

const WISHES = new Set(
  "want wants try tries decide need needs hope plan like going have has begin start able wish intend promise".split(
    " ",
  ),
);

const RELATIVES = new Set(["that", "who", "which"]);

const NOT_A_SUBJECT = new Set(
  "the a an my your his her its our their this that these those some any no every each of in on at by for with from to into over under between behind beside and or".split(
    " ",
  ),
);

/** "… and spill my coffee": what stands between can only be a verb, known or not. */
const LEAVES_NO_DOUBT = new Set("the a an my it him them me us".split(" "));

/** Words for things as often as for deeds, that as the last word after "and" are deeds. */
const ENDS_A_CLAUSE = new Set(
  "wait run smile laugh cry scream jump fight sleep walk talk stop rest dance watch turn stand shout whisper wave drink swear start look pray help".split(
    " ",
  ),
);

const FOLLOWS_A_VERB = new Set(
  "the a an my your his her its our their this that these those some me you him them it us at for to into in on up down off out over under with away back around round about through past closer near from toward towards forward aside open inside along across behind whether if until".split(
    " ",
  ),
);

function narratePiece(piece: string, before: ClauseState): { text: string; state: ClauseState } {
  let prepared = piece;
  for (const [pattern, replacement] of CONTRACTIONS) prepared = prepared.replace(pattern, replacement);
  const tokens = prepared.match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*|\s+|[^\s\p{L}\p{N}]+/gu) ?? [];
  const words = tokens.map((token) => token.toLowerCase());
  const out: string[] = [];
  let { you, expectsVerb, thirdPerson, ofOthers, atStart } = before;
  let previous = "";
  let keepPlain = false;
  let wish = false;

  for (const [index, token] of tokens.entries()) {
    const word = words[index] ?? "";
    if (/^\s+$/u.test(token)) {
      out.push(token);
      continue;
    }
    if (!/[\p{L}\p{N}]/u.test(token)) {
      out.push(token);
      // After a comma the same person may go on: "I grab the key, run to the door and lock it".
      if (/^[,;:—-]/u.test(token)) expectsVerb = you;
      if (/^[.!?]/u.test(token))
        ({ you, expectsVerb, thirdPerson, ofOthers, atStart } = {
          you: false,
          expectsVerb: false,
          thirdPerson: false,
          ofOthers: false,
          atStart: true,
        });
      previous = token;
      keepPlain = false;
      continue;
    }
    const next = words.slice(index + 1).find((other) => /\S/u.test(other)) ?? "";
    const afterComma =
      /^[,;:—-]/u.test(previous) ||
      previous === "and" ||
      previous === "but" ||
      previous === "then" ||
      previous === "or";

    let spoken: string;
    if (word === "i" || word === "we" || (word === "you" && !keepPlain && previous === "")) {
      spoken = "you";
      you = true;
      expectsVerb = true;
      thirdPerson = false;
      ofOthers = false;
      keepPlain = false;
      wish = false;
    } else if (word === "was" && you && expectsVerb) {
      spoken = "were";
      expectsVerb = false;
    } else if (PRONOUNS[word] !== undefined) {
      spoken = PRONOUNS[word];
      expectsVerb = false;
      thirdPerson = false;
    } else if (word === "am" || word === "is" || word === "are") {
      const subjectIsYou = word === "am" || (word === "are" && (previous === "you" || expectsVerb));
      spoken = subjectIsYou || word === "are" ? "were" : "was";
      expectsVerb = false;
      thirdPerson = false;
    } else if (AUXILIARIES[word] !== undefined && (previous === "i" || !isArticle(previous))) {
      spoken = AUXILIARIES[word];
      keepPlain = true;
      expectsVerb = false;
    } else if ((word === "have" || word === "has") && !keepPlain) {
      spoken = "had";
      expectsVerb = false;
    } else if (word === "and" || word === "then" || word === "or" || word === "but") {
      spoken = token;
      expectsVerb = you;
      thirdPerson = ofOthers;
      // "I want to go home and sleep" is one wish; "I kneel to tie my boot and look around" are two deeds.
      keepPlain = wish && (word === "and" || word === "or");
      if (keepPlain) expectsVerb = false;
      else wish = false;
    } else if (CLAUSE_OPENERS.has(word)) {
      spoken = token;
      expectsVerb = false;
      thirdPerson = RELATIVES.has(word);
      keepPlain = false;
      if (word !== "so" && word !== "before" && word !== "after") you = false;
    } else if (PLAIN_FORM_AFTER.has(word)) {
      spoken =
        word === "let" || word === "make" || word === "help" ? finite(token, expectsVerb, keepPlain) : token;
      if (word === "to") wish = WISHES.has(previous);
      keepPlain = true;
      expectsVerb = false;
    } else if (expectsVerb && (ADVERBS.has(word) || (word.endsWith("ly") && !isVerb(word)))) {
      spoken = token;
    } else if (expectsVerb && !keepPlain && isVerbHere(word, next, previous, afterComma)) {
      spoken = isPast(word) ? token : matchCase(token, pastHere(word, next));
      expectsVerb = false;
      thirdPerson = false;
    } else if (expectsVerb && !keepPlain && previous === "and" && isThirdPersonAlone(word)) {
      // "Sam finds a dog and decides …", where Sam is "you".
      spoken = matchCase(token, pastHere(baseOfThirdPerson(word) ?? word, next));
      expectsVerb = false;
    } else if (!keepPlain && thirdPerson && isThirdPersonHere(word, next, previous)) {
      spoken = matchCase(token, pastHere(baseOfThirdPerson(word) ?? word, next));
      thirdPerson = false;
      ofOthers = true;
    } else if (
      !keepPlain &&
      !you &&
      thirdPerson &&
      isPluralSubject(previous) &&
      isVerb(word) &&
      !isAlsoNoun(word)
    ) {
      spoken = matchCase(token, pastHere(word, next)); // "Five friends spend a night"
      thirdPerson = false;
      ofOthers = true;
    } else {
      spoken = token;
      expectsVerb = false;
      if (isVerb(word)) keepPlain = false;
      thirdPerson = !isArticle(word);
    }
    out.push(atStart ? spoken.charAt(0).toUpperCase() + spoken.slice(1) : spoken);
    atStart = false;
    previous = word;
  }
  return { text: out.join(""), state: { you, expectsVerb, thirdPerson, ofOthers, atStart } };
}

function isVerbHere(word: string, next: string, previous: string, afterComma: boolean): boolean {
  if (word.endsWith("ing") && !isVerb(word)) return false;
  if (isStopWord(word) && !isVerb(word)) return false;
  if (!afterComma) return true; // right after "I" whatever stands there is the verb
  if (!isVerb(word))
    return (
      previous === "and" &&
      LEAVES_NO_DOUBT.has(next) &&
      !/(?:s|ed|ly)$/u.test(word) &&
      !NOT_A_SUBJECT.has(word)
    );
  if (!isAlsoNoun(word)) return true;
  return next === ""
    ? previous === "then" || ENDS_A_CLAUSE.has(word)
    : FOLLOWS_A_VERB.has(next) || next.endsWith("ly");
}

function isThirdPersonAlone(word: string): boolean {
  const base = baseOfThirdPerson(word);
  return base !== null && !isAlsoNoun(base);
}

function isThirdPersonHere(word: string, next: string, previous: string): boolean {
  const base = baseOfThirdPerson(word);
  if (base === null || (NOT_A_SUBJECT.has(previous) && !RELATIVES.has(previous) && previous !== "and"))
    return false;
  if (isAdjective(previous)) return false; // "the strange lights"
  return (
    !isAlsoNoun(base) ||
    FOLLOWS_A_VERB.has(next) ||
    ADVERBS.has(next) ||
    RELATIVES.has(previous) ||
    /^(?:he|she|it|one)$/u.test(previous)
  );
}

function isPluralSubject(word: string): boolean {
  if (NOT_A_SUBJECT.has(word) || /^(?:has|was|is|does|as|his|its|this|yes|always|perhaps)$/u.test(word))
    return false;
  return /[^su]s$/u.test(word) || /^(?:they|them|people|men|women|children|police)$/u.test(word);
}

/** "Everyone lies" and "the key lies in the drawer" part ways only in the past. */
function pastHere(base: string, next: string): string {
  if (
    base === "lie" &&
    /^(?:in|on|at|down|under|beneath|beyond|behind|ahead|there|back|beside|between)$/u.test(next)
  )
    return "lay";
  return toPastForm(base);
}

function isAdjective(word: string): boolean {
  return word !== "" && nlp(word).has("#Adjective");
}

function finite(token: string, expectsVerb: boolean, keepPlain: boolean): string {
  return expectsVerb && !keepPlain ? matchCase(token, toPastForm(token)) : token;
}

function isArticle(word: string): boolean {
  return word === "the" || word === "a" || word === "an";
}

function matchCase(original: string, replacement: string): string {
  return /^\p{Lu}/u.test(original) ? replacement.charAt(0).toUpperCase() + replacement.slice(1) : replacement;
}
