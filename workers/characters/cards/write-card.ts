import { Buffer } from "node:buffer";
import * as v from "valibot";
import type { JsonObject } from "#domain/json.ts";
import { type CardCharacter, cardFieldsSchema, toCharacter } from "./card.ts";
import { keepPicture, readChunks, toTextChunk, writeChunks } from "./png-chunks.ts";

/** V3's additions, which a card of V2 does not have. */
const ONLY_V3 = [
  "nickname",
  "creator_notes_multilingual",
  "source",
  "group_only_greetings",
  "creation_date",
  "modification_date",
  "assets",
];

export type CardSource = {
  character: CardCharacter;
  /** The data of the card that the character came from; `null`: it was made here. */
  data: JsonObject | null;
  /** Its lorebook as a card has it; `null`: it has none any more; absent: that of `data`. */
  book?: JsonObject | null;
  now: Date;
};

/** The character as a card of V3. What came with a card comes out as it was, but for what was changed here since. */
export function toCardV3(source: CardSource): JsonObject {
  return { spec: "chara_card_v3", spec_version: "3.0", data: toCardData(source) };
}

/** The same for programs that know V2 only. */
export function toCardV2(source: CardSource): JsonObject {
  const data = Object.fromEntries(
    Object.entries(toCardData(source)).filter(([key]) => !ONLY_V3.includes(key)),
  );
  return { spec: "chara_card_v2", spec_version: "2.0", data };
}

/** A PNG with the card in it, in both versions. `portrait`: a PNG. Returns `null` where that can't be read. */
export function writePngCard(source: CardSource, portrait: Uint8Array): Uint8Array | null {
  const chunks = readChunks(portrait);
  if (chunks === null) return null;
  const picture = keepPicture(chunks);
  const cards = [
    toTextChunk("chara", toBase64(toCardV2(source))),
    toTextChunk("ccv3", toBase64(toCardV3(source))),
  ];
  return writeChunks([...picture.slice(0, -1), ...cards, ...picture.slice(-1)]);
}

/** A card as Base64 of its JSON in UTF-8, as files of cards have it. */
function toBase64(card: JsonObject): string {
  return Buffer.from(JSON.stringify(card)).toString("base64");
}

function toCardData({ character, data, book, now }: CardSource): JsonObject {
  const seconds = Math.floor(now.getTime() / 1000);
  const base = withBook(data ?? { creation_date: seconds }, book);
  const came = data && toCharacter(v.parse(cardFieldsSchema, data));
  const changed = changedFields(character, came);
  return {
    ...EMPTY,
    ...base,
    ...changed,
    ...(came !== null && Object.keys(changed).length > 0 ? { modification_date: seconds } : {}),
    extensions: withOwnFields(base["extensions"], character),
  };
}

function withBook(data: JsonObject, book: JsonObject | null | undefined): JsonObject {
  if (book === undefined) return data;
  const { character_book: _, ...rest } = data;
  return book === null ? rest : { ...data, character_book: book };
}

/** The fields that differ from the imported card: only these are replaced. */
function changedFields(character: CardCharacter, came: CardCharacter | null): JsonObject {
  const { name, description, personality, interests } = character;
  const fields: JsonObject = {};
  if (name !== came?.name) fields["name"] = name;
  if (description !== came?.description) fields["description"] = description;
  if (personality !== came?.personality) fields["personality"] = personality;
  if (came === null || JSON.stringify(interests) !== JSON.stringify(came.interests))
    fields["tags"] = interests;
  return fields;
}

function withOwnFields(extensions: unknown, character: CardCharacter): JsonObject {
  const kept = typeof extensions === "object" && extensions !== null ? extensions : {};
  const { appearance, voice, quirks, interests, isNSFW } = character;
  return { ...kept, talespark: { appearance, voice, quirks, interests, isNSFW } };
}

/** What a card must have by its specification, even where it is empty. */
const EMPTY: JsonObject = {
  name: "",
  description: "",
  personality: "",
  scenario: "",
  first_mes: "",
  mes_example: "",
  creator_notes: "",
  system_prompt: "",
  post_history_instructions: "",
  alternate_greetings: [],
  group_only_greetings: [],
  tags: [],
  creator: "",
  character_version: "",
};
