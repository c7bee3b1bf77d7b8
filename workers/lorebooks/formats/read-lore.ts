import { Buffer } from "node:buffer";
import { listUnreadableKeys } from "#domain/choose-lore.ts";
import { AppError } from "#domain/errors.ts";
import { isObject, type JsonObject, parseJson } from "#domain/json.ts";
import { ENTRY_TEXT_MAX, LORE_FILE_MAX_BYTES } from "#domain/lore.ts";
import { countThings } from "#domain/numbers.ts";
import { findText, isPng, readChunks } from "../../characters/cards/png-chunks.ts";
import { isTooComplex, readCard } from "../../characters/cards/read-card.ts";
import { isZip } from "../../zip/read-zip.ts";
import { type ReadBook, readCharacterBook, readEntryList, readSillyTavern } from "./book.ts";
import { toKeys } from "./entry.ts";
import { readNovelAi } from "./novelai.ts";
import { readAgnai, readAiDungeon, readRisu } from "./other-programs.ts";

/** Of one entry with all that it came with: more is in no honest book. */
const ENTRY_MAX_BYTES = 100 * 1024;
/** Patterns of a book that are tried out for the report. Each takes up to some milliseconds. */
const PATTERNS_TRIED = 10;

const WHY = {
  large: "This file is larger than 5 MB.",
  empty: "This file is empty.",
  broken: "This file is broken: it is neither JSON nor a picture with a card.",
  encoding: "This file is not text in UTF-8.",
  deep: "This file is nested too deeply.",
  other:
    "This is no lorebook that is known here. Choose one of SillyTavern, NovelAI, AI Dungeon, Agnai or RisuAI, or a character card.",
  kobold: "This is a KoboldAI save, not a lorebook.",
  chat: "This is a chat, not a lorebook.",
  none: "There is no lorebook in this card.",
  nothing: "There is no entry in this book.",
} as const;

/** Reads a lorebook from the bytes of a file, whatever its format. Throws INVALID_INPUT with a sentence that says what is wrong. */
export function readLore(file: Uint8Array): ReadBook {
  if (file.length > LORE_FILE_MAX_BYTES) throw refuse(WHY.large);
  if (file.length === 0) throw refuse(WHY.empty);
  const pictured = isPng(file) ? findPictured(file) : file;
  const book =
    isZip(file) || pictured === null ? readOfCard(readCard(file).data) : findBook(readJson(pictured));
  return check(book);
}

/** The book that NovelAI puts into a picture; `null`: there is none. */
function findPictured(picture: Uint8Array): Uint8Array | null {
  const encoded = findText(readChunks(picture) ?? [], "naidata");
  return encoded && Buffer.from(new TextDecoder("latin1").decode(encoded), "base64");
}

/** The book of a card's data; `null`: it has none, or an empty one. */
export function readBookOfCard(data: JsonObject): ReadBook | null {
  if (!isObject(data["character_book"])) return null;
  const book = readOfCard(data);
  return book.entries.length === 0 ? null : check(book);
}

function readOfCard({ character_book: book }: JsonObject): ReadBook {
  if (!isObject(book)) throw refuse(WHY.none);
  return readCharacterBook(book, "Character card");
}

function readJson(file: Uint8Array): unknown {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(file);
  } catch {
    throw refuse(WHY.encoding);
  }
  if (isTooComplex(text)) throw refuse(WHY.deep);
  const json = parseJson(text);
  if (json !== undefined) return json;
  const isChat = /^\s*\{[^\n]*"(?:chat_metadata|user_name)"/u.test(text.slice(0, 2_000));
  throw refuse(isChat ? WHY.chat : WHY.broken);
}

/** Finds out the format by what the file has. */
function findBook(json: unknown): ReadBook {
  if (Array.isArray(json)) return findList(readEntryList(json).map(({ raw }) => raw));
  if (!isObject(json)) throw refuse(WHY.other);
  const { spec, data, entries, lorebook } = json;
  if (spec === "lorebook_v3" && isObject(data)) return readCharacterBook(data, "Lorebook of V3");
  if (isObject(data) && isObject(data["character_book"])) return readOfCard(data);
  if (isObject(json["character_book"])) return readOfCard(json);
  if (typeof spec === "string") throw refuse(WHY.none);
  if (json["type"] === "risu" && data !== undefined) return readRisu(json);
  if (json["lorebookVersion"] !== undefined) return readNovelAi(json);
  // A scenario, or a story.
  const inside = lorebook ?? (isObject(json["content"]) ? json["content"]["lorebook"] : undefined);
  if (isObject(inside) && inside["lorebookVersion"] !== undefined) return readNovelAi(inside);
  if (json["gamestarted"] !== undefined || json["savedsettings"] !== undefined) throw refuse(WHY.kobold);
  if (json["chat_metadata"] !== undefined) throw refuse(WHY.chat);
  if (entries === undefined)
    throw refuse("first_mes" in json || "description" in json ? WHY.none : WHY.other);
  const found = readEntryList(entries).map(({ raw }) => raw);
  if (json["kind"] === "memory" || found.some((entry) => "keywords" in entry)) return readAgnai(json);
  if (found.length === 0) throw refuse(WHY.nothing);
  const isCard = found.some((entry) => "keys" in entry || "insertion_order" in entry);
  return isCard ? readCharacterBook(json) : readSillyTavern(json);
}

function findList(found: readonly JsonObject[]): ReadBook {
  if (found.length === 0) throw refuse(WHY.nothing);
  if (found.some(isAiDungeonCard)) return readAiDungeon(found);
  if (found.some((entry) => "keywords" in entry)) return readAgnai({ entries: found });
  if (found.some((entry) => "keys" in entry)) return readCharacterBook({ entries: found }, "List of entries");
  if (found.some((entry) => "key" in entry)) return readSillyTavern({ entries: found });
  throw refuse(WHY.other);
}

/** Story cards, and the world info before them. */
function isAiDungeonCard(entry: JsonObject): boolean {
  return (
    ("value" in entry && ("keys" in entry || "title" in entry)) ||
    ("entry" in entry && typeof entry["keys"] === "string")
  );
}

/** The limits of a book, and what a person should know of it. */
function check(book: ReadBook): ReadBook {
  const { entries } = book;
  if (entries.length === 0) throw refuse(WHY.nothing);
  const heavy = entries.find(({ raw }) => JSON.stringify(raw).length > ENTRY_MAX_BYTES);
  if (heavy) throw refuse(`The entry “${heavy.name}” holds more than the 100 KB that can be kept.`);
  const long = entries.filter(({ text }) => text.length > ENTRY_TEXT_MAX).length;
  const patterned = entries
    .filter(({ rules }) => rules.isPattern || rules.keys.some((key) => key.startsWith("/")))
    .slice(0, PATTERNS_TRIED);
  const unreadable = patterned.filter(({ rules }) => listUnreadableKeys(rules).length > 0);
  const keyless = entries.filter(({ rules }) => rules.when === "mentioned" && rules.keys.length === 0).length;
  const dropped = entries.filter(({ raw, rules }) => countKeys(raw) > rules.keys.length).length;
  return {
    ...book,
    changed: [
      ...book.changed,
      ...(long > 0
        ? [
            `${countThings(long, "entry is", "entries are")} longer than ${ENTRY_TEXT_MAX} characters: kept whole.`,
          ]
        : []),
      ...(dropped > 0
        ? [
            `Keys that are empty, no texts or too long were left out (${countThings(dropped, "entry", "entries")}).`,
          ]
        : []),
      ...(keyless > 0
        ? [
            `${countThings(keyless, "entry has", "entries have")} no key and will not be used before you add one.`,
          ]
        : []),
    ],
    notUnderstood: [
      ...book.notUnderstood,
      ...unreadable.map(
        ({ name, rules }) => `the pattern “${listUnreadableKeys(rules)[0]?.slice(0, 60)}” of “${name}”`,
      ),
    ],
  };
}

function countKeys(raw: JsonObject): number {
  const keys = raw["keys"] ?? raw["key"] ?? raw["keywords"];
  return Array.isArray(keys) ? keys.length : toKeys(keys).length;
}

function refuse(message: string): AppError {
  return new AppError("INVALID_INPUT", { message, field: "file" });
}
