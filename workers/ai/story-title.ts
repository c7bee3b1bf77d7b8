import type { StoryBrief } from "#domain/story-record.ts";
import { DEFAULT_STORY_DESCRIPTION } from "#domain/story-schemas.ts";
import { countCharacters, foldText, truncateCharacters } from "#domain/text.ts";

/** A title by a model is as short as a book's: a longer one is a sentence. In characters. */
const GIVEN_TITLE_MAX = 60;
const WORDS_MIN = 2;
const WORDS_MAX = 6;
/** Texts without spaces are counted in characters. */
const UNSPACED_MAX = 16;
/** How much of a premise is looked at. */
const PREMISE_READ = 400;

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Ends a sentence, so it does not occur in a title. */
const SENTENCE_END = /[.!?…。！？।؟]["”’»」]?$/u;
/** A full stop in mid-title ends a sentence unless it follows an initial or an abbreviation: "St. Ives", "Mr. Holloway". */
const SENTENCE_INSIDE = /(?<!(?:^|\s)\p{Lu}\p{L}{0,3})[.!?…]\s|[。！？]./u;
/** A title that begins with who does something, and says more, is a sentence. */
const SUBJECT =
  /^(?:I|you|he|she|it|we|they|ich|du|er|sie|wir|ihr|je|tu|il|elle|nous|vous|ils|elles|yo|él|ella|nosotros|ellos|io|lui|lei|noi|loro|eu|ele|ela|я|ты|он|она|мы|вы|они)\s+\S+\s+\S+/iu;

/**
 * What is wrong with a title that a model gave a story, as it is told what to mend; `null`: nothing. `opening`: the text of
 * the opening.
 */
export function findTitleFault(title: string, opening: string): string | null {
  if (!/\p{L}/u.test(title)) return "It has no letter.";
  if (countCharacters(title) > GIVEN_TITLE_MAX) return `It is longer than ${GIVEN_TITLE_MAX} characters.`;
  if (SENTENCE_END.test(title) || SENTENCE_INSIDE.test(title) || SUBJECT.test(title))
    return "It is a sentence.";
  if (!hasTitleLength(title)) return `It has not ${WORDS_MIN} to ${WORDS_MAX} words.`;
  if (toPlain(opening).startsWith(toPlain(title))) return "It repeats the first words of the text.";
  return null;
}

function hasTitleLength(title: string): boolean {
  if (UNSPACED.test(title))
    return countCharacters(title) >= WORDS_MIN && countCharacters(title) <= UNSPACED_MAX;
  const words = splitWords(title).length;
  return words >= WORDS_MIN && words <= WORDS_MAX;
}

/** Letters and numbers alone, in one case, with one space between words. */
function toPlain(text: string): string {
  return foldText(truncateCharacters(text, PREMISE_READ))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function splitWords(text: string): string[] {
  return text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

/** Where a clause of a premise ends. */
const CLAUSE_END = /[,;:.!?…()–—،؛。！？、，；।]|\s-\s/u;
/** Words that can't end a title: articles, prepositions and what joins clauses. */
const DANGLING = new Set(
  "a an the of in on at to from by with for and or but who whom whose which that where when while as is was are were has had his her their its your my our into after before under over own der die das den dem des ein eine einen einem einer eines und oder im in am an auf aus bei mit nach von vom vor zu zum zur über unter für als wie ist war hat le la les l un une des de du d et ou à au aux dans sur avec pour par qui que dont où est el los las una unos unas y o en del al con por para que il lo gli i uno e nel nella di da su o a os as um uma no na do da em и в на с из от к по для что как".split(
    " ",
  ),
);

/**
 * A title from a story's premise, in the person's own words: the beginning of the description, else of the character, up to
 * six words; `null` where neither has two. Always the same for the same story.
 */
export function toPremiseTitle({
  description,
  character,
  setting,
}: Pick<StoryBrief, "description" | "character" | "setting">): string | null {
  const premises = [description === DEFAULT_STORY_DESCRIPTION ? "" : description, setting, character];
  for (const premise of premises) {
    const title = takeBeginning(premise);
    if (title !== null) return title;
  }
  return null;
}

function takeBeginning(premise: string): string | null {
  const text = truncateCharacters(premise.trim(), PREMISE_READ);
  if (UNSPACED.test(text)) return takeUnspaced(text);
  const clauses = text.split(CLAUSE_END);
  const isOf = (least: number) => (part: string) => splitWords(part).length >= least;
  // "At night, a lighthouse keeper …": what comes first in two words mostly says when.
  const clause = clauses.find(isOf(WORDS_MIN + 1)) ?? clauses.find(isOf(WORDS_MIN)) ?? "";
  const words = splitWords(clause).slice(0, WORDS_MAX).map(trimMarks);
  while (words.length > 0 && (DANGLING.has((words.at(-1) ?? "").toLowerCase()) || isTooLong(words)))
    words.pop();
  return words.length < WORDS_MIN ? null : capitalise(words.join(" "));
}

function isTooLong(words: readonly string[]): boolean {
  return countCharacters(words.join(" ")) > GIVEN_TITLE_MAX;
}

function takeUnspaced(text: string): string | null {
  const clause =
    text
      .split(CLAUSE_END)
      .find((part) => countCharacters(part.trim()) >= WORDS_MIN)
      ?.trim() ?? "";
  let title = "";
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(clause)) {
    if (countCharacters(title + segment) > UNSPACED_MAX) break;
    title += segment;
  }
  return countCharacters(title) < WORDS_MIN ? null : title;
}

function trimMarks(word: string): string {
  return word.replace(/^["“”„«»'‘’*_]+|["“”„«»‘*_]+$/gu, "");
}

function capitalise(text: string): string {
  const [first = ""] = text;
  return first.toLocaleUpperCase() + text.slice(first.length);
}
