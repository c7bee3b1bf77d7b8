import * as v from "valibot";
import { allowsAdult } from "#domain/adult-content.ts";
import { CHAT_DESCRIPTION_MAX, CHAT_TITLE_MAX, chatConfigSchema, toDefaultTitle } from "#domain/chat.ts";
import { AppError } from "#domain/errors.ts";
import { DEFAULT_GENRE, GENRES } from "#domain/genres.ts";
import { type TreeMessage, toMessageId, toOwnId } from "#domain/incoming-tree.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { STORY_DESCRIPTION_MAX } from "#domain/premise-limits.ts";
import { DEFAULT_STORY_TITLE } from "#domain/story-record.ts";
import { TITLE_MAX } from "#domain/story-schemas.ts";
import { fitText, foldText } from "#domain/text.ts";
import type { UserRow } from "../accounts/store.ts";
import { findPlayerName } from "../ai/cast/player.ts";
import { CHAT_PICTURE_SHAPE, storePicture, toPictureUrl } from "../character-chats/picture-store.ts";
import { setStoredBytes } from "../character-chats/store.ts";
import { PortraitStore } from "../characters/portrait-store.ts";
import { CHARACTER_CREATION, insertCharacter, listSameCharacters } from "../characters/store.ts";
import type { NewConversation } from "../conversations/tree-writer.ts";
import type { Database } from "../db/client.ts";
import { findCreationRefusal, toCreationRoom } from "../db/creation-limits.ts";
import { requireStorage } from "../db/stored-bytes.ts";
import { logLine } from "../logging.ts";
import { addBook } from "../lorebooks/add-book.ts";
import { findOwnBook } from "../lorebooks/store.ts";
import { saveChosenBooks } from "../lorebooks/used-lore-store.ts";
import { scalePicture } from "../pictures/scale-picture.ts";
import { readSnapshot } from "./formats/story-file.ts";
import type { ImportRow } from "./store.ts";
import type { PictureReader, ReadBookOfFile, ReadConversation, Remarks } from "./tree-builder.ts";

/** After each picture others get some time: an isolate has one thread for all of its people. */
const PAUSE_MS = 5;

type ContentsParts = { db: Database; bucket: R2Bucket; images: ImagesBinding; now: () => Date };

/**
 * What stands beside the messages of a story or chat that is brought in: its row, its character, its books and pictures. Each may be
 * written again: the ids follow from that of the story or chat.
 */
export class ImportContents {
  readonly #parts: ContentsParts;
  readonly #portraits: PortraitStore;

  constructor(parts: ContentsParts) {
    this.#parts = parts;
    this.#portraits = new PortraitStore({ ...parts, log: logLine });
  }

  /** The row of the story or chat that it becomes. */
  async toTarget(
    conversation: ReadConversation,
    { id, row, user }: { id: string; row: ImportRow; user: UserRow },
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
    user: UserRow,
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
    const room = { ...toCreationRoom(CHARACTER_CREATION, characters, now()), storedBytes: most };
    if (await insertCharacter(db, row, room)) return id;
    const refusal = await findCreationRefusal(db, CHARACTER_CREATION, user.id, room);
    if (refusal !== null) throw refusal;
    await requireStorage(db, user, storedBytes);
    throw new AppError("CHARACTER_LIMIT_EXCEEDED");
  }

  /** The first book of its own becomes that of the story; the others are the person's, and chosen for it. Throws where there is no room. */
  async writeBooks(
    books: readonly ReadBookOfFile[],
    { kind, row }: NewConversation,
    user: UserRow,
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

  /** The messages of a chat with their pictures, which are stored. May be repeated. Throws STORAGE_LIMIT_EXCEEDED where there is no room. */
  async storePictures(
    { messages, pictures }: ReadConversation,
    { kind, row }: NewConversation,
    user: UserRow,
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
      await scheduler.wait(PAUSE_MS);
    }
    await setStoredBytes(db, user.id, row.id, stored);
    return withPictures;
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
