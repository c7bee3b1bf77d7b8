import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { hashSha256 } from "#domain/hash.ts";
import { createId } from "#domain/ids.ts";
import {
  EMPTY_REPORT,
  IMPORTS_RUNNING_MAX,
  type ImportRecord,
  importSchema,
  isOpenImport,
  type StartedImport,
  type StoryImportReport,
} from "#domain/imports.ts";
import type { ImportObject } from "#durable-objects/import.ts";
import type { ChatService } from "../character-chats/service.ts";
import type { CharacterService } from "../characters/service.ts";
import { requireRow } from "../db/owned-rows.ts";
import type { SharedParts } from "../services.ts";
import type { StoryService } from "../stories/service.ts";
import { FileOpener, type ImportFile, isCard } from "./read-import.ts";
import {
  changeOpenImport,
  closeImport,
  countRunning,
  findImport,
  findImportByKey,
  type ImportRow,
  insertImport,
  listImports,
  listOnShelf,
  listUnusedCharacters,
  removeUnusedBooks,
} from "./store.ts";
import { storeFiles, toFileName } from "./stored-files.ts";

/** A job that its request did not start begins after this time. */
const BEGIN_ANYWAY_MS = 60_000;
/** Cards of one import: each takes a picture to be scaled. */
const CARDS_MAX = 20;
const LISTED_MAX = 20;

type ImportServiceParts = Pick<SharedParts, "accounts" | "db" | "bucket" | "getShard" | "now"> & {
  stories: Pick<StoryService, "remove">;
  chats: Pick<ChatService, "remove">;
  characters: Pick<CharacterService, "importCard" | "remove">;
  objects: DurableObjectNamespace<ImportObject>;
};

/** Brings in what people have written elsewhere. A job reads and writes it, see `ImportRun`. */
export class ImportService {
  readonly #parts: ImportServiceParts;

  constructor(parts: ImportServiceParts) {
    this.#parts = parts;
  }

  /**
   * Begins an import of files. Files that came before are answered with that import, as long as something of it is there; `again`: they are brought in
   * once more. Cards among them become characters, and their chats chats with these. Throws INVALID_INPUT for files that can't be unpacked
   * or are nothing but cards, RATE_LIMITED while others run, and the errors of a card's import.
   */
  async create(files: readonly File[], { again }: { again: boolean }): Promise<StartedImport> {
    const { accounts, db, objects, bucket, now } = this.#parts;
    const { id: userId } = await accounts.requireConsented();
    const { key, cards, count } = await lookInto(files);
    const before = again ? null : await this.#findRepeat(userId, key);
    if (before !== null) return { import: toImportRecord(before), isRepeat: true };
    const running = await countRunning(db, userId);
    if (running >= IMPORTS_RUNNING_MAX) throw new AppError("RATE_LIMITED", { retryAfterSeconds: 10 });
    if (cards.length === count) throw new AppError("INVALID_INPUT", { message: NO_STORY, field: "file" });

    const id = createId();
    const job = objects.getByName(id);
    const task = { importId: id, userId, shard: this.#parts.getShard() };
    // The job comes first: it also ends an import whose request crashes right after one of the next steps.
    await job.begin(task, BEGIN_ANYWAY_MS);
    await storeFiles(bucket, id, files);
    const at = now().toISOString();
    const own = {
      id,
      userId,
      key: again ? id : key,
      name: toFileName(files[0]),
      fileCount: count,
      state: "waiting" as const,
      characters: [],
      report: EMPTY_REPORT,
      createdAt: at,
      updatedAt: at,
    };
    if (!(await insertImport(db, own))) {
      await job.remove(id);
      const repeat = again ? null : await this.#findRepeat(userId, key); // the same files came at the same time
      if (repeat === null) throw new AppError("RATE_LIMITED", { retryAfterSeconds: 10 });
      return { import: toImportRecord(repeat), isRepeat: true };
    }
    const made = await this.#importCards(cards);
    await changeOpenImport(db, userId, id, made, now());
    await job.begin(task, 0);
    return { import: await this.get(id), isRepeat: false };
  }

  /** The import of the same files, if something of it is there or comes. Else the files may come again. */
  async #findRepeat(userId: string, key: string): Promise<ImportRow | null> {
    const { db, now } = this.#parts;
    const [before] = await findImportByKey(db, userId, key);
    if (before === undefined) return null;
    if (isOpenImport(before) || (await this.#listOnShelf(before)).length > 0) return before;
    await closeImport(db, userId, before.id, {}, now());
    return null;
  }

  /** A card that is refused does not stop the others. */
  async #importCards(cards: readonly ImportFile[]): Promise<Pick<ImportRow, "characters" | "report">> {
    const characters: ImportRow["characters"] = [];
    const leftOut: StoryImportReport["leftOut"] = [];
    for (const [index, { name: file, bytes }] of cards.entries()) {
      try {
        if (index >= CARDS_MAX)
          throw new AppError("INVALID_INPUT", { message: `At most ${CARDS_MAX} cards come at once.` });
        const { characterId, name } = await this.#parts.characters.importCard(bytes);
        characters.push({ id: characterId, name });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        leftOut.push({ what: `“${file}”`, why: error.message, isPlanLimit: error.status === 402 });
      }
    }
    return { characters, report: { ...EMPTY_REPORT, leftOut } };
  }

  /** Says of each of its stories and chats whether it is still there, and which genre it has now. */
  async get(importId: string): Promise<ImportRecord> {
    const row = await this.#find(importId);
    const characters = row.characters.map(({ id }) => id);
    const there = new Map((await this.#listOnShelf(row, characters)).map(({ id, genre }) => [id, genre]));
    const conversations = row.report.conversations.map((one) => ({
      ...one,
      genre: there.get(one.id) ?? one.genre,
      isOnShelf: there.has(one.id),
    }));
    const cameAlong = row.report.cameAlong.map(({ place, ...remark }) => ({
      ...remark,
      ...(place && (place.id === null || there.has(place.id)) ? { place } : {}),
    }));
    const { filesKeptUntil: until = null } = row.report;
    const isKept = until !== null && row.state !== "undone" && until > this.#parts.now().toISOString();
    const report = { ...row.report, conversations, cameAlong, filesKeptUntil: isKept ? until : null };
    return toImportRecord({ ...row, report });
  }

  /**
   * Brings in what an import has left out, by its number: one that nobody has answered in, or one that there is room for by now. May be
   * repeated. Throws INVALID_INPUT where the files are not kept any more.
   */
  async bring(importId: string, number: number): Promise<ImportRecord> {
    const { objects } = this.#parts;
    const record = await this.get(importId);
    if (record.report.leftOut.some((remark) => remark.number === number)) {
      const isKept = record.report.filesKeptUntil !== null || isOpenImport(record);
      const isBegun = isKept && (await objects.getByName(record.importId).bring(number));
      if (!isBegun) throw new AppError("INVALID_INPUT", { message: FILES_GONE });
    }
    return record;
  }

  #listOnShelf({ userId, report }: ImportRow, others: readonly string[] = []) {
    const ids = [...report.conversations.map(({ id }) => id), ...others];
    return listOnShelf(this.#parts.db, userId, ids);
  }

  /** The latest first. */
  async list(): Promise<ImportRecord[]> {
    const { id } = await this.#parts.accounts.ensure();
    return (await listImports(this.#parts.db, id, LISTED_MAX)).map(toImportRecord);
  }

  /**
   * Cancels an import that still runs: what it has brought stays, the conversation that it is at does not. One that is done is undone: all that
   * it has brought is recently deleted then, but for characters and lorebooks that were changed since, or that something else uses.
   */
  async remove(importId: string): Promise<void> {
    const { db, objects, now } = this.#parts;
    const row = await this.#find(importId);
    const { userId } = row;
    const [cancelled] = await changeOpenImport(
      db,
      userId,
      row.id,
      { state: "cancelled", key: row.id },
      now(),
    );
    if (cancelled) {
      await objects.getByName(row.id).begin({ importId: row.id, userId, shard: this.#parts.getShard() }, 0);
      return;
    }
    await this.#undo(await this.#find(importId));
  }

  async #undo(row: ImportRow): Promise<void> {
    const { stories, chats, characters: people, db, objects, now } = this.#parts;
    const { id, userId, report, characters, state } = row;
    if (state === "undone") return;
    for (const { kind, id: conversationId } of report.conversations) {
      await ignoreMissing(kind === "story" ? stories.remove(conversationId) : chats.remove(conversationId));
    }
    for (const character of await listUnusedCharacters(db, row))
      await ignoreMissing(people.remove(character.id));
    await removeUnusedBooks(db, row, now());
    const change =
      report.conversations.length > 0 || characters.length > 0 ? ({ state: "undone" } as const) : {};
    await closeImport(db, userId, id, change, now());
    await objects.getByName(id).remove(id);
  }

  async #find(importId: string): Promise<ImportRow> {
    const { accounts, db } = this.#parts;
    return requireRow(await findImport(db, accounts.ownerId, importId));
  }
}

const NO_STORY = "There is no story in this. Character cards alone are brought in at Characters.";

const FILES_GONE = "Its files are not kept any more. Please choose them again.";

/** What is deleted already is fine. */
async function ignoreMissing(removal: Promise<void>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof AppError && error.code === "NOT_FOUND")) throw error;
  }
}

/**
 * What must be known of files before they are stored: the character cards among them and in their ZIPs, how many files there are, and a key that
 * is the same for the same bytes, whatever the names and the order. One after the other, so that memory holds one of them beside the request.
 * Throws INVALID_INPUT.
 */
async function lookInto(
  files: readonly File[],
): Promise<{ key: string; cards: ImportFile[]; count: number }> {
  const opener = new FileOpener();
  const hashes: string[] = [];
  const cards: ImportFile[] = [];
  let count = 0;
  for (const file of files) {
    const bytes = await file.bytes();
    hashes.push(await hashSha256(bytes));
    for (const opened of opener.open({ name: toFileName(file), bytes })) {
      count += 1;
      // A copy, because the bytes may be a part of the whole ZIP.
      if (isCard(opened)) cards.push({ name: opened.name, bytes: opened.bytes.slice() });
    }
  }
  return { key: await hashSha256(hashes.toSorted().join(" ")), cards, count };
}

function toImportRecord({ id, written, total, ...row }: ImportRow): ImportRecord {
  return v.parse(importSchema, { ...row, importId: id, progress: { written, total } });
}
