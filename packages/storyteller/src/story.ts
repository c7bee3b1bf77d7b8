import type { DeedKind } from "./deed.ts";
import { type CastMember, findGenre, type Genre } from "./genres.ts";
import { findPhrases, toDefinite } from "./phrases.ts";
import type { StoryPrompt } from "./prompt-reader.ts";
import { hashText, Random } from "./random.ts";
import { contentWords, flatten, plainText } from "./text.ts";
import { isNotion, isPlace } from "./words.ts";

/** What is the same in all passages of a story; worked out anew from the prompt each time. */
export type Story = {
  seed: string;
  genre: Genre;
  /** Names that mean the person's own character. */
  names: string[];
  /** Nouns of the description, the most telling first: "your missing brother". At least one. */
  topics: string[];
  /** The genre's people in this story's order, nobody among them who is called like somebody in the form. */
  cast: CastMember[];
  /** The exchange of the last passage; `null`: it goes on for as long as the person likes. */
  end: number | null;
};

export type Stage = "setup" | "rising" | "climax" | "ending" | "after";

/** Somebody of the story whom the person has met. */
export type Known = { name: string; pronoun: string | null };

/** The exchange of the last passage by story length: the earliest, and over how many more stories differ. */
const ENDS: Record<string, { from: number; spread: number }> = {
  short: { from: 13, spread: 5 },
  medium: { from: 30, spread: 7 },
  long: { from: 54, spread: 8 },
};
/** An ongoing story has arcs of this many exchanges, one after another. */
const ONGOING_ARC = 24;
const NO_TOPIC = "the whole business";
const TOPICS_MOST = 4;

export function planStory(prompt: StoryPrompt): Story {
  const { subGenre, character, description, setting, storyLength } = prompt;
  const genre = findGenre(prompt.genre);
  const seed = [prompt.genre, subGenre, character, description, setting].map(flatten).join("|");
  const taken = new Set(flatten(`${character} ${description} ${setting}`).match(/[\p{L}-]+/gu));
  const free = genre.cast.filter(
    ({ fullName }) =>
      !flatten(fullName)
        .split(" ")
        .some((part) => part.length > 3 && taken.has(part)),
  );
  const end = ENDS[storyLength];
  return {
    seed,
    genre,
    names: playerNames(character),
    topics: listTopics(description, character),
    cast: new Random(seed).shuffle(free),
    end: end === undefined ? null : end.from + (hashText(`${seed}|end`) % end.spread),
  };
}

export function findStage(exchange: number, end: number | null): Stage {
  if (end === null) {
    const at = exchange % ONGOING_ARC;
    return at < 4 ? "setup" : at < 19 ? "rising" : "climax";
  }
  if (exchange >= end) return exchange === end ? "ending" : "after";
  return exchange < end * 0.2 ? "setup" : exchange < end * 0.7 ? "rising" : "climax";
}

const TITLE =
  /^(?:Captain|Doctor|Dr|Sir|Lady|Lord|King|Queen|Prince|Princess|Agent|Detective|Inspector|Professor|Father|Sister|Miss|Mrs?|Ms|The|Old)\.?$/u;
const NAME =
  /^(?:(?:Dr|Mrs?|Ms)\. ?)?\p{Lu}[\p{L}'’-]*(?: (?:(?:de|van|von|of|the|la|le) )?\p{Lu}[\p{L}'’-]+){0,3}(?=$|[,.:;(—–]| - | is | who )/u;

/** Names by which a form calls the person's own character: "Mara Voss", "Mara", "Voss". */
export function playerNames(character: string): string[] {
  const text = plainText(character).replace(/^(?:I am|I'm|My name is|Name:|You are|Called)\s+/iu, "");
  const name = NAME.exec(text)?.[0];
  if (name === undefined || /^(?:An?|My|One|I)\b/u.test(name)) return [];
  return [
    ...new Set([
      name,
      ...name.split(" ").filter((part) => part.length > 2 && !TITLE.test(part) && /^\p{Lu}/u.test(part)),
    ]),
  ];
}

/** What a description is about, as the story speaks of it to the person. */
function listTopics(description: string, character: string): string[] {
  const own = new Set(contentWords(character));
  const found = findPhrases(`${plainText(description)} .`)
    .filter(
      ({ determiner, words }) =>
        !/^(?:his|her|their|your|this|that)$/u.test(determiner) && !isNotion(words.at(-1) ?? ""),
    )
    .filter(({ words }) => !own.has(words.at(-1) ?? ""))
    .map((phrase, index) => ({
      text: toDefinite(phrase),
      noun: phrase.words.at(-1) ?? "",
      weight: (phrase.words.length > 1 ? 3 : 0) - (isPlace(phrase.words.at(-1) ?? "") ? 2 : 0) - index / 4,
    }))
    .sort((one, other) => other.weight - one.weight);
  const topics = found.filter(({ noun }, index) => found.findIndex((other) => other.noun === noun) === index);
  return topics.length === 0 ? [NO_TOPIC] : topics.slice(0, TOPICS_MOST).map(({ text }) => text);
}

/** Whom the person has met on this path, those met last at the end. */
export function listMet({ cast, names }: Story, prompt: StoryPrompt): Known[] {
  const told = prompt.passages.join("\n");
  const listed = [...prompt.cast, ...prompt.memory].join("\n");
  const own = cast.filter(({ name }) => isNamed(name, told) || isNamed(name, listed));
  const others = [
    ...new Set([...listSpeakers(told), ...prompt.cast.map((line) => shortName(line.split(":")[0] ?? ""))]),
  ].filter(
    (name) =>
      isNamed(name, told) &&
      !own.some((member) => member.fullName.includes(name)) &&
      !names.some((mine) => mine.includes(name) || name.includes(mine)),
  );
  return [...own, ...others.map((name) => ({ name, pronoun: null }))].sort(
    (one, other) => told.lastIndexOf(one.name) - told.lastIndexOf(other.name),
  );
}

/** "Ilse Marr" → "Ilse"; with a title, the whole of it. */
function shortName(name: string): string {
  const [first = ""] = name.trim().split(" ");
  return TITLE.test(first) ? name.trim() : first;
}

export function isNamed(name: string, text: string): boolean {
  return (
    name !== "" &&
    new RegExp(`(?<![\\p{L}])${name.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&")}(?![\\p{L}])`, "u").test(text)
  );
}

const SAYS = "said|asked|answered|replied|whispered|murmured|called|cried|remarked";
const SPEAKS = new RegExp(
  `[”"] (?:${SAYS}) (\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)*)|[”"] (\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)*) (?:${SAYS})\\b`,
  "gu",
);

/** Who speaks in a text, by the names beside what they say. */
export function listSpeakers(text: string): string[] {
  const names = [...text.matchAll(SPEAKS)].map((found) => found[1] ?? found[2] ?? "");
  return [...new Set(names)].filter(
    (name) => !/^(?:He|She|They|It|You|Somebody|Someone|Nobody)$/u.test(name),
  );
}

/** Whether after this deed the person is no longer where the others are. */
export function goesAway(kind: DeedKind | null): boolean {
  return kind === "leave" || kind === "move";
}
