import type { CharacterRecord } from "#domain/character.ts";
import { AppError } from "#domain/errors.ts";
import { GENRE_SLUGS } from "#domain/genre-slugs.ts";
import { hashFnv1a } from "#domain/hash.ts";
import type { LorebookRecord } from "#domain/lore.ts";
import { PORTRAIT_SIZE } from "#domain/portraits.ts";
import { ALL_PATHS, type ExportChoice, type StoryFormat } from "#domain/story-export.ts";
import type { FileBook, FileStart } from "#domain/story-file.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import type { AccountService } from "../accounts/service.ts";
import { listPictures, readPicture, type StoredPicture } from "../character-chats/pictures.ts";
import type { ChatService } from "../character-chats/service.ts";
import type { ChatRow } from "../character-chats/store.ts";
import type { PortraitStore } from "../characters/portraits.ts";
import { toCharacterRecord, toPortraitKey } from "../characters/records.ts";
import type { CharacterService } from "../characters/service.ts";
import { drawBookFront } from "../covers/book-front.ts";
import type { Database } from "../db/client.ts";
import { consents, feedback, sparkLedger } from "../db/schema/index.ts";
import { describeError, type Log } from "../logging.ts";
import { writeLorebookV3 } from "../lorebooks/formats/book.ts";
import type { LorebookService } from "../lorebooks/service.ts";
import type { StoryService } from "../stories/service.ts";
import { openBook, type TakenConversation } from "./conversation-text.ts";
import { type BookCover, writeEpub } from "./epub.ts";
import { findLanguage } from "./language.ts";
import { findOwnSubscription, listRows, ROWS_PER_READ } from "./store.ts";
import { type FileFacts, toChatFacts, toStoryFacts, writeStoryJson } from "./story-json.ts";
import { type PicturePaths, writeMarkdown, writePlainText } from "./text-files.ts";
import { type ArchiveFile, encodePieces, toStream, zipFiles, zipWhole } from "./zip.ts";

type ExportParts = {
  accounts: AccountService;
  stories: StoryService;
  chats: ChatService;
  characters: CharacterService;
  lorebooks: LorebookService;
  portraits: PortraitStore;
  /** The bucket of chat pictures. */
  pictures: R2Bucket;
  images: ImagesBinding;
  db: Database;
  /** The databases with feedback. */
  directories: readonly Database[];
  /** Whether plans can be bought here: else everybody may take what a plan would have. */
  takesPayments: boolean;
  origin: string;
  now: () => Date;
  log: Log;
};

/** A file to be sent. */
export type ExportedFile = { body: ReadableStream<Uint8Array>; mediaType: string; name: string };

const README = `# Your data on Talespark

- account.json: your profile and settings; subscription.json: your subscription
- stories/, chats/: each with all its paths, as JSON and as Markdown. The JSON has everything, and can be brought in again; its "$schema" is
  described at that address. In the Markdown the path that you read comes first, then what the others add to it. Pictures of a chat are in a
  folder beside it
- characters/: each as JSON, with its portrait
- lorebooks/: each as JSON, as other programs read it (a lorebook of character cards V3); "talespark" in it says whose it is
- recently-deleted/: the same of what you have deleted and can still restore; "goneAt" says until when
- consents.json, feedback.json, sparks.json: what you agreed to, what you wrote to us, what your Sparks went to
`;

/** The folder of recently deleted things. */
const DELETED = "recently-deleted/";

const FILE_TYPES = {
  epub: "application/epub+zip",
  markdown: "text/markdown; charset=utf-8",
  text: "text/plain; charset=utf-8",
  json: "application/json",
} as const satisfies Record<StoryFormat, string>;
const FILE_ENDINGS = { epub: "epub", markdown: "md", text: "txt", json: "json" } as const;

/** A conversation with what its files need beside its messages. */
type Source = {
  taken: TakenConversation;
  /** Of the cover's drawing; a chat has the picture or the emblem of its character. */
  front: { genre: StoryRecord["metadata"]["genre"] } | { character: CharacterRecord };
  toFacts: (lorebooks: FileBook[], portrait: string | null) => FileFacts;
};

/** What lies beside the files of a conversation. */
type Beside = {
  pictures: PicturePaths;
  portrait: StoredPicture | null;
  portraitPath: string | null;
};

/** Where a conversation stands in the archive; `goneAt`: it is recently deleted, and can be restored until then. */
type Place = { folder: string; names: FileNames; hasBooks: boolean; goneAt?: string };

/**
 * Takes out what belongs to the caller: a conversation in one of several formats, or everything. It uses the same services as the screens,
 * so it can't read another person's data. All of it is read while it is sent.
 */
export class ExportService {
  readonly #parts: ExportParts;

  constructor(parts: ExportParts) {
    this.#parts = parts;
  }

  /** Throws NOT_FOUND, also for a path that is not there, and EPUB_NOT_IN_PLAN. */
  async exportStory(storyId: string, choice: ExportChoice): Promise<ExportedFile> {
    return this.#export(this.#toStorySource(await this.#parts.stories.get(storyId)), choice);
  }

  async exportChat(chatId: string, choice: ExportChoice): Promise<ExportedFile> {
    await this.#parts.chats.get(chatId);
    return this.#export(this.#toChatSource(await this.#parts.chats.readWhole(chatId)), choice);
  }

  async #export(source: Source, choice: ExportChoice): Promise<ExportedFile> {
    const { format, path = null } = choice;
    const { taken } = source;
    const named = {
      mediaType: FILE_TYPES[format],
      name: `${toFileName(taken.title)}.${FILE_ENDINGS[format]}`,
    };
    switch (format) {
      case "markdown":
        return { ...named, body: toStream(encodePieces(writeMarkdown(taken, await openBook(taken, path)))) };
      case "text":
        return { ...named, body: toStream(encodePieces(writePlainText(taken, await openBook(taken, path)))) };
      case "json": {
        const start = await taken.conversations.exportStart(taken.id);
        const beside = await this.#findBeside(source, "pictures");
        await beside.portrait?.body.cancel();
        return { ...named, body: toStream(encodePieces(await this.#writeJson(source, start, beside))) };
      }
      case "epub":
        return { ...named, body: await this.#writeBook(source, choice) };
    }
  }

  async #writeBook({ taken, front }: Source, choice: ExportChoice): Promise<ReadableStream<Uint8Array>> {
    const { accounts, takesPayments, now } = this.#parts;
    const { tier } = await accounts.ensure();
    if (takesPayments && tier === "free") throw new AppError("EPUB_NOT_IN_PLAN");
    const start = await taken.conversations.exportStart(taken.id);
    const sample = start?.messages.map(({ content }) => content).join("\n") || taken.description;
    const book = writeEpub(taken, await openBook(taken, choice.path ?? null, start), {
      author: choice.author,
      ownInItalics: choice.ownLines === "italic",
      namesAi: choice.credit === "ai",
      language: findLanguage(start?.head.notes.language ?? "", sample),
      cover: await this.#makeCover(taken, front, choice),
      now: now(),
      readPicture: (file) => this.#readJpeg(taken.id, file),
    });
    return toStream(zipWhole(book));
  }

  async #makeCover(
    { id, title }: TakenConversation,
    front: Source["front"],
    { author, cover = id }: ExportChoice,
  ): Promise<BookCover> {
    const drawn = { name: "cover.svg", mediaType: "image/svg+xml" };
    if ("genre" in front) {
      const picture = { kind: GENRE_SLUGS[front.genre], seed: hashFnv1a(cover) };
      return { ...drawn, bytes: drawBookFront({ title, author, picture }) };
    }
    const { name, metadata } = front.character;
    const portrait = await this.#readPortrait(front.character);
    const jpeg = portrait && (await this.#toJpeg(portrait.body));
    if (jpeg) return { name: "cover.jpg", mediaType: "image/jpeg", bytes: jpeg };
    return { ...drawn, bytes: drawBookFront({ title, author, picture: { emblem: metadata.emblem, name } }) };
  }

  async #readPortrait(character: CharacterRecord) {
    const key = toPortraitKey(character);
    return key === null ? null : this.#parts.portraits.get(key, PORTRAIT_SIZE);
  }

  async #readJpeg(chatId: string, file: string): Promise<Uint8Array | null> {
    const picture = await readPicture(this.#parts.pictures, chatId, file);
    return picture && this.#toJpeg(picture.body);
  }

  /** What every reader of books shows: many know no WebP. `null`: it can't be read. */
  async #toJpeg(body: ReadableStream): Promise<Uint8Array | null> {
    const { images, log } = this.#parts;
    try {
      const jpeg = await images.input(body).output({ format: "image/jpeg", quality: 85 });
      return new Uint8Array(await jpeg.response().arrayBuffer());
    } catch (error) {
      log("warn", "export.picture", describeError(error));
      return null;
    }
  }

  #toStorySource(story: StoryRecord): Source {
    const { storyId: id, title, description, metadata } = story;
    const { conversations } = this.#parts.stories;
    return {
      taken: { kind: "story", id, title, description, voice: null, conversations },
      front: { genre: metadata.genre },
      toFacts: (lorebooks) => toStoryFacts(story, lorebooks, this.#parts.now()),
    };
  }

  #toChatSource(row: ChatRow): Source {
    const { id, title, description } = row;
    const { conversations } = this.#parts.chats;
    const character = toCharacterRecord(row.character);
    return {
      taken: { kind: "chat", id, title, description, voice: character.name, conversations },
      front: { character },
      toFacts: (lorebooks, portrait) => toChatFacts(row, { lorebooks, portrait, now: this.#parts.now() }),
    };
  }

  async #writeJson(
    { taken, toFacts }: Source,
    start: FileStart | null,
    { pictures, portraitPath }: Beside,
    hasBooks = true,
  ): Promise<AsyncGenerator<string>> {
    const { id } = taken;
    const kind = taken.kind === "story" ? "story" : "character-chat";
    return writeStoryJson(taken, {
      facts: toFacts(hasBooks ? await this.#parts.lorebooks.listForFile({ kind, id }) : [], portraitPath),
      start,
      origin: this.#parts.origin,
      namePicture: (file) => pictures.get(file) ?? file,
    });
  }

  /** The pictures of a chat, as they lie in that folder beside its files. */
  async #findBeside({ taken, front }: Source, folder: string): Promise<Beside> {
    if (!("character" in front)) return { pictures: new Map(), portrait: null, portraitPath: null };
    const [found, portrait] = await Promise.all([
      listPictures(this.#parts.pictures, taken.id),
      this.#readPortrait(front.character),
    ]);
    const paths = found.map(
      ({ version, mediaType }) => [version, `${folder}/${version}.${toFileEnding(mediaType)}`] as const,
    );
    const portraitPath = portrait && `${folder}/portrait.${toFileEnding(portrait.mediaType)}`;
    return { pictures: new Map(paths), portrait, portraitPath };
  }

  // --- Everything ---------------------------------------------------------------------------------------------------

  /** A ZIP archive of everything that belongs to the caller. Throws NOT_FOUND for another person. */
  async exportLibrary(userId: string): Promise<ExportedFile> {
    await this.#parts.accounts.get(userId);
    const body = zipFiles(this.#files(userId));
    return { body, mediaType: "application/zip", name: "talespark-library.zip" };
  }

  async *#files(userId: string): AsyncGenerator<ArchiveFile> {
    const { accounts, stories, chats, characters, lorebooks, db, directories } = this.#parts;
    yield toFile("README.md", README);
    yield toFile("account.json", toText(await accounts.get(userId)));
    yield toFile("subscription.json", toText((await findOwnSubscription(db, userId))[0] ?? null));
    yield toListFile("consents.json", (after) => listRows([db], consents, consents.id, userId, after));
    yield toListFile("feedback.json", (after) => listRows(directories, feedback, feedback.id, userId, after));
    yield toListFile("sparks.json", (after) =>
      listRows([db], sparkLedger, sparkLedger.turnKey, userId, after),
    );

    const [names, { books }] = [new FileNames(), await lorebooks.list({ limit: 1 })];
    const place = (folder: string) => ({ folder, names, hasBooks: books.length > 0 });
    // Oldest first: a story that changes meanwhile moves to the end and is not missed.
    for await (const page of readAll((cursor) => stories.list({ sort: "oldest", cursor }))) {
      for (const story of page.stories)
        yield* this.#conversationFiles(this.#toStorySource(story), place("stories"));
    }
    for await (const page of readAll((cursor) => chats.list({ cursor }))) {
      for (const { chatId } of page.chats) yield* this.#chatFiles(chatId, place("chats"));
    }
    for await (const page of readAll((cursor) => characters.list({ cursor }))) {
      for (const character of page.characters) yield* this.#characterFiles(character, "characters", names);
    }
    for await (const page of readAll((cursor) => lorebooks.list({ cursor }))) {
      for (const book of page.books) yield* this.#bookFile(book, "lorebooks", names);
    }
    // Last: what is deleted meanwhile is then in the archive twice instead of not at all.
    for await (const page of readAll((cursor) => stories.deleted({ cursor }))) {
      for (const story of page.stories) {
        const { goneAt } = story;
        yield* this.#conversationFiles(this.#toStorySource(story), { ...place(`${DELETED}stories`), goneAt });
      }
    }
    for await (const page of readAll((cursor) => chats.deleted({ cursor }))) {
      for (const { chatId, goneAt } of page.chats)
        yield* this.#chatFiles(chatId, { ...place(`${DELETED}chats`), goneAt });
    }
    for await (const page of readAll((cursor) => characters.deleted({ cursor }))) {
      for (const character of page.characters) {
        yield* this.#characterFiles(character, `${DELETED}characters`, names);
      }
    }
    for await (const page of readAll((cursor) => lorebooks.deleted({ cursor }))) {
      for (const book of page.books) yield* this.#bookFile(book, `${DELETED}lorebooks`, names);
    }
  }

  async *#chatFiles(chatId: string, place: Place): AsyncGenerator<ArchiveFile> {
    yield* this.#conversationFiles(this.#toChatSource(await this.#parts.chats.readWhole(chatId)), place);
  }

  /** A conversation as JSON and as Markdown of all its paths, and its pictures in a folder beside them. */
  async *#conversationFiles(source: Source, place: Place): AsyncGenerator<ArchiveFile> {
    const { folder, names, hasBooks, goneAt } = place;
    const { taken } = source;
    const name = names.take(taken.title);
    const start = await taken.conversations.exportStart(taken.id);
    const beside = await this.#findBeside(source, `${name}-pictures`);
    const facts: Source["toFacts"] = (...given) => ({
      ...source.toFacts(...given),
      ...(goneAt ? { goneAt } : {}),
    });
    const json = await this.#writeJson({ ...source, toFacts: facts }, start, beside, hasBooks);
    yield { path: `${folder}/${name}.json`, pieces: json };
    const book = await openBook(taken, ALL_PATHS, start);
    yield { path: `${folder}/${name}.md`, pieces: writeMarkdown(taken, book, beside.pictures) };
    const { portrait, portraitPath, pictures } = beside;
    if (portrait) yield { path: `${folder}/${portraitPath}`, pieces: portrait.body, isCompressed: true };
    for (const [version, path] of pictures) {
      const picture = await readPicture(this.#parts.pictures, taken.id, version);
      if (picture !== null) yield { path: `${folder}/${path}`, pieces: picture.body, isCompressed: true };
    }
  }

  async *#bookFile(
    { lorebookId, ...facts }: LorebookRecord,
    folder: string,
    names: FileNames,
  ): AsyncGenerator<ArchiveFile> {
    const book = await this.#parts.lorebooks.readForArchive(lorebookId);
    if (book === null) return; // purged meanwhile
    const file = { ...writeLorebookV3(book), talespark: { lorebookId, ...facts } };
    yield toFile(`${folder}/${names.take(facts.name)}.json`, toText(file));
  }

  async *#characterFiles(
    character: CharacterRecord,
    folder: string,
    names: FileNames,
  ): AsyncGenerator<ArchiveFile> {
    const path = `${folder}/${names.take(character.name)}`;
    yield toFile(`${path}.json`, toText(character));
    const portrait = await this.#readPortrait(character);
    if (portrait === null) return;
    yield {
      path: `${path}.${toFileEnding(portrait.mediaType)}`,
      pieces: portrait.body,
      isCompressed: true,
    };
  }
}

function toFileEnding(mediaType: string): string {
  return /^image\/(\w+)/.exec(mediaType)?.[1] ?? "bin";
}

/** Makes file names from titles, each different from the others. */
class FileNames {
  #count = 0;

  take(title: string): string {
    this.#count += 1;
    return [String(this.#count).padStart(4, "0"), ...listWords(title)].join("-").slice(0, 80);
  }
}

function toFileName(title: string): string {
  return listWords(title).join("-").slice(0, 80).toWellFormed() || "talespark";
}

function listWords(title: string): string[] {
  return title.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? [];
}

async function* readAll<Page extends { next: string | null }>(
  read: (cursor: string | null) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let cursor: string | null = null; ; ) {
    const page: Page = await read(cursor);
    yield page;
    if (page.next === null) return;
    cursor = page.next;
  }
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function toFile(path: string, text: string): ArchiveFile {
  return { path, pieces: once(text) };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** Rows as a JSON array, one page at a time. */
function toListFile(
  path: string,
  read: (after: string) => PromiseLike<{ key: string; row: object }[]>,
): ArchiveFile {
  async function* pieces(): AsyncGenerator<string> {
    yield "[";
    let separator = "\n  ";
    for (let after = ""; ; ) {
      const rows = await read(after);
      for (const { row } of rows) {
        yield `${separator}${JSON.stringify(row)}`;
        separator = ",\n  ";
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_PER_READ) break;
      after = last.key;
    }
    yield "\n]\n";
  }
  return { path, pieces: pieces() };
}
