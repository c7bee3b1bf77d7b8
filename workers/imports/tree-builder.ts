import { AppError } from "#domain/errors.ts";
import {
  IMPORT_MESSAGES_MAX,
  IMPORT_VERSIONS_MAX,
  type ImportRemark,
  type ReportedPath,
} from "#domain/imports.ts";
import { type TreeEnd, type TreeMessage, toTreeMessage } from "#domain/incoming-tree.ts";
import { ENTRIES_PER_BOOK, USUAL_DEPTH } from "#domain/lore.ts";
import { PASSAGE_MAX, type Role } from "#domain/message.ts";
import { NOTE_MAX } from "#domain/notes.ts";
import { countThings, formatCount } from "#domain/numbers.ts";
import { toFirstWords } from "#domain/passage-markup.ts";
import { PATH_NAME_MAX } from "#domain/paths.ts";
import type { StoryFileHead } from "#domain/story-file.ts";
import { fitText, limitMarks } from "#domain/text.ts";
import type { LoreFile } from "../db/schema/lorebooks.ts";
import { listWithSource, type ReadBook, readSillyTavern } from "../lorebooks/formats/book.ts";
import { type EntryFields, toText } from "../lorebooks/formats/entry.ts";

/** A conversation as it was read from a file: what every format becomes. */
export type ReadConversation = {
  title: string;
  description: string;
  /** As a person reads it. */
  format: string;
  messages: TreeMessage[];
  end: TreeEnd;
  paths: ReportedPath[];
  pathCount: number;
  /** Who speaks beside the person: a card of that name makes it a chat with that character. */
  speakers: readonly string[];
  books: readonly ReadBookOfFile[];
  /** From a file of ours; `null`: usual ones. */
  head: StoryFileHead | null;
  /** Reads the picture of the chat's character; `null`: there is none, or it can't be read. */
  portrait: ReturnType<ReadContext["findBeside"]>;
  /** Pictures of messages, by their numbers. */
  pictures: readonly { message: number; prompt: string; read: PictureReader }[];
  /** A chat that nobody has answered in. */
  isUnanswered: boolean;
  /** Chats that have the same author's note. */
  notedBy: number;
};
/** Reads a picture; `null`: it is too large, or its archive is broken. */
export type PictureReader = () => Uint8Array<ArrayBuffer> | null;
/** A lorebook that comes with a conversation. */
export type ReadBookOfFile = {
  name: string;
  description: string;
  depth: number;
  isRecursive: boolean;
  source: LoreFile | null;
  /** One of several that were chosen for it; else it becomes its own, which is one. */
  isChosen: boolean;
  /** `entryId`: within the file; `from`: the number of the message that it was taken from. */
  entries: (EntryFields & { source: LoreFile | null; entryId: string; from: number | null })[];
};

/** A lorebook that a format of its own has read. */
function toBookOfFile(read: ReadBook, name: string): ReadBookOfFile {
  const { family, raw, description, depth, isRecursive } = read;
  return {
    ...{ name: read.name || name, description, depth: depth ?? USUAL_DEPTH, isRecursive },
    source: { format: family, raw },
    isChosen: false,
    entries: listWithSource(read).map((entry, at) => ({ ...entry, entryId: String(at), from: null })),
  };
}

/** The lore of a save as one book: its own entries, and before them what a writer should always know, as an entry that always counts. */
export function toLoreOfFile(
  read: ReadBook,
  { name, memory }: { name: string; memory: unknown },
  { leftOut }: ReadContext,
): ReadBookOfFile[] {
  const entries = read.entries.filter(({ text }) => text.trim() !== "");
  const own = toBookOfFile({ ...read, entries }, name);
  const content = toStorable(toText(memory));
  if (content === "") return entries.length === 0 ? [] : [own];
  const kept = readSillyTavern({ entries: [{ comment: "Memory", content, constant: true }] });
  const always = toBookOfFile(kept, "Memory");
  const all = always.entries.map((entry) => ({ ...entry, entryId: "memory" }));
  if (entries.length === 0) return [{ ...always, entries: all }];
  return [{ ...own, entries: takeEntries([...all, ...own.entries], leftOut) }];
}

/** The entries that one book has room for. */
export function takeEntries<Entry>(entries: readonly Entry[], leftOut: Remarks): Entry[] {
  const why = `A book can have at most ${ENTRIES_PER_BOOK}.`;
  leftOut.add("lore entry", "lore entries", why, entries.length - ENTRIES_PER_BOOK);
  return entries.slice(0, ENTRIES_PER_BOOK);
}

/** What a report says of something that was left out: how often, and why. */
export class Remarks {
  readonly #counts = new Map<string, { count: number; one: string; many: string; why: string }>();

  add(one: string, many: string, why: string, count = 1): void {
    if (count <= 0) return;
    const key = `${one}\n${why}`;
    const before = this.#counts.get(key)?.count ?? 0;
    this.#counts.set(key, { count: before + count, one, many, why });
  }

  list(): ImportRemark[] {
    return [...this.#counts.values()].map(({ count, one, many, why }) => ({
      what: countThings(count, one, many),
      why,
    }));
  }
}

/** How many messages an import has, over all its conversations. Throws INVALID_INPUT beyond the limit. */
export class MessageBudget {
  #messages = 0;
  #versions = 0;

  take(isVersion: boolean): void {
    if (isVersion) this.#versions += 1;
    else this.#messages += 1;
    if (this.#messages <= IMPORT_MESSAGES_MAX && this.#messages + this.#versions <= IMPORT_VERSIONS_MAX)
      return;
    const message = `There are more than ${formatCount(IMPORT_MESSAGES_MAX)} messages in this. Please bring it in in parts.`;
    throw refuseFile(message);
  }
}

/** What is wrong with a file. */
export function refuseFile(message: string): AppError {
  return new AppError("INVALID_INPUT", { message, field: "file" });
}

export type ReadContext = {
  /** The name of the file. */
  file: string;
  /** A file beside it in the same ZIP, by its path from there, to be unpacked; `null`: there is none, or it is too large. */
  findBeside: (path: string) => PictureReader | null;
  now: Date;
  budget: MessageBudget;
  /** What is not as it was in the files, over all of them. */
  leftOut: Remarks;
  cameAlong: Remarks;
};

/** A message as files have it. `time`: whatever the file says, ISO 8601 or milliseconds; `null`: nothing. */
export type ReadMessage = { role: Role; text: string; time: string | null; model?: string | null };

/** Tab and new line are the only ones that mean something in a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it takes them out
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu;

/** A text as it can be stored and shown. */
export function toStorable(text: string): string {
  return limitMarks(text.toWellFormed().replace(/\r\n?/gu, "\n").replace(CONTROLS, "")).trim();
}

/**
 * Makes one tree of the paths that a file has, or several files: what begins with the same messages is told once. Messages keep the order of the
 * file; a time before that of the parent, or none, becomes the parent's.
 */
export class TreeBuilder {
  readonly messages: TreeMessage[] = [];
  readonly paths: ReportedPath[] = [];
  readonly #context: ReadContext;
  readonly #below = new Map<number | null, Map<string, number>>();
  readonly #names: { leaf: number; name: string }[] = [];
  #pathCount = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** The message with this text below `parent`; it is added if there is none. A very long text becomes several, one after the other. */
  add(parent: number | null, message: ReadMessage, { isVersion = false } = {}): number {
    let last = parent;
    for (const text of splitText(message.text, PASSAGE_MAX))
      last = this.#addOne(last, { ...message, text }, isVersion);
    if (last === null) throw new Error("A message without text was added.");
    return last;
  }

  /** The same for a passage of a file that has no times; where it has no words, `parent`. */
  addPassage(
    parent: number | null,
    text: string,
    { role = "assistant", isVersion = false }: { role?: Role; isVersion?: boolean } = {},
  ): number | null {
    const clean = toStorable(text);
    return clean === "" ? parent : this.add(parent, { role, text: clean, time: null }, { isVersion });
  }

  /** Passages that follow each other from the beginning. Returns the last. */
  addPassages(texts: readonly string[]): number | null {
    return texts.reduce<number | null>((last, text) => this.addPassage(last, text), null);
  }

  #addOne(
    parent: number | null,
    { role, text, time, model = null }: ReadMessage,
    isVersion: boolean,
  ): number {
    const siblings = this.#below.get(parent) ?? new Map<string, number>();
    const known = siblings.get(text);
    if (known !== undefined && this.messages[known]?.role === role) return known;
    this.#context.budget.take(isVersion);
    const number = this.messages.length;
    siblings.set(text, number);
    this.#below.set(parent, siblings);
    const timestamp = this.#toTime(time, parent);
    this.messages.push(toTreeMessage({ parent, role, content: text, timestamp, model }));
    return number;
  }

  #toTime(time: string | null, parent: number | null): string {
    const now = this.#context.now.toISOString();
    const before = parent === null ? null : (this.messages[parent]?.timestamp ?? null);
    const own = time === null || time > now ? null : time;
    if (own === null) return before ?? now;
    return before !== null && own < before ? before : own;
  }

  /**
   * A path is complete. `known`: how many messages there were before it; `isNamed`: it gets the file's name. `false`: all of it was there
   * already, so that it is none.
   */
  endPath(
    leaf: number,
    { name, known = 0, isNamed = false }: { name: string; known?: number; isNamed?: boolean },
  ): boolean {
    const numbers = listPath(this.messages, leaf);
    const shared = numbers.filter((number) => number < known).length;
    if (shared === numbers.length) return false;
    const first = this.messages[numbers[shared] ?? leaf];
    this.#pathCount += 1;
    if (isNamed) this.nameLeaf(leaf, name);
    this.paths.push({
      name: name.slice(0, 200),
      firstWords: toFirstWords(first?.texts[0].content ?? ""),
      leavesAt: shared,
      length: numbers.length - shared,
    });
    return true;
  }

  nameLeaf(leaf: number, name: string): void {
    this.#names.push({ leaf, name: fitText(name, PATH_NAME_MAX) || "Path" });
  }

  /** `leaf`: the end of the path that is opened; `note`: the author's note. */
  finish(
    facts: Pick<ReadConversation, "title" | "format"> & Partial<ReadConversation>,
    leaf: number | null,
    note = "",
  ): ReadConversation {
    const { messages, paths } = this;
    // Of two names of one leaf the first stays.
    const pathNames = [...new Map(this.#names.toReversed().map((one) => [one.leaf, one])).values()].reverse();
    const notes = note === "" ? {} : { note: fitText(note, NOTE_MAX) };
    return {
      description: "",
      speakers: [],
      books: [],
      head: null,
      portrait: null,
      pictures: [],
      isUnanswered: false,
      notedBy: 1,
      pathCount: this.#pathCount,
      paths,
      messages,
      end: { count: messages.length, head: leaf, pathNames, notes, exchangeCount: 0 },
      ...facts,
    };
  }
}

/** The numbers of the messages from the beginning to a leaf. */
export function listPath(messages: readonly TreeMessage[], leaf: number | null): number[] {
  const numbers: number[] = [];
  for (let at = leaf; at !== null; at = messages[at]?.parent ?? null) numbers.push(at);
  return numbers.reverse();
}

/** Parts of a text that are not longer than `max` UTF-16 code units: at the end of a paragraph, else of a sentence, else of a word. */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > max) {
    const head = rest.slice(0, max);
    const at = [head.lastIndexOf("\n"), head.lastIndexOf(". ") + 1, head.lastIndexOf(" ")].find(
      (one) => one > max / 2,
    );
    // Never between the halves of one sign.
    const cut = at ?? (/[\ud800-\udbff]$/u.test(head) ? max - 1 : max);
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return [...parts, rest].filter((part) => part !== "");
}
