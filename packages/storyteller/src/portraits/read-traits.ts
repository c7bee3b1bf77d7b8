import { Chance } from "./pen.ts";
import {
  AGE_WORDS,
  BEARD_WORDS,
  BEINGS,
  CLOTH_COLOUR_WORDS,
  CLOTHES_WORDS,
  COLOURED,
  EYE_COLOUR_WORDS,
  EYEWEAR_WORDS,
  FACE_WORDS,
  HAIR_COLOUR_WORDS,
  HAIR_WORDS,
  HEADWEAR_WORDS,
  MOOD_WORDS,
  ORIGINS,
  ROLE_WORDS,
  SKIN_COLOURS,
  SOFT_WORDS,
  STRONG_WORDS,
  type Words,
} from "./trait-words.ts";
import { STYLES, type Style, type Traits } from "./traits.ts";

/** What is asked for: whose portrait, in which style. */
export type PortraitOrder = { style: Style; traits: Traits };

const LABELS = ["style", "name", "appearance", "description", "details", "personality"] as const;
type Label = (typeof LABELS)[number];

const STYLE_WORDS: readonly (readonly [Style, RegExp])[] = [
  ["anime", /\banime|\bmanga/u],
  ["digital-art", /\bdigital[- ](?:art|painting|illustration)/u],
  ["oil-painting", /\boils?[- ](?:painting|paint|on canvas)|\boil portrait/u],
  ["watercolor", /\bwater-?colou?r/u],
  ["sketch", /\bsketch|\bpencil drawing|\bcharcoal drawing|\bgraphite/u],
  ["realistic", /\brealis|\bphoto/u],
];

/**
 * Reads a prompt in plain words. Lines such as `Appearance: …` say what is what; without them the whole text is the
 * appearance. What the text does not say follows from the name and the seed, so that the same character with the same
 * seed always looks the same, in every style.
 */
export function readPortraitOrder(prompt: string, seed: number): PortraitOrder {
  const parts = readLabels(prompt);
  const style = readStyle(parts.get("style") ?? plain(prompt));
  const looks = [parts.get("appearance"), parts.get("details"), parts.get("description")];
  const said = parts.size > 0 ? looks.filter((text) => text !== undefined).join(". ") : plain(prompt);
  const name = parts.get("name") ?? said;
  return { style, traits: readTraits({ said, name, personality: parts.get("personality") ?? "" }, seed) };
}

function readLabels(prompt: string): Map<Label, string> {
  const found = new Map<Label, string>();
  for (const line of prompt.split(/\r?\n/u)) {
    const [, word = "", text = ""] = /^\s*([A-Za-z]+)\s*:\s*(.*)$/u.exec(line) ?? [];
    const label = LABELS.find((known) => known === word.toLowerCase());
    // The first counts: a later one may be somebody's text.
    if (label !== undefined && !found.has(label)) found.set(label, plain(text));
  }
  return found;
}

/** Text without case and accents, in ASCII punctuation. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[\u2010-\u2015]/gu, "-")
    .replace(/[’‘`´]/gu, "'")
    .toLowerCase();
}

function readStyle(text: string): Style {
  const exact = STYLES.find((style) => text.startsWith(style));
  return exact ?? STYLE_WORDS.find(([, words]) => words.test(text))?.[0] ?? "realistic";
}

/** Ends a stretch within which a "no" or "without" holds. */
const CLAUSE_END = /[.;:!?\n()]|,(?! (?:or|nor)\b)|\bbut\b|\bwith\b|\bwearing\b|\bhas\b/u;
const NEGATION =
  /\b(?:no|not|never|without|nor|neither|lacks?|lacking|isn't|aren't|doesn't|don't|didn't|wasn't|hasn't|lost|refuses|hates|instead of|rather than|removed|took off|used to|once had|free of)\b/u;

/** The value whose words are found; those after a negation are left out and gathered in `denied`. */
function find<Value extends string>(text: string, words: Words<Value>, denied?: Set<string>): Value | null {
  for (const [value, pattern] of words) {
    for (const { index, 0: found } of text.matchAll(new RegExp(`\\b(?:${pattern})\\b`, "gu"))) {
      if (/^(?:no|without) /u.test(found) || !isNegated(text, index)) return value;
      denied?.add(value);
    }
  }
  return null;
}

function isNegated(text: string, at: number): boolean {
  const clause =
    text
      .slice(Math.max(0, at - 80), at)
      .split(CLAUSE_END)
      .at(-1) ?? "";
  return NEGATION.test(clause);
}

type Coloured = (typeof COLOURED)[number][0];

/** Which words of colour are said of what: each belongs to the thing that follows soon, else to the one before. */
function readColours(text: string): Map<Coloured, string[]> {
  const found = new Map<Coloured, string[]>();
  for (const clause of text.split(/[.;:!?\n()]|\bbut\b/u)) {
    const words = clause.match(/[a-z']+|,/gu) ?? [];
    words.forEach((word, at) => {
      const after = words.slice(at + 1, at + 5);
      const comma = after.indexOf(",");
      const thing =
        thingIn(comma < 0 ? after : after.slice(0, comma)) ??
        thingIn(words.slice(Math.max(0, at - 5), at).toReversed()) ??
        thingIn(after);
      if (thing === null || isNegated(clause, indexOfWord(clause, word))) return;
      found.set(thing, [...(found.get(thing) ?? []), word]);
    });
  }
  return found;
}

function indexOfWord(clause: string, word: string): number {
  return Math.max(0, clause.indexOf(word));
}

function thingIn(words: readonly string[]): Coloured | null {
  for (const word of words) {
    const thing = COLOURED.find(([, pattern]) => new RegExp(`^(?:${pattern})$`, "u").test(word));
    if (thing !== undefined) return thing[0];
  }
  return null;
}

function colourOf<Value extends string>(
  words: readonly string[] | undefined,
  colours: Words<Value>,
): Value | null {
  for (const word of words ?? []) {
    const colour = colours.find(([, pattern]) => new RegExp(`^(?:${pattern})$`, "u").test(word));
    if (colour !== undefined) return colour[0];
  }
  return null;
}

function readAge(text: string): Traits["age"] | null {
  const [, years] =
    /\b(\d{1,3})[- ]?(?:years?|yrs?|yo)\b/u.exec(text) ??
    /\b(?:aged?|is|of|,) (\d{1,3})\b(?!['%])/u.exec(text) ??
    [];
  if (years === undefined) return find(text, AGE_WORDS);
  const age = Number(years);
  return age < 13 ? "child" : age < 32 ? "young" : age < 58 ? "adult" : "old";
}

function readFeatures(text: string): Traits["features"] | null {
  const count = (words: string) => text.match(new RegExp(`\\b(?:${words})\\b`, "gu"))?.length ?? 0;
  const [soft, strong] = [count(SOFT_WORDS), count(STRONG_WORDS)];
  if (soft === strong) return soft > 0 ? "between" : null;
  return soft > strong ? "soft" : "strong";
}

type Said = { said: string; name: string; personality: string };

function readTraits({ said, name, personality }: Said, seed: number): Traits {
  const chance = new Chance(`${name} ${seed}`);
  const everything = `${name}. ${said}`;
  const usual = usualTraits(chance, readFeatures(everything), readAge(said));
  const denied = {
    hair: new Set<string>(),
    beard: new Set<string>(),
    head: new Set<string>(),
    eyes: new Set<string>(),
  };
  const colours = readColours(said);
  const role = ROLE_WORDS.find(([words]) => find(everything, [["", words]]) !== null)?.[1] ?? {};
  const being = BEINGS.find(([words]) => find(everything, [["", words]]) !== null)?.[1] ?? {};
  const origin = find(said, ORIGINS);
  const hair = find(said, HAIR_WORDS, denied.hair);
  const beard = find(said, BEARD_WORDS, denied.beard);
  const eyewear = find(said, EYEWEAR_WORDS, denied.eyes);
  const headwear = find(said, HEADWEAR_WORDS, denied.head);
  const hairColour = colourOf(colours.get("hair"), HAIR_COLOUR_WORDS) ?? loneHairColour(said);
  const hasFreckles = find(said, [["yes", "freckles|freckled|freckly"]]) !== null;
  const skin =
    colourOf(colours.get("skin"), SKIN_COLOURS) ??
    being.skin ??
    origin ??
    (hasFreckles || LIGHT_HAIR.has(hairColour ?? "") ? "fair" : usual.skin);
  const isDark = skin === "brown" || skin === "deep";
  const look: Traits = {
    ...usual,
    ...role,
    ...being,
    beard: being.skin === undefined ? usual.beard : "none",
  };
  const traits: Traits = {
    ...look,
    skin,
    hair: hair ?? (denied.hair.has(look.hair) ? "crop" : look.hair),
    hairColour: hairColour ?? (isDark && look.age !== "old" ? "black" : look.hairColour),
    eyes: colourOf(colours.get("eyes"), EYE_COLOUR_WORDS) ?? (isDark ? "brown" : look.eyes),
    face: find(said, FACE_WORDS) ?? look.face,
    mood: find(said, MOOD_WORDS) ?? find(personality, MOOD_WORDS) ?? look.mood,
    eyewear: eyewear ?? (denied.eyes.size > 0 ? "none" : look.eyewear),
    beard: beard ?? (denied.beard.size > 0 ? "none" : look.beard),
    headwear: headwear ?? (denied.head.size > 0 ? "none" : look.headwear),
    clothes: find(said, CLOTHES_WORDS) ?? look.clothes,
    clothColour: colourOf(colours.get("clothes"), CLOTH_COLOUR_WORDS) ?? look.clothColour,
    freckles: hasFreckles,
    scar: find(said, [["yes", "scars?|scarred"]]) !== null,
    earrings: find(said, [["yes", "ear-?rings?|studs? in (?:her|his|their) ears?"]]) !== null,
  };
  // Hair that is spoken of is to be seen, unless it is said what covers it.
  const isHidden = headwear === null && hair !== null && COVERING.has(traits.headwear);
  return isHidden ? { ...traits, headwear: "none" } : traits;
}

/** Hair that goes with a light skin, where nothing is said of that. */
const LIGHT_HAIR = new Set(["red", "auburn", "blond"]);
/** What leaves no hair to be seen. */
const COVERING = new Set<Traits["headwear"]>(["headscarf", "hood", "turban", "helmet"]);

function loneHairColour(text: string): Traits["hairColour"] | null {
  return find(text, [
    ["blond", "blonde?"],
    ["brown", "brunette"],
    ["red", "redhead|redheaded|ginger"],
    ["auburn", "auburn"],
  ]);
}

/** Somebody of whom nothing is said but, perhaps, age and features. */
function usualTraits(chance: Chance, features: Traits["features"] | null, age: Traits["age"] | null): Traits {
  const shown = features ?? chance.pick(["soft", "strong", "between"] as const);
  const years = age ?? chance.pick(["young", "adult", "adult", "old"] as const);
  const skin = chance.pick(["porcelain", "fair", "fair", "olive", "tan", "brown", "deep"] as const);
  const isDark = skin === "brown" || skin === "deep" || skin === "tan";
  const hair =
    shown === "soft"
      ? chance.pick([
          "long",
          "bob",
          "bun",
          "waves",
          "ponytail",
          "curls",
          "crop",
          isDark ? "locs" : "braids",
        ] as const)
      : shown === "strong"
        ? chance.pick([
            "crop",
            "side",
            "crop",
            "side",
            "spikes",
            "curls",
            years === "old" ? "bald" : "crop",
          ] as const)
        : chance.pick(["bob", "crop", "side", "waves", "curls", "bun"] as const);
  const young = isDark
    ? chance.pick(["black", "black", "brown"] as const)
    : chance.pick(["black", "brown", "brown", "auburn", "blond", "red"] as const);
  const beard =
    shown === "strong" && (years === "adult" || years === "old")
      ? chance.pick(["none", "none", "stubble", "full", "moustache", "goatee"] as const)
      : "none";
  return {
    skin,
    hair,
    hairColour: years === "old" ? chance.pick(["grey", "white", "grey"] as const) : young,
    eyes: isDark
      ? chance.pick(["brown", "brown", "amber"] as const)
      : chance.pick(["brown", "blue", "green", "grey"] as const),
    age: years,
    features: shown,
    face: chance.pick(["oval", "oval", "square", "long", "round"] as const),
    mood: chance.pick(["calm", "calm", "smile"] as const),
    eyewear: "none",
    beard,
    headwear: "none",
    clothes: chance.pick(["coat", "jumper", "shirt", "jacket", "tee", "suit", "tunic"] as const),
    clothColour: chance.pick([
      "navy",
      "green",
      "red",
      "teal",
      "brown",
      "purple",
      "blue",
      "orange",
      "grey",
    ] as const),
    ears: "round",
    freckles: false,
    scar: false,
    earrings: false,
    ground: Math.floor(chance.next() * 36) * 10,
  };
}
