import { AppError } from "#domain/errors.ts";
import { isObject, type JsonObject } from "#domain/json.ts";
import { DEPTH_MAX, ENTRIES_PER_BOOK } from "#domain/lore.ts";
import { countThings, formatCount } from "#domain/numbers.ts";
import {
  type Family,
  listKeptFields,
  type ReadEntry,
  readEntry,
  toNumber,
  toText,
  type WrittenEntry,
  writeEntry,
} from "./entry.ts";

/*
 * Books of SillyTavern (`worlds/*.json`), of character cards (`character_book` of V2 and V3) and standalone ones of V3 (`lorebook_v3`).
 * Their entries stand in an object or in a list.
 */

export type ReadBook = {
  /** As a person reads it, and the family that its entries are written in; `null`: none of the two. */
  format: string;
  family: string;
  name: string;
  description: string;
  /** `null`: the book does not say. */
  depth: number | null;
  isRecursive: boolean;
  /** All but the entries. */
  raw: JsonObject;
  entries: ReadEntry[];
  changed: string[];
  notUnderstood: string[];
};

/** The entries of a book that was read, each with what it came as. */
export function listWithSource({ family, entries }: { family: string; entries: readonly ReadEntry[] }) {
  return entries.map(({ raw, at, ...entry }) => ({
    ...entry,
    source: { format: family, raw, ...(at === null ? {} : { at }) },
  }));
}

/** What a book has whose format does not say it. */
export const PLAIN_BOOK = {
  name: "",
  description: "",
  depth: null,
  isRecursive: false,
  raw: {},
  changed: [],
  notUnderstood: [],
} satisfies Partial<ReadBook>;

/** Lists the entries, without values that are no objects. `at`: the key of an entry. Throws INVALID_INPUT if there are more than a book can have. */
export function readEntryList(container: unknown): { raw: JsonObject; at: string | null }[] {
  const listed = isObject(container) || Array.isArray(container) ? Object.entries(container) : [];
  if (listed.length > ENTRIES_PER_BOOK) {
    const message = `This book has ${formatCount(listed.length)} entries. A book can have at most ${ENTRIES_PER_BOOK}: please divide it.`;
    throw new AppError("INVALID_INPUT", { message, field: "file" });
  }
  const isList = Array.isArray(container);
  return listed.flatMap(([at, raw]) => (isObject(raw) ? [{ raw, at: isList ? null : at }] : []));
}

export function readSillyTavern(file: JsonObject): ReadBook {
  return readBook(file, { format: "SillyTavern world info", family: "sillytavern" });
}

export function readCharacterBook(book: JsonObject, format = "Character book"): ReadBook {
  return readBook(book, { format, family: "card" });
}

function readBook(book: JsonObject, { format, family }: { format: string; family: Family }): ReadBook {
  const { entries: container, ...raw } = book;
  const found = readEntryList(container);
  const lost = Object.keys(Object(container)).length - found.length;
  const kept = found.flatMap(({ raw: entry }) => [...new Set(listKeptFields(entry))]);
  const depth = book["scan_depth"];
  return {
    format,
    family,
    name: toText(book["name"]),
    description: toText(book["description"]),
    depth: typeof depth === "number" ? toNumber(depth, 0, DEPTH_MAX, 0) : null,
    isRecursive: book["recursive_scanning"] === true,
    raw: Array.isArray(container) ? { ...raw, entries: [] } : { ...raw, entries: {} },
    entries: found.map(({ raw: entry, at }) => ({ ...readEntry(entry), raw: entry, at })),
    changed: [],
    notUnderstood: [
      ...countKept(kept),
      ...(lost > 0 ? [countThings(lost, "entry that is no object", "entries that are no objects")] : []),
    ],
  };
}

/** `a place of its own in the prompt (3 entries)` */
function countKept(kept: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of kept) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([one, count]) => `${one} (${countThings(count, "entry", "entries")})`);
}

/** A book of ours, and what it came as. */
export type WrittenBook = {
  name: string;
  description: string;
  depth: number;
  isRecursive: boolean;
  source: { format: string; raw: JsonObject } | null;
  entries: readonly WrittenEntry[];
};

/** As a file of SillyTavern. */
export function writeSillyTavern(book: WrittenBook): JsonObject {
  const isNative = book.source?.format === "sillytavern";
  const raw = isNative ? book.source?.raw : null;
  const { entries: shape, ...kept } = raw ?? {};
  if (Array.isArray(shape)) {
    return { ...kept, entries: book.entries.map((entry) => writeEntry(entry, "sillytavern")) };
  }
  const taken = new Set(book.entries.flatMap(({ source }) => source?.at ?? []));
  let next = 0;
  const entries: JsonObject = {};
  for (const [place, entry] of book.entries.entries()) {
    const written = writeEntry(entry, "sillytavern");
    const isOwn = isNative && entry.source?.at != null;
    while (!isOwn && taken.has(String(next))) next += 1;
    const at = isOwn ? (entry.source?.at ?? "") : String(next);
    taken.add(at);
    entries[at] =
      entry.source?.format === "sillytavern" ? written : { uid: Number(at), displayIndex: place, ...written };
  }
  return { ...kept, ...writeHead(book, "sillytavern"), entries };
}

/** As a card's book. */
export function writeCharacterBook(book: WrittenBook): JsonObject {
  const isNative = book.source?.format === "card";
  const { entries: shape, ...kept } = (isNative ? book.source?.raw : null) ?? { extensions: {} };
  const entries = book.entries.map((entry, place) => {
    const written = writeEntry(entry, "card");
    return entry.source?.format === "card" ? written : { id: place, ...written };
  });
  const isMap = isNative && isObject(shape);
  const head = writeHead(book, "card");
  if (!isMap) return { ...kept, ...head, entries };
  const names = book.entries.map(({ source }, place) => source?.at ?? `talespark-${place}`);
  return {
    ...kept,
    ...head,
    entries: Object.fromEntries(entries.map((entry, place) => [names[place], entry])),
  };
}

/** As a standalone file of V3. */
export function writeLorebookV3(book: WrittenBook): JsonObject {
  return { spec: "lorebook_v3", data: writeCharacterBook(book) };
}

/** The fields of a book that are not as they came. */
function writeHead(book: WrittenBook, family: Family): JsonObject {
  const isNative = book.source?.format === family;
  const came = isNative && book.source ? readBook(book.source.raw, { format: "", family }) : null;
  const head: JsonObject = {};
  if (came === null || (came.name !== "" && came.name !== book.name)) head["name"] = book.name;
  if (came === null || came.description !== book.description) head["description"] = book.description;
  if (family === "sillytavern") return head;
  if (came === null || (came.depth !== null && came.depth !== book.depth)) head["scan_depth"] = book.depth;
  if (came === null || came.isRecursive !== book.isRecursive) head["recursive_scanning"] = book.isRecursive;
  return head;
}
