import * as v from "valibot";
import { storySnapshotSchema } from "#domain/chat.ts";
import { IMPORT_MAX_BYTES, REPORTED_MAX } from "#domain/imports.ts";
import type { TreeMessage, TreeText } from "#domain/incoming-tree.ts";
import type { JsonObject } from "#domain/json.ts";
import { BOOK_DESCRIPTION_MAX, BOOK_NAME_MAX, DEPTH_MAX } from "#domain/lore.ts";
import { isOwnLine, PASSAGE_MAX } from "#domain/message.ts";
import { toFirstWords } from "#domain/passage-markup.ts";
import { PATH_NAME_MAX } from "#domain/paths.ts";
import {
  type FileMessage,
  fileMessageSchema,
  type StoryFileHead,
  storyFileHeadSchema,
  type TreeBeside,
  type TreeFacts,
} from "#domain/story-file.ts";
import { fitText, limitMarks } from "#domain/text.ts";
import { CARD_JSON_MAX_BYTES } from "../../characters/cards/read-card.ts";
import {
  listPath,
  type ReadBookOfFile,
  type ReadContext,
  type ReadConversation,
  refuseFile,
  takeEntries,
} from "../tree-builder.ts";

/** Of the settings, and of a message beside its texts, in characters of JSON: no honest file has more, and no row has room for it. */
const BESIDE_MAX = 500_000;
/** Of the settings of a story, or of a chat's character but for its card, of which a person may have thousands in D1. */
const SETTINGS_MAX = 20_000;
/** Of all memories, in UTF-16 code units: in the file a line stands once, in the object in each memory that has it. */
const MEMORY_MAX = 5 * IMPORT_MAX_BYTES;

/** Finds the number of a message by its id in the file. */
type FindNumber = (messageId: string | null) => number | null;
type MemoryLines = Map<string, NonNullable<TreeFacts["memory"]>["lines"][number]>;

/** A file of our own: everything of a story or a chat, as it was, but for ids. Throws INVALID_INPUT. */
export function readStoryFile(
  { messages: list, ...file }: JsonObject,
  context: ReadContext,
): ReadConversation {
  const parsed = v.safeParse(storyFileHeadSchema, file);
  if (!parsed.success || !Array.isArray(list)) {
    const version = typeof file["version"] === "number" && file["version"] > 1;
    throw refuseFile(
      version
        ? "This file is of a newer version than can be read here."
        : "This file is broken and can't be read.",
    );
  }
  const head = parsed.output;
  if (hasTooLargeSettings(head)) throw refuseFile("The settings in this file are too large.");
  const numbers = new Map<string, number>();
  const find: FindNumber = (id) => (id === null ? null : (numbers.get(id) ?? null));
  const messages: TreeMessage[] = [];
  const read: FileMessage[] = [];
  const lines: MemoryLines = new Map();
  let remembered = 0;
  for (const [index, raw] of list.entries()) {
    const message = v.safeParse(fileMessageSchema, raw);
    if (!message.success) throw refuseFile(`Message ${index + 1} of this file is broken.`);
    if (isTooLong(message.output)) throw refuseFile(`Message ${index + 1} of this file is too long.`);
    const { messageId, parentId } = message.output;
    if (numbers.has(messageId)) {
      context.leftOut.add("message", "messages", "Another in the file has the same id.");
      continue;
    }
    if (parentId !== null && !numbers.has(parentId)) {
      context.leftOut.add("message", "messages", "What they follow is not in the file before them.");
      continue;
    }
    context.budget.take(message.output.version > 1);
    numbers.set(messageId, messages.length); // before its lines of memory, which may end with it
    const made = toMessage(message.output, find, lines);
    for (const { lineId, text } of made.facts?.memory?.lines ?? []) remembered += lineId.length + text.length;
    if (remembered > MEMORY_MAX) throw refuseFile("The memory in this file is too large.");
    messages.push(made);
    read.push(message.output);
  }
  const named = head.settings.kind === "chat" ? head.settings.character.portrait : null;
  const portrait = named === null ? null : context.findBeside(named);
  const pictured = read.flatMap(({ picture }, message) =>
    picture === null ? [] : [{ message, ...picture }],
  );
  const pictures = pictured.flatMap(({ message, file, prompt }) => {
    const picture = head.settings.kind === "chat" ? context.findBeside(file) : null;
    return picture === null ? [] : [{ message, prompt, read: picture }];
  });
  const missing = pictured.length - pictures.length + Number(named !== null && portrait === null);
  context.leftOut.add("picture", "pictures", "The file only has their names.", missing);
  const path = listShown(messages, find(head.openLeafId));
  const open = path.at(-1) ?? null;
  return {
    title: head.title,
    description: head.description,
    format: "Talespark",
    messages,
    end: {
      count: messages.length,
      head: open,
      pathNames: head.pathNames.flatMap(({ leafId, name }) => {
        const leaf = find(leafId);
        return leaf === null ? [] : [{ leaf, name: fitText(name, PATH_NAME_MAX) || "Path" }];
      }),
      notes: head.notes,
      // An export and import must not bring back a plan's exchanges.
      exchangeCount: path.flatMap((number) => messages[number] ?? []).filter(isOwnLine).length,
      beside: toBeside(head, read, find),
    },
    ...reportPaths(messages, open, context.file),
    speakers: [],
    books: head.lorebooks.map((book) => toBook(book, find, context)),
    head,
    portrait,
    pictures,
    isUnanswered: false,
    notedBy: 1,
  };
}

/** The path to a leaf, up to what is in the bin. */
function listShown(messages: readonly TreeMessage[], leaf: number | null): number[] {
  const path = listPath(messages, leaf);
  const removed = path.findIndex((number) => (messages[number]?.removedAt ?? null) !== null);
  return removed < 0 ? path : path.slice(0, removed);
}

/** What a character of a story knows of it; `null`: the file has nothing that can be read. */
export const readSnapshot = v.parser(v.fallback(v.nullable(storySnapshotSchema), null));

function isTooLong({ content, texts, ...beside }: FileMessage): boolean {
  return [{ content }, ...texts].some((text) => text.content.length > PASSAGE_MAX) || isTooLarge(beside);
}

function hasTooLargeSettings({ settings, notes }: StoryFileHead): boolean {
  if (isTooLarge(settings) || isTooLarge(notes)) return true;
  if (settings.kind === "story") return isTooLarge(settings, SETTINGS_MAX);
  const { card, ...character } = settings.character;
  return isTooLarge(character, SETTINGS_MAX) || (card !== null && isTooLarge(card, CARD_JSON_MAX_BYTES));
}

function isTooLarge(facts: object, max = BESIDE_MAX): boolean {
  return JSON.stringify(facts).length > max;
}

function toMessage(message: FileMessage, find: FindNumber, lines: MemoryLines): TreeMessage {
  const {
    parentId,
    content,
    editedAt,
    texts,
    revision,
    removedAt,
    people,
    location,
    proposals,
    memory,
    messageId: _,
    resumeLeafId: __,
    picture: ___,
    ...fields
  } = message;
  const [first = toText({ content, editedAt }), ...others] = texts.map(toText);
  return {
    ...fields,
    image: null,
    parent: find(parentId),
    texts: [first, ...others],
    shown: Math.min(revision, Math.max(1, texts.length)),
    removedAt: removedAt === null ? null : Date.parse(removedAt),
    facts: { people, location, proposals, memory: memory && toMemory(memory, find, lines) },
  };
}

/** With as many marks on one character as a text may have that is written here (decision 19). */
function toText({ content, editedAt }: TreeText): TreeText {
  return { content: limitMarks(content.toWellFormed()), editedAt };
}

/** A line that was told before stands there as its id. */
function toMemory(
  { edits, lines }: NonNullable<FileMessage["memory"]>,
  find: FindNumber,
  known: MemoryLines,
): TreeFacts["memory"] {
  for (const line of lines) {
    if (typeof line === "string") continue;
    const { fromId, toId, ...told } = line;
    const [from, to] = [find(fromId), find(toId)];
    if (from !== null && to !== null) known.set(line.lineId, { ...told, from, to });
  }
  return {
    edits,
    lines: lines.flatMap((line) => known.get(typeof line === "string" ? line : line.lineId) ?? []),
  };
}

function toBeside(
  { people, memoryMarks, edits, readingPlace }: StoryFileHead,
  messages: readonly FileMessage[],
  find: FindNumber,
): TreeBeside {
  const place = readingPlace && find(readingPlace.messageId);
  return {
    people,
    memoryMarks,
    edits,
    readingPlace: readingPlace && place !== null ? { ...readingPlace, message: place } : null,
    resume: messages.flatMap(({ messageId, resumeLeafId }) => {
      const [message, leaf] = [find(messageId), find(resumeLeafId)];
      return message === null || leaf === null ? [] : [{ message, leaf }];
    }),
  };
}

function toBook(
  { belongsTo, entries, name, description, depth, ...book }: StoryFileHead["lorebooks"][number],
  find: FindNumber,
  { leftOut }: ReadContext,
): ReadBookOfFile {
  return {
    ...book,
    name: fitText(name, BOOK_NAME_MAX) || "Lorebook",
    description: fitText(description, BOOK_DESCRIPTION_MAX),
    depth: Math.min(depth, DEPTH_MAX),
    isChosen: belongsTo !== "story",
    entries: takeEntries(entries, leftOut).map(({ fromMessageId, ...entry }) => ({
      ...entry,
      from: find(fromMessageId),
    })),
  };
}

/** The open path, then the others in the order of the file. What was removed, with all that follows it, is no path. */
function reportPaths(
  messages: readonly TreeMessage[],
  open: number | null,
  name: string,
): Pick<ReadConversation, "paths" | "pathCount"> {
  const removed = new Set<number>();
  const parents = new Set<number | null>();
  for (const [number, { parent, removedAt }] of messages.entries()) {
    if (removedAt !== null || (parent !== null && removed.has(parent))) removed.add(number);
    else parents.add(parent);
  }
  const others = [...messages.keys()].filter(
    (number) => number !== open && !removed.has(number) && !parents.has(number),
  );
  const leaves = open === null ? others : [open, ...others];
  const listed = new Set<number>();
  const paths = leaves.slice(0, REPORTED_MAX).map((leaf) => {
    const numbers = listPath(messages, leaf);
    const own = numbers.filter((number) => !listed.has(number));
    for (const number of own) listed.add(number);
    const firstWords = toFirstWords(messages[own[0] ?? leaf]?.texts[0].content ?? "");
    return { name, firstWords, leavesAt: numbers.length - own.length, length: own.length };
  });
  return { paths, pathCount: leaves.length };
}
