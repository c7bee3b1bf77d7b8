import { findNounPhrases, isNoThing } from "../language/noun-phrases.ts";
import { contentWords, flatten, splitSentences } from "../language/text.ts";
import { planStory, storySeed } from "../plan.ts";
import type { StoryPrompt } from "../prompt-reader.ts";
import { Random } from "../random.ts";
import { Told } from "../told.ts";

const WITH_BOTH: readonly string[] = [
  "I ask {name} to tell me everything about {thing}, from the beginning.",
  'I point at {thing}. "You have seen this before," I say to {name}.',
  "I let {name} talk, and keep my eyes on {thing}.",
  "I take {name} aside and ask in a low voice who else knows about {thing}.",
  "I look closely at {thing} while {name} is busy with the others.",
  '"You know more about {thing} than you say," I tell {name}, and wait.',
  "I ask {name} to go over {thing} with me once more.",
  'I put myself between {name} and {thing}. "Not yet," I say.',
  "I ask {name} what it would cost to leave {thing} alone.",
];
const WITH_NAME: readonly string[] = [
  "I walk up to {name} and ask what happened here before I came.",
  "I follow {name} at a distance and keep out of the light.",
  '"Tell me what you are afraid of," I say to {name}.',
  "I tell {name} what I have seen so far, and leave out one thing.",
  "I sit down next to {name} and wait until the others have gone.",
  "I ask {name} to swear that it is true.",
];
const WITH_THING: readonly string[] = [
  "I go over to {thing} and take a long look.",
  "I touch {thing}, very carefully.",
  "I wait for a quiet moment. Then I examine {thing}.",
  "I ask the others who saw {thing} first.",
];
const WITH_NOTHING: readonly string[] = [
  "I stay where I am and listen.",
  "I look round for whatever does not belong here.",
  "I step outside and look for tracks.",
];

/** "the light burning": not a thing's name. */
const DOING = /(?<!build|ceil|paint|rail|wedd|cloth|draw|cark|^r|str|^k|w|clear|open)ing$/u;

/** What the person could do next: one or two sentences in the first person, about who and what the last passage has. */
export function suggestionFor(prompt: StoryPrompt, avoid: string | null): string {
  const last = prompt.passages.at(-1) ?? "";
  const random = new Random(`${storySeed(prompt)}|${flatten(last)}|suggestion|${flatten(avoid ?? "")}`);
  const names = namesIn(prompt, last);
  const things = thingsIn(prompt, last).filter(
    (thing) => !names.some((name) => flatten(thing).includes(flatten(name))),
  );
  // All of them: what is to come is not among them yet.
  const actions = prompt.turns.flatMap(({ action }) => action ?? []);
  const old = new Set([...actions, avoid ?? ""].flatMap(contentWords));

  const freshThings = things.filter((thing) => contentWords(thing).some((word) => !old.has(word)));
  // Whoever has been left alone for longest.
  const name =
    names.toSorted(
      (one, other) =>
        actions.findLastIndex((action) => action.includes(one)) -
        actions.findLastIndex((action) => action.includes(other)),
    )[0] ?? null;
  const thing = freshThings[0] ?? things[0] ?? null;
  const fitting = [
    ...(name !== null && thing !== null ? WITH_BOTH : []),
    ...(name !== null ? WITH_NAME : []),
    ...(thing !== null ? [...WITH_THING, ...WITH_THING] : []),
    ...(name === null && thing === null ? WITH_NOTHING : []),
  ];
  const filled = random
    .shuffle(fitting)
    .map((template) => ({
      uses: countUses(template, actions),
      text: template.replace("{name}", name ?? "").replaceAll("{thing}", thing ?? ""),
    }))
    .filter(({ text }) => text !== avoid)
    .sort((one, other) => one.uses - other.uses);
  return filled[0]?.text ?? "I wait and listen.";
}

/** How often the person has done the like. */
function countUses(template: string, actions: readonly string[]): number {
  const escaped = template.replace(/[.*+?^$()|[\]\\]/gu, "\\$&").replace(/\{\w+\}/gu, ".+");
  return actions.filter((action) => new RegExp(`^${escaped}$`, "u").test(action)).length;
}

/** The sentences of a passage that carry the story, where it is one of the storyteller's own; else an empty text. */
function ofTheStory(prompt: StoryPrompt, passage: string): string {
  const plan = planStory(prompt);
  const told = new Told([passage]);
  const beats = [...plan.intrigues.flatMap(({ steps }) => steps), ...plan.threads.flat()]
    .filter((beat) => told.hasTemplate(beat))
    .map(flatten)
    .join("\n");
  const carries = (sentence: string) =>
    beats.includes(flatten(sentence).slice(-24)) || beats.includes(flatten(sentence).slice(0, 24));
  return beats === "" ? "" : splitSentences(passage).filter(carries).join(" ");
}

/** Who of the story is in the passage, the last named first. */
function namesIn(prompt: StoryPrompt, passage: string): string[] {
  const listed = prompt.cast.map((line) => line.split(":")[0]?.trim() ?? "");
  const own = Object.values(planStory(prompt).cast).map((member) => member.name);
  return [...new Set([...own, ...listed])]
    .filter((name) => name !== "" && passage.includes(name))
    .filter((name, _index, all) => !all.some((other) => other !== name && name.includes(other)))
    .sort((one, other) => passage.lastIndexOf(other) - passage.lastIndexOf(one));
}

/** What the passage has put before the reader, the most particular first: "the black bishop". */
function thingsIn(prompt: StoryPrompt, passage: string): string[] {
  const own = ofTheStory(prompt, passage);
  const told = splitSentences(own === "" ? passage : own)
    // How something was said is not there to be looked at either.
    .filter((sentence) => own !== "" || !/[“”]/u.test(sentence))
    .map((sentence) => sentence.replace(/“[^”]*”/gu, " "))
    .slice(own === "" ? 1 : 0)
    // What something is likened to isn't there.
    .map((sentence) => sentence.replace(/\b(?:as (?:one|if|though|in|a|an|the)|like|look of)\b.*/u, ""));
  const phrases = told.flatMap((sentence, index) =>
    findNounPhrases(sentence)
      .filter(
        ({ determiner, before }) =>
          /^(?:the|an?|this|that)$/u.test(determiner) && !/^(?:of|like|as|than)$/u.test(before),
      )
      .filter(({ words }) => words.every((word) => /^\p{Ll}/u.test(word)) && words.length <= 3)
      .filter(({ words }) => !isNoThing(words.at(-1) ?? "") && !DOING.test(words.at(-1) ?? ""))
      .map(({ words, determiner }) => ({
        text: `the ${words.join(" ")}`,
        weight:
          (words.length === 2 ? 3 : words.length === 1 ? 1 : 0) +
          (/^an?$/u.test(determiner) ? 1 : 0) +
          index / 10,
      })),
  );
  return [...new Set(phrases.sort((one, other) => other.weight - one.weight).map((phrase) => phrase.text))];
}
