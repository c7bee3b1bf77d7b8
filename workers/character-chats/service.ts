import * as v from "valibot";
import type {
  ChatConfig,
  ChatRecord,
  DeletedChat,
  NewChat,
  StorySnapshot,
  UpdateChat,
} from "#domain/chat.ts";
import { CHAT_TITLE_MAX, toDefaultTitle, toPicturePrefix } from "#domain/chat.ts";
import { requireUnchanged } from "#domain/edit-conflict.ts";
import { AppError } from "#domain/errors.ts";
import { hashFnv1a } from "#domain/hash.ts";
import { createId } from "#domain/ids.ts";
import { type GeneratedImage, isPassage, type Message, type MessagePage } from "#domain/message.ts";
import { PLAN_LIMITS, SPARKS_PER_IMAGE } from "#domain/plan.ts";
import { toRestorableSince } from "#domain/recently-deleted.ts";
import { truncateCharacters } from "#domain/text.ts";
import type { AskedTurn } from "#domain/turn-kinds.ts";
import type { CharacterChatObject } from "#durable-objects/character-chat.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import { requireAdult } from "../accounts/service.ts";
import { buildSceneImagePrompt, describeScene } from "../ai/prompts/scene-image.ts";
import { chargeFor } from "../billing/charged-work.ts";
import { cardFieldsSchema, toGreetings } from "../characters/cards/card.ts";
import { type CharacterRow, findCharacter } from "../characters/store.ts";
import type { ConversationAccess, MessagesOptions, OpenConversations } from "../conversations/access.ts";
import { findCreationRefusal, toCreationRoom } from "../db/creation-limits.ts";
import { requireRow } from "../db/owned-rows.ts";
import { type ListOrder, type ListPage, type PageRequest, readDeletedPage, readPage } from "../db/paging.ts";
import { requireStorage } from "../db/stored-bytes.ts";
import { scalePicture } from "../pictures/scale-picture.ts";
import { readPicture, type StoredPicture } from "../pictures/stored-pictures.ts";
import type { SharedParts } from "../services.ts";
import { findStory, type StoryRow } from "../stories/store.ts";
import { deleteChatRow, findDeletedChat, listDeletedChats, restoreChatRow } from "./deleted-store.ts";
import {
  CHAT_PICTURE_SHAPE,
  countPictures,
  removePicture,
  storePicture,
  toPictureUrl,
  toPictureVersion,
} from "./picture-store.ts";
import { toChatRecord } from "./records.ts";
import {
  CHAT_CREATION,
  type ChatRow,
  findAnyChat,
  findChatByRequest,
  insertChat,
  listChats,
  updateChatRow,
} from "./store.ts";

/** Messages that a picture's scene is taken from. */
const SCENE_MESSAGES = 6;
/** Diffusion steps of a picture: the specification's number; each model clamps it. */
const PICTURE_STEPS = 50;

type ChatServiceParts = Pick<
  SharedParts,
  "accounts" | "db" | "ctx" | "now" | "bucket" | "images" | "log" | "paint"
> & {
  conversations: ConversationAccess<ChatRow, CharacterChatObject>;
  stories: Pick<ConversationAccess<StoryRow, StoryObject>, "object">;
};

type ListOptions = PageRequest & Partial<Pick<ListOrder, "order">>;

/** The rules of character chats. Ownership and the way to a chat's object are those of every conversation. */
export class ChatService {
  readonly #parts: ChatServiceParts;
  /** The calls that are the same for stories and chats. */
  readonly conversations: OpenConversations;

  constructor(parts: ChatServiceParts) {
    this.#parts = parts;
    this.conversations = parts.conversations;
  }

  /** A page of the caller's chats by their last change, the latest first where no order is given. */
  async list({ order = "descending", ...request }: ListOptions = {}): Promise<ListPage<ChatRecord>> {
    const { records, next } = await readPage(request, "updatedAt", (query) =>
      listChats(this.#parts.db, this.#ownerId, { ...query, order }),
    );
    return { records: records.map(toChatRecord), next };
  }

  /** A page of "Recently deleted", the latest first. */
  async deleted(request: PageRequest = {}): Promise<ListPage<DeletedChat>> {
    const { db, now } = this.#parts;
    const userId = this.#ownerId;
    return readDeletedPage(request, now(), (query) => listDeletedChats(db, userId, query), toChatRecord);
  }

  /**
   * Creates a chat with a character of the caller; the same request sent again is answered with the same chat. Throws
   * CONSENT_REQUIRED, NOT_FOUND for a character that is not theirs, AGE_CONFIRMATION_REQUIRED for adult content,
   * CHAT_LIMIT_EXCEEDED where the plan allows no more, RATE_LIMITED and CHAT_TOTAL_EXCEEDED above the limits against misuse,
   * and REQUEST_CONFLICT when the request has created a chat with somebody else.
   */
  async create(input: NewChat): Promise<ChatRecord> {
    const { accounts, db, now } = this.#parts;
    const user = await accounts.requireConsented();
    const [character] = await findCharacter(db, user.id, input.characterId);
    if (!character) throw new AppError("NOT_FOUND", { field: "characterId" });
    const isNSFW = input.isNSFW ?? character.isNSFW;
    if (isNSFW) requireAdult(user);
    const time = now();
    const at = time.toISOString();
    const row = {
      id: createId(),
      userId: user.id,
      characterId: character.id,
      title: input.title || truncateCharacters(toDefaultTitle(character.name), CHAT_TITLE_MAX),
      isNSFW,
      config: input.config,
      storySnapshot: await this.#takeSnapshot(character),
      requestId: input.requestId ?? null,
      createdAt: at,
      updatedAt: at,
    };
    const room = toCreationRoom(CHAT_CREATION, PLAN_LIMITS[user.tier].characterChats, time);
    if (await insertChat(db, row, room)) return this.get(row.id);
    const [before] = row.requestId === null ? [] : await findChatByRequest(db, user.id, row.requestId);
    if (before === undefined) {
      const refusal = await findCreationRefusal(db, CHAT_CREATION, user.id, room);
      throw refusal ?? new AppError("NOT_FOUND"); // the character was deleted after it was looked up
    }
    if (before.characterId !== character.id) throw new AppError("REQUEST_CONFLICT");
    return this.get(before.id);
  }

  async get(chatId: string): Promise<ChatRecord> {
    return toChatRecord(await this.#find(chatId));
  }

  /** All columns of a chat of the caller, also if it is recently deleted; `undefined`: there is no such chat. */
  async findWhole(chatId: string): Promise<ChatRow | undefined> {
    return (await findAnyChat(this.#parts.db, this.#ownerId, chatId))[0];
  }

  /** A chat with a page of its messages, backwards from its end or from `before`. */
  async open(chatId: string, options?: MessagesOptions): Promise<{ chat: ChatRecord; page: MessagePage }> {
    const row = await this.#find(chatId);
    return {
      chat: toChatRecord(row),
      page: await this.#parts.conversations.readMessagesOf(row, options),
    };
  }

  /** Sends a message and waits for the whole reply. Throws what the wire would tell as an error. */
  send(chatId: string, content: string, requestId = createId()): Promise<Message> {
    return this.#ask(chatId, { requestId, kind: "message", content });
  }

  /** Makes another version of the last reply and waits for all of it. */
  regenerate(
    chatId: string,
    { requestId = createId(), wish }: { requestId?: string | undefined; wish: string },
  ): Promise<Message> {
    return this.#ask(chatId, { requestId, kind: "regenerate", content: wish });
  }

  /** Changes title or description, and tells everybody who reads it. Throws EDIT_CONFLICT as `requireUnchanged` does. */
  async update(chatId: string, { before, ...change }: UpdateChat): Promise<ChatRecord> {
    if (Object.keys(change).length === 0) return this.get(chatId);
    const { db, now } = this.#parts;
    const found = await this.#parts.conversations.find(chatId);
    requireUnchanged(found, before, change);
    const [changed] = await updateChatRow(db, found, change, now());
    if (!changed) return this.update(chatId, { ...change, before });
    const chat = await this.get(chatId);
    const { title, description } = chat;
    await this.#parts.conversations
      .object(chatId)
      .announce({ type: "conversation-updated", title, description });
    return chat;
  }

  /** How the character answers from the next reply on. */
  async configure(chatId: string, config: ChatConfig): Promise<ChatRecord> {
    const { db, now } = this.#parts;
    requireRow(await updateChatRow(db, { userId: this.#ownerId, id: chatId }, { config }, now()));
    return this.get(chatId);
  }

  /** Takes the chat out of every list and call, and ends what is open on it. It can be restored for a while. */
  async remove(chatId: string): Promise<void> {
    const { conversations, db, now } = this.#parts;
    const userId = this.#ownerId;
    if (!(await deleteChatRow(db, userId, chatId, now()))) throw new AppError("NOT_FOUND");
    await conversations.tell(chatId, (object) => object.close({ conversationId: chatId, userId }));
  }

  /**
   * Takes the chat out of "Recently deleted", and its character where that is deleted as well. Throws CHAT_LIMIT_EXCEEDED or
   * CHARACTER_LIMIT_EXCEEDED where it would be one more than the plan has, AGE_CONFIRMATION_REQUIRED for adult content, NOT_FOUND
   * once it is purged. For a chat that is restored already it only tells the object again.
   */
  async restore(chatId: string): Promise<ChatRecord> {
    const { accounts, conversations, db } = this.#parts;
    const user = await accounts.requireConsented();
    const userId = user.id;
    const since = toRestorableSince(this.#parts.now());
    const { characters, characterChats: chats } = PLAN_LIMITS[user.tier];
    const [deleted] = await findDeletedChat(db, userId, chatId, since);
    const bringsBackAdult = deleted?.isNSFW || (deleted?.character.deletedAt && deleted.character.isNSFW);
    if (bringsBackAdult) requireAdult(user);
    if (deleted && !(await restoreChatRow(db, userId, chatId, { since, chats, characters }))) {
      throw await this.#toRestoreRefusal(deleted, chats);
    }
    const row = await conversations.find(chatId);
    await conversations.tell(row.id, (object) => object.reopen());
    return toChatRecord(row);
  }

  /**
   * Makes a picture of the scene of the latest messages, for the last reply. It costs Sparks; what fails costs
   * nothing and changes nothing. Throws NOTHING_TO_PICTURE before the first reply,
   * MONTHLY_LIMIT_EXCEEDED, STORAGE_LIMIT_EXCEEDED, and the codes of `paintImage`.
   */
  async paint(chatId: string): Promise<{ messageId: string; generatedImage: GeneratedImage }> {
    const { accounts, conversations } = this.#parts;
    const user = await accounts.requireConsented();
    const row = await this.#find(chatId);
    const { messages } = await conversations.readMessagesOf(row, { limit: SCENE_MESSAGES });
    const reply = messages.findLast(isPassage);
    const scene = describeScene(messages);
    if (!reply || scene === "") throw new AppError("NOTHING_TO_PICTURE");
    await requireStorage(this.#parts.db, user, 1);
    const work = async () => {
      // Not the caller's signal: a person who leaves the page finds the picture later.
      const { bytes } = await this.#parts.paint({
        prompt: buildSceneImagePrompt(scene, row.character, messages),
        seed: hashFnv1a(`${reply.messageId} ${reply.metadata.generatedImage?.url ?? ""}`),
        steps: PICTURE_STEPS,
        signal: new AbortController().signal,
      });
      const picture = await scalePicture(this.#parts, bytes, CHAT_PICTURE_SHAPE);
      return this.#attach(row, reply.messageId, scene, picture);
    };
    const charge = { userId: user.id, purpose: "image", sparks: SPARKS_PER_IMAGE } as const;
    const made = await chargeFor(this.#parts, charge, work);
    if (made === null) throw new AppError("NOT_FOUND");
    return { messageId: reply.messageId, generatedImage: made };
  }

  /** A picture of a chat of the caller. */
  async picture(chatId: string, version: string): Promise<StoredPicture> {
    const { id } = await this.#parts.conversations.find(chatId);
    const picture = /^[0-9a-f]{32}$/.test(version)
      ? await readPicture(this.#parts.bucket, toPicturePrefix(id) + version)
      : null;
    if (picture === null) throw new AppError("NOT_FOUND");
    return picture;
  }

  /** Gives a message its picture in the place of the one before, which is deleted. `null`: the message went away meanwhile. */
  async #attach(
    { id: chatId, userId }: ChatRow,
    messageId: string,
    prompt: string,
    webp: ArrayBuffer,
  ): Promise<GeneratedImage | null> {
    const { conversations, db, bucket } = this.#parts;
    const version = await storePicture(bucket, chatId, webp);
    const image = { url: toPictureUrl(chatId, version), prompt, kind: "ai" } as const;
    const change = await conversations
      .object(chatId)
      .setImage(messageId, image)
      .catch(async (error: unknown) => {
        await removePicture(bucket, chatId, version);
        throw error;
      });
    const stale = change ? change.replaced && toPictureVersion(change.replaced) : version;
    if (stale) await removePicture(bucket, chatId, stale);
    await countPictures(db, bucket, { userId, chatId });
    return change ? image : null;
  }

  async #ask(chatId: string, request: AskedTurn): Promise<Message> {
    return this.#parts.conversations.ask(await this.#find(chatId), request);
  }

  /** The row of a chat of the caller. One in which nothing was said yet begins with its character's greetings, if there are any. */
  async #find(chatId: string): Promise<ChatRow> {
    const { accounts, conversations } = this.#parts;
    const row = await conversations.find(chatId);
    if (row.messageCount > 0 || row.character.card === null) return row;
    const person = (await accounts.current())?.name ?? "you";
    const fields = v.parse(cardFieldsSchema, row.character.card);
    const greetings = toGreetings(fields, { char: row.character.name, user: person });
    if (greetings.length === 0) return row;
    const owner = { conversationId: row.id, userId: row.userId };
    await conversations.tell(row.id, (object) => object.begin(owner, greetings));
    return row;
  }

  /** What a character of a story knows of it now; `null` for one of none, or of one that is deleted. */
  async #takeSnapshot({ userId, originStoryId, name }: CharacterRow): Promise<StorySnapshot | null> {
    const { db, stories } = this.#parts;
    if (originStoryId === null) return null;
    const [story] = await findStory(db, userId, originStoryId);
    if (!story) return null;
    const owner = { conversationId: story.id, userId };
    const { memory, latest, location } = await stories.object(story.id).recall(owner);
    return {
      storyId: story.id,
      title: story.title,
      genre: story.genre,
      setting: story.setting,
      description: story.description,
      player: { name: story.playerName, description: story.character },
      location,
      cast: story.cast
        .filter((member) => member.name !== name && !member.isMainCharacter)
        .map(({ name, role, description }) => ({ name, role, description })),
      memory,
      latest,
    };
  }

  /** Why a chat could not be restored: there is no room for it, or none for its character, which is deleted as well. */
  async #toRestoreRefusal({ userId, character }: ChatRow, limit: number | null): Promise<AppError> {
    const { db, now } = this.#parts;
    const room = toCreationRoom(CHAT_CREATION, limit, now());
    const refusal = await findCreationRefusal(db, CHAT_CREATION, userId, room);
    const isFull = refusal?.code === "CHAT_LIMIT_EXCEEDED";
    return new AppError(
      character.deletedAt === null || isFull ? "CHAT_LIMIT_EXCEEDED" : "CHARACTER_LIMIT_EXCEEDED",
    );
  }

  get #ownerId(): string {
    return this.#parts.conversations.ownerId;
  }
}
