import * as v from "valibot";
import {
  DESCRIPTION_MAX,
  DESCRIPTION_MIN,
  INTERESTS_MAX,
  NAME_MAX,
  NAME_MIN,
  QUIRKS_MAX,
  TAG_MAX,
  TRAIT_MAX,
} from "#domain/character.ts";
import type { JsonObject } from "#domain/json.ts";
import { countCharacters, fitText } from "#domain/text.ts";

/*
 * Character cards, as other programs exchange characters: Character Card V2 (malfoyslastname/character-card-spec-v2), V3
 * (kwaroran/character-card-spec-v3), and the flat first version. What we have no field for is kept as it came.
 */

export type Card = {
  /** The card's `data`, or all of a card of the first version: kept whole, and written out again unchanged. */
  data: JsonObject;
  fields: CardFields;
};

const text = v.fallback(v.string(), "");
const texts = v.fallback(v.pipe(v.array(v.unknown()), v.transform(onlyTexts)), []);

/** Our own fields, which no card has a place for. */
const ownFields = v.fallback(
  v.object({
    appearance: text,
    voice: text,
    quirks: texts,
    interests: texts,
    isNSFW: v.fallback(v.boolean(), false),
  }),
  { appearance: "", voice: "", quirks: [], interests: [], isNSFW: false },
);

/** What Talespark reads of a card. A field that is missing or of another type is empty: programs differ. */
export const cardFieldsSchema = v.object({
  name: text,
  nickname: text,
  description: text,
  personality: text,
  scenario: text,
  first_mes: text,
  mes_example: text,
  creator_notes: text,
  system_prompt: text,
  post_history_instructions: text,
  creator: text,
  alternate_greetings: texts,
  tags: texts,
  extensions: v.fallback(v.object({ talespark: ownFields }), { talespark: v.getFallback(ownFields) }),
});
export type CardFields = v.InferOutput<typeof cardFieldsSchema>;

/** A character's fields as a card gives them, within the limits that a person's own character has. */
export type CardCharacter = {
  name: string;
  description: string;
  personality: string;
  appearance: string;
  voice: string;
  quirks: string[];
  interests: string[];
  isNSFW: boolean;
};

/** The maximum length of a tag that becomes an interest. Longer ones are sentences. */
const INTEREST_MAX = 60;
const ADULT_TAG = /^(?:nsfw|adult|18\+|explicit)$/iu;

/**
 * The fields of a character from those of a card. Longer texts are shortened at a word; the card keeps them whole. A card
 * without a description is described by what else it tells.
 */
export function toCharacter(fields: CardFields): CardCharacter {
  const name = fitText(fields.name, NAME_MAX);
  const said = (value: string, max: number) => fitText(fillMacros(value, { char: name, user: "you" }), max);
  const own = fields.extensions.talespark;
  const descriptions = [fields.description, fields.creator_notes, fields.scenario, fields.personality].map(
    (text) => said(text, DESCRIPTION_MAX),
  );
  const description =
    descriptions.find((one) => countCharacters(one) >= DESCRIPTION_MIN) ?? `${name}, from a character card.`;
  return {
    name: countCharacters(name) < NAME_MIN ? `${name}.` : name,
    description,
    personality: said(fields.personality, TRAIT_MAX),
    appearance: fitText(own.appearance, TRAIT_MAX),
    voice: fitText(own.voice, TRAIT_MAX),
    quirks: toTags(own.quirks).slice(0, QUIRKS_MAX),
    interests: toTags(own.interests.length > 0 ? own.interests : toInterests(fields.tags)).slice(
      0,
      INTERESTS_MAX,
    ),
    isNSFW: own.isNSFW || fields.tags.some((tag) => ADULT_TAG.test(tag.trim())),
  };
}

function toTags(texts: readonly string[]): string[] {
  return texts.map((text) => fitText(text, TAG_MAX)).filter((text) => text !== "");
}

/** More greetings than any honest card has, and a longer one than a reply may be: the card keeps them all and whole. */
const GREETINGS_MAX = 100;
const GREETING_MAX = 20_000;

/** First message and its alternatives, the names filled in; empty ones are none. */
export function toGreetings(fields: CardFields, names: { char: string; user: string }): string[] {
  return [fields.first_mes, ...fields.alternate_greetings]
    .filter((greeting) => greeting.trim() !== "")
    .slice(0, GREETINGS_MAX)
    .map((greeting) => fitText(withoutHtml(fillMacros(greeting, names)), GREETING_MAX))
    .filter((greeting) => greeting !== "");
}

const HTML =
  /<(br|\/p|\/div|\/center|\/h[1-6]|\/summary|\/tr)\b[^<>]*>|<\/?(?:a|b|big|center|details|div|em|font|h[1-6]|hr|i|img|p|s|small|span|strong|sub|summary|sup|table|tbody|td|th|tr|u)(?:\s[^<>]*)?\/?>|!\[[^[\]]*\]\([^()]*\)/giu;

/** A greeting without the tags of HTML and the pictures that other programs show: here they would stand there as they are written. */
function withoutHtml(greeting: string): string {
  return greeting.replace(HTML, (_, ends: string | undefined) => (ends === undefined ? "" : "\n"));
}

const NAME = /\{\{\s*(char|bot|user)\s*\}\}|<(BOT|USER|CHAR)>/giu;
const CHOICE = /\{\{(?:random|pick)::?([^{}]*)\}\}/giu;
/** Comments, what only the program of the card fills in, and RisuAI's names of pictures and sounds, which are not here. */
const UNSEEN =
  /\{\{(?:\/\/[^{}]*|(?:comment|hidden_key):[^{}]*|original|trim|noop|(?:raw|path|img|image|video|audio|bgm|bg|emotion|asset|video-img|source)::[^{}]*)\}\}/giu;

/**
 * Puts names in the place of the cards' own words for them: `{{char}}`, `{{user}}`, `<BOT>`, `<USER>`. Of a choice the first is taken, so
 * that the same card always says the same; what a reader is not to see is left out.
 */
export function fillMacros(value: string, names: { char: string; user: string }): string {
  return value
    .replace(NAME, (_, braced: string | undefined, angled: string | undefined) =>
      (braced ?? angled ?? "").toLowerCase() === "user" ? names.user : names.char,
    )
    .replace(CHOICE, (_, choices: string) =>
      (choices.split(choices.includes("::") ? "::" : ",", 1)[0] ?? "").trim(),
    )
    .replace(UNSEEN, "");
}

/** The same with names that come from a file. They may be long and stand there often: a text that would grow too much stays as it is. */
export function fillOwnNames(value: string, names: { char: string; user: string }): string {
  if (value.length > GREETING_MAX) return value;
  const filled = fillMacros(value, names);
  return filled.length < 2 * value.length + NAME_MAX ? filled : value;
}

function toInterests(tags: readonly string[]): string[] {
  const shown = tags
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "" && tag.length <= INTEREST_MAX && !ADULT_TAG.test(tag));
  return [...new Set(shown)];
}

function onlyTexts(values: unknown[]): string[] {
  return values.filter((value) => typeof value === "string");
}
