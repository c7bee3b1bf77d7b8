import { type Flavour, flavoursFor } from "./grammar/flavours.ts";
import { GOALS } from "./grammar/goals.ts";
import { grammarFor } from "./grammar/index.ts";
import type { CastMember, GenreGrammar, Intrigue, Thread } from "./grammar/types.ts";
import { readGoal } from "./language/goal.ts";
import {
  type Player,
  readNames,
  readPlace,
  readPlayer,
  readScene,
  readTopics,
  settingPlace,
  tellPremise,
} from "./language/premise.ts";
import { contentWords, flatten, splitSentences } from "./language/text.ts";
import type { StoryPrompt } from "./prompt-reader.ts";
import { Random } from "./random.ts";

/** What is settled for a whole story, worked out anew from the prompt each time and always the same. */
export type StoryPlan = {
  grammar: GenreGrammar;
  player: Player;
  /** The description in the story's own voice, or null. */
  premise: string | null;
  isLoveStory: boolean;
  isInSpace: boolean;
  /** What the person's character wants, as an infinitive: "find your missing brother". */
  goal: string;
  /** What the description is about: "your missing brother". */
  topics: string[];
  /** Where it plays: "in the seaside hotel". */
  at: string;
  flavours: Flavour[];
  cast: { ally: CastMember; rival: CastMember; third: CastMember };
  intrigues: Intrigue[];
  /** Small matters beside them, in this story's order. */
  threads: Thread[];
};

/** Plans a story from its facts. The cast and the intrigues depend on the facts alone, so that they last. */
export function planStory(prompt: StoryPrompt): StoryPlan {
  const grammar = grammarFor(prompt.genre);
  const random = new Random(storySeed(prompt));
  const { player, at, ...described } = readBrief(prompt);
  const inventedPlace = random.pick(grammar.places);
  return {
    grammar,
    player,
    ...described,
    isLoveStory: prompt.genre === "Romance",
    isInSpace: prompt.genre === "Science Fiction",
    at: at ?? inventedPlace,
    flavours: flavoursFor([prompt.subGenre, ...prompt.categories, ...prompt.tropes]),
    cast: castFor(prompt, player, buildCast(grammar, prompt, player, random)),
    intrigues: nearestFirst(random.shuffle(grammar.intrigues), prompt),
    threads: random.shuffle(grammar.threads),
  };
}

type Brief = Pick<StoryPlan, "player" | "premise" | "goal" | "topics"> & { at: string | null };
const BRIEFS_MOST = 100;
const briefs = new Map<string, Brief>();

/** What the form says, understood; remembered, for each passage asks for it again and it takes as long as telling one. */
function readBrief(prompt: StoryPrompt): Brief {
  const { genre, character, description, setting } = prompt;
  const key = JSON.stringify([genre, character, description, setting]);
  const known = briefs.get(key);
  if (known !== undefined) return known;
  const player = readPlayer(character);
  const topics = [
    ...readNames(description, player).filter((name) => isAbsent(name, description)),
    ...readTopics(description, player),
  ];
  const goalTopic = topics.find((topic) => topic.split(" ").length > 2 && !isPerson(topic));
  const brief = {
    player,
    premise: tellPremise(description, player),
    goal: readGoal(description, character, player) ?? chooseGoal(genre, goalTopic),
    topics,
    at: settingPlace(setting) ?? readPlace(description, character) ?? readScene(description),
  };
  if (briefs.size >= BRIEFS_MOST) briefs.clear();
  briefs.set(key, brief);
  return brief;
}

/** What people of a genre want, where nobody says. */
function chooseGoal(genre: string, topic: string | undefined): string {
  const [about, alone] = GOALS[genre] ?? GOALS["Open Genre"] ?? ["", ""];
  return topic === undefined ? alone : about.replace("{topic}", topic);
}

/** "your sister", "the best man": a matter of theirs is not the person's to settle. */
export function isPerson(topic: string): boolean {
  return /\b(?:man|woman|boy|girl|sister|brother|mother|father|husband|wife|friend)$/u.test(topic);
}

/** The arc that has most in common with what the person wrote is the story's own. */
function nearestFirst(
  intrigues: readonly Intrigue[],
  { description, character, setting }: StoryPrompt,
): Intrigue[] {
  const asked = new Set(contentWords(`${description} ${character} ${setting}`));
  const shared = ({ steps }: Intrigue) =>
    new Set(contentWords(steps.join(" ")).filter((word) => asked.has(word))).size;
  return intrigues.toSorted((one, other) => shared(other) - shared(one));
}

/** The facts that make a story this story; its messages are not among them. */
export function storySeed(prompt: StoryPrompt): string {
  return [prompt.genre, prompt.subGenre, prompt.character, prompt.description, prompt.setting]
    .map(flatten)
    .join("|");
}

/** The genre's people in this story's order. Nobody is called what the person is called. */
function buildCast(grammar: GenreGrammar, prompt: StoryPrompt, player: Player, random: Random): CastMember[] {
  const own = player.names.flatMap((name) => name.split(" "));
  const others = grammar.cast.filter(
    (member) => !member.fullName.split(" ").some((part) => own.includes(part)),
  );
  const mixed = random.shuffle(others);
  // Where the description says of whom it is a love story, they come first.
  const wanted = prompt.genre === "Romance" ? pronounIn(prompt.description) : null;
  if (wanted === null) return mixed;
  return [
    ...mixed.filter((member) => member.pronoun === wanted),
    ...mixed.filter((member) => member.pronoun !== wanted),
  ];
}

function pronounIn(text: string): CastMember["pronoun"] | null {
  const he = /\b(?:he|him|his|man|boy|guy|prince|king|boyfriend|husband)\b/iu.test(text);
  const she = /\b(?:she|her|hers|woman|girl|princess|queen|girlfriend|wife)\b/iu.test(text);
  return he === she ? null : he ? "he" : "she";
}

/**
 * Who plays along: people named in the description or by the person first, then those of passages that somebody else
 * wrote (another model, before the storyteller took over), then the genre's own.
 */
function castFor(prompt: StoryPrompt, player: Player, invented: readonly CastMember[]): StoryPlan["cast"] {
  const told = [...prompt.cast, ...prompt.passages].join("\n");
  const ownAppear = invented.some((member) => told.includes(member.name));
  const named = readNames(prompt.description, player).filter((name) => !isAbsent(name, prompt.description));
  const inherited = told === "" || ownAppear ? [] : readNames(told, player).slice(0, 3);
  const known = [...new Set([...named, ...inherited])].map((name) =>
    knownMember(name, `${prompt.description}\n${told}`),
  );
  const order: (keyof StoryPlan["cast"])[] = ["ally", "rival", "third"];
  const cast: Partial<StoryPlan["cast"]> = {};
  for (const member of known) {
    const part =
      member.part !== null && cast[member.part] === undefined
        ? member.part
        : order.find((one) => cast[one] === undefined);
    if (part !== undefined) cast[part] = member;
  }
  const free = invented.filter((member) => !known.some((other) => other.name === member.name));
  const [first, second, third] = free;
  if (first === undefined || second === undefined || third === undefined)
    throw new RangeError("A genre needs a cast of three.");
  return { ally: cast.ally ?? first, rival: cast.rival ?? second, third: cast.third ?? third };
}

/** Whether a description has somebody dead or gone, who then can't walk in. */
function isAbsent(name: string, description: string): boolean {
  return splitSentences(description)
    .filter((sentence) => sentence.includes(name))
    .some((sentence) =>
      /\b(?:vanish\w*|drown\w*|buried|missing|dead|death|died|dies|murder\w*|kill(?:ed|s)|disappear\w*|gone|lost|late|kidnap\w*|abduct\w*|captur\w*|taken|funeral|grave|stopped answering|no word)\b/iu.test(
        sentence,
      ),
    );
}

/** Somebody whom the storyteller did not invent: only their name is known, and what a few words near it give away. */
function knownMember(name: string, text: string): CastMember & { part: keyof StoryPlan["cast"] | null } {
  const at = text.indexOf(name);
  const near = text.slice(Math.max(0, at - 60), at + name.length + 60);
  const before = text.slice(Math.max(0, at - 30), at);
  const male =
    /\b(?:brother|father|husband|uncle|king|prince|lord|sir|mr|boy|man|son|he|his|him|sorcerer|wizard)\b/iu.test(
      near,
    );
  const female =
    /\b(?:sister|mother|wife|aunt|queen|princess|lady|mrs|ms|miss|girl|woman|daughter|she|her|witch)\b/iu.test(
      near,
    );
  const friend =
    /\b(?:friend|partner|sister|brother|mother|father|wife|husband|mentor|companion|aunt|uncle|cousin|dog|cat)\b/iu.test(
      before,
    );
  const foe =
    /\b(?:rival|enemy|villain|killer|sorcerer|tyrant|warlord|boss|traitor|nemesis|ex|evil|dark)\b/iu.test(
      before,
    );
  return {
    name: name.split(" ")[0] ?? name,
    fullName: name,
    role: "",
    pronoun: male === female ? "they" : male ? "he" : "she",
    part: friend ? "ally" : foe ? "rival" : null,
  };
}
