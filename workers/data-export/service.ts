import type { CharacterRecord } from "#domain/character.ts";
import type { ChatRecord } from "#domain/chat.ts";
import type { LorebookRecord } from "#domain/lore.ts";
import { PORTRAIT_SIZE } from "#domain/portraits.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import type { AccountService } from "../accounts/service.ts";
import { listPictures, readPicture, toPictureUrl } from "../character-chats/pictures.ts";
import type { ChatService } from "../character-chats/service.ts";
import type { PortraitStore } from "../characters/portraits.ts";
import { toPortraitKey } from "../characters/records.ts";
import type { CharacterService } from "../characters/service.ts";
import type { Database } from "../db/client.ts";
import { consents, feedback, sparkLedger } from "../db/schema/index.ts";
import { writeLorebookV3 } from "../lorebooks/formats/book.ts";
import type { LorebookService } from "../lorebooks/service.ts";
import type { StoryService } from "../stories/service.ts";
import { toConversationFiles } from "./conversation-files.ts";
import { findOwnSubscription, listRows, ROWS_PER_READ } from "./store.ts";
import { type ArchiveFile, zipFiles } from "./zip.ts";

type DataExportParts = {
  accounts: AccountService;
  stories: StoryService;
  chats: ChatService;
  characters: CharacterService;
  lorebooks: LorebookService;
  portraits: PortraitStore;
  /** The bucket of chat pictures. */
  pictures: R2Bucket;
  db: Database;
  /** The databases with feedback. */
  directories: readonly Database[];
};

const README = `# Your data on Talespark

- account.json: your profile and settings; subscription.json: your subscription
- stories/, chats/: each with all its messages, as JSON and as Markdown. What you read comes first; other versions of replies,
  and what followed them, stand below it ("otherVersions" in the JSON). "readingPlace" is the line at which you left it; "texts" of a message are
  all that it has had, "removedAt" says that it is in the bin; "notes", "pathNames" and "memory" are what stands beside the text. Pictures of a
  chat are in a folder beside it
- characters/: each as JSON, with its portrait
- lorebooks/: each as JSON, as other programs read it (a lorebook of character cards V3); "talespark" in it says whose it is
- recently-deleted/: the same of what you have deleted and can still restore; "goneAt" says until when
- consents.json, feedback.json, sparks.json: what you agreed to, what you wrote to us, what your Sparks went to
`;

/** The folder of recently deleted things. */
const DELETED = "recently-deleted/";

/**
 * Exports everything that belongs to the caller. It uses the same services as the screens, so it can't read another
 * person's data.
 */
export class DataExportService {
  readonly #parts: DataExportParts;

  constructor(parts: DataExportParts) {
    this.#parts = parts;
  }

  /**
   * A ZIP archive of everything that belongs to the caller. It is read while it is sent. Throws NOT_FOUND for another
   * person.
   */
  async archive(userId: string): Promise<ReadableStream<Uint8Array>> {
    await this.#parts.accounts.get(userId);
    return zipFiles(this.#files(userId));
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

    const names = new FileNames();
    // Oldest first: a story that changes meanwhile moves to the end and is not missed.
    for await (const page of readAll((cursor) => stories.list({ sort: "oldest", cursor }))) {
      for (const story of page.stories) yield* this.#storyFiles(story, "stories", names);
    }
    for await (const page of readAll((cursor) => chats.list({ cursor }))) {
      for (const chat of page.chats) yield* this.#chatFiles(chat, "chats", names);
    }
    for await (const page of readAll((cursor) => characters.list({ cursor }))) {
      for (const character of page.characters) yield* this.#characterFiles(character, "characters", names);
    }
    for await (const page of readAll((cursor) => lorebooks.list({ cursor }))) {
      for (const book of page.books) yield* this.#bookFile(book, "lorebooks", names);
    }
    // Last: what is deleted meanwhile is then in the archive twice instead of not at all.
    for await (const page of readAll((cursor) => stories.deleted({ cursor }))) {
      for (const story of page.stories) yield* this.#storyFiles(story, `${DELETED}stories`, names);
    }
    for await (const page of readAll((cursor) => chats.deleted({ cursor }))) {
      for (const chat of page.chats) yield* this.#chatFiles(chat, `${DELETED}chats`, names);
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

  #storyFiles(story: StoryRecord, folder: string, names: FileNames): AsyncGenerator<ArchiveFile> {
    return toConversationFiles({
      folder,
      name: names.take(story.title),
      facts: story,
      title: story.title,
      description: story.description,
      speakers: { user: "You", assistant: null },
      pictures: new Map(),
      readPage: (request) => this.#parts.stories.conversations.exportPage(story.storyId, request),
    });
  }

  /** A chat's two files, and its pictures in a folder beside them. */
  async *#chatFiles(chat: ChatRecord, folder: string, names: FileNames): AsyncGenerator<ArchiveFile> {
    const { chats, pictures: bucket } = this.#parts;
    const { chatId } = chat;
    const name = names.take(chat.title);
    const pictures = (await listPictures(bucket, chatId)).map(({ version, mediaType }) => ({
      version,
      path: `${name}-pictures/${version}.${toFileEnding(mediaType)}`,
    }));
    yield* toConversationFiles({
      folder,
      name,
      facts: chat,
      title: chat.title,
      description: chat.description,
      speakers: { user: "You", assistant: chat.characterName },
      pictures: new Map(pictures.map(({ version, path }) => [toPictureUrl(chatId, version), path])),
      readPage: (request) => chats.conversations.exportPage(chatId, request),
    });
    for (const { version, path } of pictures) {
      const picture = await readPicture(bucket, chatId, version);
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
    const key = toPortraitKey(character);
    const portrait = key === null ? null : await this.#parts.portraits.get(key, PORTRAIT_SIZE);
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
    const words = title.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? [];
    return [String(this.#count).padStart(4, "0"), ...words].join("-").slice(0, 80);
  }
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
