import { GRAMMARS } from "../grammar/index.ts";
import { ROLES } from "../grammar/roles.ts";
import type { CastMember } from "../grammar/types.ts";
import { findTemper } from "../language/behaviour.ts";
import { findNounPhrases } from "../language/noun-phrases.ts";
import { isPlaceNoun, readNames, readPlayer } from "../language/premise.ts";
import { contentWords, flatten, plainText, splitSentences, upperFirst } from "../language/text.ts";
import { block } from "../prompt-reader.ts";

export type Analysis = {
  characters: {
    name: string;
    aliases: string[];
    role: string | null;
    description: string | null;
    personality: string | null;
  }[];
  currentLocation: string | null;
};

/** Who is new in a passage, and where it ends; `last` and `character` count where the request has none of its own. */
export function analysePassage(content: string, last = "", character = ""): Analysis {
  const passage = block(content, "passage") ?? last;
  const known = (block(content, "known_cast") ?? "")
    .split("\n")
    .flatMap((line) => [
      line.split(/[:(]/u)[0]?.trim() ?? "",
      ...(/also: ([^)]*)/u.exec(line)?.[1]?.split(", ") ?? []),
    ])
    .filter((name) => name !== "");
  const player = readPlayer(block(content, "player_character") ?? character);
  const isKnown = (name: string) =>
    [...known, ...player.names].some(
      (other) =>
        flatten(other) === flatten(name) ||
        flatten(other).split(" ").includes(flatten(name)) ||
        flatten(name).split(" ").includes(flatten(other)),
    );

  const own = Object.values(GRAMMARS)
    .flatMap((grammar) => grammar.cast)
    .filter(
      (member) =>
        new RegExp(`(?<![\\p{L}])${member.fullName}(?![\\p{L}])`, "u").test(passage) && !isKnown(member.name),
    );
  const others = [...new Set([...speakersIn(passage), ...readNames(passage, player)])].filter(
    (name, index, all) =>
      !all.slice(0, index).some((other) => other.includes(name) || name.includes(other)) &&
      !isKnown(name) &&
      !own.some((member) => member.fullName.includes(name) || name.includes(member.name)) &&
      acts(name, passage),
  );
  return {
    characters: [
      ...own.map((member) => {
        const aliases = member.name === member.fullName ? [] : [member.name];
        return {
          name: upperFirst(member.fullName),
          aliases,
          ...seen(member.fullName, aliases, passage, member),
        };
      }),
      ...others.map((name) => ({ name, aliases: [], ...seen(name, [], passage) })),
    ],
    currentLocation: locationIn(passage),
  };
}

type Seen = Pick<Analysis["characters"][number], "role" | "description" | "personality">;

/** What a passage shows of somebody: what they are in a few words, what else it says of them, and how they behave. */
function seen(name: string, aliases: readonly string[], passage: string, known?: CastMember): Seen {
  const first = name.split(" ")[0] ?? name;
  const names = [
    name,
    ...aliases,
    ...(/^(?:the|Miss|Mrs?|Lady|Sir|Doctor|Captain|Father|Aunt)$/iu.test(first) ? [] : [first]),
  ];
  const sentences = sentencesAbout(names, passage);
  const apposition =
    known !== undefined && plainText(passage).includes(known.role)
      ? known.role
      : findApposition(name, passage);
  const role = (known === undefined ? null : ROLES[known.name]) ?? roleIn(apposition);
  const facts = [...listClauses(apposition, role), ...listDeeds(names, sentences)].filter(
    (fact) => !saysAgain(fact, role),
  );
  const description = facts.slice(0, FACTS_MOST).join("; ");
  return {
    role,
    description: description === "" ? null : upperFirst(description),
    personality: findTemper(sentences),
  };
}

const FACTS_MOST = 2;
const FACT_MAX = 110; // characters
const ROLE_WORDS_MOST = 3;

/** "Tobias Reed, who kept the ferry, laughed" → "who kept the ferry". */
function findApposition(name: string, passage: string): string | null {
  return (
    new RegExp(`${name}, ((?:who|whose|an?|the|her|his|your) [^,;.!?“”]*)`, "u").exec(passage)?.[1] ?? null
  );
}

/** "a retired ferryman with one eye" → "retired ferryman"; a clause that only tells what they did names no role. */
function roleIn(apposition: string | null): string | null {
  const head = /^(?:an?|the|her|his|your) ([^,]*?)(?= (?:who|whose|with|of|from|in|on|and|that)\b|,|$)/u.exec(
    apposition ?? "",
  )?.[1];
  if (head === undefined) return null;
  const words = head.split(" ");
  return words.length <= ROLE_WORDS_MOST ? head : words.slice(-2).join(" ");
}

/** What an apposition tells besides the role; of one that repeats it, the half that doesn't. */
function listClauses(apposition: string | null, role: string | null): string[] {
  const clause = /(?:^|\b)((?:who|whose|with) .*)$/u.exec(apposition ?? "")?.[1]?.replace(/^who /u, "");
  if (clause === undefined) return [];
  return saysAgain(clause, role) ? clause.split(/,? and /u) : [clause];
}

/** Everything that the passage tells of them, in sentences. */
function sentencesAbout(names: readonly string[], passage: string): string[] {
  return passage.split(/\n+/u).flatMap((paragraph) => {
    const sentences = splitSentences(plainText(paragraph));
    const from = sentences.findIndex((sentence) => names.some((name) => sentence.includes(name)));
    // "She" after a sentence about her is still her.
    return from === -1
      ? []
      : sentences
          .slice(from)
          .filter(
            (sentence) =>
              names.some((name) => sentence.includes(name)) ||
              /^(?:He|She|They|His|Her|Their)\b/u.test(sentence),
          );
  });
}

/** What they are shown doing, without their name: "straightened the pens on the desk". */
function listDeeds(names: readonly string[], sentences: readonly string[]): string[] {
  return sentences.flatMap((sentence) => {
    const subject =
      names.find((name) => sentence.startsWith(`${name} `)) ?? /^(?:He|She|They)(?= )/u.exec(sentence)?.[0];
    if (subject === undefined || sentence.includes('"')) return [];
    const deed = sentence
      .slice(subject.length)
      .trim()
      .replace(/[.!?]$/u, "");
    return deed.length <= FACT_MAX && !/^(?:said|asked|was there)\b/u.test(deed) && !/\byou\b/u.test(deed)
      ? [deed]
      : [];
  });
}

/** Whether a fact says what the role has said. */
function saysAgain(fact: string, role: string | null): boolean {
  const words = contentWords(role ?? "").map((word) => word.slice(0, 5));
  return contentWords(fact).some((word) => words.includes(word.slice(0, 5)));
}

/** Whoever is named right after what they said. */
function speakersIn(passage: string): string[] {
  const found = passage.matchAll(
    /[”"] (?:said|asked|answered|replied|whispered|murmured|called|cried|told) (\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*)/gu,
  );
  return [...found].map((match) => match[1] ?? "");
}

/** Whether somebody of this name does something: a name alone may be a place's or a ship's. */
function acts(name: string, passage: string): boolean {
  const short = `(?:${name}|${name.split(" ").at(-1) ?? name})`;
  return new RegExp(
    `(?:said|asked|told you|answered|replied|called) ${short}|${short} (?:said|asked|told|laughed|smiled|looked|turned|had|was|came|went|stood|shook|leaned|nodded|put|took)\\b`,
    "u",
  ).test(passage);
}

function locationIn(passage: string): string | null {
  const sentences = splitSentences(plainText(passage.replace(/“[^”]*”/gu, " ")));
  for (const sentence of sentences.toReversed()) {
    const found = findNounPhrases(sentence).findLast(
      ({ before, words }) => LEADS_TO.test(before) && isPlaceNoun(words.at(-1) ?? ""),
    );
    if (found !== undefined) return `the ${found.words.join(" ")}`;
  }
  return null;
}

const LEADS_TO = /^(?:to|into|in|at|on|aboard|inside|onto|across|beneath|through)$/u;
