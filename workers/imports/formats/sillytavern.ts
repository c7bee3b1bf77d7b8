import { isObject, type JsonObject, parseJson, toList, toObject } from "#domain/json.ts";
import { fillOwnNames } from "../../characters/cards/card.ts";
import { isTooComplex } from "../../characters/cards/read-card.ts";
import { toText } from "../../lorebooks/formats/entry.ts";
import {
  type ReadContext,
  type ReadConversation,
  type ReadMessage,
  TreeBuilder,
  toStorable,
} from "../tree-builder.ts";

/** The longest line that is read. The longest that was seen has 1.6 MB, most of it a model's thoughts. */
const LINE_MAX = 4 * 1024 * 1024;
/** Of the lines at the beginning of a file, by which it is known. */
const KNOWN_BY = /"(?:mes|swipes|chat_metadata|user_name)"\s*:/u;

/** The name of a path of hidden lines. */
const HIDDEN = "Hidden lines";

type Line = {
  name: string;
  isHidden: boolean;
  /** Its versions; the chosen one is at `chosen`. */
  versions: ReadMessage[];
  chosen: number;
};
/** One file: `names` of those who speak beside the person. */
export type Chat = { file: string; lines: Line[]; names: Set<string>; note: string };

/** Whether a text has lines of a chat of SillyTavern. */
export function isChat(text: string): boolean {
  const first =
    text
      .slice(0, 4_000)
      .split("\n")
      .find((line) => line.trim() !== "") ?? "";
  return (
    first.trimStart().startsWith("{") &&
    KNOWN_BY.test(text.slice(0, 20_000)) &&
    !text.trimStart().startsWith("{\n")
  );
}

/** Reads a chat, line by line, as texts or as they were parsed. What can't be read is left out, and the rest stays in the order of the file. */
export function readChat(lines: Iterable<unknown>, context: ReadContext): Chat {
  const chat: Chat = { file: context.file, lines: [], names: new Set(), note: "" };
  for (const source of lines) {
    const line = parseLine(source, context);
    if (line === null) continue;
    if (line["mes"] !== undefined || line["swipes"] !== undefined) readLine(line, chat, context);
    else if (isObject(line["chat_metadata"])) readFacts(line["chat_metadata"], chat, context);
  }
  fillGreetings(chat);
  return chat;
}

/** Greetings that were not shown still have the card's words for names. */
function fillGreetings({ lines }: Chat): void {
  const user = lines.find(({ versions }) => versions[0]?.role === "user")?.name || "you";
  const [{ name, versions } = { name: "", versions: [] }] = lines;
  for (const greeting of versions) {
    const text = fillOwnNames(greeting.text, { char: name, user }).trim();
    if (greeting.role === "assistant" && text !== "") greeting.text = text;
  }
}

/** What a chat says beside its lines: the author's note, and what it has in place of its character's. */
function readFacts(facts: JsonObject, chat: Chat, { leftOut }: ReadContext): void {
  const told = ["system_prompt", "scenario", "note_prompt"].map((name) => toStorable(toText(facts[name])));
  chat.note = told.filter((text) => text !== "").join("\n\n");
  const scripts = Object.keys(toObject(facts["script_injects"])).length;
  leftOut.add("script", "scripts", "Talespark does not run code that comes with a chat.", scripts);
  const book = toStorable(toText(facts["world_info"])).slice(0, 100);
  if (book !== "")
    leftOut.add("link to a lorebook", "links to a lorebook", `“${book}” is a file of its own.`);
}

export function* splitLines(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf("\n", at);
    const line = text.slice(at, end === -1 ? text.length : end).trim();
    if (line !== "") yield line;
    at = end === -1 ? text.length : end + 1;
  }
}

function parseLine(source: unknown, { leftOut }: ReadContext): JsonObject | null {
  if (typeof source === "string" && source.length > LINE_MAX) {
    leftOut.add("line", "lines", "Longer than 4 MB, which no message is.");
    return null;
  }
  const line = typeof source !== "string" ? source : isTooComplex(source) ? null : parseJson(source);
  if (isObject(line)) return line;
  leftOut.add("line", "lines", "Broken: it can't be read.");
  return null;
}

function readLine(line: JsonObject, chat: Chat, { leftOut, cameAlong }: ReadContext): void {
  const role = line["is_user"] === true ? "user" : "assistant";
  const extra = toObject(line["extra"]);
  // What the person had a narrator say is of nobody.
  const name = extra["type"] === "narrator" ? "" : toStorable(toText(line["name"])).slice(0, 100);
  const swipes = toList(line["swipes"]).map(toWords);
  const infos = Object(line["swipe_info"]); // a list, or an object with the places as names
  const chosen = swipes.length > 0 ? toChosen(line["swipe_id"], swipes.length) : 0;
  const mes = line["mes"] === undefined ? (swipes[chosen] ?? "") : toWords(line["mes"]);
  const texts = swipes.length === 0 ? [mes] : swipes.with(chosen, mes);
  const versions = texts.map((text, index): ReadMessage & { isChosen: boolean } => {
    const info = toObject(infos[index]);
    const more = isObject(info["extra"]) ? info["extra"] : extra;
    if (toText(more["reasoning"]) !== "") {
      leftOut.add("chain of thought", "chains of thought", "A model's thoughts are not part of the text.");
    }
    const time = toTime(info["send_date"] ?? line["send_date"]);
    return {
      role,
      text: toStorable(text),
      time,
      model: toStorable(toText(more["model"])).slice(0, 100) || null,
      isChosen: index === chosen,
    };
  });
  const full = versions.filter(({ text }) => text !== "");
  leftOut.add("empty version", "empty versions", "They hold no words.", versions.length - full.length);
  const pictures = [extra["image"], extra["media"]].flat().filter((picture) => Boolean(picture));
  leftOut.add("picture", "pictures", "The file has only their addresses.", pictures.length);
  if (full.length === 0) return;
  if (line["is_system"] === true) {
    cameAlong.add("hidden line", "hidden lines", "Each run of them is a path that the AI does not read.");
  }
  if (role === "assistant" && line["is_system"] !== true && name !== "") chat.names.add(name);
  chat.lines.push({
    name,
    isHidden: line["is_system"] === true,
    versions: full,
    chosen: Math.max(
      0,
      full.findIndex(({ isChosen }) => isChosen),
    ),
  });
}

/** Chub writes a message as an object. */
function toWords(value: unknown): string {
  return toText(isObject(value) ? value["message"] : value);
}

function toChosen(value: unknown, count: number): number {
  return typeof value === "number" && Number.isInteger(value) ? Math.min(Math.max(0, value), count - 1) : 0;
}

/** The first moment after the years of four digits: later ones are no times as the API has them. */
const AFTER_9999 = Date.UTC(10_000, 0);

const NAMED_HOURS = /^([\d-]+) ?@ ?(\d+)h ?(\d+)m ?(\d+)s(?: ?(\d{1,3})ms)?.*$/u;

/** ISO 8601, seconds or milliseconds since 1970, "June 19, 2023 4:13pm", "2024-7-10 @11h 33m 37s 805ms". */
export function toTime(value: unknown): string | null {
  const text = typeof value === "number" ? String(value) : toText(value).trim().slice(0, 60);
  const number = /^\d{9,13}(?:\.\d+)?$/u.test(text) ? Number(text) : null;
  const time = text
    .replace(/(\d)(am|pm)$/iu, "$1 $2")
    .replace(NAMED_HOURS, (_, day, hours, minutes, seconds, ms = "") => {
      return `${day} ${hours}:${minutes}:${seconds}.${ms.padStart(3, "0")} UTC`;
    });
  const at = number === null ? Date.parse(time) : number * (number < 1e11 ? 1000 : 1);
  return Number.isNaN(at) || at < 0 || at >= AFTER_9999 ? null : new Date(at).toISOString();
}

/** Chats that begin alike become one conversation with a path for each; the others one of their own. */
export function joinChats(chats: readonly Chat[], context: ReadContext, title: string): ReadConversation[] {
  const groups: { chats: Chat[]; firsts: Set<string> }[] = [];
  for (const chat of chats) {
    const first = chat.lines.find(({ isHidden }) => !isHidden) ?? chat.lines[0];
    if (!first) {
      context.leftOut.add("chat", "chats", `There are no words in it: “${chat.file}”.`);
      continue;
    }
    const texts = first.versions.map(({ text }) => text);
    const group = groups.find(({ firsts }) => texts.some((text) => firsts.has(text)));
    if (group) group.chats.push(chat);
    else groups.push({ chats: [chat], firsts: new Set() });
    for (const text of texts) (group ?? groups.at(-1))?.firsts.add(text);
  }
  return groups.map((group) => joinGroup(group.chats, context, groups.length === 1 ? title : ""));
}

function joinGroup(chats: readonly Chat[], context: ReadContext, title: string): ReadConversation {
  const builder = new TreeBuilder(context);
  const names = new Set(chats.flatMap((chat) => [...chat.names]));
  const isUnanswered = chats.every(({ lines }) => lines.length < 2);
  let head: { leaf: number; time: string } | null = null;
  // The longest first: what is a part of it adds nothing.
  for (const chat of chats.toSorted((one, other) => other.lines.length - one.lines.length)) {
    const known = builder.messages.length;
    const leaf = addChat(builder, chat, names.size > 1);
    const isNamed = chats.length > 1;
    if (leaf === null || !builder.endPath(leaf, { known, name: chat.file, isNamed })) {
      context.leftOut.add("chat", "chats", `Another has all of it: “${chat.file}”.`);
      continue;
    }
    const time = builder.messages[leaf]?.timestamp ?? "";
    if (head === null || time > head.time) head = { leaf, time };
  }
  const [{ file = "" } = {}] = chats;
  const [{ note, file: noted } = { note: "", file: "" }, ...others] = chats.filter(
    (chat) => chat.note !== "",
  );
  const lost = new Set(others.map((other) => other.note).filter((text) => text !== note)).size;
  context.leftOut.add("author’s note", "author’s notes", `A story has one: that of “${noted}”.`, lost);
  const speakers = [...names];
  return builder.finish(
    {
      notedBy: chats.filter((chat) => chat.note !== "" && chat.note === note).length,
      title: speakers.slice(0, 3).join(", ") || title || file,
      format: "SillyTavern chat",
      speakers,
      isUnanswered,
    },
    head?.leaf ?? null,
    note,
  );
}

/**
 * Adds a chat's lines and returns the last one. A hidden line is a path of its own beside what follows: it is kept, and no reader and no prompt
 * meets it.
 */
function addChat(builder: TreeBuilder, { lines }: Chat, isGroup: boolean): number | null {
  let parent: number | null = null;
  let hidden: number | null = null;
  for (const line of lines) {
    if (!line.isHidden && hidden !== null) {
      builder.nameLeaf(hidden, HIDDEN);
      hidden = null;
    }
    const below: number | null = line.isHidden ? (hidden ?? parent) : parent;
    let chosen: number | null = null;
    for (const [index, version] of line.versions.entries()) {
      const text =
        isGroup && version.role === "assistant" && line.name !== ""
          ? `${line.name}: ${version.text}`
          : version.text;
      const number = builder.add(below, { ...version, text }, { isVersion: index !== line.chosen });
      if (index === line.chosen) chosen = number;
    }
    if (line.isHidden) hidden = chosen;
    else parent = chosen;
  }
  if (hidden !== null && parent !== null) builder.nameLeaf(hidden, HIDDEN);
  return parent ?? hidden;
}
