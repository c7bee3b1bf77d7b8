import { GENRES } from "./genres.ts";
import { findPhrases } from "./phrases.ts";
import { flatten, plainText, splitSentences, upperFirst } from "./text.ts";
import { isNotion, isPerson, isPlace } from "./words.ts";

const NO_TITLE = "The First Evening";

/** A title of two to four words from a story's first chapter: a thing that it names, in its own words. */
export function titleForOpening(opening: string): string {
  const own = GENRES.find(({ openings }) =>
    openings.some((text) => flatten(opening).startsWith(flatten(text))),
  );
  const found = findPhrases(plainText(opening))
    .filter(
      ({ determiner, words }) =>
        !/^(?:my|your|this|that)$/u.test(determiner) && !isNotion(words.at(-1) ?? ""),
    )
    .map(({ words }, index) => ({ words, weight: weigh(words, opening, own !== undefined) - index / 10 }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  const [best] = found;
  return best === undefined ? (own?.title ?? NO_TITLE) : inTitleCase(`the ${best.words.join(" ")}`);
}

/** What stands in the description, which the storyteller's own openings quote, says most of what a story is about. */
function weigh(words: readonly string[], opening: string, isOwn: boolean): number {
  const noun = words.at(-1) ?? "";
  const quoted = splitSentences(opening.match(/: “[^”]{40,}”/gu)?.at(-1) ?? "").join(" ");
  if (isOwn && !quoted.includes(words.join(" "))) return 0;
  return (
    (words.length === 2 ? 5 : words.length === 1 ? (isOwn ? 1.5 : 1) : 2) -
    (isPerson(noun) || isPlace(noun) ? 1.5 : 0)
  );
}

/** "the Missing Brother" → "The Missing Brother". */
export function inTitleCase(text: string): string {
  return text.split(" ").map(upperFirst).join(" ");
}
