import { ACTIONS, ANSWERED, ASKED, CLOSERS, MANNERS, OPENERS, OWN } from "../grammar/talk.ts";
import { findNounPhrases } from "../language/noun-phrases.ts";
import {
  contentWords,
  curlQuotes,
  flatten,
  plainText,
  splitSentences,
  upperFirst,
} from "../language/text.ts";
import { block, type ChatMessage, readFacts, readList } from "../prompt-reader.ts";
import { Random } from "../random.ts";
import { Told } from "../told.ts";

type Kind = "arrival" | "greeting" | "thanks" | "farewell" | "feeling" | "question" | "statement";

/** How many sentences a message length is. */
const SENTENCES: Record<string, readonly [number, number]> = { short: [1, 2], medium: [2, 4], long: [4, 6] };

/** A character's answer in a chat, in the manner that the prompt asks for. The same talk gives the same answer. */
export function answerInChat(messages: readonly ChatMessage[], seed: number | null): string {
  const system = messages
    .filter(({ role }) => role === "system")
    .map(({ content }) => content)
    .join("\n");
  const facts = readFacts(block(system, "character") ?? "");
  const [, style = "casual", writing = "descriptive"] =
    /^Be (\w+) in what you say and (\w+) in how you write/mu.exec(system) ?? [];
  const said = messages.flatMap(({ role, content }) =>
    role === "user" ? (block(content, "person_says") ?? []) : [],
  );
  const last = plainText(said.at(-1) ?? "");
  const avoid = block(messages.at(-1)?.content ?? "", "different_take") ?? "";
  const earlier = messages.filter(({ role }) => role === "assistant").map(({ content }) => content);
  const random = new Random(
    [facts.get("name") ?? "", ...said.slice(-3), earlier.at(-1) ?? "", avoid, String(seed ?? "")]
      .map(flatten)
      .join("|"),
  );
  const told = new Told([...earlier, avoid]);
  const slots = { ...fillSlots(facts, last, random), ...readScene(system) };

  function fresh(templates: readonly string[]): string | null {
    for (const template of random.shuffle(templates)) {
      const text = filled(template, slots);
      if (text === null || told.hasTemplate(template) || told.hasSentenceOf(text)) continue;
      told.add(text);
      return text;
    }
    return null;
  }

  const kind = said.length === 0 ? "arrival" : findKind(last);
  const opening =
    kind === "question" ? (ANSWERED[findQuestion(last)] ?? ANSWERED["whether"] ?? []) : (OPENERS[kind] ?? []);
  const [least, most] = SENTENCES[lengthIn(system)] ?? [2, 4];
  const wanted =
    style === "concise"
      ? least
      : style === "detailed"
        ? most
        : random.pick([least, most, Math.ceil((least + most) / 2)]);
  const makers = [
    () => fresh(opening),
    () => fresh(MANNERS[writing] ?? []),
    () => fresh(OWN),
    () => (kind === "farewell" ? fresh(CLOSERS) : fresh(ASKED)),
    () => fresh(MANNERS[writing] ?? []),
    () => fresh(OWN),
    () => fresh(CLOSERS),
    () => fresh([...OWN, ...CLOSERS, ...(MANNERS[writing] ?? [])]),
  ];
  const sentences: string[] = [];
  for (const make of makers) {
    if (sentences.length >= wanted) break;
    const text = make();
    if (text !== null)
      sentences.push(...splitSentences(inStyle(text, style)).slice(0, wanted - sentences.length));
  }
  if (sentences.length === 0) sentences.push("Give me a moment to think about that.");
  const spoken = curlQuotes(sentences.join(" "));
  if (!/^Show what you do between \*asterisks\*/mu.test(system)) return spoken;
  const action = fresh(ACTIONS);
  return action === null ? spoken : `*${curlQuotes(action)}.* ${spoken}`;
}

function lengthIn(system: string): string {
  const text = /Length: ([^\n.]*)/u.exec(system)?.[1] ?? "";
  return text.startsWith("1-2") ? "short" : text.startsWith("4") ? "long" : "medium";
}

function findKind(text: string): Kind {
  if (/\?/u.test(text)) return "question";
  if (/^(?:hi|hello|hey|good (?:morning|evening|afternoon|day)|greetings)\b/iu.test(text)) return "greeting";
  if (/\b(?:thanks|thank you)\b/iu.test(text)) return "thanks";
  if (/\b(?:bye|goodbye|good night|farewell|see you|have to go)\b/iu.test(text)) return "farewell";
  if (
    /\bI(?:'m| am| feel| was) (?:\w+ )?(?:sad|tired|happy|afraid|scared|lonely|angry|worried|lost|sorry|nervous|glad|upset)\b/iu.test(
      text,
    )
  )
    return "feeling";
  return "statement";
}

function findQuestion(text: string): string {
  const question = text.match(/[^.!?]*\?/gu)?.at(-1) ?? text;
  return /\b(who|what|where|when|why|how)\b/iu.exec(question)?.[1]?.toLowerCase() ?? "whether";
}

/** Where the story of the character has got to, and whom the person plays in it. */
function readScene(system: string): Slots {
  const story = readFacts(block(system, "story_facts") ?? "");
  const place = plainText(story.get("current location") ?? "").split(",")[0] ?? "";
  const player = plainText(story.get("the person plays") ?? "").split(":")[0] ?? "";
  return {
    place: place === "" ? null : place.replace(/^The /u, "the "),
    player: /^\p{Lu}/u.test(player) && player !== "You" ? (player.split(" ")[0] ?? null) : null,
  };
}

type Slots = Record<string, string | null>;

function fillSlots(facts: Map<string, string>, last: string, random: Random): Slots {
  const interests = readList(facts.get("interests"));
  const [phrase] = findNounPhrases(last).filter(({ words }) => words.length <= 3);
  const words = contentWords(last);
  const topic =
    phrase === undefined
      ? (words.filter((word) => word.length > 4).at(-1) ?? null)
      : `${/^(?:my|our)$/u.test(phrase.determiner) ? "your" : /^your$/u.test(phrase.determiner) ? "my" : "the"} ${phrase.words.join(" ")}`;
  return {
    name: facts.get("name")?.split(" ")[0] ?? null,
    topic,
    interest: interests.length === 0 ? null : lower(random.pick(interests)),
  };
}

function lower(text: string): string {
  return /^\p{Lu}\p{Ll}+\s\p{Ll}|^\p{Lu}\p{Ll}+$/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

function filled(template: string, slots: Slots): string | null {
  let missing = false;
  const text = template.replace(/\{(\w+)\}/gu, (_all, slot: string) => {
    const value = slots[slot] ?? null;
    if (value === null) missing = true;
    return value ?? "";
  });
  return missing
    ? null
    : text.replace(
        /(^|[.!?…] )(\p{Ll})/gu,
        (_all, before: string, letter: string) => before + upperFirst(letter),
      );
}

const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bI'm\b/gu, "I am"],
  [/\bI've\b/gu, "I have"],
  [/\bI'd\b/gu, "I would"],
  [/\bI'll\b/gu, "I shall"],
  [/\b(it|that|there|what|here)'s\b/giu, "$1 is"],
  [/\b(do|does|did|is|was|would|could|should|have|has|had)n't\b/giu, "$1 not"],
  [/\bcan't\b/giu, "cannot"],
  [/\bwon't\b/giu, "will not"],
  [/\b(you|we|they)'re\b/giu, "$1 are"],
  [/\b(you|we|they)'ve\b/giu, "$1 have"],
];

/** Whoever is formal writes the words out. */
function inStyle(text: string, style: string): string {
  return style === "formal"
    ? SHORT_FORMS.reduce((left, [pattern, whole]) => left.replace(pattern, whole), text)
    : text;
}
