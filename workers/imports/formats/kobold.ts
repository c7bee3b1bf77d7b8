import { isObject, type JsonObject, toList, toObject } from "#domain/json.ts";
import type { Role } from "#domain/message.ts";
import { fillOwnNames } from "../../characters/cards/card.ts";
import { readSillyTavern } from "../../lorebooks/formats/book.ts";
import { toText } from "../../lorebooks/formats/entry.ts";
import {
  type ReadContext,
  type ReadConversation,
  TreeBuilder,
  takeEntries,
  toLoreOfFile,
  toStorable,
} from "../tree-builder.ts";

/** A chunk that is shorter goes on in the next: a model's chunks end anywhere. In UTF-16 code units. */
const PASSAGE_LEAST = 600;
const PASSAGE_MOST = 4_000;
/** What Lite puts before what a person and the AI say, and pictures, in the middle of the text. */
const MARKER = /\{\{\[(INPUT|OUTPUT|SYSTEM)(?:_END)?\]\}\}/u;
const PICTURE = /\[<\|(?:p|h|d)\|[^|]*\|(?:p|h|d)\|>\]/gu;
const THOUGHTS = /<think>(?:(?!<think>)[\s\S])*?<\/think>/giu;
/** Lite's number of its mode for chats, and what stands between the names of those who answer. */
const CHAT_MODE = 3;
const SPEAKERS_MAX = 20;

/** Who speaks in a save of Lite. */
type Names = { user: string; others: string[]; isChat: boolean };

type Chunk = { role: Role; text: string; others: string[] };

/** A save of KoboldAI or of KoboldAI Lite; its other branches become paths. */
export function readKobold(save: JsonObject, context: ReadContext): ReadConversation {
  const builder = new TreeBuilder(context);
  const names = readNames(toObject(save["savedsettings"]));
  const main = [{ text: toText(save["prompt"]), others: [] }, ...listActions(save)];
  const leaf = addPath(builder, main, context, { names, name: context.file });
  // The branch that is open stands there as `null`.
  for (const [index, branch] of toList(save["altbranches"]).entries()) {
    const texts = toList(branch).map((text) => ({ text: toText(text), others: [] }));
    addPath(builder, texts, context, { names, name: `Branch ${index + 1}` });
  }
  const worldInfo = takeEntries(toList(save["worldinfo"]).filter(isObject), context.leftOut);
  const entries = worldInfo.map((entry) => ({
    ...entry,
    ...(isOnlyWithout(entry) ? { keysecondary: entry["keyanti"], selectiveLogic: 2 } : {}),
    selective: entry["selective"] === true,
    disable: entry["widisabled"] === true,
  }));
  const note = toStorable(toText(save["authorsnote"] ?? save["authornote"]));
  const own = Number(toText(save["personal_notes"]).trim() !== "");
  context.leftOut.add("personal note", "personal notes", "All notes of a story go to the AI.", own);
  const isLite = "savedsettings" in save || "altbranches" in save || "anotestr" in save;
  return builder.finish(
    {
      title: toStorable(toText(save["story_name"])) || context.file,
      format: isLite ? "KoboldAI Lite save" : "KoboldAI save",
      books: toLoreOfFile(
        readSillyTavern({ entries }),
        { name: "World info", memory: fillIn(toText(save["memory"]), names) },
        context,
      ),
    },
    leaf,
    note,
  );
}

/** Whether an entry of Lite has words that it must not be with, and no second ones: there is room for one of the two. */
function isOnlyWithout({ keyanti, keysecondary }: JsonObject): boolean {
  return toText(keyanti) !== "" && toText(keysecondary) === "";
}

function readNames(settings: JsonObject): Names {
  const others = toText(settings["chatopponent"]).split("||$||", SPEAKERS_MAX);
  return {
    user: toText(settings["chatname"]) || "User",
    others: others.filter((name) => name !== ""),
    isChat: settings["opmode"] === CHAT_MODE,
  };
}

/** Lite fills names in where it shows a text. */
function fillIn(text: string, { user, others: [char = "KoboldAI"] }: Names): string {
  return fillOwnNames(text, { char, user });
}

/** In a chat, names stand at the beginnings of lines where else Lite has marks. That of an only one is not part of what they say. */
function markSpeakers(text: string, { user, others, isChat }: Names): string {
  if (!isChat) return text;
  return others.reduce(
    (marked, name) => marked.replaceAll(`\n${name}:`, `{{[OUTPUT]}}\n${others.length > 1 ? `${name}:` : ""}`),
    text.replaceAll(`\n${user}:`, "{{[INPUT]}}\n"),
  );
}

/** `others`: what was written in its place and not taken. */
type Action = { text: string; others: string[] };

/** Files of version 1 have them as a list of texts, those of version 2 by their numbers. */
function listActions({ actions, actions_metadata: metadata }: JsonObject): Action[] {
  if (isObject(actions)) {
    const facts = Object.values(toObject(actions["actions"])).filter(isObject);
    return facts.map((action) => ({ text: toText(action["Selected Text"]), others: toOthers(action) }));
  }
  const facts = toObject(metadata);
  return toList(actions).map((text, index) => ({ text: toText(text), others: toOthers(facts[index]) }));
}

function toOthers(facts: unknown): string[] {
  const { "Alternative Text": alternatives, Options: options } = toObject(facts);
  return toList(alternatives ?? options)
    .filter(isObject)
    .map((one) => toText(one["Text"] ?? one["text"]));
}

function addPath(
  builder: TreeBuilder,
  source: readonly Action[],
  context: ReadContext,
  { names, name }: { names: Names; name: string },
): number | null {
  const known = builder.messages.length;
  let leaf: number | null = null;
  for (const { role, text, others } of toChunks(source, names, context)) {
    const parent: number | null = leaf;
    leaf = builder.addPassage(parent, text, { role });
    if (leaf === parent) continue;
    for (const other of others) builder.addPassage(parent, other, { role, isVersion: true });
  }
  if (leaf !== null) builder.endPath(leaf, { known, name, isNamed: name !== context.file });
  return leaf;
}

/** What a person wrote is a message of its own; the rest is joined until a passage may end. */
function* toChunks(source: readonly Action[], names: Names, { leftOut }: ReadContext): Generator<Chunk> {
  let open: Chunk | null = null;
  /** The end of the open chunk: to look into a text that grows would copy it each time. */
  let last = "";
  for (const action of source) {
    const text = action.text
      .replace(PICTURE, () => {
        leftOut.add("picture", "pictures", "A passage has no room for a picture.");
        return "";
      })
      .replace(THOUGHTS, () => {
        leftOut.add("chain of thought", "chains of thought", "A model's thoughts are not part of the text.");
        return "";
      });
    for (const [index, { role, text: part }] of divide(markSpeakers(fillIn(text, names), names)).entries()) {
      const others = index === 0 ? action.others : [];
      const isSame = open !== null && open.role === role && others.length === 0;
      if (open !== null && isSame && !mayEnd(open.text.length, last, part)) open.text += part;
      else {
        if (open !== null) yield open;
        open = { role, text: part, others };
      }
      last = part.slice(-1) || last;
    }
  }
  if (open !== null) yield open;
}

/** Parts of an action by who says them: marked by Lite, or a line of an adventure that begins with ">". */
function divide(text: string): { role: Role; text: string }[] {
  const adventure = /^\s*> /u.exec(text);
  if (adventure !== null) return [{ role: "user", text: text.slice(adventure[0].length) }];
  if (!MARKER.test(text)) return [{ role: "assistant", text }];
  const parts = text.split(MARKER);
  let role: Role = "assistant";
  return parts.flatMap((part, index) => {
    if (index % 2 === 1) {
      role = part === "INPUT" ? "user" : "assistant";
      return [];
    }
    return part.trim() === "" ? [] : [{ role, text: part }];
  });
}

function mayEnd(length: number, last: string, next: string): boolean {
  if (length > PASSAGE_MOST && /^\s|\s$/u.test(next.slice(0, 1) + last)) return true;
  return length > PASSAGE_LEAST && (last === "\n" || next.startsWith("\n"));
}
