import { Buffer } from "node:buffer";
import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { isObject, type JsonObject, toList, toObject } from "#domain/json.ts";
import { PIXELS_MAX } from "../../pictures/image-bytes.ts";
import { isZip, unpackFile } from "../../zip/read-zip.ts";
import { type Card, cardFieldsSchema } from "./card.ts";
import { findText, isPng, keepPicture, readChunks, readSize, writeChunks } from "./png-chunks.ts";

/** Of the file (issue of the format's own limits: none says any). Portraits with a card in them are 0.2 to 5 MB. */
export const CARD_FILE_MAX_BYTES = 10 * 1024 * 1024;
/** Of the card's JSON, which is stored with the character. Large lorebooks have some hundred kB. */
export const CARD_JSON_MAX_BYTES = 256 * 1024;
/** The same in base64, in lines of 76 characters at the shortest. */
const BASE64_MAX_BYTES = CARD_JSON_MAX_BYTES * 1.4;
/** The first sign of a JSON file stands among its first bytes. */
const BLANK_MAX_BYTES = 1024;
/** Deeper nesting is in no honest card, and makes some readers of JSON fail. */
const DEPTH_MAX = 32;
/** Lists and objects: more are in no honest file, and an empty one takes ten times its two bytes of memory. */
const OPENED_MAX = 1_000_000;

export type ReadCard = Card & {
  /** The picture that came with it: a PNG without anything but the picture, or another image as it came; `null`: none. */
  portrait: Uint8Array | null;
};

const WHY = {
  large: "This card is larger than 10 MB.",
  heavy: "This card holds more text than the 256 KB that can be kept.",
  bomb: "This card unpacks to more than it should, and was refused.",
  other: "This file is not a character card. Choose a card as JSON, PNG or CHARX.",
  plain: "There is no character in this picture. Choose a card as JSON, PNG or CHARX.",
  broken: "This card is broken and can't be read.",
  nameless: "There is no name in this card.",
} as const;

/** Reads a card from a file's bytes. Throws INVALID_INPUT of the field `file` with a sentence that says what is wrong. */
export function readCard(file: Uint8Array): ReadCard {
  if (file.length > CARD_FILE_MAX_BYTES) throw refuse("large");
  if (isPng(file)) return readPngCard(file);
  const first = file
    .subarray(0, BLANK_MAX_BYTES)
    .find((byte) => byte > 0x20 && byte !== 0xef && byte !== 0xbb && byte !== 0xbf);
  if (first === "{".charCodeAt(0)) return { ...parseCard(file), portrait: null };
  if (isZip(file) || isJpeg(file)) return readCharx(file);
  throw refuse("other");
}

function readPngCard(file: Uint8Array): ReadCard {
  const chunks = readChunks(file);
  if (chunks === null) throw refuse("broken");
  const encoded = findText(chunks, "ccv3") ?? findText(chunks, "chara");
  if (encoded === null) throw refuse("plain");
  const size = readSize(chunks);
  if (size === null || size.width === 0 || size.height === 0) throw refuse("broken");
  if (size.width * size.height > PIXELS_MAX) throw refuse("bomb");
  return { ...parseCard(decodeBase64(encoded)), portrait: writeChunks(keepPicture(chunks)) };
}

function readCharx(file: Uint8Array): ReadCard {
  const json = unpackFile(file, "card.json", CARD_JSON_MAX_BYTES);
  if (!json.ok) throw refuse(json.why === "missing" ? "other" : json.why === "too-large" ? "bomb" : "broken");
  const card = parseCard(json.bytes);
  const icon = findIconPath(card.data);
  if (icon === null) return { ...card, portrait: null };
  const picture = unpackFile(file, icon, CARD_FILE_MAX_BYTES);
  if (!picture.ok && picture.why === "too-large") throw refuse("bomb");
  return { ...card, portrait: picture.ok ? cleanPicture(picture.bytes) : null };
}

/** A PNG without anything but its picture, and none that would fill the memory; other images as they are. */
function cleanPicture(bytes: Uint8Array): Uint8Array | null {
  if (!isPng(bytes)) return bytes;
  const chunks = readChunks(bytes);
  const size = chunks && readSize(chunks);
  if (chunks === null || size === null) return null;
  if (size.width * size.height > PIXELS_MAX) throw refuse("bomb");
  return writeChunks(keepPicture(chunks));
}

function parseCard(bytes: Uint8Array): Card {
  if (bytes.length > CARD_JSON_MAX_BYTES) throw refuse("heavy");
  let json: unknown;
  try {
    const source = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (isTooComplex(source)) throw refuse("broken");
    json = JSON.parse(source);
  } catch {
    throw refuse("broken");
  }
  if (!isObject(json)) throw refuse("other");
  const { spec, data: wrapped } = json;
  if (spec !== undefined && !isObject(wrapped)) throw refuse("broken");
  const data = isObject(wrapped) ? wrapped : toFirstVersion(json);
  const looksLikeCard =
    typeof spec === "string" || ["first_mes", "description", "personality"].some((key) => key in data);
  if (!looksLikeCard) throw refuse("other");
  const fields = v.parse(cardFieldsSchema, data);
  if (!/[\p{L}\p{N}]/u.test(fields.name)) throw refuse("nameless");
  return { data, fields };
}

/** A card without `data`. Agnai and text-generation-webui have other names for what the first version has. */
function toFirstVersion(card: JsonObject): JsonObject {
  if ("char_name" in card) {
    return {
      name: card["char_name"],
      description: card["char_persona"],
      scenario: card["world_scenario"],
      first_mes: card["char_greeting"],
      mes_example: card["example_dialogue"],
      ...card, // some programs write both names
    };
  }
  if (!isObject(card["persona"]) || !("greeting" in card)) return card;
  const persona = Object.entries(toObject(card["persona"]["attributes"])).map(([name, values]) => {
    const texts = toList(values).filter((value) => typeof value === "string");
    return `${name === "text" ? "" : `${name}: `}${texts.join(", ")}`;
  });
  return {
    ...card,
    description: persona.join("\n"),
    creator_notes: card["description"],
    first_mes: card["greeting"],
    alternate_greetings: card["alternateGreetings"],
    mes_example: card["sampleChat"],
    system_prompt: card["systemPrompt"],
    post_history_instructions: card["postHistoryInstructions"],
  };
}

/** Whether JSON is nested too deeply, or has too many lists and objects. Counts brackets outside strings: the parser has no limit. */
export function isTooComplex(source: string): boolean {
  let depth = 0;
  let opened = 0;
  let quoted = false;
  for (let at = 0; at < source.length; at += 1) {
    const char = source[at];
    if (quoted) {
      if (char === "\\") at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "{" || char === "[") {
      depth += 1;
      opened += 1;
      if (depth > DEPTH_MAX || opened > OPENED_MAX) return true;
    } else if (char === "}" || char === "]") depth -= 1;
  }
  return false;
}

const assetsSchema = v.array(
  v.object({ type: v.string(), uri: v.string(), name: v.fallback(v.string(), "") }),
);

/** Where in a CHARX its main icon lies; `null`: nowhere in it. */
function findIconPath({ assets }: JsonObject): string | null {
  const parsed = v.safeParse(assetsSchema, assets);
  if (!parsed.success) return null;
  const icons = parsed.output.filter(({ type }) => type === "icon");
  const main = icons.find(({ name }) => name === "main") ?? icons[0];
  return /^embedd?ed:\/\/(.+)$/u.exec(main?.uri ?? "")?.[1] ?? null;
}

/** A CHARX may have a JPEG in front of its ZIP, for programs that show it as one. */
function isJpeg(file: Uint8Array): boolean {
  return file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff;
}

function decodeBase64(encoded: Uint8Array): Uint8Array {
  if (encoded.length > BASE64_MAX_BYTES) throw refuse("heavy");
  return Buffer.from(new TextDecoder("latin1").decode(encoded), "base64");
}

function refuse(why: keyof typeof WHY): AppError {
  return new AppError("INVALID_INPUT", { message: WHY[why], field: "file" });
}
