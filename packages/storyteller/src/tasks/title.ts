import { GRAMMARS } from "../grammar/index.ts";
import { findNounPhrases } from "../language/noun-phrases.ts";
import { flatten, plainText, splitSentences, upperFirst } from "../language/text.ts";
import { Random } from "../random.ts";
import { Told } from "../told.ts";

const SMALL_WORDS = /^(?:of|the|a|an|and|in|on|at|to|for|with|from|by)$/u;
const DULL =
  /^(?:time|day|way|hour|moment|evening|morning|night|side|end|kind|sort|hand|hands|face|eye|eyes|quiet|reason|thing|people|part|same|word|words|first|last|rest|half|light|air|pause|person|man|woman|place|room|one|two|three)$/u;

/** A title of two to five words from a story's first chapter: what it is about, with the words it has for it. */
export function titleForOpening(opening: string): string {
  const told = new Told([opening]);
  // A chapter of the storyteller's own has begun one of its stories, and that has a name.
  const begun = Object.values(GRAMMARS)
    .flatMap((grammar) => grammar.intrigues)
    .find((intrigue) => told.hasTemplate(intrigue.steps[0] ?? ""));
  const random = new Random(flatten(opening));
  const found = listPhrases(opening);
  const choices = begun === undefined ? found.slice(0, 3) : [begun.title, ...found.slice(0, 1)];
  return choices.length === 0 ? "The First Evening" : random.pick(choices);
}

function listPhrases(opening: string): string[] {
  const narrated = splitSentences(plainText(opening.replace(/“[^”]*”/gu, " ")));
  const found = narrated.flatMap((sentence, index) => {
    const joined = [
      ...sentence.matchAll(
        /\b(?:the|an?) (\p{Ll}{3,}(?: \p{Ll}{3,})?) (of|in) (?:the|an?) (\p{Ll}{4,})\b/giu,
      ),
    ].map(([, head = "", preposition = "", tail = ""]) => ({
      text: `the ${head} ${preposition} the ${tail}`,
      head: head.split(" ").at(-1) ?? "",
      weight: 2,
    }));
    const single = findNounPhrases(sentence)
      .filter(({ words }) => words.length === 2 && words.every((word) => /^\p{Ll}{3,}/u.test(word)))
      .map(({ words }) => ({ text: `the ${words.join(" ")}`, head: words.at(-1) ?? "", weight: 3 }));
    // The second paragraph says what the story is about.
    return [...single, ...joined].map((one) => ({ ...one, weight: one.weight - Math.abs(index - 4) / 6 }));
  });
  return [
    ...new Set(
      found
        .filter(({ head }) => !DULL.test(head))
        .sort((one, other) => other.weight - one.weight)
        .map(({ text }) => inTitleCase(text)),
    ),
  ];
}

export function inTitleCase(text: string): string {
  return text
    .split(" ")
    .map((word, index) => (index > 0 && SMALL_WORDS.test(word) ? word : upperFirst(word)))
    .join(" ");
}
