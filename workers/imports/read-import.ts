import { AppError } from "#domain/errors.ts";
import { IMPORT_FILES_MAX, IMPORT_MAX_BYTES, type ImportRemark } from "#domain/imports.ts";
import { isObject, type JsonObject } from "#domain/json.ts";
import { STORY_FILE_FORMAT } from "#domain/story-file.ts";
import { isPng } from "../characters/cards/png-chunks.ts";
import { isTooDeep } from "../characters/cards/read-card.ts";
import { listPacked } from "../characters/cards/unpack.ts";
import { readDraftText } from "./formats/draft.ts";
import { readKobold } from "./formats/kobold.ts";
import { readNovelAiStory } from "./formats/novelai.ts";
import { type Chat, isChat, joinChats, readChat, splitLines } from "./formats/sillytavern.ts";
import { readStoryFile } from "./formats/story-file.ts";
import { MessageBudget, type ReadContext, type ReadConversation, Remarks } from "./tree-builder.ts";

export type ImportFile = { name: string; bytes: Uint8Array };
export type ReadImport = {
  conversations: ReadConversation[];
  cameAlong: ImportRemark[];
  leftOut: ImportRemark[];
};

const WHY = {
  packed: "This ZIP unpacks to more than 20 MB. Please bring it in in parts.",
  many: `There are more than ${IMPORT_FILES_MAX} files in this ZIP. Please bring it in in parts.`,
  zip: "This ZIP is broken and can't be read.",
  nested: "A ZIP in a ZIP is not opened.",
  picture: "This is a picture, and holds no story.",
  web: "This is a web page, not a story.",
  binary: "This is no text that can be read.",
  lore: "This is a lorebook, not a story. Bring it in at Lorebooks.",
  json: "This is no story that is known here. Choose a chat of SillyTavern, a save of KoboldAI, a story of NovelAI, a file of Talespark, or text.",
  broken: "This file is broken and can't be read.",
  empty: "There are no words in this.",
} as const;

/** Unpacks ZIPs, within the limits; a card as CHARX stays one file. Names are names alone: nothing is written to them. Throws INVALID_INPUT. */
export function unpackImport(files: readonly ImportFile[]): ImportFile[] {
  let bytes = 0;
  const found: ImportFile[] = [];
  for (const file of files) {
    const packed = isZip(file.bytes) ? listPacked(file.bytes) : null;
    if (packed === null || packed.some(({ name }) => name === "card.json")) {
      if (packed === null && isZip(file.bytes)) throw refuse(WHY.zip);
      found.push(file);
      continue;
    }
    for (const { name, unpack } of packed) {
      const own = name.replace(/^.*[\\/]/u, "");
      if (own === "" || own.startsWith(".") || name.startsWith("__MACOSX")) continue;
      const unpacked = unpack(IMPORT_MAX_BYTES - bytes);
      if (!unpacked.ok) throw refuse(unpacked.why === "too-large" ? WHY.packed : WHY.zip);
      bytes += unpacked.bytes.length;
      found.push({ name: own.slice(0, 200), bytes: unpacked.bytes });
      if (found.length > IMPORT_FILES_MAX) throw refuse(WHY.many);
    }
  }
  return found;
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** Whether a file is a character card, by its bytes. */
export function isCard({ bytes }: ImportFile): boolean {
  if (isPng(bytes) || isZip(bytes)) return true;
  if (bytes.length > 300_000) return false;
  const text = decodeText(bytes)?.text ?? "";
  if (!text.trimStart().startsWith("{")) return false;
  const json = parseJson(text);
  return (
    isObject(json) && (/^chara_card/u.test(String(json["spec"])) || ("first_mes" in json && "name" in json))
  );
}

/** Reads all that is in unpacked files. What is wrong with one stands in `leftOut`. Throws INVALID_INPUT if there is no conversation at all. */
export function readImport(
  files: readonly ImportFile[],
  { name, now }: { name: string; now: Date },
): ReadImport {
  const shared = { now, budget: new MessageBudget(), leftOut: new Remarks(), cameAlong: new Remarks() };
  const conversations: ReadConversation[] = [];
  const chats: Chat[] = [];
  const refused: ImportRemark[] = [];
  for (const file of files) {
    if (isCard(file)) {
      continue; // it has become a character already
    }
    try {
      readFile(file, { ...shared, file: toTitle(file.name) }, { conversations, chats });
    } catch (error) {
      if (!(error instanceof AppError) || files.length === 1) throw error;
      refused.push({ what: `“${file.name}”`, why: error.message });
    }
  }
  conversations.push(...joinChats(chats, { ...shared, file: "" }, toTitle(name)));
  const read = conversations.filter(({ messages }) => messages.length > 0);
  const leftOut = [...refused, ...shared.leftOut.list()];
  if (read.length === 0) throw refuse(leftOut[0]?.why ?? WHY.empty);
  return { conversations: read, cameAlong: shared.cameAlong.list(), leftOut };
}

function readFile(
  file: ImportFile,
  context: ReadContext,
  found: { conversations: ReadConversation[]; chats: Chat[] },
): void {
  if (isZip(file.bytes)) throw refuse(WHY.nested);
  const isPicture = /\.(?:png|jpe?g|gif|webp|avif)$/iu.test(file.name);
  const decoded = decodeText(file.bytes);
  if (decoded === null) throw refuse(isPicture ? WHY.picture : WHY.binary);
  const { text, isGuessed } = decoded;
  if (text.trim() === "") throw refuse(WHY.empty);
  if (isPicture) throw refuse(WHY.picture);
  if (/^\s*(?:<!doctype html|<html|<svg)/iu.test(text.slice(0, 1_000))) throw refuse(WHY.web);
  if (isGuessed)
    context.cameAlong.add("file", "files", "It is not in UTF-8: its accents were read as those of Windows.");
  if (isChat(text)) {
    found.chats.push(readChat(splitLines(text), context));
    return;
  }
  const json = /^\s*[{[]/u.test(text.slice(0, 1_000)) ? parseJson(text) : undefined;
  if (json === undefined && /\.(?:json|jsonl|story|scenario|lorebook)$/iu.test(file.name))
    throw refuse(WHY.broken);
  if (Array.isArray(json) && json.some((one) => isObject(one) && "mes" in one)) {
    found.chats.push(
      readChat(
        json.map((one) => JSON.stringify(one)),
        context,
      ),
    );
    return;
  }
  found.conversations.push(json === undefined ? readDraftText(text, context) : readJson(json, context));
}

function readJson(json: unknown, context: ReadContext): ReadConversation {
  if (!isObject(json)) throw refuse(WHY.json);
  if (json["format"] === STORY_FILE_FORMAT) return readStoryFile(json, context);
  if (json["storyContainerVersion"] !== undefined) return readNovelAiStory(json, context);
  if (isKobold(json)) return readKobold(json, context);
  const isLore =
    json["lorebookVersion"] !== undefined ||
    json["entries"] !== undefined ||
    json["scenarioVersion"] !== undefined;
  throw refuse(isLore ? WHY.lore : WHY.json);
}

function isKobold(json: JsonObject): boolean {
  return (
    json["scenarioVersion"] === undefined &&
    (Array.isArray(json["actions"]) ||
      json["gamestarted"] !== undefined ||
      json["savedsettings"] !== undefined)
  );
}

/** `undefined`: it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return isTooDeep(text) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** UTF-8 or UTF-16; what is neither was mostly written on Windows. `null`: no text. */
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
    return isPng(bytes) || bytes[0] === 0xff
      ? null
      : { text: new TextDecoder("windows-1252").decode(bytes), isGuessed: true };
  }
}

/** `harrow chats/Mara Voss.jsonl` → `Mara Voss` */
function toTitle(name: string): string {
  return (
    name
      .replace(/^.*[\\/]/u, "")
      .replace(/\.\w{1,12}$/u, "")
      .trim() || "Imported story"
  );
}

function refuse(message: string): AppError {
  return new AppError("INVALID_INPUT", { message, field: "file" });
}
