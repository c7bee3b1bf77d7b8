import * as v from "valibot";
import { allowsAdult } from "#domain/account.ts";
import { CHAT_DESCRIPTION_MAX, CHAT_TITLE_MAX, chatConfigSchema, toDefaultTitle } from "#domain/chat.ts";
import { cutIntoPieces, type TreeMessage, toMessageId, toOwnId } from "#domain/conversation-tree.ts";
import { RECENTLY_DELETED_MS } from "#domain/deletion.ts";
import { AppError } from "#domain/errors.ts";
import { DEFAULT_GENRE, GENRES } from "#domain/genres.ts";
import { createId } from "#domain/ids.ts";
import {
  type BroughtRemark,
  EMPTY_REPORT,
  IMPORTS_KEPT_MAX,
  REPORTED_MAX,
  type StoryImportReport,
} from "#domain/imports.ts";
import { countThings, PLAN_LIMITS } from "#domain/plan.ts";
import { STORY_DESCRIPTION_MAX } from "#domain/premise-limits.ts";
import { CHARACTER_LIMITS } from "#domain/rate-limits.ts";
import { DEFAULT_STORY_TITLE } from "#domain/story-record.ts";
import { TITLE_MAX } from "#domain/story-schemas.ts";
import { fitText, foldText } from "#domain/text.ts";
import { findAccount, type UserRow } from "../accounts/store.ts";
import { findPlayerName } from "../ai/cast/player.ts";
import { scalePicture } from "../ai/scale-picture.ts";
import { CHAT_PICTURE_SHAPE, storePicture, toPictureUrl } from "../character-chats/pictures.ts";
import { setStoredBytes } from "../character-chats/store.ts";
import { PortraitStore } from "../characters/portraits.ts";
import { CHARACTER_CREATION, insertCharacter, listSameCharacters } from "../characters/store.ts";
import type { NewConversation, TreeWriter } from "../conversations/tree-writer.ts";
import type { Database } from "../db/client.ts";
import { findCreationRefusal, toCreationRoom } from "../db/creation-limits.ts";
import { requireStorage } from "../db/stored-bytes.ts";
import { logLine } from "../logging.ts";
import { addBook } from "../lorebooks/add-book.ts";
import { findOwnBook } from "../lorebooks/store.ts";
import { saveChosenBooks } from "../lorebooks/used-lore-store.ts";
import { readSnapshot } from "./formats/story-file.ts";
import { openFiles, type ReadImport, readImport } from "./read-import.ts";
import { changeOpenImport, countKept, findImport, type ImportRow, reopenImport } from "./store.ts";
import { loadFiles } from "./stored-files.ts";
import { type PictureReader, type ReadBookOfFile, type ReadConversation, Remarks } from "./tree-builder.ts";

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

type Person = UserRow;

/**
 * Runs one import: reads its files and writes what they hold, a conversation after the other, each of them whole or not at all. It may be begun
 * again at any point. What the plan has no room for is left out, and the rest goes on.
 */
export class ImportRun {
  readonly #parts: ImportRunParts;
  readonly #portraits: PortraitStore;
  #toldAt = 0;

  constructor(parts: ImportRunParts) {
    this.#parts = parts;
    this.#portraits = new PortraitStore({ ...parts, log: logLine });
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
    const isOpen = row.state === "waiting" || row.state === "running";
    if (!isOpen) {
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
    await this.#change({
      report: { ...report, leftOut, filesKeptUntil },
      ...(isNone
        ? ({ state: "failed", error: why, key: job.importId } as const)
        : ({ state: "done", error: null } as const)),
    });
    return filesKeptUntil;
  }

  /** Takes away the conversation that is not whole. */
  async #cancel(): Promise<null> {
    const { writer, load, job } = this.#parts;
    const progress = load();
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

  async #write(read: ReadImport, row: ImportRow, user: Person): Promise<string | null> {
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
    input: { id: string; row: ImportRow; user: Person; written: number },
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
    { id, row, user, written: before }: { id: string; row: ImportRow; user: Person; written: number },
  ): Promise<StoryImportReport | null> {
    const { writer, now } = this.#parts;
    const target = await this.#toTarget(conversation, { id, row, user });
    const owner = { id: user.id, tier: user.tier };
    const leftOut = new Remarks();
    if ((await writer.begin(owner, target)) === "begun") {
      await this.#writeBooks(conversation.books, target, user);
      const withPictures = await this.#storePictures(conversation, target, user, leftOut);
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

  /** The messages of a chat with their pictures, which are stored. May be repeated. Throws STORAGE_LIMIT_EXCEEDED where there is no room. */
  async #storePictures(
    { messages, pictures }: ReadConversation,
    { kind, row }: NewConversation,
    user: Person,
    leftOut: Remarks,
  ): Promise<readonly TreeMessage[]> {
    const { db, bucket } = this.#parts;
    if (kind !== "character-chat" || pictures.length === 0) return messages;
    const parts = { ...this.#parts, log: logLine };
    const withPictures = [...messages];
    let stored = 0;
    for (const { message: number, prompt, read } of pictures) {
      const message = messages[number];
      if (message === undefined) continue;
      const webp = await scaleRead(read, (bytes) => scalePicture(parts, bytes, CHAT_PICTURE_SHAPE));
      if (webp === null) {
        leftOut.add("picture", "pictures", "They can't be read as pictures.");
        continue;
      }
      await setStoredBytes(db, user.id, row.id, stored);
      await requireStorage(db, user, webp.byteLength);
      stored += webp.byteLength;
      const version = await storePicture(bucket, row.id, webp, toOwnId(row.id, `picture ${number}`));
      const image = { url: toPictureUrl(row.id, version), prompt, kind: "ai" } as const;
      withPictures[number] = { ...message, image };
      await scheduler.wait(PAUSE_MIN_MS);
    }
    await setStoredBytes(db, user.id, row.id, stored);
    return withPictures;
  }

  /** The row of the story or chat that it becomes. */
  async #toTarget(
    conversation: ReadConversation,
    { id, row, user }: { id: string; row: ImportRow; user: Person },
  ): Promise<NewConversation> {
    const { head, messages, speakers } = conversation;
    const isNSFW = head?.isNSFW ?? false;
    if (isNSFW && !allowsAdult(user)) throw new AppError("AGE_CONFIRMATION_REQUIRED");
    const at = this.#parts.now().toISOString();
    // As old as its text, so that it does not count as begun now.
    const first = head?.createdAt ?? messages[0]?.timestamp ?? at;
    const shared = {
      id,
      userId: user.id,
      isNSFW,
      requestId: null,
      createdAt: [first, at].toSorted()[0] ?? at,
      updatedAt: at,
    };
    const named = new Set(speakers.map(foldText));
    const character = row.characters.find(({ name }) => named.has(foldText(name)));
    const settings = head?.settings ?? null;
    if (settings?.kind === "chat") {
      const title = fitText(conversation.title, CHAT_TITLE_MAX) || toDefaultTitle(settings.character.name);
      const characterId = await this.#findCharacter(settings, conversation.portrait, user, id);
      const description = fitText(conversation.description, CHAT_DESCRIPTION_MAX);
      const storySnapshot = readSnapshot(settings.story);
      const row = { ...shared, characterId, title, description, config: settings.config, storySnapshot };
      return { kind: "character-chat", row };
    }
    if (character !== undefined && settings === null) {
      const title = fitText(toDefaultTitle(character.name), CHAT_TITLE_MAX);
      const config = v.parse(chatConfigSchema, {});
      const row = { ...shared, characterId: character.id, title, config, storySnapshot: null };
      return { kind: "character-chat", row };
    }
    const { storyLengths } = PLAN_LIMITS[user.tier];
    const wanted = settings?.storyLength ?? "ongoing";
    const player = settings?.character ?? "";
    return {
      kind: "story",
      row: {
        ...shared,
        subGenre: settings?.subGenre ?? null,
        categories: settings?.categories ?? [],
        tropes: settings?.tropes ?? [],
        setting: settings?.setting ?? "",
        customData: settings?.customData ?? {},
        title: fitText(conversation.title, TITLE_MAX) || DEFAULT_STORY_TITLE,
        description: fitText(conversation.description, STORY_DESCRIPTION_MAX),
        genre: settings?.genre ?? guessGenre(conversation),
        character: player,
        playerName: findPlayerName(player),
        storyLength: storyLengths.find((length) => length === wanted) ?? storyLengths.at(-1) ?? "short",
        status: settings?.status ?? "active",
        cast: [],
      },
    };
  }

  /** The person's own character that is the same as that of the file, or a new one. */
  async #findCharacter(
    { character }: Extract<NonNullable<ReadConversation["head"]>["settings"], { kind: "chat" }>,
    readPortrait: ReadConversation["portrait"],
    user: Person,
    chatId: string,
  ): Promise<string> {
    const { db, now } = this.#parts;
    const { emblem: _, portrait: __, role: ___, ...texts } = character;
    const [same] = await listSameCharacters(db, user.id, texts);
    if (same) return same.id;
    const at = now().toISOString();
    const id = toOwnId(chatId, "character");
    // Without one that is no picture the character comes all the same.
    const picture = readPortrait && (await scaleRead(readPortrait, (bytes) => this.#portraits.scale(bytes)));
    const cardBytes =
      texts.card === null ? 0 : new TextEncoder().encode(JSON.stringify(texts.card)).byteLength;
    const storedBytes = cardBytes + (picture?.byteLength ?? 0);
    const row = {
      ...texts,
      id,
      userId: user.id,
      foldedName: foldText(texts.name),
      // If the row is refused, the nightly run finds a picture that nobody points to.
      ...(picture && {
        portraitKey: await this.#portraits.put(id, picture),
        portraitKind: "imported" as const,
      }),
      storedBytes,
      createdAt: at,
      updatedAt: at,
      lastActiveAt: at,
    };
    const { characters, storedBytes: most } = PLAN_LIMITS[user.tier];
    const room = { ...toCreationRoom(CHARACTER_LIMITS, characters, now()), storedBytes: most };
    if (await insertCharacter(db, row, room)) return id;
    const refusal = await findCreationRefusal(db, CHARACTER_CREATION, user.id, { room, now: now() });
    if (refusal !== null) throw refusal;
    await requireStorage(db, user, storedBytes);
    throw new AppError("CHARACTER_LIMIT_EXCEEDED");
  }

  /** The first book of its own becomes that of the story; the others are the person's, and chosen for it. Throws where there is no room. */
  async #writeBooks(
    books: readonly ReadBookOfFile[],
    { kind, row }: NewConversation,
    user: Person,
  ): Promise<void> {
    const { db, now } = this.#parts;
    const own = kind === "story" ? books.find(({ isChosen }) => !isChosen) : undefined;
    const chosen: string[] = [];
    for (const [index, { isChosen: _, entries, ...book }] of books.entries()) {
      const id = toOwnId(row.id, `book ${index}`);
      const storyId = books[index] === own ? row.id : null;
      if (storyId === null) chosen.push(id);
      const [known] = await findOwnBook(db, user.id, id);
      if (known) continue;
      const added = entries.map(({ entryId, from, ...entry }) => ({
        ...entry,
        id: toOwnId(row.id, entryId),
        origin: from === null ? null : { storyId: row.id, messageId: toMessageId(row.id, from) },
      }));
      const facts = { ...book, id, characterId: null, storyId };
      if (!(await addBook(db, user, facts, added, { now: now(), isOfHidden: true })))
        throw new AppError("LOREBOOK_FULL");
    }
    if (chosen.length > 0) await saveChosenBooks(db, user.id, { kind, id: row.id }, chosen);
  }

  /** Returns whether the import still runs. */
  async #change(change: Parameters<typeof changeOpenImport>[3]): Promise<boolean> {
    const { db, job, now } = this.#parts;
    this.#toldAt = now().getTime();
    return (await changeOpenImport(db, job.userId, job.importId, change, now())).length === 1;
  }
}

/** `null`: it is no picture. */
async function scaleRead<Scaled>(
  read: PictureReader,
  scale: (bytes: Uint8Array<ArrayBuffer>) => Promise<Scaled>,
): Promise<Scaled | null> {
  const bytes = read();
  try {
    return bytes && (await scale(bytes));
  } catch (error) {
    if (error instanceof AppError && error.code === "IMAGE_FAILED") return null;
    throw error;
  }
}

/** A genre that the title or the description names; a person can change it. */
function guessGenre({ title, description }: ReadConversation) {
  const words = foldText(`${title} ${description}`);
  return GENRES.find((genre) => words.includes(foldText(genre))) ?? DEFAULT_GENRE;
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
  { books, end }: ReadConversation,
  place: { kind: NewConversation["kind"]; id: string },
): BroughtRemark[] {
  const entries = books.reduce((sum, book) => sum + book.entries.length, 0);
  const told = {
    lore: [countThings(entries, "lore entry", "lore entries"), "With their words, and when they count."],
    notes: ["1 author’s note", "What the AI always keeps in mind."],
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
  let room = REPORTED_MAX;
  return {
    conversations: conversations.map((one) => {
      const paths = one.paths.slice(0, room);
      room -= paths.length;
      return { ...one, paths };
    }),
    cameAlong: cameAlong.slice(0, REPORTED_MAX),
    leftOut:
      more > 0
        ? [
            ...leftOut.slice(0, REPORTED_MAX),
            { what: `${more} more`, why: "The list is too long to show all of it." },
          ]
        : leftOut,
  };
}
