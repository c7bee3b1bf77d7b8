import { toStoryVoice } from "./narrate.ts";
import { isNoThing, nounPhrasesOf } from "./noun-phrases.ts";
import { clip, isStopWord, lowerFirst, plainText, sentencesOf, upperFirst } from "./text.ts";
import { baseOfThirdPerson, isAlsoNoun, isPast, isVerb } from "./verbs.ts";

export type ActionKind =
  | "look"
  | "move"
  | "speak"
  | "fight"
  | "take"
  | "use"
  | "hide"
  | "flee"
  | "tender"
  | "think"
  | "make"
  | "other";

export type QuestionWord = "who" | "what" | "where" | "when" | "why" | "how" | "whether";

/** What a person wrote, understood as far as the telling needs it. */
export type TakenUp = {
  /** One or two sentences in the story's voice, e.g. "You opened the letter." */
  text: string;
  kind: ActionKind;
  /** The thing that it was about, e.g. "the letter", "your sword". */
  thing: string | null;
  /** Whom they asked or told, e.g. "the innkeeper", "Hale". */
  addressee: string | null;
  /** Whether they asked something, and by which word. */
  question: QuestionWord | null;
};

const KIND_VERBS: [ActionKind, string][] = [
  [
    "speak",
    "ask tell say speak talk shout call answer explain whisper greet reply confess admit demand argue beg plead warn promise order question interrogate introduce apologize apologise mention suggest agree refuse thank lie persuade convince yell scream announce inform reveal propose",
  ],
  [
    "fight",
    "attack hit shoot fight swing stab strike kick punch fire slash tackle throw hurl charge lunge kill wrestle block parry beat slam push shove bite cut draw threaten",
  ],
  ["flee", "flee escape run jump dodge sprint dash leap dive bolt swim retreat"],
  ["hide", "hide pretend wait duck sneak crouch crawl stay freeze stalk rest sleep listen pause linger"],
  [
    "look",
    "look examine touch feel search read watch study inspect check peer peek scan observe survey stare glance notice investigate see gaze find explore smell sniff taste compare",
  ],
  ["take", "take grab pick steal lift pocket hold seize snatch carry wear pack buy keep borrow"],
  [
    "use",
    "open tear close unlock lock pull use put light push press turn break hand give show pour drink eat drop place unwrap unfold dig load ring knock offer switch pay set lay throw order hang",
  ],
  [
    "move",
    "go walk enter climb follow ride drive cross return leave approach head step move march wander sail fly lead descend travel board rush hurry come arrive wade creep tiptoe run stroll gallop",
  ],
  [
    "tender",
    "kiss hug smile laugh comfort dance embrace stroke caress hold forgive nod wink cry weep bow flirt grin love sigh",
  ],
  [
    "think",
    "think remember decide plan wonder consider realise realize recall hope wish imagine ponder guess suspect want know feel believe try need doubt",
  ],
  [
    "make",
    "make copy build write draw cook bake sing play paint mend repair fix cast conjure chant pray bandage brew bury carve mix type sketch compose summon knit sew prepare heal perform",
  ],
];
const KIND_OF = new Map<string, ActionKind>();
for (const [kind, verbs] of KIND_VERBS)
  for (const verb of verbs.split(" ")) if (!KIND_OF.has(verb)) KIND_OF.set(verb, kind);

const TAKEN_UP_MAX = 240; // characters; a longer turn is taken up by its first sentences
const SENTENCES_MAX = 2;

/** Puts a person's turn into the story's voice. `playerNames` are the names that mean the person's own character. */
export function takeUp(action: string, playerNames: readonly string[]): TakenUp {
  const clean = asSelf(plainText(action), playerNames);
  const sentences = sentencesOf(clean).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const question = questionWord(clean);

  const told: string[] = [];
  for (const sentence of sentences.slice(0, SENTENCES_MAX)) {
    if (told.length > 0 && told.join(" ").length + sentence.length > TAKEN_UP_MAX) break;
    told.push(tell(sentence, told.length > 0));
  }
  const text = told.join(" ") || "You hesitated, and said nothing.";
  const spoken = /^[“"]/u.test(text);
  return {
    text,
    kind: spoken || question !== null ? "speak" : kindOf(clean),
    thing: thingOf(clean),
    addressee: addresseeOf(clean),
    question,
  };
}

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

function kindOf(text: string): ActionKind {
  const deed = text.replace(/"[^"]*"/gu, " speak ").toLowerCase();
  // What others do in a clause of their own doesn't count.
  const clause = deed.split(/\b(?:when|while|because|until|who|which)\b/u)[0] ?? deed;
  const words = clause.match(/[\p{L}']+/gu) ?? [];
  for (const [index, word] of words.entries()) {
    const before = words[index - 1] ?? "";
    // "onto a drive", "the hide of the beast": things, whatever else the words may be.
    if (/^(?:the|an?|my|your|his|her|its|their|this|that|of|with|onto)$/u.test(before)) continue;
    const base = baseOfThirdPerson(word) ?? word;
    const kind = KIND_OF.get(base) ?? KIND_OF.get(word.replace(/(?:ed|ing)$/u, ""));
    if (kind === undefined) continue;
    const next = words[index + 1] ?? "";
    // To hide something is another thing than to hide.
    return kind === "hide" && /^(?:the|an?|my|it|them|his|her|their|some)$/u.test(next) ? "use" : kind;
  }
  return "other";
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

const MIND_WORDS = new Set(
  "time way moment thing something nothing anything everything one way lot bit kind sort end side while breath mind eyes head hand hands feet back voice".split(
    " ",
  ),
);

/** The first thing named in the first sentence, made definite: "a letter" → "the letter", "my sword" → "your sword". */
function thingOf(text: string): string | null {
  const outside = (sentencesOf(text)[0] ?? text).replace(/"[^"]*"/gu, " ");
  for (const { determiner, words } of nounPhrasesOf(outside)) {
    const head = words.at(-1)?.toLowerCase() ?? "";
    if (
      MIND_WORDS.has(head) ||
      isNoThing(head) ||
      words.length > 3 ||
      words.some((word) => /^\p{Lu}/u.test(word))
    )
      continue;
    const owner = /^(?:my|our|your)$/u.test(determiner)
      ? "your"
      : /^(?:his|her|their)$/u.test(determiner)
        ? determiner
        : "the";
    return `${owner} ${words.join(" ")}`;
  }
  return null;
}

function addresseeOf(text: string): string | null {
  const outside = lowerFirst(text.replace(/"[^"]*"/gu, " ").trim());
  const verb =
    /\b(?:accuse|face|confront|follow|ask|asks|asked|tell|tells|told|greet|warn|thank|question|beg|(?:talk|speak|say|call|shout|whisper|turn|wave|nod|smile)\w* (?:to|at|with))\s+(?=(?:the|my|that|this|an?) |\p{Lu})/u;
  const at = verb.exec(outside);
  if (at === null) return null;
  const rest = outside.slice(at.index + at[0].length);
  const name = /^\p{Lu}[\p{L}'-]+/u.exec(rest)?.[0];
  const [phrase] = name === undefined ? nounPhrasesOf(rest) : [];
  const found = name ?? (phrase && `${phrase.determiner} ${phrase.words.join(" ")}`);
  if (found === undefined) return null;
  return found.replace(/^my /u, "your ").replace(/^(?:an?|this|that) /u, "the ");
}
