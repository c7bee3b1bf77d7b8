import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import {
  type BroughtRemark,
  EMPTY_REPORT,
  IMPORTS_KEPT_MAX,
  isOpenImport,
  REPORTED_MAX,
  type StoryImportReport,
} from "#domain/imports.ts";
import { cutIntoPieces } from "#domain/incoming-tree.ts";
import { countThings } from "#domain/numbers.ts";
import { RECENTLY_DELETED_MS } from "#domain/recently-deleted.ts";
import { findAccount, type UserRow } from "../accounts/store.ts";
import type { NewConversation, TreeWriter } from "../conversations/tree-writer.ts";
import type { Database } from "../db/client.ts";
import { openFiles, type ReadImport, readImport } from "./read-import.ts";
import {
  changeOpenImport,
  countKept,
  findImport,
  type ImportRow,
  reopenImport,
  reportCancelled,
} from "./store.ts";
import { ImportContents } from "./store-import.ts";
import { loadFiles } from "./stored-files.ts";
import { type ReadConversation, Remarks } from "./tree-builder.ts";

export type ImportJob = { importId: string; userId: string; shard: number };

/** What the job's object remembers: the ids of what it makes, how many of them are done, and which is under way, with the report so far. */
export type ImportProgress = {
  ids: readonly string[];
  done: number;
  /** Below `done`, it was left out and is wanted all the same. */
  current?: number;
  written: number;
  report: StoryImportReport;
};

type ImportRunParts = {
  db: Database;
  bucket: R2Bucket;
  writer: TreeWriter;
  images: ImagesBinding;
  job: ImportJob;
  now: () => Date;
  load: () => ImportProgress | null;
  save: (progress: ImportProgress) => void;
  /** The numbers of what was left out and is wanted all the same. */
  listWanted: () => readonly number[];
  settleWanted: (number: number) => void;
};

/** Of refusals because the plan has no room. */
const PLAN_STATUS = 402;
/** D1 is told of the progress this often. */
const TOLD_MS = 1_000;
/** After each piece others get as long as it took: an isolate has one thread for all of its people. */
const PAUSE_MIN_MS = 5;

/**
 * Runs one import: reads its files and writes what they hold, a conversation after the other, each of them whole or not at all. It may be begun
 * again at any point. What the plan has no room for is left out, and the rest goes on.
 */
export class ImportRun {
  readonly #parts: ImportRunParts;
  readonly #contents: ImportContents;
  #toldAt = 0;

  constructor(parts: ImportRunParts) {
    this.#parts = parts;
    this.#contents = new ImportContents(parts);
  }

  /**
   * Returns when the import has ended, is cancelled, or never began: until when its files are kept, `null` if they are not needed any more.
   * Throws what may pass: the caller tries again.
   */
  async run(): Promise<string | null> {
    const { db, job, listWanted, now } = this.#parts;
    const [row] = await findImport(db, job.userId, job.importId);
    if (!row) return null;
    if (row.state === "cancelled") return this.#cancel();
    if (!isOpenImport(row)) {
      const { filesKeptUntil = null } = row.report;
      const isKept = filesKeptUntil !== null && filesKeptUntil > now().toISOString();
      if (row.state === "undone" || !isKept) return null;
      if (listWanted().length === 0) return filesKeptUntil;
      if ((await reopenImport(db, job.userId, row.id, now())).length === 0) return null;
    }
    const [account] = await findAccount(db, job.userId);
    if (!account || account.user.deletionRequestedAt !== null) return null;
    let read: ReadImport;
    try {
      read = await this.#read(row);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return this.#end(row.report, error.message);
    }
    return this.#write(read, row, account.user);
  }

  /** It can't be done, after many tries. What it has brought before stays. */
  async fail(): Promise<null> {
    await this.#cancel();
    const { load } = this.#parts;
    await this.#end(load()?.report ?? EMPTY_REPORT, "This could not be brought in. Please try again later.");
    return null;
  }

  /** The import has ended; `error`: what stopped it. One that has brought nothing has failed, and its files may come again. */
  async #end(report: StoryImportReport, error: string | null): Promise<string | null> {
    const { db, job, now } = this.#parts;
    const mayCome = report.leftOut.some(({ number }) => number !== undefined);
    const isKept =
      error === null && mayCome && (await countKept(db, job, now().toISOString())) < IMPORTS_KEPT_MAX;
    const filesKeptUntil = isKept ? new Date(now().getTime() + RECENTLY_DELETED_MS).toISOString() : null;
    const isNone = report.conversations.length === 0;
    const why = error ?? report.leftOut.at(-1)?.why ?? null;
    const leftOut =
      error === null || isNone ? report.leftOut : [...report.leftOut, { what: "The rest", why: error }];
    const hasEnded = await this.#change({
      report: { ...report, leftOut, filesKeptUntil },
      ...(isNone
        ? ({ state: "failed", error: why, key: job.importId } as const)
        : ({ state: "done", error: null } as const)),
    });
    return hasEnded ? filesKeptUntil : this.run(); // it was cancelled meanwhile
  }

  /** Takes away the conversation that is not whole. Those that are stand in the report. */
  async #cancel(): Promise<null> {
    const { db, writer, load, job, now } = this.#parts;
    const progress = load();
    if (progress) await reportCancelled(db, job.userId, job.importId, progress.report, now());
    const id = progress?.ids[progress.current ?? progress.done];
    if (id === undefined) return null;
    for (const kind of ["story", "character-chat"] as const)
      await writer.discard({ kind, row: { id, userId: job.userId } });
    return null;
  }

  async #read(row: ImportRow): Promise<ReadImport> {
    const { bucket, job, now } = this.#parts;
    return readImport(openFiles(await loadFiles(bucket, job.importId)), { name: row.name, now: now() });
  }

  async #write(read: ReadImport, row: ImportRow, user: UserRow): Promise<string | null> {
    const { load, save, listWanted, settleWanted } = this.#parts;
    const total = read.conversations.reduce((sum, { messages }) => sum + messages.length, 0);
    let progress: ImportProgress = load() ?? {
      ids: read.conversations.map(() => createId()),
      done: 0,
      written: 0,
      report: clip({
        conversations: [],
        cameAlong: toCameAlong(read, row),
        leftOut: [...row.report.leftOut, ...read.leftOut],
      }),
    };
    const { ids } = progress;
    // The files are read anew, perhaps by a later version, and what is wanted is known by its number.
    if (ids.length !== read.conversations.length)
      return this.#end(progress.report, "It is read in another way by now. Please choose the files again.");
    save(progress);
    await this.#change({ state: "running", total, written: progress.written, report: progress.report });
    for (;;) {
      const isWanted = progress.done === ids.length;
      const number = isWanted ? listWanted()[0] : progress.done;
      if (number === undefined) return this.#end(progress.report, null);
      const conversation = read.conversations[number];
      const id = ids[number];
      save({ ...progress, current: number });
      const { conversations, cameAlong, leftOut } = progress.report;
      if (conversation !== undefined && id !== undefined && !conversations.some((one) => one.id === id)) {
        const hasAnswered = read.conversations.some(({ isUnanswered }) => !isUnanswered);
        const made =
          conversation.isUnanswered && hasAnswered && !isWanted
            ? leaveOut(`1 chat, “${conversation.paths[0]?.name}”`, "It has a first message and no answer.")
            : await this.#tryOne(conversation, { id, row, user, written: progress.written });
        if (made === null) return this.#cancel();
        const report = {
          conversations: [...conversations, ...made.conversations],
          cameAlong: [...cameAlong, ...made.cameAlong],
          leftOut: [
            ...leftOut.filter((remark) => remark.number !== number),
            ...made.leftOut.map((remark) =>
              made.conversations.length === 0 ? { ...remark, number } : remark,
            ),
          ],
        };
        progress = { ...progress, report: clip(report) };
      }
      if (!isWanted)
        progress = {
          ...progress,
          done: number + 1,
          written: progress.written + (conversation?.messages.length ?? 0),
        };
      save(progress);
      if (isWanted) settleWanted(number);
      await this.#change({ written: progress.written, report: progress.report });
    }
  }

  /** What of a report is about that conversation. `null`: the import was cancelled meanwhile. */
  async #tryOne(
    conversation: ReadConversation,
    input: { id: string; row: ImportRow; user: UserRow; written: number },
  ): Promise<StoryImportReport | null> {
    try {
      return await this.#writeOne(conversation, input);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await this.#cancel();
      return leaveOut(`“${conversation.title}”`, error.message, error.status === PLAN_STATUS);
    }
  }

  /** `null`: the import was cancelled meanwhile. */
  async #writeOne(
    conversation: ReadConversation,
    { id, row, user, written: before }: { id: string; row: ImportRow; user: UserRow; written: number },
  ): Promise<StoryImportReport | null> {
    const { writer, now } = this.#parts;
    const target = await this.#contents.toTarget(conversation, { id, row, user });
    const owner = { id: user.id, tier: user.tier };
    const leftOut = new Remarks();
    if ((await writer.begin(owner, target)) === "begun") {
      await this.#contents.writeBooks(conversation.books, target, user);
      const withPictures = await this.#contents.storePictures(conversation, target, user, leftOut);
      for (const piece of cutIntoPieces(withPictures)) {
        const begunAt = now().getTime();
        await writer.write(target, piece);
        const at = now().getTime();
        if (at - this.#toldAt > TOLD_MS && !(await this.#change({ written: before + piece.first })))
          return null;
        await scheduler.wait(Math.max(PAUSE_MIN_MS, at - begunAt));
      }
      if (!(await this.#change({}))) return null;
      await writer.end(owner, target, conversation.end);
    }
    const { format, messages, paths, pathCount } = conversation;
    const { kind } = target;
    const written = {
      kind,
      id,
      title: target.row.title,
      format,
      messageCount: messages.length,
      pathCount,
      paths,
    };
    return {
      conversations: [{ ...written, genre: kind === "story" ? target.row.genre : null, isOnShelf: true }],
      cameAlong: toSheets(conversation, { kind, id }),
      leftOut: leftOut.list(),
    };
  }

  /** Returns whether the import still runs. */
  async #change(change: Parameters<typeof changeOpenImport>[3]): Promise<boolean> {
    const { db, job, now } = this.#parts;
    this.#toldAt = now().getTime();
    return (await changeOpenImport(db, job.userId, job.importId, change, now())).length === 1;
  }
}

function toCameAlong({ cameAlong }: ReadImport, { characters }: ImportRow): BroughtRemark[] {
  const [only, ...others] = characters;
  if (only === undefined) return cameAlong;
  const id = others.length === 0 ? only.id : null;
  const what = countThings(characters.length, "character", "characters");
  const why = characters.map(({ name }) => name).join(", ");
  return [{ what, why, place: { kind: "character", id, sheet: null } }, ...cameAlong];
}

/** What came with a story or chat and is on its sheets. */
function toSheets(
  { books, end, notedBy }: ReadConversation,
  place: { kind: NewConversation["kind"]; id: string },
): BroughtRemark[] {
  const entries = books.reduce((sum, book) => sum + book.entries.length, 0);
  const told = {
    lore: [countThings(entries, "lore entry", "lore entries"), "With their words, and when they count."],
    notes: [
      "1 author’s note",
      notedBy > 1
        ? `The instructions of ${notedBy} chats were the same, so they are kept once.`
        : "What the AI always keeps in mind.",
    ],
  } as const;
  const sheets = [...(entries > 0 ? ["lore" as const] : []), ...(end.notes.note ? ["notes" as const] : [])];
  return sheets.map((sheet) => ({ what: told[sheet][0], why: told[sheet][1], place: { ...place, sheet } }));
}

/** The report of a conversation that does not come. */
function leaveOut(what: string, why: string, isPlanLimit = false): StoryImportReport {
  return { ...EMPTY_REPORT, leftOut: [{ what, why, isPlanLimit }] };
}

/** A row of D1, and a value of the object, have room for so much of a report. The ids of all conversations stay: an undo needs them. */
function clip({ conversations, cameAlong, leftOut }: StoryImportReport): StoryImportReport {
  const more = leftOut.length - REPORTED_MAX;
  const rest = { what: `${more} more`, why: "The list is too long to show all of it." };
  let room = REPORTED_MAX;
  return {
    conversations: conversations.map((one) => {
      const paths = one.paths.slice(0, room);
      room -= paths.length;
      return { ...one, paths };
    }),
    cameAlong: cameAlong.slice(0, REPORTED_MAX),
    leftOut: [...leftOut.slice(0, REPORTED_MAX), ...(more > 0 ? [rest] : [])],
  };
}
