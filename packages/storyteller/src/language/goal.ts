import { toStoryVoice } from "./narrate.ts";
import { findNounPhrases } from "./noun-phrases.ts";
import { asOwn, type Player } from "./premise.ts";
import { clip, lowerFirst, plainText, splitSentences } from "./text.ts";
import { isAlsoNoun, isVerb } from "./verbs.ts";

const GOAL_MAX = 90; // characters

const SAID =
  /\b(?:(?:I|we) (?:must|have to|need to|want to|wants to|hope to|came to|have come to|am here to|swore to|have sworn to|promised to|am (?:trying|going|determined|sent) to|have been (?:asked|told|hired|sent|paid) to|have (?:until|till)? ?(?:\p{L}+ ){1,4}to)|who (?:wants|has sworn|hopes|needs|is trying) to) (\p{Ll}[^.!?;:]*)/giu;
const SOUGHT =
  /\b(?:looking|searching|hunting|in search) (?:for|of) ((?:the|a|an|my|his|her|their)?\s?[^.!?;:,]*)/iu;
const LOST = /^(?:missing|vanished|lost|kidnapped|stolen|hidden|disappeared)$/u;

/** What the character wants, where the form says it: an infinitive in the story's voice, "find your missing brother". */
export function readGoal(description: string, character: string, player: Player): string | null {
  const text = asOwn(plainText(description), player);
  const said = [...text.matchAll(SAID), ...character.matchAll(SAID)].map((match) => match[1] ?? "");
  const [wanted] = [...said, commanded(text) ?? ""]
    .map(
      (clause) =>
        clause.split(/,| (?:before|but|because|so that|when|while|or (?:they|he|she|I)) /u)[0]?.trim() ?? "",
    )
    .filter((clause) => clause.split(" ").length > 1);
  if (wanted !== undefined) return infinitive(wanted);
  const sought = SOUGHT.exec(`${character}. ${text}`)?.[1]?.trim();
  if (sought === "revenge") return "have your revenge";
  if (sought !== undefined && sought.split(" ").length > 1) return infinitive(`find ${sought}`);
  const lost = findNounPhrases(text).find(
    ({ determiner, words }) =>
      !/^(?:his|her|their)$/u.test(determiner) && words.some((word) => LOST.test(word)),
  );
  if (lost === undefined) return null;
  return `find ${/^(?:my|our)$/u.test(lost.determiner) ? "your" : "the"} ${lost.words.join(" ")}`;
}

/** "Find the lost treasure before the navy does": what is asked for is what is wanted. */
function commanded(text: string): string | undefined {
  const [first = ""] = splitSentences(text);
  const verb = (/^\p{L}+/u.exec(first)?.[0] ?? "").toLowerCase();
  return isVerb(verb) && !isAlsoNoun(verb) ? lowerFirst(first).replace(/[.!?]+$/u, "") : undefined;
}

function infinitive(clause: string): string {
  return toStoryVoice(`to ${clip(clause, GOAL_MAX)}`, { imperative: false })
    .replace(/^to /iu, "")
    .replace(/[,\s]+$/u, "");
}
