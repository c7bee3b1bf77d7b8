import { findPlaceKind, type PlaceKind } from "../grammar/places.ts";
import { findNounPhrases, isPersonNoun } from "./noun-phrases.ts";
import { isPlaceNoun } from "./premise.ts";
import { plainText } from "./text.ts";

/** A place that somebody goes to. */
export type Place = {
  /** "the cellar" */
  name: string;
  /** "in the cellar" */
  at: string;
  kind: PlaceKind;
  /** A way and no place to be: nobody stays on the stairs. */
  isWay: boolean;
  /** They have been there before, as far as they say: nothing there is new to them. */
  isReturn: boolean;
};

const WAYS = new Set(
  "stairs staircase landing corridor passage hallway path road street trail ladder bridge".split(" "),
);
const TOWARDS =
  /^(?:to|into|onto|down|up|through|towards?|inside|in|on|aboard|at|across|along|for|the|under)$/u;
const GOES =
  /\b(?:go(?:es|ing)?|walk|run|climb|enter|step|head|follow|return|come|descend|ascend|ride|drive|sail|swim|crawl|sneak|hurry|rush|march|move|slip|push|cross|wander|stroll|make my way|leave|flee|escape|jump|dive|fly|travel|creep)\w*\b/iu;
const ON = new Set(
  "stairs staircase landing roof rooftop bridge ridge beach deck dock quay pier jetty ferry ship boat hill hilltop street road path trail platform balcony plain moor moors coast shore terrace veranda island parapet ladder porch wharf cliff wall mountain".split(
    " ",
  ),
);
const AT = new Set(
  "station gate depot harbour harbor corner river lake sea pond crossroads port bay well".split(" "),
);

/** Where an action leads: "I go down to the cellar" → the cellar. Null where nobody goes anywhere. */
export function placeIn(action: string): Place | null {
  const outside = plainText(action).replace(/"[^"]*"/gu, " ");
  // "I go over to the chair": not out of the room.
  if (!GOES.test(outside) || /\bover to\b/iu.test(outside)) return null;
  for (const { before, determiner, words } of findNounPhrases(outside)) {
    const noun = words.at(-1)?.toLowerCase() ?? "";
    if (!isPlaceNoun(noun) && !isTravelledTo(noun, before, outside)) continue;
    if (!TOWARDS.test(before) && !/^(?:enter|cross|climb|descend|follow)/u.test(before)) continue;
    const owner = /^(?:my|our|your)$/u.test(determiner)
      ? "your"
      : /^(?:his|her|their)$/u.test(determiner)
        ? determiner
        : "the";
    const name = `${owner} ${words.join(" ")}`;
    const preposition = ON.has(noun) ? "on" : AT.has(noun) ? "at" : "in";
    return {
      name,
      at: `${preposition} ${name}`,
      kind: /^(?:car|caravan)$/iu.test(words.at(-2) ?? "") ? "street" : findPlaceKind(noun),
      isWay: WAYS.has(noun),
      isReturn: /\bback\b|\breturn/iu.test(outside),
    };
  }
  return null;
}

/** "I drive to the mill": where one goes by such a verb is a place, if it is not somebody or a piece of furniture. */
function isTravelledTo(noun: string, before: string, text: string): boolean {
  return (
    /^(?:to|into)$/u.test(before) &&
    /\b(?:go|goes|drive|ride|travel|sail|return)\b/u.test(text) &&
    !FURNITURE.test(noun) &&
    !isPersonNoun(noun)
  );
}

const FURNITURE =
  /^(?:chair|table|desk|window|door|bed|fire|fireplace|wall|stove|piano|shelf|mirror|cupboard|wardrobe|trunk|clock|left|right|side|end|others?|sleep|work|trouble)$/u;

/** Whether an action leads back to where the story began, or away without saying where. */
export function leadsAway(action: string): boolean {
  return /\b(?:go|walk|head|run|come|step|climb|turn|hurry)\w* (?:back|out|outside|away|home|upstairs|downstairs)\b|\bleave(?:s)?(?: the \w+| here| at once| now)?[.!]?$/iu.test(
    plainText(action)
      .replace(/"[^"]*"/gu, " ")
      .trim(),
  );
}
