import words from "../data/words.json" with { type: "json" };
import { findPhrases, type NounPhrase, toDefinite } from "./phrases.ts";
import { retell } from "./retell.ts";
import { clip, isStopWord, lowerFirst, mendArticles, plainText, splitSentences, upperFirst } from "./text.ts";
import {
  baseOfThirdPerson,
  isAdjective,
  isAlsoNoun,
  isNotion,
  isPast,
  isPerson,
  isPlace,
  isVerb,
} from "./words.ts";

export type DeedKind = keyof typeof words.kinds | "silence" | "refuse" | "unclear" | "other";

/** What a person had their character do, as far as it is certain. */
export type Deed = {
  kind: DeedKind;
  /** It in the story's voice: "You opened the letter."; `null`: it has to be quoted, or there is nothing to tell. */
  told: string | null;
  /** The person's own words, fit to be quoted; "" where they wrote no word. */
  words: string;
  /** What it was done with or to: "the letter". */
  object: string | null;
  /** What was asked or told about. */
  asked: string | null;
  /** To whom: "Ilse", "her", "the innkeeper". */
  whom: string | null;
  /** Where it led: "the cellar". */
  place: string | null;
};

const WORDS_MAX = 240; // characters; of a longer turn the first sentences are taken up
const SENTENCES_MOST = 2;

const KIND_OF = new Map(
  Object.entries(words.kinds)
    .toReversed()
    .flatMap(([kind, verbs]) =>
      verbs
        .join(" ")
        .split(" ")
        .map((verb) => [verb, kind as keyof typeof words.kinds] as const),
    ),
);

/** What the verb alone would not tell; the first that fits. */
const SIGNS: readonly (readonly [RegExp, DeedKind])[] = [
  [
    /(?:^|\bI |\band |\bthen )(?:\w+ly )?(?:leaves?(?: the (?:room|house|building|place|hall|party|table|scene|town|city|village)| here| at once| now| quietly| them| everyone)?(?: without \w+(?: \w+)?)?[.!]?$|(?:go|walk|head|run|storm)s? (?:away|off|out|home)\b)/iu,
    "leave",
  ],
  [
    /\b(?:say|says|answer|reply|speak|tell)\w*(?: \w+)? (?:nothing|no word|not a word)\b|\b(?:keep|stay|remain|am|fall)\w* (?:silent|quiet|mute)\b|\b(?:do not|don't|won't|refuse to) (?:answer|speak|reply|say)\b|\bhold my tongue\b|\bwithout a word\b|^\W*(?:silence|say nothing)\W*$/iu,
    "silence",
  ],
  [
    /\b(?:refuse|decline)s?\b|\b(?:won't|will not)\b|\b(?:don't|do not) (?!know|think|trust|believe|understand|like|want|see|wait)/iu,
    "refuse",
  ],
  [
    /\b(?:take|hold|touch|squeeze)s? (?:(?:his|her|their)(?: \w+)? (?:hands?|arm)|\p{Lu}\p{L}+'s (?:hands?|arm)|him|her|them)\b/u,
    "tender",
  ],
  [
    /^\s*I (?:want|need|mean|intend|hope|swear|vow|decide|plan|try) to (?:remember|think|understand)\b/u,
    "think",
  ],
  [
    /\b(?:draw|raise|point|aim|level|pull)s? (?:\w+ ){0,2}(?:gun|pistol|revolver|rifle|knife|sword|blade|dagger|weapon) (?:on|at)\b/iu,
    "threaten",
  ],
  [/\b(?:come|go|head|walk)s? back[.!]?$|\breturns?[.!]?$/iu, "other"],
  [/\btell\w*\b.*\b(?:the truth|everything|what I|that I)\b/iu, "tell"],
  [
    /\b(?:give up|give in|(?:let|make)s? (?:him|her|them|it)|take (?:a|my) (?:\w+ )?(?:breath|seat|step|walk|bow|time|nap))\b/iu,
    "other",
  ],
];

/** Reads a person's turn. `names` mean the person's own character. */
export function readDeed(action: string, names: readonly string[]): Deed {
  const written = plainText(action).replace(/^you (?=\p{Ll})/iu, "I ");
  const clean = asSelf(written.replace(IN_SINGLE_MARKS, '$1"$2"'), names);
  if (!/\p{L}{2}|\bI\b/u.test(clean))
    return { kind: "unclear", told: null, words: "", object: null, asked: null, whom: null, place: null };
  const sentences = withSpeaker(splitSentences(clean).filter((sentence) => /\p{L}/u.test(sentence)));
  const told: string[] = [];
  for (const sentence of sentences.slice(0, SENTENCES_MOST)) {
    const own = sentence.length > WORDS_MAX ? null : tell(sentence);
    if (own === null || told.join(" ").length + own.length > WORDS_MAX) break;
    told.push(mendArticles(own));
  }
  const outside = clean.replace(/"[^"]*"/gu, " ");
  const phrases = findPhrases(outside);
  // What had no quotation marks and is told as speech is only said.
  const isSpoken = told[0]?.startsWith('"') === true && !clean.includes('"');
  const found = isSpoken ? (told[0]?.includes("?") ? "ask" : "say") : findKind(clean, outside);
  const object = WITH_OBJECT.test(found) ? findObject(phrases) : null;
  const whom = findWhom(outside);
  const place = findPlace(phrases);
  const kind = settle(found, { object, whom, place }, outside, phrases);
  return {
    kind,
    told: told.length === 0 ? null : told.join(" "),
    words: upperFirst(clip(sentences[0] ?? clean, WORDS_MAX).replaceAll('"', "'")),
    object,
    asked: /^(?:ask|say|tell|threaten)$/u.test(found) || clean.includes("?") ? findAsked(clean, whom) : null,
    whom,
    place: kind === "move" || kind === "leave" ? place : null,
  };
}

/** A kind of deed that what it is done to doesn't fit is another one. */
function settle(
  kind: DeedKind,
  { object, whom, place }: Pick<Deed, "object" | "whom" | "place">,
  outside: string,
  phrases: readonly NounPhrase[],
): DeedKind {
  if (NEEDS_OBJECT.test(kind) && object === null) {
    const isLeft = phrases.some(
      ({ before, words: all }) => /^leaves?$/u.test(before) && isPlace(all.at(-1) ?? ""),
    );
    return isLeft ? "leave" : "other";
  }
  if (kind === "look" && isPerson(phrases[0]?.words.at(-1) ?? "")) return "other";
  // "I kill the alarm"
  if (kind === "fight" && whom === null && findObject(phrases) !== null) return "use";
  // Across the room, or together with somebody, nobody leaves the others.
  if (
    kind === "move" &&
    ((place === null && !FAR.test(outside)) || /^\s*(?:we|let's)\b|\bfollow/iu.test(outside))
  )
    return "other";
  return kind;
}

const FAR =
  /\b(?:upstairs|downstairs|outside|away|out|off|on|up|down|rides?|drives?|sails?|climbs?|descends?|travels?|runs?)\b/iu;
const WITH_OBJECT = /^(?:look|read|take|give|open|use|destroy|make|other)$/u;
/** What comes of these deeds is told of a thing. */
const NEEDS_OBJECT = /^(?:read|take|give|open|use|destroy|make)$/u;

/** 'who are you?' is speech, "the men's room" is not. */
const IN_SINGLE_MARKS = /(^|[\s:,])'((?:[^']|'(?=\p{L}))+)'(?=[\s.,;:!?]|$)/gu;

/** `"Who are you?"` and `I ask Crane.` are one sentence. */
function withSpeaker(sentences: readonly string[]): string[] {
  const whole: string[] = [];
  for (const sentence of sentences) {
    const before = whole.at(-1) ?? "";
    const isTag =
      /^I (?:ask|say|tell|whisper|shout|call|answer|reply|demand|beg|mutter|cry|yell|add)\b/u.test(sentence);
    if (isOnlySpeech(before) && isTag) whole.splice(-1, 1, `${before} ${sentence}`);
    else whole.push(sentence);
  }
  return whole;
}

/** "Mara opens the door" → "I open the door", where Mara is the person's own character. */
function asSelf(text: string, names: readonly string[]): string {
  for (const name of names) {
    if (!text.startsWith(`${name} `)) continue;
    const [verb = "", ...rest] = text.slice(name.length + 1).split(" ");
    const base = baseOfThirdPerson(verb);
    if (base !== null) return ["I", base, ...rest].join(" ");
  }
  return text;
}

/** A sentence in the story's voice, or `null` where that isn't certain. */
function tell(sentence: string): string | null {
  const bare = sentence.replace(/^(?:please|ok(?:ay)?|so|well)\b[,\s]+/iu, "").replace(/[.!\s]+$/u, "");
  if (isOnlySpeech(bare) || isOnlySpeech(sentence)) return said(sentence.replaceAll('"', ""));
  if (bare.endsWith("?") && !bare.includes('"'))
    return looksEnglish(bare) && /^I\b/u.test(bare) === false ? said(bare) : null;
  if (GREETING.test(bare.toLowerCase())) return said(sentence);
  if (!looksEnglish(bare)) return null;
  const opening = bare.replace(/^"[^"]*"[\s,]*/u, "");
  if (/^(?:then |now |again |\p{Ll}+ly )?(?:I|we|let's)\b/iu.test(opening)) return retell(bare);
  const [first = "", second = ""] = opening.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  const base = isVerb(first) ? first : baseOfThirdPerson(first);
  if (base === null || bare.startsWith('"') || isStopWord(base))
    return GREETING.test(first) ? said(bare) : null;
  // "Light the lamp" is a deed, "light rain" is not.
  if (
    isAlsoNoun(base) &&
    second !== "" &&
    !/^(?:the|an?|my|at|for|to|in|on|up|down|out|into|him|her|it|them|around|back|over|with|behind|quietly)$/u.test(
      second,
    )
  )
    return null;
  return retell(`I ${base}${opening.slice(first.length)}`);
}

const GREETING = /^(?:yes|no|yeah|hi|hello|hey|thanks|sorry|sure|never|maybe|fine)$/u;

function said(text: string): string {
  const spoken = upperFirst(text.trim());
  if (spoken.endsWith("?")) return `"${spoken}" you asked.`;
  if (spoken.endsWith("!")) return `"${spoken}" you called out.`;
  return `"${spoken.replace(/[.,;:]+$/u, "")}," you said.`;
}

function isOnlySpeech(text: string): boolean {
  return /^"[^"]+"$/u.test(text);
}

function looksEnglish(text: string): boolean {
  const all = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  if (/[^\p{ASCII}\p{P}\p{S}]/u.test(text.replace(/[éèêïçñ]/gu, ""))) return false;
  const known = all.filter((word) => isStopWord(word) || isVerb(word) || baseOfThirdPerson(word) !== null);
  return known.length / Math.max(all.length, 1) >= (all.length <= 3 ? 0.3 : 0.25);
}

function findKind(clean: string, outside: string): DeedKind {
  const sign = SIGNS.find(([pattern]) => pattern.test(outside.trim()));
  if (sign !== undefined) return sign[1];
  if (/\?\W*$/u.test(clean) && !/\bI \p{Ll}/u.test(outside)) return "ask";
  const tokens = outside.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  for (const [index, token] of tokens.entries()) {
    if (/^(?:until|when|while|because|before|if|whether)$/u.test(token)) break;
    if (/^(?:the|an?|my|your|his|her|its|their|of|with|who|which|that)$/u.test(tokens[index - 1] ?? ""))
      continue;
    const base = isPast(token) ? token : (baseOfThirdPerson(token) ?? token);
    const kind = KIND_OF.get(base);
    if (kind !== undefined) return turned(kind, base, tokens[index + 1] ?? "");
  }
  return clean.includes('"') ? "say" : "other";
}

/** The same verb is another deed with another object: one hides, or hides something. */
function turned(kind: DeedKind, verb: string, next: string): DeedKind {
  const hasObject = /^(?:the|an?|my|it|them|his|her|their|some)$/u.test(next);
  if (/^(?:hide|leave|answer)$/u.test(verb) && hasObject) return "use";
  if (verb === "draw") return "use";
  if (verb === "run" && /^(?:to|into|up|down|through|across|for)$/u.test(next)) return "move";
  if (/^(?:push|shove|throw|hurl|slam)$/u.test(verb) && /^(?:the|an?|my|it|some)$/u.test(next)) return "use";
  return kind;
}

function findObject(phrases: readonly NounPhrase[]): string | null {
  const thing = phrases.find(({ words: [...all] }) => {
    const noun = all.at(-1) ?? "";
    return !isNotion(noun) && !isPerson(noun) && !isPlace(noun);
  });
  return thing === undefined ? null : toDefinite(thing);
}

/** What stands after "about", else the thing in the question. */
function findAsked(text: string, whom: string | null): string | null {
  const about = /\b(?:about|of|regarding)\s+(.*)$/iu.exec(text)?.[1] ?? "";
  const name = /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*/u.exec(about)?.[0];
  if (name !== undefined) return name;
  const spoken =
    text
      .match(/"[^"]*"/gu)
      ?.join(" ")
      .replaceAll('"', " ") ?? text;
  const isMeant = (phrase: NounPhrase) => !isNotion(phrase.words.at(-1) ?? "");
  const things = findPhrases(spoken)
    .filter(({ words: all }) => !isPerson(all.at(-1) ?? ""))
    .filter((one) => toDefinite(one) !== whom);
  const [first] = [...findPhrases(`${about} .`).slice(0, 1), ...things].filter(isMeant);
  if (first === undefined) return null;
  // In an answer what is yours to them is the speaker's own.
  if (first.determiner === "your") return `my ${first.words.join(" ")}`;
  return /^(?:his|her|their)$/u.test(first.determiner) ? null : toDefinite(first);
}

const TO_WHOM =
  /\b(ask|tell|greet|warn|thank|question|beg|threaten|attack|kiss|hug|comfort|embrace|forgive|follow|help|push|hit|slap|punch|fight|kill|shoot|stab|murder|poison|strangle|(?:talk|speak|say|call|shout|whisper|turn|wave|nod|smile|point|walk|go)(?: \w+)? (?:to|at|with)|(?:give|show|hand|offer)[^.]* to)s? (him|her|them|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*|(?:the|my) \p{Ll}+(?: \p{Ll}+)?)(?![\p{L}'’])/u;
/** Whoever is spoken to like this is somebody, whatever they are called. */
const SPOKEN_TO = /^(?:ask|tell|greet|warn|thank|question|beg)$/u;

function findWhom(outside: string): string | null {
  const [, verb = "", found] = TO_WHOM.exec(lowerFirst(outside.trim())) ?? [];
  if (found === undefined || /^(?:him|her|them|\p{Lu})/u.test(found)) return found ?? null;
  const shorter = found.split(" ").slice(0, 2).join(" ");
  const [phrase] = findPhrases(`${found} .`).concat(findPhrases(`${shorter} .`));
  const isSomebody = SPOKEN_TO.test(verb) || isPerson(phrase?.words.at(-1) ?? "");
  return phrase !== undefined && isSomebody ? toDefinite(phrase) : null;
}

const TOWARDS =
  /^(?:to|into|onto|down|up|through|towards?|inside|in|on|aboard|along|across|enter|cross|climb|for|leave)$/u;

function findPlace(phrases: readonly NounPhrase[]): string | null {
  const found = phrases.findLast(
    ({ before, words: all }) =>
      TOWARDS.test(before) && isPlace(all.at(-1) ?? "") && !isAdjective(all.at(-1) ?? ""),
  );
  return found === undefined || found.before === "leave" ? null : toDefinite(found);
}
