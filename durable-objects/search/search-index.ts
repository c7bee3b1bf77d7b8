import { deflateRawSync, inflateRawSync } from "node:zlib";
import { parse, stringify, validate } from "uuid";
import { ROLES } from "#domain/message.ts";
import {
  SEARCH_KINDS,
  SEARCH_PLACES_MAX,
  SEARCH_RESULTS,
  SEARCH_RESULTS_MAX,
  type SearchItem,
  type SearchKind,
  type SearchPage,
  type SearchRequest,
} from "#domain/search.ts";
import {
  hashDocument,
  KINDS_BESIDE,
  LIBRARY,
  type SearchDocument,
  type SourceUpdate,
} from "#domain/search-update.ts";
import { compareFit, countKinds, FIT, type Found, takePerKind } from "./ranking.ts";
import { cutSnippet } from "./snippet.ts";
import { splitIntoWords } from "./split-words.ts";
import {
  findPlaces,
  listNear,
  parseTypedQuery,
  type Term,
  TYPO_MIN,
  toMatch,
  type WordQuery,
} from "./typed-query.ts";

/** An id as it is stored: a UUID as its 16 bytes, of which there are two for each text; any other as it is. */
type Packed = string | ArrayBuffer;
const UUID = /^[0-9a-f-]{36}$/;

type SourceRow = {
  id: number;
  name: string;
  title: string;
  number: number;
  head: number | null;
  is_archived: number;
};
type DocumentRow = {
  id: number;
  item: Packed;
  kind: number;
  title: string | null;
  text: ArrayBuffer;
  role: number | null;
  depth: number | null;
  parent: number | null;
  created_at: number;
  message_id: Packed | null;
  within: string | null;
  book_id: string | null;
};

/** Words of the index that a typed one may have been meant as. */
const READINGS_MAX = 4;
/** Words of a search without results that are looked for alone. */
const NEAR_MAX = 4;
const STORIES_LISTED = 30;
/** The kind and the hash of a reserved row. No document has these values. */
const NOT_THERE = -1;

/** A source, and a document of it. The indexes have the end of a name: enough to find it, and half as large. */
const IS_SOURCE = "substr(name, -8) = substr(?1, -8) AND name = ?1";
const IS_ITEM = "source = ?1 AND substr(item, 13) = substr(?2, 13) AND item = ?2";

const TABLES = `
  CREATE TABLE sources (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, number INTEGER NOT NULL DEFAULT 0, head INTEGER,
    title TEXT NOT NULL DEFAULT '', is_shown INTEGER NOT NULL DEFAULT 0, is_archived INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX sources_name ON sources (substr(name, -8));
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY, source INTEGER NOT NULL, item BLOB NOT NULL, kind INTEGER NOT NULL, role INTEGER, depth INTEGER,
    parent INTEGER, created_at INTEGER NOT NULL, hash INTEGER NOT NULL, title TEXT, within TEXT, book_id TEXT,
    message_id BLOB, text BLOB NOT NULL
  );
  CREATE INDEX documents_item ON documents (source, substr(item, 13));
  CREATE INDEX documents_entry ON documents (item) WHERE book_id IS NOT NULL;
  CREATE VIRTUAL TABLE words USING fts5 (text, title, content = '', contentless_delete = 1, tokenize = 'ascii');
  CREATE TABLE vocabulary (word TEXT PRIMARY KEY, texts INTEGER NOT NULL) WITHOUT ROWID;`;

/**
 * The index of one person's texts, in the object's SQLite. FTS5 gets words that are folded and split already (`splitIntoWords`), so that the
 * same rules hold for the index, a query and the marks in a snippet. It stores no text; `documents` has it compressed, for snippets.
 */
export class SearchIndex {
  readonly #sql: SqlStorage;
  readonly #transaction: <T>(run: () => T) => T;

  constructor(storage: Pick<DurableObjectStorage, "sql" | "transactionSync">) {
    this.#sql = storage.sql;
    this.#transaction = (run) => storage.transactionSync(run);
    const [table] = this.#sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'vocabulary'").toArray();
    if (table === undefined) this.#transaction(() => this.#sql.exec(TABLES));
  }

  // --- Changes ------------------------------------------------------------------------------------------------------

  /**
   * Takes an update. Safe to repeat. Returns `null`, or the number of the last one if this one is not newer: its sender has sent something
   * else under it, or was set back to an earlier state, and has to count on from that number.
   */
  apply(update: SourceUpdate): number | null {
    return this.#transaction(() => {
      const source = this.#findSource(update.source);
      if (update.number !== null && update.number <= source.number) return source.number;
      const { documents = [], removed = [], whole = [], keep, facts } = update;
      for (const document of documents) this.#store(source.id, document);
      this.#remove(source.id, removed);
      if (whole.length > 0) {
        const kept = new Set(keep ?? documents.map(({ item }) => item));
        const rows = this.#all<{ item: Packed }>(
          "SELECT item FROM documents WHERE source = ? AND kind IN (SELECT value FROM json_each(?))",
          source.id,
          JSON.stringify([...whole.map(toKindNumber), ...(whole.includes("passage") ? [NOT_THERE] : [])]),
        );
        const others = rows.map(({ item }) => unpackId(item)).filter((item) => !kept.has(item));
        this.#remove(source.id, others);
      }
      const head = update.headId ? this.#findDocument(source.id, update.headId)?.id : null;
      this.#sql.exec(
        "UPDATE sources SET number = ?, head = ? WHERE id = ?",
        update.number ?? source.number,
        update.headId === undefined ? source.head : (head ?? null),
        source.id,
      );
      if (facts !== undefined) {
        const { title, isShown, isArchived } = facts;
        const values = [title, Number(isShown), Number(isArchived), source.id];
        this.#sql.exec("UPDATE sources SET title = ?, is_shown = ?, is_archived = ? WHERE id = ?", ...values);
      }
      return null;
    });
  }

  /** Removes entries of lorebooks by their ids; their books may be gone, so nobody knows in which source they are. */
  removeEntries(ids: readonly string[]): void {
    this.#transaction(() => {
      for (const id of ids) {
        const rows = this.#all<{ source: number }>(
          "SELECT source FROM documents WHERE item = ? AND book_id IS NOT NULL",
          packId(id),
        );
        for (const { source } of rows) this.#remove(source, [id]);
      }
    });
  }

  /** How many documents a conversation has sent, and the sum of what `hashDocument` makes of them. */
  summarise(source: string): { count: number; sum: number } {
    const [found] = this.#all<{ count: number; sum: number }>(
      `SELECT count(*) AS count, coalesce(sum(hash), 0) AS sum FROM documents
        WHERE source = (SELECT id FROM sources WHERE ${IS_SOURCE})
          AND (parent IS NOT NULL OR kind IN (SELECT value FROM json_each(?2)))`,
      source,
      JSON.stringify(KINDS_BESIDE.map(toKindNumber)),
    );
    return found ?? { count: 0, sum: 0 };
  }

  #findSource(name: string): SourceRow {
    const [known] = this.#all<SourceRow>(`SELECT * FROM sources WHERE ${IS_SOURCE}`, name);
    if (known !== undefined) return known;
    const isShown = Number(name === LIBRARY);
    this.#sql.exec("INSERT INTO sources (name, is_shown) VALUES (?, ?)", name, isShown);
    return this.#findSource(name);
  }

  #findDocument(
    source: number,
    item: string,
  ): { id: number; hash: number; depth: number | null } | undefined {
    return this.#all<{ id: number; hash: number; depth: number | null }>(
      `SELECT id, hash, depth FROM documents WHERE ${IS_ITEM}`,
      source,
      packId(item),
    )[0];
  }

  /** The id of a document's row. If the document has not come yet, because its update was delayed, a row is reserved for it. */
  #findOrReserve(source: number, item: string): number {
    const known = this.#findDocument(source, item);
    if (known !== undefined) return known.id;
    const [row] = this.#all<{ id: number }>(
      `INSERT INTO documents (source, item, kind, created_at, hash, text) VALUES (?, ?, ${NOT_THERE}, 0, ${NOT_THERE}, ?) RETURNING id`,
      source,
      packId(item),
      compress(""),
    );
    return row?.id ?? 0;
  }

  #store(source: number, document: SearchDocument): void {
    const { item, kind, title, text, role = null, depth = null, messageId = null } = document;
    const { within = null, bookId = null } = document;
    const known = this.#findDocument(source, item);
    const hash = hashDocument(document);
    if (known?.hash === hash) return;
    // Before the row is removed: else a reserved row could get its id.
    const parent = document.parent == null ? 0 : this.#findOrReserve(source, document.parent);
    if (known !== undefined) this.#remove(source, [item]);
    const [row] = this.#all<{ id: number }>(
      `INSERT INTO documents
        (id, source, item, kind, role, depth, parent, created_at, hash, title, within, book_id, message_id, text)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      known?.id ?? null,
      source,
      packId(item),
      toKindNumber(kind),
      role === null ? null : ROLES.indexOf(role),
      depth,
      document.parent === undefined ? null : parent,
      Math.floor(Date.parse(document.createdAt) / 1000),
      hash,
      title || null,
      within,
      bookId,
      messageId === null ? null : packId(messageId),
      compress(text),
    );
    const [textWords, titleWords] = [splitWords(text), splitWords(title)];
    const values = [row?.id ?? 0, textWords.join(" "), titleWords.join(" ")];
    this.#sql.exec("INSERT INTO words (rowid, text, title) VALUES (?, ?, ?)", ...values);
    this.#countWords([...textWords, ...titleWords], 1);
  }

  #remove(source: number, items: readonly string[]): void {
    for (const item of items) {
      const [known] = this.#all<Pick<DocumentRow, "id" | "title" | "text">>(
        `DELETE FROM documents WHERE ${IS_ITEM} RETURNING id, title, text`,
        source,
        packId(item),
      );
      if (known === undefined) continue;
      this.#sql.exec("DELETE FROM words WHERE rowid = ?", known.id);
      this.#countWords([...splitWords(decompress(known.text)), ...splitWords(known.title ?? "")], -1);
    }
  }

  /**
   * Counts the texts that have each word, for those that a mistyped one may have been meant as. FTS5 knows the words too (`fts5vocab`), but
   * to ask it for each of 500 takes 120 ms at 1,000,000 words.
   */
  #countWords(words: readonly string[], by: 1 | -1): void {
    const counted = JSON.stringify([...new Set(words)].filter(({ length }) => length >= TYPO_MIN - 1));
    this.#sql.exec(
      `INSERT INTO vocabulary SELECT value, ? FROM json_each(?) WHERE true
        ON CONFLICT DO UPDATE SET texts = texts + excluded.texts`,
      by,
      counted,
    );
    if (by === 1) return;
    const none = "DELETE FROM vocabulary WHERE texts < 1 AND word IN (SELECT value FROM json_each(?))";
    this.#sql.exec(none, counted);
  }

  // --- Search -------------------------------------------------------------------------------------------------------

  find(request: SearchRequest): Omit<SearchPage, "isBuilding"> {
    const typed = parseTypedQuery(request.q);
    let query = typed;
    let found = this.#findPlaces(query, request);
    let corrected: SearchPage["corrected"] = null;
    if (found.length === 0) {
      for (const reading of this.#listReadings(typed)) {
        found = this.#findPlaces(reading.query, request);
        if (found.length === 0) continue;
        ({ query, corrected } = reading);
        break;
      }
    }
    const isCut = found.length > SEARCH_PLACES_MAX;
    const counted = found.slice(0, SEARCH_PLACES_MAX);
    const { kind } = request;
    // Those of one kind are looked for anew, so that the others crowd none of them out.
    const places =
      kind === undefined
        ? counted
        : this.#findPlaces(query, request, toKindNumber(kind)).slice(0, SEARCH_PLACES_MAX);
    const sorted = takePerKind(places.sort(compareFit), request.perKind);
    const from = Math.max(0, Math.trunc(Number(request.cursor ?? 0)) || 0);
    const to = from + Math.min(request.limit ?? SEARCH_RESULTS, SEARCH_RESULTS_MAX);
    return {
      items: this.#toItems(sorted.slice(from, to), query),
      counts: countKinds(counted),
      stories: this.#countStories(counted),
      isCut,
      corrected,
      near: found.length === 0 && typed.wanted.length > 1 ? this.#countNear(typed, request) : [],
      next: to < sorted.length ? String(to) : null,
    };
  }

  /** At most one more than are counted; those that were indexed last, if there are more. */
  #findPlaces(
    query: WordQuery,
    { storyId, chatId, role, since, until, withoutArchived = false }: SearchRequest,
    kind: number | null = null,
  ): Found[] {
    const match = toMatch(query);
    if (match === null) return [];
    const within = storyId === undefined ? chatId && `character-chat:${chatId}` : `story:${storyId}`;
    return this.#all<Found>(
      `SELECT d.id, d.kind, d.source, d.created_at, ${FIT} AS fit
        FROM words CROSS JOIN documents AS d ON d.id = words.rowid CROSS JOIN sources AS s ON s.id = d.source
        WHERE words MATCH ?1 AND s.is_shown = 1 AND (?2 IS NULL OR d.kind = ?2) AND (?3 IS NULL OR s.name = ?3)
          AND (?4 IS NULL OR d.role = ?4) AND (?5 IS NULL OR d.created_at >= ?5) AND (?6 IS NULL OR d.created_at < ?6)
          AND s.is_archived <= ?7
        ORDER BY words.rowid DESC LIMIT ${SEARCH_PLACES_MAX + 1}`,
      match,
      kind,
      within ?? null,
      role === undefined ? null : ROLES.indexOf(role),
      toSeconds(since),
      toSeconds(until),
      withoutArchived ? 0 : 1,
    );
  }

  /** How many places have some of the words, each alone. */
  #countNear({ wanted }: WordQuery, request: SearchRequest): SearchPage["near"] {
    return wanted.slice(0, NEAR_MAX).flatMap((term) => {
      const { length } = this.#findPlaces({ wanted: [term], unwanted: [] }, request);
      const count = Math.min(length, SEARCH_PLACES_MAX);
      return count === 0 ? [] : [{ word: term.words.join(" "), count }];
    });
  }

  /** The query with another word in place of one that may be mistyped, for each such word in turn. */
  *#listReadings(
    query: WordQuery,
  ): Generator<{ query: WordQuery; corrected: { typed: string; read: string } }> {
    for (const [at, { words }] of query.wanted.entries()) {
      const [typed = ""] = words;
      const near = words.length === 1 ? listNear(typed) : [];
      if (near.length === 0) continue;
      const known = this.#all<{ word: string }>(
        `SELECT word FROM vocabulary WHERE word IN (SELECT value FROM json_each(?)) ORDER BY texts DESC LIMIT ${READINGS_MAX}`,
        JSON.stringify(near),
      ).map(({ word }) => word);
      const [read, ...or] = known;
      if (read === undefined) continue;
      const term: Term = { words: [read], isPrefix: false, or };
      yield { query: { ...query, wanted: query.wanted.with(at, term) }, corrected: { typed, read } };
    }
  }

  #countStories(found: readonly Found[]): SearchPage["stories"] {
    const counts = new Map<number, number>();
    for (const { source } of found) counts.set(source, (counts.get(source) ?? 0) + 1);
    const sources = this.#readSources([...counts.keys()]);
    return [...counts]
      .sort(([, one], [, other]) => other - one)
      .flatMap(([id, count]) => {
        const source = sources.get(id);
        const storyId = source && toSourceId(source.name, "story");
        return source && storyId ? [{ storyId, title: source.title, count }] : [];
      })
      .slice(0, STORIES_LISTED);
  }

  #readSources(ids: readonly number[]): Map<number, SourceRow> {
    const rows = this.#all<SourceRow>(
      "SELECT * FROM sources WHERE id IN (SELECT value FROM json_each(?))",
      JSON.stringify(ids),
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  #toItems(found: readonly Found[], query: WordQuery): SearchItem[] {
    const sources = this.#readSources([...new Set(found.map(({ source }) => source))]);
    const paths = new Map<number, KnownPath[]>();
    return found.flatMap(({ id, source: sourceId }) => {
      const [row] = this.#all<DocumentRow>("SELECT * FROM documents WHERE id = ?", id);
      const source = sources.get(sourceId);
      if (row === undefined || source === undefined) return [];
      const known = paths.get(sourceId) ?? this.#listPaths(source);
      paths.set(sourceId, known);
      const path = row.depth === null ? null : this.#findPath(row, known);
      return [toItem(row, source, path, query)];
    });
  }

  /** The open path of a source and those with names, by the documents at their ends. */
  #listPaths({ id, head }: SourceRow): KnownPath[] {
    const named = this.#all<{ title: string; end: number; item: Packed }>(
      `SELECT p.within AS title, m.id AS "end", m.item FROM documents AS p JOIN documents AS m
        ON m.source = p.source AND substr(m.item, 13) = substr(p.message_id, 13) AND m.item = p.message_id
        WHERE p.source = ? AND p.kind = ${toKindNumber("path")}`,
      id,
    ).map(({ title, end, item }) => ({ leafId: unpackId(item), name: title, at: end, isOpen: false }));
    const [open] =
      head === null ? [] : this.#all<{ item: Packed }>("SELECT item FROM documents WHERE id = ?", head);
    return open === undefined || head === null
      ? named
      : [{ leafId: unpackId(open.item), name: null, at: head, isOpen: true }, ...named];
  }

  #findPath(row: DocumentRow, known: readonly KnownPath[]): KnownPath | null {
    return (
      known.find(({ at }) => {
        const [found] = this.#all<{ id: number }>(
          `WITH RECURSIVE path (id, parent, depth) AS (
            SELECT id, parent, depth FROM documents WHERE id = ?1
            UNION ALL
            SELECT d.id, d.parent, d.depth FROM path JOIN documents AS d ON d.id = path.parent WHERE path.depth > ?2
          ) SELECT id FROM path WHERE id = ?3`,
          at,
          row.depth,
          row.id,
        );
        return found !== undefined;
      }) ?? null
    );
  }

  #all<Row extends Record<string, SqlStorageValue>>(query: string, ...values: SqlStorageValue[]): Row[] {
    return this.#sql.exec<Row>(query, ...values).toArray();
  }
}

type KnownPath = { leafId: string; name: string | null; at: number; isOpen: boolean };

function toKindNumber(kind: SearchKind): number {
  return SEARCH_KINDS.indexOf(kind);
}

function toSourceId(name: string, kind: string): string | null {
  return name.startsWith(`${kind}:`) ? name.slice(kind.length + 1) : null;
}

function toSeconds(time: string | undefined): number | null {
  return time === undefined ? null : Math.floor(Date.parse(time) / 1000);
}

function splitWords(text: string): string[] {
  return splitIntoWords(text).map(({ word }) => word);
}

function packId(id: string): Packed {
  if (!UUID.test(id) || !validate(id)) return id;
  const bytes = new Uint8Array(parse(id));
  return bytes.buffer;
}

function unpackId(packed: Packed): string {
  return typeof packed === "string" ? packed : stringify(new Uint8Array(packed));
}

/** A copy, because Node's buffers are parts of larger ones. */
function compress(text: string): ArrayBuffer {
  return new Uint8Array(deflateRawSync(text)).buffer;
}

function decompress(stored: ArrayBuffer): string {
  return new TextDecoder().decode(inflateRawSync(stored));
}

function toItem(row: DocumentRow, source: SourceRow, path: KnownPath | null, query: WordQuery): SearchItem {
  const { role, depth, title, within, created_at: createdAt } = row;
  const item = unpackId(row.item);
  const kind = SEARCH_KINDS[row.kind] ?? "passage";
  const messageId = row.message_id === null ? (depth === null ? null : item) : unpackId(row.message_id);
  const text = decompress(row.text);
  const own = depth === null ? title : null;
  return {
    kind,
    id: item,
    storyId: toSourceId(source.name, "story"),
    chatId: toSourceId(source.name, "character-chat"),
    characterId: toSourceId(source.name, "character"),
    bookId: row.book_id,
    leafId: path?.leafId ?? messageId,
    messageId,
    title: own ?? source.title,
    titleRanges: own === null ? [] : findRanges(own, query),
    // A book of a story or a character is named after that.
    within: (kind === "lore" ? source.title : null) || within || path?.name || null,
    isOnOpenPath: path?.isOpen ?? false,
    isArchived: source.is_archived === 1,
    depth,
    role: role === null ? null : (ROLES[role] ?? null),
    ...cutSnippet(text, findRanges(text, query)),
    createdAt: new Date(createdAt * 1000).toISOString(),
    picture: null, // the service adds it
  };
}

function findRanges(text: string, query: WordQuery): [from: number, to: number][] {
  const words = splitIntoWords(text);
  return findPlaces(words, query).map(([first, last]) => [words[first]?.from ?? 0, words[last]?.to ?? 0]);
}
