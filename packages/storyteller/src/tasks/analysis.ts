import { type CastMember, GENRES } from "../genres.ts";
import { findPhrases } from "../phrases.ts";
import { block } from "../prompt-reader.ts";
import { isNamed, listSpeakers, playerNames } from "../story.ts";
import { contentWords, flatten, plainText, splitSentences, upperFirst } from "../text.ts";
import { isPlace } from "../words.ts";

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
  const mine = playerNames(block(content, "player_character") ?? character);
  const isKnown = (name: string) =>
    [...known, ...mine].some((other) => sharesWord(flatten(other), flatten(name)));

  const own = GENRES.flatMap(({ cast }) => cast).filter(
    ({ fullName, name }) => isNamed(fullName, passage) && !isKnown(name),
  );
  const others = [...new Set([...listSpeakers(passage), ...listActors(passage)])].filter(
    (name, index, all) =>
      !all.slice(0, index).some((other) => other.includes(name) || name.includes(other)) &&
      !isKnown(name) &&
      !own.some((member) => member.fullName.includes(name) || name.includes(member.name)),
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

/** Whether two flattened names have one of them in common: "ilse" and "ilse marr". */
function sharesWord(one: string, other: string): boolean {
  return one === other || one.split(" ").includes(other) || other.split(" ").includes(one);
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
  const apposition = findApposition(name, passage);
  const role = known?.role ?? roleIn(apposition);
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

const ACTS =
  "said|asked|told|laughed|smiled|looked|turned|came|went|stood|shook|leaned|nodded|put|took|waited|sat|opened|gave";

/** Who does something under a name: a name alone may be a place's or a ship's. */
function listActors(passage: string): string[] {
  const found = plainText(passage).matchAll(
    new RegExp(`(\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)*) (?:${ACTS})\\b`, "gu"),
  );
  return [...found]
    .map((match) => match[1] ?? "")
    .filter((name) => name.includes(" ") || !NOBODY.test(name))
    .map((name) => name.replace(/^(?:The|Then|And|But|When|As|So|At|In|On) /u, ""));
}

/** What begins sentences and is nobody's name. */
const NOBODY =
  /^(?:I|You|He|She|It|They|We|Who|One|The|This|That|There|These|Those|Then|And|But|So|Some\p{L}*|No\p{L}*|Any\p{L}*|Every\p{L}*|Two|Three|Several|Both|All|Others|Another|Nothing|What\p{L}*|Which|Somewhere|Here|Time|Rain|Wind|People|Men|Women)$/u;

function locationIn(passage: string): string | null {
  const sentences = splitSentences(plainText(passage.replace(/“[^”]*”/gu, " ")));
  for (const sentence of sentences.toReversed()) {
    const found = findPhrases(`${sentence} .`).findLast(
      ({ before, words }) => LEADS_TO.test(before) && isPlace(words.at(-1) ?? ""),
    );
    if (found !== undefined) return `the ${found.words.join(" ")}`;
  }
  return null;
}

const LEADS_TO = /^(?:to|into|in|at|on|aboard|inside|onto|across|beneath|through)$/u;

/** What a way of speaking or moving says about somebody: the sign in the text, and the trait. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/a little too quickly|\btoo (?:quickly|fast|readily)\b|fingers were not/iu, "nervous"],
  [/half a smile|dry(?:ly)?\b|remarked|eyebrow/iu, "wry"],
  [/choosing the words|careful|measured|exactly|by their length/iu, "deliberate"],
  [/looking past you|without looking round|turned away|did not look up|rearranged/iu, "evasive"],
  [/quietly|low(?:,| and)|murmured|whispered|softly|gently/iu, "soft-spoken"],
  [
    /almost kindly|kind(?:ly|ness)?\b|gave you the one|poured two|pulled out a chair|touched your sleeve/iu,
    "kind",
  ],
  [/laughed|grinned|smiled|cheerful/iu, "good-humoured"],
  [/shouted|snapped|sharply|slammed|struck/iu, "hot-tempered"],
  [/trembl|shook|flinch|white|frightened|afraid/iu, "frightened"],
  [/wept|crying|tears/iu, "tender-hearted"],
  [/watched|counting|missing nothing|kept one ear|noticed/iu, "watchful"],
  [/let that stand|waited|patient|stood still/iu, "patient"],
  [/at last|something heavy|silent|said nothing|nodded/iu, "reserved"],
  [/demanded|ordered|commanded|cried .* into the microphone/iu, "commanding"],
];
const TRAITS_MOST = 3;

/** How somebody seems by what these sentences have them do; null where they give nothing away. */
function findTemper(sentences: readonly string[]): string | null {
  const text = sentences.join(" ");
  const traits = SIGNS.filter(([sign]) => sign.test(text)).map(([, trait]) => trait);
  return traits.length === 0 ? null : traits.slice(0, TRAITS_MOST).join(", ");
}
