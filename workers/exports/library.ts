import type { CharacterRecord } from "#domain/character.ts";
import type { LorebookRecord } from "#domain/lore.ts";
import { findSubscription } from "../billing/subscription-store.ts";
import type { CharacterService } from "../characters/service.ts";
import type { Database } from "../db/client.ts";
import type { ListPage } from "../db/paging.ts";
import { consents, feedback, shares, sparkLedger } from "../db/schema/index.ts";
import { writeLorebookV3 } from "../lorebooks/formats/book.ts";
import type { SharedParts } from "../services.ts";
import type { ArchiveFile } from "../zip/write-zip.ts";
import {
  type ConversationSource,
  type ConversationSources,
  type SourceParts,
  toFileEnding,
} from "./conversation-sources.ts";
import { listRows, ROWS_PER_READ } from "./store.ts";

export type LibraryParts = SourceParts &
  Pick<SharedParts, "accounts" | "db"> & {
    characters: CharacterService;
    /** The databases with feedback. */
    directories: readonly Database[];
  };

const README = `# Your data on Talespark

- account.json: your profile and settings; subscription.json: your subscription
- stories/, chats/: each with all its paths, as JSON and as Markdown. The JSON has everything, and can be brought in again; its "$schema" is
  described at that address. In the Markdown the path that you read comes first, then what the others add to it. Pictures of a chat are in a
  folder beside it
- characters/: each as JSON, with its portrait
- lorebooks/: each as JSON, as other programs read it (a lorebook of character cards V3); "talespark" in it says whose it is
- recently-deleted/: the same of what you have deleted and can still restore; "goneAt" says until when
- consents.json, feedback.json, shares.json, sparks.json: what you agreed to, what you wrote to us, what you share by link, what your Sparks went to
`;

/** The folder of recently deleted things. */
const DELETED = "recently-deleted/";

/** The files of the archive of everything that belongs to the caller. */
export class LibraryFiles {
  readonly #parts: LibraryParts;
  readonly #sources: ConversationSources;
  #count = 0;

  constructor(parts: LibraryParts, sources: ConversationSources) {
    this.#parts = parts;
    this.#sources = sources;
  }

  async *list(userId: string): AsyncGenerator<ArchiveFile> {
    const { accounts, stories, chats, characters, lorebooks, db, directories } = this.#parts;
    yield toFile("README.md", README);
    yield toFile("account.json", toText(await accounts.get(userId)));
    yield toFile("subscription.json", toText(await findSubscription(db, userId)));
    yield toListFile("consents.json", (after) => listRows([db], consents, consents.id, userId, after));
    yield toListFile("feedback.json", (after) => listRows(directories, feedback, feedback.id, userId, after));
    yield toListFile("shares.json", (after) => listRows([db], shares, shares.id, userId, after));
    yield toListFile("sparks.json", (after) =>
      listRows([db], sparkLedger, sparkLedger.turnKey, userId, after),
    );

    const { records: books } = await lorebooks.list({ limit: 1 });
    const place = (folder: string) => ({ folder, hasBooks: books.length > 0 });
    // Oldest first: what changes meanwhile moves to the end and is not missed.
    for await (const story of readAll((cursor) => stories.list({ sort: "oldest", cursor })))
      yield* this.#conversationFiles(this.#sources.toStorySource(story), place("stories"));
    for await (const { chatId } of readAll((cursor) => chats.list({ order: "ascending", cursor })))
      yield* this.#conversationFiles(await this.#sources.openChat(chatId), place("chats"));
    for await (const character of readAll((cursor) => characters.list({ sort: "oldest", cursor })))
      yield* this.#characterFiles(character, "characters");
    for await (const book of readAll((cursor) => lorebooks.list({ order: "ascending", cursor })))
      yield* this.#bookFile(book, "lorebooks");
    // Last: what is deleted meanwhile is then in the archive twice instead of not at all.
    for await (const story of readAll((cursor) => stories.deleted({ cursor }))) {
      const deleted = { ...place(`${DELETED}stories`), goneAt: story.goneAt };
      yield* this.#conversationFiles(this.#sources.toStorySource(story), deleted);
    }
    for await (const { chatId, goneAt } of readAll((cursor) => chats.deleted({ cursor }))) {
      const deleted = { ...place(`${DELETED}chats`), goneAt };
      yield* this.#conversationFiles(await this.#sources.openChat(chatId), deleted);
    }
    for await (const character of readAll((cursor) => characters.deleted({ cursor })))
      yield* this.#characterFiles(character, `${DELETED}characters`);
    for await (const book of readAll((cursor) => lorebooks.deleted({ cursor })))
      yield* this.#bookFile(book, `${DELETED}lorebooks`);
  }

  async *#conversationFiles(
    source: ConversationSource | null,
    place: { folder: string; hasBooks: boolean; goneAt?: string },
  ): AsyncGenerator<ArchiveFile> {
    if (source === null) return; // purged meanwhile
    yield* this.#sources.listFiles(source, { ...place, name: this.#toName(source.taken.title) });
  }

  async *#bookFile({ lorebookId, ...facts }: LorebookRecord, folder: string): AsyncGenerator<ArchiveFile> {
    const book = await this.#parts.lorebooks.readForArchive(lorebookId);
    if (book === null) return; // purged meanwhile
    const file = { ...writeLorebookV3(book), talespark: { lorebookId, ...facts } };
    yield toFile(`${folder}/${this.#toName(facts.name)}.json`, toText(file));
  }

  async *#characterFiles(character: CharacterRecord, folder: string): AsyncGenerator<ArchiveFile> {
    const path = `${folder}/${this.#toName(character.name)}`;
    yield toFile(`${path}.json`, toText(character));
    const portrait = await this.#sources.readPortrait(character);
    if (portrait === null) return;
    yield {
      path: `${path}.${toFileEnding(portrait.mediaType)}`,
      pieces: portrait.body,
      isCompressed: true,
    };
  }

  /** A file's name of a title, another one each time. */
  #toName(title: string): string {
    this.#count += 1;
    return [String(this.#count).padStart(4, "0"), ...listNameWords(title)]
      .join("-")
      .slice(0, 80)
      .toWellFormed();
  }
}

/** The words of a title; in many scripts the vowels are marks. */
export function listNameWords(title: string): string[] {
  return title.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

async function* readAll<Item>(
  read: (cursor: string | null) => Promise<ListPage<Item>>,
): AsyncGenerator<Item, undefined> {
  for (let cursor: string | null = null; ; ) {
    const { records, next }: ListPage<Item> = await read(cursor);
    yield* records;
    if (next === null) return;
    cursor = next;
  }
}

function toText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function toFile(path: string, text: string): ArchiveFile {
  return { path, pieces: [text] };
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
