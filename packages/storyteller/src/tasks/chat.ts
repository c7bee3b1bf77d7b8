import texts from "../../data/chat.json" with { type: "json" };
import { findPhrases, toDefinite } from "../phrases.ts";
import { block, type ChatMessage, readFacts, readList } from "../prompt-reader.ts";
import { Random } from "../random.ts";
import { clip, contentWords, curlQuotes, flatten, lowerFirst, plainText, splitSentences } from "../text.ts";
import { type Slots, Told } from "../told.ts";
import { isNotion } from "../words.ts";

type Opener = keyof typeof texts.openers;

/** How many sentences a message length is. */
const SENTENCES: Record<string, readonly [number, number]> = { short: [1, 2], medium: [2, 4], long: [4, 6] };
const FACT_MAX = 220; // characters

/** A character's answer in a chat, in the manner that the prompt asks for. The same talk gives the same answer. */
export function answerInChat(messages: readonly ChatMessage[], seed: number | null): string {
  const system = messages
    .filter(({ role }) => role === "system")
    .map(({ content }) => content)
    .join("\n");
  const said = messages.flatMap(({ role, content }) =>
    role === "user" ? (block(content, "person_says") ?? []) : [],
  );
  const avoid = block(messages.at(-1)?.content ?? "", "different_take") ?? "";
  const earlier = messages.filter(({ role }) => role === "assistant").map(({ content }) => content);
  const card = readCard(system);
  const [, style = "casual", writing = "descriptive"] =
    /^Be (\w+) in what you say and (\w+) in how you write/mu.exec(system) ?? [];
  const told = new Told([...earlier, avoid], { seed: [card.name, seed ?? ""].join("|"), first: 0 });
  const last = plainText(said.at(-1) ?? "");
  const take = (list: readonly string[], slots: Slots = {}) =>
    told.take(list, { ...card.slots, topic: findTopic(last), ...slots });

  const manners = Object.entries(texts.manners).find(([name]) => name === writing)?.[1] ?? [];
  const isQuestion = last.includes("?");
  const kind = said.length === 0 ? "arrival" : findOpener(last);
  const [own, close] = [() => take(texts.own), () => take(texts.closers)];
  const manner = () => take(manners);
  const reply = isQuestion
    ? [() => answer(last, card, said.slice(0, -1), take), close, own, close, own, close]
    : [() => take(texts.openers[kind]), close, own, close, own, close];
  const makers =
    !isQuestion && kind === "statement"
      ? [() => take(texts.openers.statement), manner, () => take(texts.asked), own, manner, close, own]
      : reply;
  const wanted = countSentences(
    system,
    style,
    new Random(`${flatten(last)}|${earlier.length}|${seed ?? ""}`),
  );
  const sentences: string[] = [];
  for (const make of makers) {
    if (sentences.length >= wanted) break;
    const text = make();
    if (text !== null)
      sentences.push(...splitSentences(inStyle(text, style)).slice(0, wanted - sentences.length));
  }
  if (sentences.length === 0) sentences.push(told.again("I have nothing to add to that."));
  const spoken = curlQuotes(sentences.join(" "));
  if (!/^Show what you do between \*asterisks\*/mu.test(system)) return spoken;
  const action = take(texts.actions);
  return action === null ? spoken : `*${curlQuotes(action)}.* ${spoken}`;
}

type Card = {
  name: string;
  slots: Slots;
  facts: Map<string, string>;
  /** All that the character can know, in sentences. */
  known: string[];
};

function readCard(system: string): Card {
  const facts = readFacts(block(system, "character") ?? "");
  const story = readFacts(block(system, "story_facts") ?? "");
  const interests = readList(facts.get("interests")).map(withSmallLetter);
  const place = plainText(story.get("current location") ?? "").split(",")[0] ?? "";
  const player = plainText(story.get("the person plays") ?? "").split(":")[0] ?? "";
  const blocks =
    "card_description scenario card_notes story_description cast memory story_memory story_passage".split(
      " ",
    );
  const known = [
    ...["description", "personality", "appearance", "voice", "quirks"].map((name) => facts.get(name) ?? ""),
    ...blocks.flatMap((name) => listBlocks(system, name)),
  ];
  return {
    name: facts.get("name") ?? "",
    slots: {
      name: facts.get("name") ?? null,
      place: place === "" ? null : place.replace(/^The /u, "the "),
      player: /^\p{Lu}/u.test(player) && player !== "You" ? (player.split(" ")[0] ?? null) : null,
      interest: interests[0] ?? null,
      interests: interests.length === 0 ? null : interests.slice(0, 3).join(" and "),
    },
    facts,
    known: known.flatMap((text) => splitSentences(text).map(plainText)).filter((text) => text !== ""),
  };
}

function listBlocks(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, "gu"))].map(
    (match) => match[1] ?? "",
  );
}

function withSmallLetter(text: string): string {
  return /^\p{Lu}\p{Ll}+(?:\s\p{Ll}|$)/u.test(text) ? lowerFirst(text) : text;
}

type Take = (list: readonly string[], slots?: Slots) => string | null;

/** Plain questions, and what of the card answers them; the first that fits. */
const QUESTIONS: readonly (readonly [RegExp, (card: Card, take: Take) => string | null])[] = [
  [
    /\b(?:AI|bot|robot|language model|chatgpt|machine|real person|human)\b/iu,
    (_card, take) => take(texts.answers.model),
  ],
  [
    /\bwho am I\b|\b(?:know|remember|recognise|recognize) me\b|\bmy name\b/iu,
    (_card, take) => take(texts.answers.player),
  ],
  [
    /\bwho are you\b|\byour name\b|\bcall you\b|\bare you called\b/iu,
    (_card, take) => take(texts.answers.name),
  ],
  [
    /\bhow (?:are|have) you\b|\bare you (?:ok|okay|well|all right|fine)\b/iu,
    (_card, take) => take(texts.answers.wellbeing),
  ],
  [/\bwhere (?:are|am) (?:we|you|I)\b|\bwhat is this place\b/iu, (_card, take) => take(texts.answers.place)],
  [/\blook like\b|\bappearance\b|\bwearing\b/iu, (card, take) => quoteFact(card, take, "appearance")],
  [
    /\b(?:what are you like|kind of person|personality)\b/iu,
    (card, take) => quoteFact(card, take, "personality"),
  ],
  [
    /\byou (?:\w+ )?(?:like|enjoy|love)\b(?! me\b)|\byour (?:hobb|interest|favou?rite)|\bfree time\b/iu,
    (_card, take) => take(texts.answers.interests),
  ],
  [
    /\bwhat do you do\b|\byour (?:job|work|trade)\b|\babout yourself\b|\bwhat are you\b/iu,
    (card, take) => quoteFact(card, take, "description"),
  ],
];

/** The answer to a question: from the card and the last lines of the talk, else that the character doesn't know. */
function answer(last: string, card: Card, said: readonly string[], take: Take): string | null {
  const question = splitSentences(last).findLast((sentence) => sentence.includes("?")) ?? last;
  const plain = QUESTIONS.find(([pattern]) => pattern.test(question))?.[1](card, take);
  if (plain !== undefined && plain !== null) return plain;
  const fact = findFact(question, [
    ...card.known,
    ...said
      .flatMap(splitSentences)
      .map(plainText)
      .filter((text) => !text.includes("?")),
  ]);
  const known = fact === null ? null : take(texts.answers.known, { fact: quote(fact) });
  return known ?? take(texts.answers.unknown);
}

function quoteFact({ facts }: Card, take: Take, name: string): string | null {
  const fact = splitSentences(plainText(facts.get(name) ?? ""))[0];
  return fact === undefined ? null : take(texts.answers.about, { fact: quote(fact) });
}

function quote(fact: string): string {
  const text = clip(fact.replaceAll('"', "'"), FACT_MAX);
  return `"${/[.!?…]$/u.test(text) ? text : `${text}.`}"`;
}

/** Words that a question is asked with, and not about. */
const ASKING =
  /^(?:know|tell|think|remember|mean|say|said|heard|hear|want|really|anything|something|happened|happen|long|many|much|ever|yet)$/u;

/** The line that has most of the question's words, if it has at least half of them. */
function findFact(question: string, lines: readonly string[]): string | null {
  const asked = [
    ...new Set(
      contentWords(question)
        .filter((word) => !ASKING.test(word))
        .map(stem),
    ),
  ];
  const scored = lines
    .map((line) => ({ line, score: countShared(asked, contentWords(line).map(stem)) }))
    .toSorted((one, other) => other.score - one.score);
  const [best] = scored;
  return best === undefined || best.score === 0 || best.score < asked.length / 2 ? null : best.line;
}

function countShared(asked: readonly string[], words: readonly string[]): number {
  return asked.filter((word) => words.includes(word)).length;
}

/** Enough of a word to know it again in another form. */
function stem(word: string): string {
  return word.replace(/['’]s$/u, "").slice(0, 6);
}

function findOpener(text: string): Opener {
  if (/^(?:hi|hello|hey|good (?:morning|evening|afternoon|day)|greetings)\b/iu.test(text)) return "greeting";
  if (/\b(?:thanks|thank you)\b/iu.test(text)) return "thanks";
  if (/\b(?:bye|goodbye|good night|farewell|see you|have to go)\b/iu.test(text)) return "farewell";
  const feels =
    /\bI(?:'m| am| feel| was) (?:\w+ )?(?:sad|tired|happy|afraid|scared|lonely|angry|worried|lost|sorry|nervous|glad|upset)\b/iu;
  return feels.test(text) ? "feeling" : "statement";
}

/** What the person spoke of, as the character says it: "my brother" is "your brother", "your key" is "my key". */
function findTopic(text: string): string | null {
  const [phrase] = findPhrases(`${text} .`).filter(({ words }) => !isNotion(words.at(-1) ?? ""));
  if (phrase === undefined) return null;
  return phrase.determiner === "your" ? `my ${phrase.words.join(" ")}` : toDefinite(phrase);
}

function countSentences(system: string, style: string, random: Random): number {
  const text = /Length: ([^\n.]*)/u.exec(system)?.[1] ?? "";
  const length = text.startsWith("1-2") ? "short" : text.startsWith("4") ? "long" : "medium";
  const [least, most] = SENTENCES[length] ?? [2, 4];
  if (style === "concise") return least;
  return style === "detailed" ? most : random.pick([least, most, Math.ceil((least + most) / 2)]);
}

const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bI'm\b/gu, "I am"],
  [/\bI've\b/gu, "I have"],
  [/\bI'd\b/gu, "I would"],
  [/\bI'll\b/gu, "I shall"],
  [/\b(it|that|there|what|here|who|he|she)'s\b/giu, "$1 is"],
  [/\b(do|does|did|is|was|would|could|should|have|has|had|need)n't\b/giu, "$1 not"],
  [/\bcan't\b/giu, "cannot"],
  [/\bwon't\b/giu, "will not"],
  [/\b(you|we|they)'re\b/giu, "$1 are"],
  [/\b(you|we|they)'ve\b/giu, "$1 have"],
];

/** Whoever is formal writes the words out. */
function inStyle(text: string, style: string): string {
  return style === "formal"
    ? SHORT_FORMS.reduce((left, [short, whole]) => left.replace(short, whole), text)
    : text;
}
