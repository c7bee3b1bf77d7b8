import nlp from "compromise";
import { toStoryVoice } from "./narrate.ts";
import { findNounPhrases, isNoThing, isPersonNoun, type NounPhrase, toOwner } from "./noun-phrases.ts";
import { clip, flatten, lowerFirst, splitSentences } from "./text.ts";

/** Whom a turn is done to, with what, about what and to which end, each as the person wrote it. */

const MIND_WORDS = new Set(
  "time way moment thing something nothing anything everything one way lot bit kind sort end side while breath mind eyes head hand hands feet back voice truth door".split(
    " ",
  ),
);

/** The first thing named, made definite: "a letter" → "the letter", "my sword" → "your sword". */
export function thingIn(text: string): string | null {
  const outside = text.replace(/"[^"]*"/gu, " ");
  for (const sentence of splitSentences(outside))
    for (const { determiner, words } of findNounPhrases(sentence)) {
      const head = words.at(-1)?.toLowerCase() ?? "";
      if (MIND_WORDS.has(head) && head !== "door") continue;
      if ((isNoThing(head) && head !== "door") || words.length > 3) continue;
      if (words.some((word) => /^\p{Lu}/u.test(word))) continue;
      // "give the man water": the water.
      const [first = ""] = words;
      const noun = (/^\p{L}+$/u.test(first) && isPersonNoun(first) ? words.slice(1) : words).join(" ");
      if (noun === "") continue;
      // "one of the silver bells" is one.
      const isOne = new RegExp(`\\bone of \\p{L}+ ${noun}`, "u").test(sentence);
      return `${toOwner(determiner)} ${isOne ? nlp(noun).nouns().toSingular().text() || noun : noun}`;
    }
  return null;
}

/** "the blue letter" and "the letter" are one thing. */
export function isSame(one: string, other: string): boolean {
  return flatten(one).split(" ").at(-1) === flatten(other).split(" ").at(-1);
}

/** What lives is not mended, scratched or put away as things are. */
export function isAnimal(thing: string): boolean {
  return /\b(?:horse|mare|stallion|pony|mule|donkey|dog|hound|cat|kitten|cow|goat|sheep|pig|hen|bird|raven|crow|owl|gull|snake|wolf|bear|fox|rat|mouse|fish|dragon|unicorn|beast|creature|animal)s?$/u.test(
    thing,
  );
}

/** Whether a thing is several: "the letters". */
export function isSeveral(thing: string): boolean {
  return /[^su']s$|ies$/u.test(thing);
}

/** What stands in questions without being asked about: "the night he died". */
const UNASKED = new Set([
  ...MIND_WORDS,
  ..."night day morning evening hour minute others rest hell devil".split(" "),
]);
const TOPIC_MAX = 48; // characters; more than that nobody repeats in an answer

/** What was asked or told about: what stands after "about", else the thing in the question, else the question itself. */
export function topicIn(text: string): string | null {
  const about =
    /\b(?:about|regarding|concerning|the truth of|to do with|knows? of|hear[sd]? of)\s+(.*)$/iu.exec(
      text,
    )?.[1];
  if (about !== undefined) {
    const named = namedFirst(about);
    if (named !== null) return named;
  }
  const spoken = (text.match(/"[^"]*"/gu) ?? []).join(" ").replaceAll('"', " ");
  const asked = /\bask\w*\b[^"]*?\b((?:who|what|where|why|how|when) [^".?!,]+)/iu.exec(text)?.[1];
  const things = findNounPhrases(spoken || (asked ?? (text.includes("?") ? text : "")))
    .filter(
      ({ determiner, words }) =>
        !UNASKED.has(words.at(-1)?.toLowerCase() ?? "") &&
        words.length <= 3 &&
        !/^(?:his|her|their)$/u.test(determiner),
    )
    .map(
      ({ determiner, words }) =>
        `${/^your$/u.test(determiner) ? "my" : toOwner(determiner)} ${words.join(" ")}`,
    );
  if (things[0] !== undefined) return things[0];
  if (
    asked === undefined ||
    asked.length > TOPIC_MAX ||
    /\b(?:you|your|me|I|my|to|he|she|they|him|her|his|them|it)\b/u.test(asked)
  )
    return null;
  return asked.trim().split(" ").length < 3
    ? null
    : lowerFirst(toStoryVoice(asked.trim(), { imperative: false }));
}

/** "the ninth signal and …" → "the ninth signal"; "Tomas" → "Tomas". */
function namedFirst(text: string): string | null {
  const proper = /^\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)*/u.exec(text)?.[0];
  if (proper !== undefined && proper !== "I") return proper;
  const [phrase] = findNounPhrases(text);
  if (phrase === undefined || !lowerFirst(text).startsWith(phrase.determiner)) return null;
  return `${toOwner(phrase.determiner)} ${phrase.words.join(" ")}`;
}

/** Verbs that one does to people only, and those that one does to things as well. */
const TO_PEOPLE =
  /\b(?:accuse|face|confront|(?:call|phone|telephone|ring)(?= (?:my|\p{Lu}))|ask|asks|asked|tell|tells|told|greet|warn|thank|question|beg|threaten|attack|kiss|hug|comfort|embrace|forgive|console|(?:gun|pistol|revolver|rifle|knife|sword|blade|weapon) on|(?:talk|speak|say|call|shout|whisper|turn|wave|nod|smile|point|aim|swing|next|hand)\w* (?:to|at|with))\s+(?=(?:the|my|that|this|an?) |\p{Lu})/gu;
const TO_ANYTHING =
  /\b(?:follow|help|save|protect|show|give|offer|hand|touch|hold|take|punch|hit|push|shove|trust|stop|to|at|beside|with)\s+(?=(?:the|my|that|this|an?) |\p{Lu})/gu;

/** "Crane", "the innkeeper": a thing that is handed over or looked at is nobody. */
export function personIn(text: string): string | null {
  const outside = lowerFirst(text.replace(/"[^"]*"/gu, " ").trim());
  const sure = namedAfter(TO_PEOPLE, outside)[0];
  const found =
    sure ??
    namedAfter(TO_ANYTHING, outside).find(
      (name) => /^\p{Lu}/u.test(name) || isPersonNoun(name.split(" ").at(-1) ?? ""),
    );
  if (found === undefined) return null;
  return found.replace(/^my /u, "your ").replace(/^(?:an?|this|that) /u, "the ");
}

/** "the man water", as in "give the man water", is the man. */
function withoutGift(phrase: NounPhrase): NounPhrase {
  const person = phrase.words.findIndex(isPersonNoun);
  return person === -1 ? phrase : { ...phrase, words: phrase.words.slice(0, person + 1) };
}

function namedAfter(verb: RegExp, text: string): string[] {
  return [...text.matchAll(verb)].flatMap((match) => {
    const rest = text.slice(match.index + match[0].length);
    const name = /^\p{Lu}[\p{L}-]+/u.exec(rest)?.[0];
    if (name !== undefined) return [name];
    // "my sister's hand" is hers.
    const owner = /^(?:the|my|that|this|an?) \p{Ll}+(?=['’]s\b)/u.exec(rest)?.[0];
    const [phrase] = findNounPhrases(rest).map(withoutGift);
    return owner ?? (phrase === undefined ? [] : `${phrase.determiner} ${phrase.words.join(" ")}`);
  });
}

const WISHES =
  /\b(?:I (?:want|need|have|mean|intend|hope|swear|vow|promise|am determined|am here|came|have come|resolve)(?: (?:her|him|them|myself))? to|I must|I will|I'll) ((?:find|learn|know|save|protect|stop|prove|avenge|win|reach|bring|keep|escape|marry|clear|rescue|free|bury|break|catch|tell|settle|know|see that|make sure|get)\b[^".!?;]*)/iu;
const WISH_MAX = 80; // characters

/** What the person says that they are after. */
export function wishIn(text: string): string | null {
  const wish = WISHES.exec(text)?.[1]?.trim();
  if (wish === undefined || wish.split(" ").length < 3) return null;
  return toStoryVoice(`to ${clip(wish, WISH_MAX)}`, { imperative: false })
    .replace(/^to /iu, "")
    .replace(/[,\s]+$/u, "");
}
