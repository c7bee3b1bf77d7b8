import type { CastMember } from "./grammar/types.ts";
import { mendArticles, upperFirst } from "./language/text.ts";
import type { Told } from "./told.ts";

/** The values of the slots in one passage. */
export type Scene = {
  cast: { ally: CastMember; rival: CastMember; third: CastMember };
  /** Who speaks, in texts about something being said. */
  speaker: CastMember | null;
  name: string | null;
  at: string;
  thing: string | null;
  topic: string | null;
  /** Where the person has gone: "the cellar"; null while they are where the story began. */
  place: string | null;
  /** The same as an adverbial: "in the cellar", or "there". */
  there: string;
  /** Somebody who puts in a word after the speaker. */
  other: CastMember | null;
  /** Whom a sentence is about, whoever of the cast it is. */
  who: CastMember | null;
  /** To whom the last action was done. */
  whom: CastMember | null;
  /** What was asked or told about: "the ninth signal". */
  asked: string | null;
  /** An infinitive: "find your missing brother". */
  goal: string;
  /** What that has come to turn on. */
  focus: string | null;
  /** What stands in the way; null until the story has said so. */
  obstacle: string | null;
  /** Something taken, or gone for good, a while ago: "the letter". */
  carried: string | null;
  gone: string | null;
};

const PRONOUNS = {
  he: { they: "he", them: "him", their: "his", was: "was", self: "himself" },
  she: { they: "she", them: "her", their: "her", was: "was", self: "herself" },
  they: { they: "they", them: "them", their: "their", was: "were", self: "themselves" },
} as const;

/**
 * Fills the slots of a text. Somebody who has not been named yet is introduced with their full name and who they are;
 * null where a slot has no value in this scene.
 */
export function realise(template: string, scene: Scene, told: Told): string | null {
  let missing = false;
  const introduced = new Set<CastMember>();
  const text = template.replace(
    /\{(\w+)(?:\.([\w.]+))?\}/gu,
    (_all, slot: string, form: string | undefined, offset: number) => {
      const value = slotValue(slot, scene);
      if (value === null) {
        missing = true;
        return "";
      }
      if (typeof value === "string") return form === "Upper" ? upperFirst(value) : value;
      if (form !== undefined && form !== "named") return choosePronoun(value, form);
      if (told.mentions(value.name) || introduced.has(value)) return value.name;
      const quotesBefore = template.slice(0, offset).split('"').length - 1;
      if (quotesBefore % 2 === 1) return value.name; // nobody is explained in somebody's mouth
      introduced.add(value);
      return introduction(value, template.slice(offset + _all.length));
    },
  );
  return missing ? null : capitalise(mendArticles(text));
}

function slotValue(slot: string, scene: Scene): CastMember | string | null {
  switch (slot) {
    case "ally":
      return scene.cast.ally;
    case "rival":
      return scene.cast.rival;
    case "third":
      return scene.cast.third;
    case "speaker":
    case "name":
    case "at":
    case "thing":
    case "topic":
    case "place":
    case "there":
    case "other":
    case "who":
    case "whom":
    case "asked":
    case "goal":
    case "focus":
    case "obstacle":
    case "carried":
    case "gone":
      return scene[slot];
    default:
      throw new Error(`A text of the grammar has an unknown slot: ${slot}.`);
  }
}

function choosePronoun(member: CastMember, form: string): string {
  const forms = PRONOUNS[member.pronoun];
  switch (form) {
    case "they":
      return forms.they;
    case "They":
      return capitalise(forms.they);
    case "them":
      return forms.them;
    case "their":
      return forms.their;
    case "Their":
      return capitalise(forms.their);
    case "was":
      return forms.was;
    case "them.self":
      return forms.self;
    default:
      throw new Error(`A text of the grammar has an unknown form: ${form}.`);
  }
}

/** "Ilse Marr, who kept the night desk,": the second comma only where the text goes on without a mark of its own. */
function introduction(member: CastMember, after: string): string {
  if (member.role === "" || after.startsWith("'s")) return member.fullName;
  return `${member.fullName}, ${member.role}${/^[.,;:!?]/u.test(after) ? "" : ","}`;
}

function capitalise(text: string): string {
  return text.replace(
    /(^["“]?|[.!?…]\s+["“]?)(\p{Ll})/gu,
    (_all, before: string, letter: string) => before + letter.toUpperCase(),
  );
}
