import type { CharacterRecord } from "#domain/character.ts";
import { toPicturePrefix } from "#domain/chat.ts";
import { GENRE_SLUGS } from "#domain/genres.ts";
import { hashFnv1a } from "#domain/hash.ts";
import { PORTRAIT_SIZE } from "#domain/portraits.ts";
import { ALL_PATHS, type ExportChoice } from "#domain/story-export.ts";
import type { FileBook, FileStart } from "#domain/story-file.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { listPictures } from "../character-chats/picture-store.ts";
import type { ChatService } from "../character-chats/service.ts";
import { toCharacterRecord, toPortraitKey } from "../characters/records.ts";
import type { OpenConversations } from "../conversations/access.ts";
import { drawBookFront, drawEmblemFront } from "../covers/book-front.ts";
import { drawCover } from "../covers/cover.ts";
import { describeError } from "../logging.ts";
import type { LorebookService } from "../lorebooks/service.ts";
import { readPicture, type StoredPicture } from "../pictures/stored-pictures.ts";
import type { SharedParts } from "../services.ts";
import type { StoryService } from "../stories/service.ts";
import type { ArchiveFile } from "../zip/write-zip.ts";
import { openBook, type TakenConversation } from "./conversation-text.ts";
import type { EpubCover } from "./epub.ts";
import { type FileFacts, toChatFileFacts, toStoryFileFacts, writeStoryJson } from "./story-json.ts";
import { type PicturePaths, writeMarkdown } from "./text-files.ts";

export type SourceParts = Pick<SharedParts, "portraits" | "bucket" | "images" | "origin" | "now" | "log"> & {
  stories: StoryService;
  chats: ChatService;
  lorebooks: LorebookService;
};

/** A conversation with what its files need beside its messages. */
export type ConversationSource = {
  taken: TakenConversation & { conversations: OpenConversations };
  /** Of the cover's drawing; a chat has the picture or the emblem of its character. */
  front: { genre: StoryRecord["metadata"]["genre"] } | { character: CharacterRecord };
  /** Bytes of all its pictures. */
  pictureBytes: number;
  toFacts: (lorebooks: FileBook[], portrait: string | null) => FileFacts;
};

/** What lies beside the files of a conversation. */
export type Beside = {
  pictures: PicturePaths;
  portrait: StoredPicture | null;
  portraitPath: string | null;
};

/** Where a conversation stands in the archive; `goneAt`: it is recently deleted, and can be restored until then. */
export type Place = { folder: string; name: string; hasBooks: boolean; goneAt?: string };

/** After each conversation of an archive. Without it no timer of the whole process runs until the last one. */
const PAUSE_MS = 5;

/** The conversations of the caller, and what their files have beside the messages. */
export class ConversationSources {
  readonly #parts: SourceParts;

  constructor(parts: SourceParts) {
    this.#parts = parts;
  }

  toStorySource(story: StoryRecord): ConversationSource {
    const { storyId: id, title, description, metadata } = story;
    const { conversations } = this.#parts.stories;
    return {
      taken: { kind: "story", id, title, description, voice: null, conversations },
      front: { genre: metadata.genre },
      pictureBytes: 0,
      toFacts: (lorebooks) => toStoryFileFacts(story, lorebooks, this.#parts.now()),
    };
  }

  /** Also of a chat that is recently deleted; `null`: there is none. */
  async openChat(chatId: string): Promise<ConversationSource | null> {
    const row = await this.#parts.chats.findWhole(chatId);
    if (row === undefined) return null;
    const { id, title, description } = row;
    const { conversations } = this.#parts.chats;
    const character = toCharacterRecord(row.character);
    return {
      taken: { kind: "character-chat", id, title, description, voice: character.name, conversations },
      front: { character },
      pictureBytes: row.storedBytes,
      toFacts: (lorebooks, portrait) => toChatFileFacts(row, { lorebooks, portrait, now: this.#parts.now() }),
    };
  }

  async writeJson(
    { taken, toFacts }: ConversationSource,
    start: FileStart | null,
    { pictures, portraitPath }: Beside,
    hasBooks = true,
  ): Promise<AsyncGenerator<string>> {
    return writeStoryJson(taken, {
      facts: toFacts(hasBooks ? await this.#parts.lorebooks.listForFile(taken) : [], portraitPath),
      start,
      origin: this.#parts.origin,
      namePicture: (file) => pictures.get(file) ?? file,
    });
  }

  /** The pictures of a chat, as they lie in that folder beside its files. */
  async findBeside({ taken, front }: ConversationSource, folder: string): Promise<Beside> {
    if (!("character" in front)) return { pictures: new Map(), portrait: null, portraitPath: null };
    const [found, portrait] = await Promise.all([
      listPictures(this.#parts.bucket, taken.id),
      this.readPortrait(front.character),
    ]);
    const paths = found.map(
      ({ version, mediaType }) => [version, `${folder}/${version}.${toFileEnding(mediaType)}`] as const,
    );
    const portraitPath = portrait && `${folder}/portrait.${toFileEnding(portrait.mediaType)}`;
    return { pictures: new Map(paths), portrait, portraitPath };
  }

  async makeCover(
    { id, title }: TakenConversation,
    front: ConversationSource["front"],
    { author, cover = id }: ExportChoice,
  ): Promise<EpubCover> {
    const drawn = { name: "cover.svg", mediaType: "image/svg+xml" };
    if ("genre" in front) {
      const art = drawCover({ kind: GENRE_SLUGS[front.genre], seed: hashFnv1a(cover), shape: "book" });
      return { ...drawn, bytes: drawBookFront({ title, author, art }) };
    }
    const { name, metadata } = front.character;
    const portrait = await this.readPortrait(front.character);
    const jpeg = portrait && (await this.#toJpeg(portrait.body));
    if (jpeg) return { name: "cover.jpg", mediaType: "image/jpeg", bytes: jpeg };
    const art = drawEmblemFront(metadata.emblem, name);
    return { ...drawn, bytes: drawBookFront({ title, author, art }) };
  }

  async readPortrait(character: CharacterRecord) {
    const key = toPortraitKey(character);
    return key === null ? null : this.#parts.portraits.get(key, PORTRAIT_SIZE);
  }

  async readJpeg(chatId: string, file: string): Promise<Uint8Array | null> {
    const picture = await readPicture(this.#parts.bucket, toPicturePrefix(chatId) + file);
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

  /** A conversation as JSON and as Markdown of all its paths, and its pictures in a folder beside them. */
  async *listFiles(source: ConversationSource, place: Place): AsyncGenerator<ArchiveFile> {
    const { folder, name, hasBooks, goneAt } = place;
    const { taken } = source;
    const start = await taken.conversations.exportStart(taken.id);
    const beside = await this.findBeside(source, `${name}-pictures`);
    const facts: ConversationSource["toFacts"] = (...given) => ({
      ...source.toFacts(...given),
      ...(goneAt ? { goneAt } : {}),
    });
    const json = await this.writeJson({ ...source, toFacts: facts }, start, beside, hasBooks);
    yield { path: `${folder}/${name}.json`, pieces: json };
    const book = await openBook(taken, ALL_PATHS, start);
    yield { path: `${folder}/${name}.md`, pieces: writeMarkdown(taken, book, beside.pictures) };
    const { portrait, portraitPath, pictures } = beside;
    if (portrait) yield { path: `${folder}/${portraitPath}`, pieces: portrait.body, isCompressed: true };
    for (const [version, path] of pictures) {
      const picture = await readPicture(this.#parts.bucket, toPicturePrefix(taken.id) + version);
      if (picture !== null) yield { path: `${folder}/${path}`, pieces: picture.body, isCompressed: true };
    }
    await taken.conversations.release(taken.id);
    await scheduler.wait(PAUSE_MS);
  }
}

export function toFileEnding(mediaType: string): string {
  return /^image\/(\w+)/.exec(mediaType)?.[1] ?? "bin";
}
