import nlp from "compromise";
import { findPlaceKind } from "../grammar/places.ts";
import { toStoryVoice } from "./narrate.ts";
import { findNounPhrases, isNotion, toOwner } from "./noun-phrases.ts";
import { asSelf } from "./take-up.ts";
import { articleFor, clip, lowerFirst, plainText, splitSentences, upperFirst } from "./text.ts";
import { baseOfThirdPerson, isAlsoNoun, isPast, isVerb } from "./verbs.ts";

/** The person's own character, as the story speaks of them. */
export type Player = {
  /** "Mara Voss", or null. */
  name: string | null;
  /** Words that mean them: "Mara Voss", "Mara". */
  names: string[];
  /** "a retired lighthouse keeper", or null. */
  role: string | null;
};

const ROLE_MAX = 150; // characters

/** Reads "Mara Voss, a retired lighthouse keeper who hears voices" and its many relatives. */
export function readPlayer(character: string): Player {
  const text = plainText(character)
    .replace(
      /^(?:i am|i'm|you are|you're|he is|she is|they are|it's|name:|character:|(?:my|her|his|their) name is|i play(?: as)?|called)\s+/iu,
      "",
    )
    .replace(/[.!?\s]+$/u, "");
  if (text === "") return { name: null, names: [], role: null };

  const first = (splitSentences(text)[0] ?? text).replace(/[.!?\s]+$/u, "");
  const named =
    /^(\p{Lu}[\p{L}'’-]+(?:\s+(?:(?:(?:de|van|von|of|the|la|le|du)\s+)?\p{Lu}[\p{L}'’-]+|\d+)){0,3})(?:\s*(?:,|\(|:|—|–|\s-\s)\s*|\s+is\s+|$)(.*)$/u.exec(
      first,
    );
  const leading = named?.[1];
  const isRoleWord = leading !== undefined && /^(?:An?|The|My|One|Some)\s/u.test(`${leading} `);
  if (named === null || leading === undefined || isRoleWord || looksLikeRole(leading))
    return { name: null, names: [], role: findRole(first) };
  const rest = (named[2] ?? "").replace(/\)$/u, "").replace(/^\d{1,3}\s*(?:years old)?[,.\s]*/u, "");
  const short = leading.split(" ")[0] ?? leading;
  const names =
    short === leading ||
    /^(?:The|Sir|Lady|Lord|Captain|Doctor|Dr|Miss|Mr|Mrs|Ms|King|Queen|Prince|Princess|Detective|Agent)$/u.test(
      short,
    )
      ? [leading]
      : [leading, short];
  return { name: leading, names, role: rest === "" ? null : findRole(rest) };
}

/** "Detective, forty, tired": a capital at the start of a text makes no name of an ordinary word. */
function looksLikeRole(words: string): boolean {
  return words
    .split(" ")
    .every((word) => ROLE_WORDS.has(word.toLowerCase()) || nlp(word.toLowerCase()).has("#Adjective"));
}

const ROLE_WORDS = new Set(
  `detective wizard witch elf dwarf orc knight thief rogue assassin soldier doctor nurse teacher student pilot captain sailor pirate
  baker chef cook lawyer judge journalist reporter writer artist painter musician singer actor actress dancer spy agent hacker scientist
  engineer astronaut explorer archaeologist historian librarian farmer rancher cowboy cowgirl sheriff outlaw bandit gunslinger
  king queen prince princess duke duchess lord lady servant maid butler priest nun monk vampire werewolf ghost demon angel mage
  sorcerer sorceress warlock bard druid ranger paladin cleric hunter healer alchemist blacksmith merchant beggar orphan widow widower
  mother father son daughter brother sister man woman boy girl teenager kid robot android alien mechanic gardener florist barista
  waiter waitress bartender firefighter cop policeman officer inspector mercenary rebel survivor scavenger smuggler veteran`.split(
    /\s+/u,
  ),
);

function findRole(text: string): string | null {
  const clipped = clip(text, ROLE_MAX).replace(/[,;:\s]+$/u, "");
  const plain = lowerFirst(clipped.replace(/^(?:I|she|he|who) (?:am|is|was)\s+/iu, ""));
  // What one is stands before the "who"; only after it does something happen.
  if (/^who\s/u.test(plain)) return lowerFirst(toStoryVoice(plain, { imperative: false }));
  const [head = "", ...rest] = plain.split(/(?=\b(?:who|that|whose|and (?:I|he|she|has|is|can))\b)/u);
  const role = [
    head.replace(/\bmy\b/giu, "your"),
    ...rest.map((part) => toStoryVoice(part, { imperative: false })),
  ]
    .map(lowerFirst)
    .join("");
  if (role === "" || !/\p{L}/u.test(role)) return null;
  // A sentence of its own ("hears voices at night") isn't something that one can be.
  const first = role.split(/\s/u)[0]?.toLowerCase() ?? "";
  if (
    isPast(first) ||
    /^(?:you|has|had)$/u.test(first) ||
    baseOfThirdPerson(clipped.split(/\s/u)[0] ?? "") !== null
  )
    return null;
  if (/^(?:an?|the|one|your|some|two|three|his|her)\s/u.test(role)) return role;
  if (/^(?:\p{L}{3,}est|only|first|last)\s/u.test(role) && !/^(?:honest|modest)/u.test(role))
    return `the ${role}`;
  const plural = /^\p{L}+s$/u.test(role) && !/ss$|us$/u.test(role);
  return plural ? role : `${articleFor(first)} ${role}`;
}

const PLACE_NOUNS = new Set(
  `abbey academy airport cellar corridor passage room study bedroom bathroom parlour attic balcony roof stairs crypt alley apartment archive asylum attic bakery bar base basement bay beach boat bookshop bridge bunker cabin cafe café camp
  capital casino castle cathedral cave cemetery chapel church circus city clinic coast college colony cottage country court courthouse
  courtyard desert diner district dome dungeon embassy empire estate factory farm farmhouse ferry field forest fort fortress gallery garage garden
  graveyard hall harbor harbour highlands hospital hotel house inn island islands isle jungle kingdom kitchen lab laboratory lake library lighthouse
  mall manor mansion market marsh mars metropolis mill mine monastery moon moors motel mountain mountains museum neighborhood neighbourhood office
  loft flat pantry larder lobby livery stable stables barn shed greenhouse conservatory lounge terrace veranda porch canteen vestry
  opera orchard orphanage outpost palace park planet plantation port prison pub ranch realm restaurant river ruins saloon school sea settlement
  ship shop sky space spaceship stage starship station store street studio suburb subway swamp tavern temple theater theatre tower town train tunnel tunnels
  university valley vault vessel village vineyard warehouse wasteland wilderness winery woods world yard zoo`.split(
    /\s+/u,
  ),
);

/** Whether something of this name is a place: "cellar", "harbour". */
export function isPlaceNoun(noun: string): boolean {
  return PLACE_NOUNS.has(noun.toLowerCase()) || findPlaceKind(noun) !== "room";
}

const PLACE_PREPOSITIONS = /^(?:in|at|on|aboard|inside|beneath|near|outside|under)$/u;

/** Where somebody else is: "the real one is locked in the pantry". */
const ELSEWHERE =
  /(?<!\b(?:I am|I'm|we are|we're|me) )\b(?:locked|hidden|buried|trapped|kept|lost|found|seen) (?:in|at|on) (?:the|an?|my|his|her|their) /giu;

/** "in a seaside hotel" as "in the seaside hotel", where the texts name a place; else null. */
export function readPlace(...texts: string[]): string | null {
  for (const text of texts) {
    // "after nine days in the woods": where somebody was before it began.
    const now = plainText(text)
      .replace(ELSEWHERE, "then ")
      .replace(
        /\b(?:hours?|days?|nights?|weeks?|months?|years?) (?:in|at|on|aboard) (?:the|an?|my|his|her|their) /giu,
        "then ",
      );
    for (const { before, determiner, words } of findNounPhrases(now)) {
      if (!PLACE_PREPOSITIONS.test(before) || !PLACE_NOUNS.has(words.at(-1)?.toLowerCase() ?? "")) continue;
      return `${before} ${toOwner(determiner)} ${words.join(" ")}`;
    }
  }
  return null;
}

const SCENES =
  /^(?:house|hotel|hospital|castle|village|school|theatre|theater|inn|manor|mansion|library|museum|lighthouse|prison|monastery|circus|factory|tavern|shop|hall|palace|convent|town|tower)$/u;

/** A place that the text is about though nothing is said to be in it: "The old house is to be sold." Else null. */
export function readScene(text: string): string | null {
  const found = findNounPhrases(plainText(text)).find(
    ({ determiner, words }) =>
      /^(?:the|my|our)$/u.test(determiner) && SCENES.test(words.at(-1)?.toLowerCase() ?? ""),
  );
  return found === undefined ? null : `in ${toOwner(found.determiner)} ${found.words.join(" ")}`;
}

/** The setting field, which names a place without a preposition: "Venice, 1740" → "in Venice, 1740". */
export function settingPlace(setting: string): string | null {
  const text = clip(plainText(setting), 60).replace(/[.,;\s]+$/u, "");
  if (text === "") return null;
  if (/^(?:in|at|on|aboard|inside|near|under|beneath)\s/iu.test(text)) return lowerFirst(text);
  const where =
    /^(?:an?\s|the\s)?(?:[\p{L}'-]+\s){0,2}?(?:islands?|isles?|coast|moon|planet|beach|shore|farm|ranch|road|train|border|frontier|moors?|stage|street|ship|starship|ferry|boat|bridge|plains?|outpost|station|mars)\b/iu.test(
      text,
    )
      ? "on"
      : "in";
  if (/^(?:an?|the)\s/iu.test(text)) return `${where} ${text.replace(/^(?:an?|the)\s/iu, "the ")}`;
  return /^\p{Lu}/u.test(text) ? `${where} ${text}` : `${where} the ${text}`;
}

const PREMISE_MAX = 260; // characters

/** The description as a sentence or two of the story's own, in the past tense. Null where there is nothing to tell. */
export function tellPremise(description: string, player: Player): string | null {
  const text = plainText(description);
  if (!/\p{L}{3}/u.test(text)) return null;
  let taken = "";
  for (const sentence of splitSentences(text)) {
    if (taken !== "" && taken.length + sentence.length > PREMISE_MAX) break;
    taken = `${taken} ${sentence}`.trim();
    if (taken.length > PREMISE_MAX / 2) break;
  }
  const whole = taken.length <= PREMISE_MAX;
  const cut = whole ? taken.replace(/[.!\s]+$/u, "") : clip(taken, PREMISE_MAX);
  const end = cut.endsWith("?") ? "" : whole ? "." : "…";
  const outside = cut.replace(/"[^"]*"/gu, "");

  if (startsWithVerb(cut)) {
    return `It came down to this: you had to ${toStoryVoice(`to ${lowerFirst(cut)}`, { imperative: false }).slice("to ".length)}${end}`;
  }
  // "A murder at the hotel, and everyone lies": the first half only names it.
  const [named = "", rest] = cut.split(/, (?=(?:and|but) )/u);
  if (rest !== undefined && /^An? /u.test(named) && !hasVerb(named) && hasVerb(rest))
    return `There had been ${lowerFirst(toStoryVoice(asOwn(cut, player), { imperative: false }))}${end}`;
  if (!hasVerb(cut)) return `It had begun with ${lowerFirst(toStoryVoice(cut, { imperative: false }))}${end}`;
  const own = asOwn(cut, player);
  const told = toStoryVoice(own, { imperative: false });
  if (own !== cut || /\b(?:I|my|me|we|our|you|your)\b/iu.test(outside)) return `${upperFirst(told)}${end}`;
  return `This much was certain: ${keepNames(told, cut)}${end}`;
}

/** Puts "I" and "my" for the person's own character where the text calls them by name. */
export function asOwn(text: string, player: Player): string {
  const names = [...player.names, ...roleNames(player.role)];
  if (!names.some((name) => text.includes(name))) return text;
  let own = asSelf(text, names);
  for (const name of names) {
    own = own
      .replaceAll(`${name}'s`, "my")
      .replace(new RegExp(`\\b${name.replace(/[^\p{L}\p{N}\s]/gu, ".")}\\b`, "gu"), "me");
  }
  // With nobody else named, "her sister" is theirs.
  return readNames(own, player).length > 0 ? own : own.replace(/\b(?:his|her|their) (?=\p{Ll})/gu, "my ");
}

function hasVerb(text: string): boolean {
  // "A ship that was lost has docked": the sentence's own verb stands after the clause.
  if (
    /\b(?:who|that|which|whom)\b.*\b(?:has|have|is|are|was)\b.*/u.test(text) &&
    /\b(?:has|have) (?:been|come|\p{L}+(?:ed|en))\b/u.test(text)
  )
    return true;
  const main = text.split(/\b(?:who|that|which|where|when)\b/u)[0] ?? text;
  return (
    nlp(main).verbs().length > 0 &&
    /\b(?:I|we|you|he|she|it|they|is|are|was|were|has|have|had|must|can|will)\b|\b\p{L}+(?:s|ed)\b(?=\s)/iu.test(
      main,
    )
  );
}

function startsWithVerb(text: string): boolean {
  const first = (text.match(/\p{L}+/u)?.[0] ?? "").toLowerCase();
  return isVerb(first) && (!isAlsoNoun(first) || /^\p{L}+ (?:the|a|an|my|your|for|out)\b/u.test(text));
}

function keepNames(told: string, original: string): string {
  const first = original.match(/^\p{L}+/u)?.[0] ?? "";
  const tags = nlp(first);
  const isName = tags.has("#Person") || tags.has("#Place") || tags.has("#Organization");
  if (!isName && nlp(first.toLowerCase()).has("(#Value|#Plural|#Adjective|#Determiner|#Pronoun|#Adverb)"))
    return lowerFirst(told);
  return /^(?:An?|The|Every|Some|In|On|At|When|After|Before|There|It|This|Two|Three|One|Someone|Somebody|Nobody|Everyone|Everybody|For|While|As|My|Once)$/u.test(
    first,
  )
    ? lowerFirst(told)
    : told;
}

/** "a young wizard who …" → "A young wizard", "The young wizard", as descriptions begin. */
function roleNames(role: string | null): string[] {
  const core = role
    ?.split(/\s(?:who|that|with|from|in|of|on|looking|named|called)\s|,/u)[0]
    ?.replace(/^(?:an?|the)\s/u, "");
  return core === undefined || core === "" ? [] : [`${upperFirst(articleFor(core))} ${core}`, `The ${core}`];
}

/** What the description is about, as definite noun phrases: "the hidden map", "your missing brother". At most four. */
export function readTopics(description: string, player: Player): string[] {
  const text = asOwn(plainText(description), player);
  const found: string[] = [];
  for (const { determiner, words } of findNounPhrases(text)) {
    const head = words.at(-1)?.toLowerCase() ?? "";
    if (/^(?:his|her|their|this|that|these|those)$/u.test(determiner) || words.length > 3) continue;
    if (PLACE_NOUNS.has(head) || TIMES.has(head) || head.length < 3) continue;
    if (
      isNotion(head) &&
      !/^(?:daughter|granddaughter|grandson|debt|oath|promise|bargain|truth|lie|war|dream|crew|council)$/u.test(
        head,
      )
    )
      continue;
    if (player.role?.toLowerCase().includes(head) === true) continue;
    const topic = `${toOwner(determiner)} ${words.join(" ")}`;
    if (!found.some((other) => other.endsWith(` ${head}`))) found.push(topic);
  }
  return found.slice(0, 4);
}

const TIMES = new Set(
  "day night morning evening year years week month hour time moment summer winter autumn spring way thing story end beginning middle one lot man woman person people life".split(
    " ",
  ),
);

/** Names of people in a text, the person's own left out: "Hale", "Mara Voss". */
export function readNames(text: string, player: Player): string[] {
  const plain = plainText(text);
  const people: unknown = nlp(plain).people().out("array");
  const called = [...plain.matchAll(CALLED)].map((match) => match[1] ?? "");
  const names = [...called, ...(Array.isArray(people) ? people.map(String) : [])]
    .map((name) =>
      name
        .replace(/['’]s$/u, "")
        .replace(/[^\p{L}\s'’-]/gu, "")
        .trim(),
    )
    .filter((name) => /^\p{Lu}\p{Ll}/u.test(name) && name.length > 2 && name.split(" ").length <= 3)
    .filter((name) => !player.names.some((own) => own.includes(name) || name.includes(own)));
  return names.filter(
    (name, index) => !names.slice(0, index).some((other) => other.includes(name) || name.includes(other)),
  );
}

const CALLED =
  /\b(?:named|called|(?:brother|sister|friend|partner|rival|husband|wife|boss|mentor|father|mother|uncle|aunt|cousin|captain|king|queen|detective|inspector|doctor)),? (\p{Lu}[\p{Ll}'’-]+(?: \p{Lu}[\p{Ll}'’-]+)?)/gu;
