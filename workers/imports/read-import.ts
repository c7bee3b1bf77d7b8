import { AppError } from "#domain/errors.ts";
import { IMPORT_FILES_MAX, IMPORT_MAX_BYTES, type ImportRemark } from "#domain/imports.ts";
import { isObject, type JsonObject, parseJson } from "#domain/json.ts";
import { STORY_FILE_FORMAT } from "#domain/story-file.ts";
import { toBareName } from "#domain/text.ts";
import { isPng } from "../characters/cards/png-chunks.ts";
import { isTooComplex } from "../characters/cards/read-card.ts";
import { isZip, listPacked, type Packed } from "../zip/read-zip.ts";
import { readDraftText } from "./formats/draft.ts";
import { readKobold } from "./formats/kobold.ts";
import { readNovelAiStory } from "./formats/novelai.ts";
import { type Chat, isChat, joinChats, readChat, splitLines } from "./formats/sillytavern.ts";
import { readStoryFile } from "./formats/story-file.ts";
import {
  MessageBudget,
  type ReadContext,
  type ReadConversation,
  Remarks,
  refuseFile,
} from "./tree-builder.ts";

export type ImportFile = { name: string; bytes: Uint8Array };
/** A file as it was chosen, or out of a ZIP; `findBeside`: another one of that ZIP, by its path from this one. */
export type OpenedFile = ImportFile & Pick<ReadContext, "findBeside">;
export type ReadImport = {
  conversations: ReadConversation[];
  cameAlong: ImportRemark[];
  leftOut: ImportRemark[];
};

const WHY = {
  packed: "This ZIP unpacks to more than 20 MB. Please bring it in in parts.",
  many: `There are more than ${IMPORT_FILES_MAX} files in this ZIP. Please bring it in in parts.`,
  zip: "This ZIP is broken and can't be read.",
  picture: "This is a picture, and holds no story.",
  document: "The words in this kind of file can't be read. Save it as text or Markdown, and bring that in.",
  web: "This is a web page, not a story.",
  binary: "This is no text that can be read. If it is one, save it as UTF-8 and bring it in again.",
  lore: "This is a lorebook, not a story. Bring it in at a story: in its notes, under Lore, at Books.",
  json: "This is no story that is known here. Choose a chat of SillyTavern, a save of KoboldAI, a story of NovelAI, a file of Talespark, or text.",
  broken: "This file is broken and can't be read.",
  empty: "There are no words in this.",
} as const;

/** Files of word processors, and e-books. Many are ZIPs, and the files in those are no stories. */
const DOCUMENT = /\.(?:docx?|epub|fb2|odt|pages|pdf|rtf)$/iu;
/** A sign with the backslash that Markdown needs before it, such as `1\.` or `a\_b`. A story would show the backslash. */
const ESCAPED = /\\([!-/:-@[-`{-~\n])/gu;
/** More is in no honest card, and `readCard` refuses it. */
const CARD_MAX_BYTES = 300_000;
/** Of a picture beside a file of ours, and how many of them are read: each is scaled. */
const PICTURE_MAX_BYTES = 5 * 1024 * 1024;
const PICTURES_MAX = 1_000;
/** In the archive of a library stories and chats stand twice, as JSON and for readers, among files that are no stories. */
const ARCHIVED = /^(?:stories|chats)\/[^/]+\.json$/u;

/** Opens the files of one import, one at a time and within the limits of all of them together. */
export class FileOpener {
  #bytes = 0;
  #files = 0;
  #pictureBytes = 0;
  #pictures = 0;

  /** The file, or those of a ZIP; a card as CHARX, which has no chat in it, stays one. Names are names alone: nothing is written to them. Throws INVALID_INPUT. */
  *open(file: ImportFile): Generator<OpenedFile> {
    const packed = isZip(file.bytes) && !DOCUMENT.test(file.name) ? listPacked(file.bytes) : [];
    if (packed === null) throw refuseFile(WHY.zip);
    const isCharx =
      packed.some(({ name }) => name === "card.json") && !packed.some(({ name }) => name.endsWith(".jsonl"));
    if (packed.length === 0 || isCharx) {
      yield { ...file, findBeside: () => null };
      return;
    }
    const root = findArchive(packed);
    for (const { name, unpack } of packed) {
      const [, folder = "", own = ""] = /^(.*[\\/])?([^\\/]*)$/u.exec(name) ?? [];
      if (own === "" || own.startsWith(".") || name.startsWith("__MACOSX")) continue;
      if (root !== null && !ARCHIVED.test(name.slice(root.length))) continue;
      const unpacked = unpack(IMPORT_MAX_BYTES - this.#bytes);
      if (!unpacked.ok) throw refuseFile(unpacked.why === "too-large" ? WHY.packed : WHY.zip);
      this.#bytes += unpacked.bytes.length;
      this.#files += 1;
      if (this.#files > IMPORT_FILES_MAX) throw refuseFile(WHY.many);
      const findBeside = (path: string) => {
        const beside = packed.find((one) => one.name === folder + path);
        return beside ? () => this.#unpackPicture(beside) : null;
      };
      yield { name: own.slice(0, 200), bytes: unpacked.bytes, findBeside };
    }
  }

  /** `null`: it can't be read, or is beyond the limits of all of them together: one may be named by many messages. */
  #unpackPicture({ unpack }: Packed): Uint8Array<ArrayBuffer> | null {
    this.#pictures += 1;
    if (this.#pictures > PICTURES_MAX) return null;
    const unpacked = unpack(Math.min(PICTURE_MAX_BYTES, IMPORT_MAX_BYTES - this.#pictureBytes));
    if (!unpacked.ok) return null;
    this.#pictureBytes += unpacked.bytes.length;
    return new Uint8Array(unpacked.bytes);
  }
}

/**
 * Where the files of a library's archive lie in a ZIP: in its root, or in one folder, where browsers have unpacked the archive and it was packed
 * again. `null`: it is none.
 */
function findArchive(packed: readonly Packed[]): string | null {
  const account = packed.find(({ name }) => /^(?:[^/]+\/)?account\.json$/u.test(name));
  if (!account) return null;
  const root = account.name.slice(0, -"account.json".length);
  return packed.some(({ name }) => name === `${root}sparks.json`) ? root : null;
}

export function* openFiles(files: Iterable<ImportFile>): Generator<OpenedFile> {
  const opener = new FileOpener();
  for (const file of files) yield* opener.open(file);
}

/** Whether a file is a character card, by its bytes. */
export function isCard({ name, bytes }: ImportFile): boolean {
  if (DOCUMENT.test(name)) return false;
  if (isPng(bytes) || isZip(bytes)) return true;
  return bytes.length <= CARD_MAX_BYTES && isCardJson(readJsonText(decodeText(bytes)?.text ?? ""));
}

function isCardJson(json: unknown): boolean {
  return (
    isObject(json) && (/^chara_card/u.test(String(json["spec"])) || ("first_mes" in json && "name" in json))
  );
}

/**
 * Reads all that is in opened files but for cards, which have become characters already. What is wrong with one stands in `leftOut`. Throws
 * INVALID_INPUT if there is no conversation at all.
 */
export function readImport(
  files: Iterable<OpenedFile>,
  { name, now }: { name: string; now: Date },
): ReadImport {
  const shared = { now, budget: new MessageBudget(), leftOut: new Remarks(), cameAlong: new Remarks() };
  const conversations: ReadConversation[] = [];
  const chats: Chat[] = [];
  const refused: ImportRemark[] = [];
  for (const file of files) {
    try {
      const context = { ...shared, file: toTitle(file.name), findBeside: file.findBeside };
      readFile(file, context, { conversations, chats });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ what: `“${file.name}”`, why: error.message });
    }
  }
  conversations.push(...joinChats(chats, { ...shared, file: "", findBeside: () => null }, toTitle(name)));
  const read = conversations.filter(({ messages }) => messages.length > 0);
  const leftOut = [...refused, ...shared.leftOut.list()];
  if (read.length === 0) throw refuseFile(leftOut[0]?.why ?? WHY.empty);
  return { conversations: read, cameAlong: shared.cameAlong.list(), leftOut };
}

function readFile(
  file: ImportFile,
  context: ReadContext,
  found: { conversations: ReadConversation[]; chats: Chat[] },
): void {
  if (DOCUMENT.test(file.name)) throw refuseFile(WHY.document);
  if (isPng(file.bytes) || isZip(file.bytes)) return;
  if (/\.(?:png|jpe?g|gif|webp|avif)$/iu.test(file.name)) throw refuseFile(WHY.picture);
  const decoded = decodeText(file.bytes);
  if (decoded === null) throw refuseFile(WHY.binary);
  const { text, isGuessed } = decoded;
  if (text.trim() === "") throw refuseFile(WHY.empty);
  if (/^\s*(?:<!doctype html|<html|<svg)/iu.test(text.slice(0, 1_000))) throw refuseFile(WHY.web);
  if (isGuessed)
    context.cameAlong.add("file", "files", "It is not in UTF-8: its accents were read as those of Windows.");
  if (isChat(text)) {
    found.chats.push(readChat(splitLines(text), context));
    return;
  }
  const json = readJsonText(text);
  if (json === undefined && /\.(?:json|jsonl|story|scenario|lorebook)$/iu.test(file.name))
    throw refuseFile(WHY.broken);
  if (file.bytes.length <= CARD_MAX_BYTES && isCardJson(json)) return;
  if (Array.isArray(json) && json.some((one) => isObject(one) && "mes" in one)) {
    found.chats.push(readChat(json, context));
    return;
  }
  const draft = /\.(?:md|markdown)$/iu.test(file.name) ? text.replace(ESCAPED, "$1") : text;
  found.conversations.push(json === undefined ? readDraftText(draft, context) : readJson(json, context));
}

function readJson(json: unknown, context: ReadContext): ReadConversation {
  if (!isObject(json)) throw refuseFile(isLoreList(json) ? WHY.lore : WHY.json);
  if (json["format"] === STORY_FILE_FORMAT) return readStoryFile(json, context);
  if (json["storyContainerVersion"] !== undefined) return readNovelAiStory(json, context);
  if (isKobold(json)) return readKobold(json, context);
  const isLore = ["lorebookVersion", "entries", "scenarioVersion"].some((name) => name in json);
  throw refuseFile(isLore ? WHY.lore : WHY.json);
}

/** Story cards of AI Dungeon, and lists of entries of other programs. */
function isLoreList(json: unknown): boolean {
  const isEntry = (one: unknown) => isObject(one) && ["keys", "key", "keywords"].some((name) => name in one);
  return Array.isArray(json) && json.some(isEntry);
}

function isKobold(json: JsonObject): boolean {
  return (
    json["scenarioVersion"] === undefined &&
    (Array.isArray(json["actions"]) ||
      json["gamestarted"] !== undefined ||
      json["savedsettings"] !== undefined)
  );
}

/** `undefined`: it is no JSON object and no list. */
function readJsonText(text: string): unknown {
  return /^\s*[{[]/u.test(text.slice(0, 1_000)) && !isTooComplex(text) ? parseJson(text) : undefined;
}

/** At most so many bytes of a text in Windows-1252 are letters with an accent. In GBK or Shift-JIS nearly all bytes look like such letters. */
const ACCENTS_MAX = 1 / 3;

/** As UTF-8 or UTF-16, else as Windows-1252. `null`: it is no text, or its script is not one of Windows-1252. */
function decodeText(bytes: Uint8Array): { text: string; isGuessed: boolean } | null {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : null;
  if (wide !== null) return { text: new TextDecoder(wide).decode(bytes), isGuessed: false };
  if (bytes.subarray(0, 4_096).includes(0)) return null;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    const accents = bytes.reduce((count, byte) => count + (byte >> 7), 0);
    return accents > bytes.length * ACCENTS_MAX
      ? null
      : { text: new TextDecoder("windows-1252").decode(bytes), isGuessed: true };
  }
}

function toTitle(name: string): string {
  return toBareName(name).trim() || "Imported story";
}
