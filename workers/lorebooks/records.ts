import * as v from "valibot";
import { listUnreadableKeys } from "#domain/choose-lore.ts";
import { AppError } from "#domain/errors.ts";
import { pickGiven } from "#domain/json.ts";
import {
  type CreateEntry,
  type ImportReport,
  type LorebookRecord,
  type LoreEntryRecord,
  lorebookSchema,
  loreEntrySchema,
  loreRulesSchema,
  USUAL_DEPTH,
  USUAL_RULES,
} from "#domain/lore.ts";
import { type FileBook, fileBookSchema } from "#domain/story-file.ts";
import { fitText } from "#domain/text.ts";
import type { ReadBook } from "./formats/book.ts";
import type { BookRow, EntryRow, NewEntry } from "./store.ts";

/** The report of a book that came in. */
export function toImportReport(file: string, read: ReadBook, lorebook: LorebookRecord): ImportReport {
  const { format, entries, changed, notUnderstood } = read;
  return { file, format, lorebook, taken: entries.length, changed, notUnderstood, error: null };
}

/** The report of a file of which nothing came in. Throws what is no expected failure. */
export function toImportRefusal(file: string, error: unknown): ImportReport {
  if (!(error instanceof AppError)) throw error;
  return {
    file,
    format: null,
    lorebook: null,
    taken: 0,
    changed: [],
    notUnderstood: [],
    error: error.message,
  };
}

/** A book as it was read, or an empty one. */
export function toNewBook(read: ReadBook | null, name: string) {
  return {
    name: fitText(read?.name || name, 100) || "Lorebook",
    description: fitText(read?.description ?? "", 500),
    depth: read?.depth ?? USUAL_DEPTH,
    isRecursive: read?.isRecursive ?? false,
    source: read && { format: read.family, raw: read.raw },
  };
}

/** An entry with the usual rules where none are given. Without keys its name calls it. */
export function toNewEntry(
  id: string,
  { name, kind = "other", text = "", isNameGiven = true, isLocked = false, ...rules }: CreateEntry,
): NewEntry {
  const keys = rules.keys ?? [name.slice(0, 100)];
  return {
    id,
    name,
    kind,
    text,
    isNameGiven,
    isLocked,
    rules: v.parse(loreRulesSchema, { ...USUAL_RULES, ...pickGiven(rules), keys }),
    origin: null,
    source: null,
  };
}

/** A row as it goes over the wire. */
export function toBookRecord(row: BookRow): LorebookRecord {
  return v.parse(lorebookSchema, { ...row, lorebookId: row.id });
}

/** A book as it is written into the file of a conversation. */
export function toFileBook(book: BookRow & { entries: EntryRow[] }, conversationId: string): FileBook {
  const { storyId, characterId, entries } = book;
  return v.parse(fileBookSchema, {
    ...book,
    belongsTo: storyId !== null ? "story" : characterId !== null ? "character" : "person",
    entries: entries.map(({ id, origin, ...entry }) => ({
      ...entry,
      entryId: id,
      fromMessageId: origin?.storyId === conversationId ? origin.messageId : null,
    })),
  });
}

/** An entry as it goes over the wire, with its keys that can't be read as patterns. */
export function toEntryRecord({ id, bookId, rules, ...row }: EntryRow): LoreEntryRecord {
  const unreadableKeys = listUnreadableKeys(rules);
  return v.parse(loreEntrySchema, { ...row, ...rules, entryId: id, lorebookId: bookId, unreadableKeys });
}
