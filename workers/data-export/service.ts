import type { CharacterRecord } from "#domain/character.ts";
import type { ChatRecord } from "#domain/chat.ts";
import { PORTRAIT_SIZE } from "#domain/portraits.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import type { AccountService } from "../accounts/service.ts";
import type { ChatService } from "../character-chats/service.ts";
import type { PortraitStore } from "../characters/portraits.ts";
import type { CharacterService } from "../characters/service.ts";
import type { Database } from "../db/client.ts";
import type { StoryService } from "../stories/service.ts";
import { toConversationFiles } from "./conversation-files.ts";
import { findOwnSubscription, listConsents, listFeedback, listSparks, ROWS_PER_READ } from "./store.ts";
import { type ArchiveFile, zipFiles } from "./zip.ts";

type DataExportParts = {
  accounts: AccountService;
  stories: StoryService;
  chats: ChatService;
  characters: CharacterService;
  portraits: PortraitStore;
  db: Database;
};

const README = `# Your data on Talespark

- account.json: your profile and settings; subscription.json: your subscription
- stories/, chats/: each with all its messages as you read them, as JSON and as Markdown
- characters/: each as JSON, with its portrait
- consents.json, feedback.json, sparks.json: what you agreed to, what you wrote to us, what your Sparks went to

Recently deleted things and the versions of replies that you did not keep are not in here.
`;

/** Everything of the caller's, to take away. It asks the services that the screens ask, so it holds nothing of anybody else. */
export class DataExportService {
  readonly #parts: DataExportParts;

  constructor(parts: DataExportParts) {
    this.#parts = parts;
  }

  /** A ZIP archive of all that is the caller's, read while it is sent. Throws NOT_FOUND for somebody else. */
  async archive(userId: string): Promise<ReadableStream<Uint8Array>> {
    await this.#parts.accounts.get(userId);
    return zipFiles(this.#files(userId));
  }

  async *#files(userId: string): AsyncGenerator<ArchiveFile> {
    const { accounts, stories, chats, characters, db } = this.#parts;
    yield toFile("README.md", README);
    yield toFile("account.json", toText(await accounts.get(userId)));
    yield toFile("subscription.json", toText((await findOwnSubscription(db, userId))[0] ?? null));
    yield toListFile(
      "consents.json",
      (after) => listConsents(db, userId, after),
      (row) => row.id,
    );
    yield toListFile(
      "feedback.json",
      (after) => listFeedback(db, userId, after),
      (row) => row.id,
    );
    yield toListFile(
      "sparks.json",
      (after) => listSparks(db, userId, after),
      (row) => row.turnKey,
    );

    const names = new FileNames();
    // Oldest first: what is written to meanwhile moves to the end and is not missed.
    for await (const page of readAll((cursor) => stories.list({ sort: "oldest", cursor }))) {
      for (const story of page.stories) yield* this.#storyFiles(story, names);
    }
    for await (const page of readAll((cursor) => chats.list({ cursor }))) {
      for (const chat of page.chats) yield* this.#chatFiles(chat, names);
    }
    for await (const page of readAll((cursor) => characters.list({ cursor }))) {
      for (const character of page.characters) yield* this.#characterFiles(character, names);
    }
  }

  #storyFiles(story: StoryRecord, names: FileNames): AsyncGenerator<ArchiveFile> {
    return toConversationFiles({
      folder: "stories",
      name: names.take(story.title),
      facts: story,
      title: story.title,
      description: story.description,
      speakers: { user: "You", assistant: null },
      readPage: (options) => this.#parts.stories.messages(story.storyId, options),
    });
  }

  #chatFiles(chat: ChatRecord, names: FileNames): AsyncGenerator<ArchiveFile> {
    return toConversationFiles({
      folder: "chats",
      name: names.take(chat.title),
      facts: chat,
      title: chat.title,
      description: chat.description,
      speakers: { user: "You", assistant: chat.characterName },
      readPage: (options) => this.#parts.chats.messages(chat.chatId, options),
    });
  }

  async *#characterFiles(character: CharacterRecord, names: FileNames): AsyncGenerator<ArchiveFile> {
    const { characters, portraits } = this.#parts;
    const name = names.take(character.name);
    yield toFile(`characters/${name}.json`, toText(character));
    const { portraitKey } = await characters.find(character.characterId);
    const portrait = portraitKey === null ? null : await portraits.get(portraitKey, PORTRAIT_SIZE);
    if (portrait === null) return;
    const ending = portrait.mediaType.replace(/^image\//, "").replace(/\W.*$/, "");
    yield { path: `characters/${name}.${ending}`, pieces: portrait.body, isCompressed: true };
  }
}

/** Names for files out of what people call things; no two are the same. */
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

/** Rows as a JSON array, read a part at a time. */
function toListFile<Row>(
  path: string,
  read: (after: string) => PromiseLike<Row[]>,
  getKey: (row: Row) => string,
): ArchiveFile {
  async function* pieces(): AsyncGenerator<string> {
    yield "[";
    let separator = "\n  ";
    for (let after = ""; ; ) {
      const rows = await read(after);
      for (const row of rows) {
        yield `${separator}${JSON.stringify(row)}`;
        separator = ",\n  ";
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_PER_READ) break;
      after = getKey(last);
    }
    yield "\n]\n";
  }
  return { path, pieces: pieces() };
}
