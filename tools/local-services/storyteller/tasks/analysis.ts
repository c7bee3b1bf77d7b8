import { GRAMMARS } from "../grammar/index.ts";
import { TRAITS } from "../grammar/traits.ts";
import { nounPhrasesOf } from "../language/noun-phrases.ts";
import { isPlaceNoun, readNames, readPlayer } from "../language/premise.ts";
import { flatten, plainText, sentencesOf, upperFirst } from "../language/text.ts";
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

/** Who is new in a passage, and where it ends. */
export function analysePassage(content: string): Analysis {
  const passage = block(content, "passage") ?? "";
  const known = (block(content, "known_cast") ?? "")
    .split("\n")
    .flatMap((line) => [
      line.split(/[:(]/u)[0]?.trim() ?? "",
      ...(/also: ([^)]*)/u.exec(line)?.[1]?.split(", ") ?? []),
    ])
    .filter((name) => name !== "");
  const player = readPlayer(block(content, "player_character") ?? "");
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
      ...own.map((member) => ({
        name: upperFirst(member.fullName),
        aliases: member.name === member.fullName ? [] : [member.name],
        role: member.role.replace(/^who /u, "the one who "),
        description: aboutOf(member.name, passage) ?? member.role,
        personality: TRAITS[member.name] ?? null,
      })),
      ...others.map((name) => ({
        name,
        aliases: [],
        role: null,
        description: aboutOf(name.split(" ")[0] ?? name, passage),
        personality: null,
      })),
    ],
    currentLocation: locationIn(passage),
  };
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

/** The first thing that the passage shows them do. */
function aboutOf(name: string, passage: string): string | null {
  const found = sentencesOf(plainText(passage.replace(/“[^”]*”/gu, " "))).find(
    (sentence) => sentence.startsWith(`${name} `) && sentence.length < 140,
  );
  return found === undefined ? null : found.replace(/[.!?]$/u, "");
}

function locationIn(passage: string): string | null {
  const sentences = sentencesOf(plainText(passage.replace(/“[^”]*”/gu, " ")));
  for (const sentence of sentences.toReversed()) {
    const found = nounPhrasesOf(sentence).findLast(
      ({ before, words }) => LEADS_TO.test(before) && isPlaceNoun(words.at(-1) ?? ""),
    );
    if (found !== undefined) return `the ${found.words.join(" ")}`;
  }
  return null;
}

const LEADS_TO = /^(?:to|into|in|at|on|aboard|inside|onto|across|beneath|through)$/u;
