/*
 * Where a scene is: what the last sentence says that moves somebody into a place or sets the scene. Sentences in quotation marks
 * speak of other places and don't count.
 */
const NAME = String.raw`\p{Lu}[\p{L}'’-]*(?: (?:of|the|de|la)(?= \p{Lu}))*`;
const PROPER = `(?:the )?${NAME}(?: ${NAME}){0,4}`;
const COMMON = String.raw`(?:the|a|an|his|her|their|your|my|our)(?: [\p{Ll}'’-]+){1,3}?`;

const PLACE_NOUNS =
  "abbey airlock airport alcove alley altar apartment arena attic auditorium balcony ballroom bank bar barn barracks basement bathroom bay beach bedroom belfry boat bookshop bridge bunker cabin cafe café camp cargo-bay carriage castle cathedral cave cavern cell cellar cemetery chamber chapel church cellar city classroom clearing cliff clinic cloister club coach coast cockpit conservatory control-room corridor cottage courthouse courtroom courtyard cove crypt dark deck den desert diner dining-room dock docks dome drawing-room dungeon embassy engine-room estate factory farm farmhouse ferry field forest forge fort fortress gallery garage garden gardens gate greenhouse hall hallway harbour harbor hangar hill hold hospital hotel house hut inn island jail jungle kitchen laboratory lab lake landing lane library lift lighthouse loft lobby lounge manor mansion market marsh meadow mill mine moor morgue motel mountain museum nave nursery observatory office orchard palace park parlour parlor passage pass pier platform plaza pool port prison quarry quay ranch restaurant ridge river road roof rooftop room ruins saloon salon school ship shop shore shrine smithy square stable stables stage stairwell stairs station stockroom store storeroom street studio study subway summit swamp tavern temple tent terrace theatre theater throne-room tomb tower town train tunnel tunnels valley vault vestry village villa wagon ward warehouse waterfront wharf wheelhouse wood woods workshop yard".split(
    " ",
  );
const COMMON_PLACE = new RegExp(`(?:^| )(?:${PLACE_NOUNS.join("|")})$`, "u");

const MOVES =
  "(?:go|goes|went|come|comes|came|walk(?:ed|s)?|r[ua]ns?|step(?:ped|s)?|stride[s]?|strode|hurr(?:y|ies|ied)|rush(?:ed|es)?|climb(?:ed|s)?|crawl(?:ed|s)?|slip(?:ped|s)?|duck(?:ed|s)?|stumbl(?:e|ed|es)|stagger(?:ed|s)?|return(?:ed|s)?|arriv(?:e|ed|es)|drove|drives?|rode|rides?|sail(?:ed|s)?|fl(?:y|ies|ew)|dock(?:ed|s)?|land(?:ed|s)?|march(?:ed|es)?|trudg(?:e|ed|es)|sn(?:eak|eaks|uck)|cross(?:ed|es)?|burst(?:s)?|squeez(?:e|ed|es)|wander(?:ed|s)?|escap(?:e|ed|es)|fle[de]s?|led|leads?|descend(?:ed|s)?|push(?:ed|es)?|stood|stands?|sat|sits?|wait(?:ed|s)?|was|were|are|is|stop(?:ped|s)?|lay|knelt|woke|wakes?|found (?:himself|herself|themselves|yourself)|gather(?:ed|s)?|met|back|down|up|deeper)";
const INTO = `(?:into|to|onto|inside|in|at|aboard|on|through|across|up to|down to|back to|out of .{1,30} into)`;
const MOVED = new RegExp(
  String.raw`\b${MOVES}(?: \p{Ll}+){0,3}? ${INTO} (${PROPER}|${COMMON})(?=[,.;:!?—–\n)]| (?:of|and|where|when|with|as|while|was|were|had|before|after|to|at|in|by|for|from|under|until|without)\b|$)`,
  "gu",
);
const REACHED = new RegExp(
  String.raw`\b(?:reach(?:ed|es)?|enter(?:ed|s)?|approach(?:ed|es)?) (${PROPER}|${COMMON})(?=[,.;:!?—–\n)]| (?:of|and|where|when|with|as|while|before|after|at|in|by|for|from|under|until|without)\b|$)`,
  "gu",
);
// "In the lamp room, …", "Inside Harrow Light the air …"
const SET = new RegExp(
  String.raw`(?:^|[.!?…]\s+|\n[^\S\n]*)(?:Back )?(?:In|Inside|At|Aboard|On board) (${PROPER}|${COMMON})(?=[,.;:—–]| (?:the|there|a|an|it|he|she|they|you|everything|nothing|where)\b)`,
  "gu",
);
// "Harbour, night." alone on a line
const SLUG =
  /^[*_#\t\p{Zs}]*(?:(?:INT|EXT)\.? )?(\p{Lu}[^\n.!?"“”]{2,50}, (?:night|day|dawn|dusk|morning|evening|noon|midnight|later|the same (?:night|day)|\d[^\n]{0,20}))[*_.\t\p{Zs}]*$/gimu;

const TIMES =
  /(?:^| )(?:morning|evening|night|afternoon|day|days|week|month|year|moment|minute|hour|time|end|start|beginning|middle|dark|rain|snow|silence|way|voice|hand|hands|arms|eyes|face|head|heart|mind|words?|fact|truth|knees|feet|ground|floor|spring|summer|autumn|winter|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Christmas|Easter|God|Heaven|Hell|English|French|I|He|She|They|It|You|We)$/u;

/**
 * Where the scene of a passage is at its end, as the text says it: "Harrow Light", "the lamp room", "Harbour, night".
 * `people` are names that are no places. `previous` where the passage says nothing about it.
 */
export function findLocation(
  text: string,
  previous: string | null,
  people: readonly string[] = [],
): string | null {
  const narrated = withoutSpeech(text);
  let best: { index: number; place: string } | null = null;
  for (const pattern of [MOVED, REACHED, SET, SLUG]) {
    for (const match of narrated.matchAll(pattern)) {
      const place = match[1]?.trim().replace(/\s+/g, " ") ?? "";
      if (!isPlace(place, people, pattern === SLUG)) continue;
      const index = match.index + match[0].length;
      if (best === null || index >= best.index) best = { index, place };
    }
  }
  return best === null ? previous : tidy(best.place);
}

function isPlace(place: string, people: readonly string[], slug: boolean): boolean {
  if (slug) return true;
  if (place.length < 3 || TIMES.test(place)) return false;
  const proper = /^(?:the )?\p{Lu}/u.test(place);
  if (proper) return !people.some((name) => name === place || name.split(" ").includes(place));
  return COMMON_PLACE.test(place);
}

/** "her kitchen" is the kitchen to everybody else. */
function tidy(place: string): string {
  return place.replace(/^(?:a|an|his|her|their|your|my|our) /, "the ");
}

/** Blanks what is said, of the same length. */
function withoutSpeech(text: string): string {
  return text.replace(
    /“[^”\n]*(?:”|\n|$)|"[^"\n]*(?:"|\n|$)/g,
    (speech) => " ".repeat(speech.length - 1) + (speech.endsWith("\n") ? "\n" : " "),
  );
}
