import * as v from "valibot";
import type { CharacterRecord } from "./character-record.ts";
import { requestIdSchema } from "./ids.ts";
import { boundedText, orLess } from "./input.ts";
import { listKeys } from "./json.ts";
import { ART_STYLES } from "./portraits.ts";
import type { Deleted } from "./record-parts.ts";

/** Limits of the specification, in characters that a person sees. */
export const NAME_MIN = 2;
export const NAME_MAX = 50;
export const DESCRIPTION_MIN = 10;
export const DESCRIPTION_MAX = 1000;
/** Of personality, appearance and voice each. */
export const TRAIT_MAX = 500;
export const QUIRKS_MAX = 5;
export const INTERESTS_MAX = 10;
/** Of one quirk or interest: the specification gives none, a tag on a card holds about this. */
export const TAG_MAX = 100;
export const IMAGE_DETAILS_MAX = 500;
/** JSON of attributes that other clients keep with a character, in UTF-16 code units. */
const ATTRIBUTES_MAX = 8_000;

const nameSchema = boundedText({
  required: "Please enter a name",
  min: NAME_MIN,
  tooShort: "Name must be at least 2 characters",
  ...orLess(NAME_MAX, "Name must be"),
});
const descriptionSchema = boundedText({
  required: "Please provide a description",
  min: DESCRIPTION_MIN,
  tooShort: "Description must be at least 10 characters",
  ...orLess(DESCRIPTION_MAX, "Description must be"),
});

function traitSchema(name: string) {
  return boundedText(orLess(TRAIT_MAX, `${name} must be`));
}

/** A list of short texts; empty ones are dropped before they are counted. */
function tagsSchema(name: string, max: number) {
  const tag = boundedText(orLess(TAG_MAX, `Each of the ${name} must be`));
  return v.pipe(
    v.array(tag, `The ${name} must be a list.`),
    v.transform((tags) => tags.filter((text) => text !== "")),
    v.maxLength(max, `There can be up to ${max} ${name}`),
  );
}

const attributesSchema = v.pipe(
  v.record(v.string(), v.unknown()),
  v.check(
    (value) => JSON.stringify(value).length <= ATTRIBUTES_MAX,
    "These attributes take up too much space.",
  ),
);

/** What a person says of a character. */
/** What a person can change of a character. */
export const characterFields = {
  name: nameSchema,
  description: descriptionSchema,
  personality: traitSchema("Personality"),
  appearance: traitSchema("Appearance"),
  voice: traitSchema("Voice"),
  quirks: tagsSchema("quirks", QUIRKS_MAX),
  interests: tagsSchema("interests", INTERESTS_MAX),
  isNSFW: v.boolean(),
};

/** `POST /api/characters`: the create-character dialog's first step. */
export const createCharacterSchema = v.object({
  ...characterFields,
  personality: v.optional(characterFields.personality, ""),
  appearance: v.optional(characterFields.appearance, ""),
  voice: v.optional(characterFields.voice, ""),
  quirks: v.optional(characterFields.quirks, []),
  interests: v.optional(characterFields.interests, []),
  customAttributes: v.optional(attributesSchema, {}),
  isNSFW: v.optional(characterFields.isNSFW, false),
  /** Sent again with the same, it is the same character. */
  requestId: v.optional(requestIdSchema),
});
export type NewCharacter = v.InferOutput<typeof createCharacterSchema>;

/** `POST /api/images/character/{id}`. Each model clamps the steps to what it allows. */
export const portraitRequestSchema = v.object({
  style: v.picklist(ART_STYLES, "Please choose an art style"),
  additionalPrompt: v.optional(boundedText(orLess(IMAGE_DETAILS_MAX, "Image details must be")), ""),
  numSteps: v.optional(
    v.pipe(v.number(), v.integer("Steps are a whole number."), v.minValue(1, "There is at least one step.")),
    50,
  ),
});
export type PortraitRequest = v.InferOutput<typeof portraitRequestSchema>;

/** The orders of the characters screen with their names. */
export const CHARACTER_SORT_NAMES = {
  recent: "Most Recently Active",
  default: "Active Chats First",
  "name-asc": "Name (A-Z)",
  "name-desc": "Name (Z-A)",
  oldest: "Least Recently Active",
} as const;
export type CharacterSort = keyof typeof CHARACTER_SORT_NAMES;
export const INITIAL_CHARACTER_SORT: CharacterSort = "recent";
export const CHARACTER_SORTS = listKeys(CHARACTER_SORT_NAMES);
export const characterSortSchema = v.picklist(CHARACTER_SORTS, "Characters can't be sorted like this.");

/** Where the characters screen shows somebody: created ones and those with a chat stand in the grid. */
export const CHARACTER_SECTIONS = ["grid", "story"] as const;
export type CharacterSection = (typeof CHARACTER_SECTIONS)[number];

export const CHAT_STATUSES = ["active", "archived"] as const;

export type { CharacterPortrait, CharacterRecord, ChatSummary } from "./character-record.ts";

/** A deleted character that can still be restored. */
export type DeletedCharacter = CharacterRecord & Deleted;
