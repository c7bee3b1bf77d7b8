import { type PlaceKind, placeKindOf } from "./grammar/places.ts";
import { nounPhrasesOf } from "./language/noun-phrases.ts";
import { isPlaceNoun } from "./language/premise.ts";
import { plainText } from "./language/text.ts";
import type { StoryPrompt } from "./prompt-reader.ts";

/** Where the person has gone since the story began. */
export type Whereabouts = {
  /** "the cellar" */
  name: string;
  /** "in the cellar" */
  at: string;
  kind: PlaceKind;
  /** Whether the last action led there. */
  isNew: boolean;
};

const STAYS = 5; // exchanges: after that others will have moved as well
const WAYS = new Set(
  "stairs staircase landing corridor passage hallway path road street trail ladder bridge".split(" "),
);

const TOWARDS =
  /^(?:to|into|onto|down|up|through|towards?|inside|in|on|aboard|at|across|along|for|the|under)$/u;
const GOES =
  /\b(?:go(?:es|ing)?|walk|run|climb|enter|step|head|follow|return|come|descend|ascend|ride|drive|sail|swim|crawl|sneak|hurry|rush|march|move|slip|push|cross|wander|stroll|make my way|leave|flee|escape|jump|dive|fly|travel|creep)\w*\b/iu;
const ON = new Set(
  "stairs staircase landing roof rooftop bridge ridge beach deck dock quay pier jetty ferry ship boat hill hilltop street road path trail platform balcony plain moor moors coast shore terrace island parapet ladder porch wharf cliff wall mountain".split(
    " ",
  ),
);
const AT = new Set(
  "station gate depot harbour harbor corner river lake sea pond crossroads port bay well".split(" "),
);

/** The last place that the person wrote that they went to, or null: they are where the story began. */
export function whereaboutsOf(prompt: StoryPrompt): Whereabouts | null {
  const now = prompt.task.type === "action" ? prompt.task.text : "";
  const actions = [...prompt.actions, now];
  for (const [index, action] of [...actions.entries()].slice(-STAYS).reverse()) {
    const place = placeIn(action);
    // Nobody stays on the stairs.
    if (place !== null && WAYS.has(place.noun) && index < actions.length - 1) return null;
    if (place !== null)
      return { name: place.name, at: place.at, kind: place.kind, isNew: index === actions.length - 1 };
  }
  return null;
}

function placeIn(action: string): (Omit<Whereabouts, "isNew"> & { noun: string }) | null {
  const outside = plainText(action).replace(/"[^"]*"/gu, " ");
  // "I go over to the chair": not out of the room.
  if (!GOES.test(outside) || /\bover to\b/iu.test(outside)) return null;
  for (const { before, determiner, words } of nounPhrasesOf(outside)) {
    const noun = words.at(-1)?.toLowerCase() ?? "";
    if (!isPlaceNoun(noun) && placeKindOf(noun) === "room") continue;
    if (!TOWARDS.test(before) && !/^(?:enter|cross|climb|descend|follow)/u.test(before)) continue;
    const owner = /^(?:my|our|your)$/u.test(determiner)
      ? "your"
      : /^(?:his|her|their)$/u.test(determiner)
        ? determiner
        : "the";
    const name = `${owner} ${words.join(" ")}`;
    const preposition = ON.has(noun) ? "on" : AT.has(noun) ? "at" : "in";
    return { name, at: `${preposition} ${name}`, kind: placeKindOf(noun), noun };
  }
  return null;
}
