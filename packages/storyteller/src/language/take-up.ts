import { toStoryVoice } from "./narrate.ts";
import { clip, isStopWord, lowerFirst, plainText, splitSentences, upperFirst } from "./text.ts";
import { baseOfThirdPerson, isAlsoNoun, isPast, isVerb } from "./verbs.ts";

export type QuestionWord = "who" | "what" | "where" | "when" | "why" | "how" | "whether";

/** What a person wrote, as the story takes it up. */
export type TakenUp = {
  /** One or two sentences in the story's voice, e.g. "You opened the letter." */
  text: string;
  /** Whether they asked something, and by which word. */
  question: QuestionWord | null;
};

const TAKEN_UP_MAX = 240; // characters; a longer turn is taken up by its first sentences
const SENTENCES_MAX = 2;

/** Puts a person's turn into the story's voice. `playerNames` are the names that mean the person's own character. */
export function takeUp(action: string, playerNames: readonly string[]): TakenUp {
  const clean = asSelf(plainText(action), playerNames);
  const sentences = withSpeaker(splitSentences(clean).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)));

  const told: string[] = [];
  for (const sentence of sentences.slice(0, SENTENCES_MAX)) {
    if (told.length > 0 && told.join(" ").length + sentence.length > TAKEN_UP_MAX) break;
    told.push(tell(sentence, told.length > 0));
  }
  const text = told.join(" ") || "You hesitated, and said nothing.";
  return { text, question: questionWord(clean) };
}

/** `"Who are you?"` and `I ask Crane.` are one sentence. */
function withSpeaker(sentences: readonly string[]): string[] {
  const whole: string[] = [];
  for (const sentence of sentences) {
    const before = whole.at(-1);
    if (before !== undefined && isOnlySpeech(before) && SAYS.test(sentence))
      whole.splice(-1, 1, `${before} ${sentence}`);
    else whole.push(sentence);
  }
  return whole;
}

const SAYS =
  /^I (?:ask|say|tell|whisper|shout|call|answer|reply|demand|beg|murmur|mutter|cry|yell|scream|add)\b/u;

/** "Mara opens the door" → "I open the door", where Mara is the person's own character; "You open" likewise. */
export function asSelf(text: string, playerNames: readonly string[]): string {
  let own = text;
  for (const name of playerNames) {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
    own = own.replace(
      new RegExp(`(^|[.!?;,]\\s+(?:and |then )?)${escaped}\\s+(\\p{Ll}+)`, "gu"),
      (all, before: string, verb: string) => {
        const base = baseOfThirdPerson(verb);
        return base === null && !isPast(verb) ? all : `${before}I ${base ?? verb}`;
      },
    );
  }
  return own;
}

function tell(sentence: string, isLater: boolean): string {
  const bare = clip(sentence, TAKEN_UP_MAX)
    .replace(/[.!\s]+$/u, "")
    .replace(/^(?:please|ok(?:ay)?|so|well)\b[,\s]+/iu, "")
    .replace(/^lets\b/iu, "let's");
  if (isOnlySpeech(bare)) return said(sentence.replaceAll('"', ""));
  if (/\?$/u.test(bare) && !bare.includes('"')) return said(bare);
  if (!looksEnglish(bare)) return said(bare);

  const words = bare.replace(/"[^"]*"/gu, " ").match(/[\p{L}']+/gu) ?? [];
  const hasSelf = /\b(?:I|we|let's|you)\b|\b(?:I|we)'/iu.test(words.join(" "));
  if (hasSelf) return finish(upperFirst(toStoryVoice(bare, { imperative: false })));

  const opening = words.findIndex((word) => !/(?:ly|^then|^now|^again|^next)$/iu.test(word));
  const verb = words[Math.max(opening, 0)]?.toLowerCase() ?? "";
  const you = isLater ? "Then you" : "You";
  if (isGreeting(verb) && !(isVerb(verb) && words.length > 1)) return said(sentence);
  if (/ing$/u.test(verb) && verb.length > 4 && !isVerb(verb)) {
    return finish(`${you} began ${lowerFirst(toStoryVoice(bare, { imperative: false }))}`);
  }
  if (verb === "to" && isVerb(words[1] ?? "")) {
    return finish(`${you} meant ${lowerFirst(toStoryVoice(bare, { imperative: false }))}`);
  }
  // "Open the door", "waves at Hale": the person, without saying so.
  const base = isVerb(verb) ? verb : opening <= 0 ? baseOfThirdPerson(verb) : null;
  if (base !== null) {
    const adverbs = words.slice(0, Math.max(opening, 0)).join(" ").toLowerCase();
    const rest = bare.slice(bare.toLowerCase().indexOf(verb) + verb.length);
    const deed = lowerFirst(toStoryVoice(`${base}${rest}`, { imperative: true }));
    return finish(`${you} ${adverbs === "" || adverbs === "then" ? "" : `${adverbs} `}${deed}`);
  }
  if (words.length <= 6 && !hasFiniteVerb(words)) return finish(`${you} turned to ${nounPhrase(bare)}`);
  return finish(upperFirst(toStoryVoice(bare, { imperative: false })));
}

function finish(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]"?$/u.test(trimmed) ? trimmed : `${trimmed.replace(/[,;:]$/u, "")}.`;
}

function said(words: string): string {
  const text = upperFirst(words.trim());
  if (/\?$/u.test(text))
    return `"${text}" you asked${/\b(?:I|my|me)\b/u.test(text) && !/\byou\b/iu.test(text) ? " yourself" : ""}.`;
  if (/!$/u.test(text)) return `"${text}" you called out.`;
  return `"${text.replace(/[.,;:]+$/u, "")}," you said.`;
}

function isOnlySpeech(text: string): boolean {
  return /^"[^"]+"$/u.test(text);
}

function isGreeting(word: string): boolean {
  return /^(?:yes|no|yeah|nope|hi|hello|hey|thanks|sorry|sure|never|maybe|fine|good|wow|oh|ah|hm+|ha(?:ha)*|lol|stop|wait)$/u.test(
    word,
  );
}

/** Turns that are not in English are told as what was said, untouched. */
function looksEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const ascii = text.match(/[a-z]/giu)?.length ?? 0;
  if (letters === 0 || ascii / letters < 0.85) return false;
  const words = text.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  if (words.length <= 3) return true;
  return words.filter((word) => isStopWord(word) || isVerb(word)).length / words.length >= 0.2;
}

function hasFiniteVerb(words: readonly string[]): boolean {
  return words.slice(1).some((word) => {
    const base = baseOfThirdPerson(word);
    return (
      isPast(word) ||
      /^(?:is|are|was|were|has|had|does)$/iu.test(word) ||
      (base !== null && !isAlsoNoun(base)) ||
      (base !== null && words.length === 2)
    );
  });
}

function nounPhrase(text: string): string {
  const phrase = lowerFirst(toStoryVoice(text, { imperative: false })).replace(/[.!?]+$/u, "");
  if (/^(?:the|a|an|my|your|his|her|its|their|our|this|that|these|those|some)\b/iu.test(phrase))
    return phrase;
  return /^\p{Lu}/u.test(text) && text.split(" ").length > 1 ? phrase : `the ${phrase}`;
}

function questionWord(text: string): QuestionWord | null {
  const questions = text.match(/[^.!?"]*\?/gu);
  const asks = /\bask(?:s|ed)?\b/iu.test(text);
  if (questions === null && !asks) return null;
  const where = (questions?.at(-1) ?? text).toLowerCase();
  for (const word of ["who", "what", "where", "when", "why", "how"] as const) {
    if (new RegExp(`\\b${word}\\b`, "u").test(where)) return word;
  }
  return questions === null ? null : "whether";
}
