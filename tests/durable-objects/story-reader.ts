import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { type EventSourceMessage, EventSourceParserStream } from "eventsource-parser/stream";
import * as v from "valibot";
import { expect, inject, vi } from "vitest";
import type { LoreEntry } from "#domain/choose-lore.ts";
import { createId } from "#domain/ids.ts";
import { USUAL_RULES } from "#domain/lore.ts";
import { messagePageSchema } from "#domain/message.ts";
import {
  type ClientEventInput,
  type ConversationIdField,
  decodeServerEvent,
  encode,
  type ServerEvent,
  type ServerEventOf,
} from "#domain/protocol.ts";
import type { CharacterChatObject } from "#durable-objects/character-chat.ts";
import type {
  ChangeAnswers,
  ChangeInputs,
  ChangeName,
  Outcome,
} from "#durable-objects/conversation/conversation-changes.ts";
import { openObjectDatabase } from "#durable-objects/conversation/database.ts";
import { type MessageRow, MessageTree } from "#durable-objects/conversation/message-tree.ts";
import { ConversationRecord, type Owner } from "#durable-objects/conversation/record.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import { MemoryStore } from "#durable-objects/memory/memory-store.ts";
import type { StoryObject } from "#durable-objects/story.ts";
import { type LoggedRequest, type ReplyScript, replyScript } from "#tests/fakes/reply-script.ts";
import { isEnd, StorySocket, type TurnEnd } from "#tests/harness/story-socket.ts";
import { db } from "#tests/workers/helpers/databases.ts";
import { characterChats, characters, sparkLedger, stories, users } from "#workers/db/schema/index.ts";

/** Waits until a check passes. The limit is against hanging: on a busy machine a job takes several times as long as on a quiet one. */
export function eventually<T>(
  check: () => T | Promise<T>,
  { timeout = 30_000, interval = 50 } = {},
): Promise<T> {
  return vi.waitFor(check, { timeout, interval });
}

/** A story row as inserted; `written` overrides the defaults of the tests. */
export function toStoryRow(
  userId: string,
  written: Partial<typeof stories.$inferInsert> = {},
): typeof stories.$inferInsert {
  const now = new Date().toISOString();
  return {
    id: createId(),
    userId,
    title: "The Ninth Signal",
    description: "A voice on the harbour radio reads out the name of a lost boat.",
    storyLength: "medium",
    genre: "Mystery",
    categories: [],
    tropes: [],
    character: "A relief operator",
    playerName: "You",
    customData: {},
    cast: [],
    createdAt: now,
    updatedAt: now,
    ...written,
  };
}

export async function aUser(tier: "free" | "premium" = "premium"): Promise<string> {
  const id = `test|${createId()}`;
  const now = new Date().toISOString();
  await db
    .insert(users)
    .values({ id, name: "Reader", provider: "other", tier, createdAt: now, updatedAt: now });
  return id;
}

/** Makes changes by hand, as the owner. */
function changesBy(owner: Owner, findStub: () => DurableObjectStub<ConversationObject>) {
  return async <Name extends ChangeName>(name: Name, ...input: ChangeInputs[Name]) =>
    (await findStub().change(owner, name, input)) as unknown as Outcome<ChangeAnswers[Name]>;
}

/** A user with a story in D1, and the story's object: the setup of every test here. */
export async function aStory(
  options: { tier?: "free" | "premium"; description?: string; character?: string; title?: string } = {},
) {
  const { tier, ...written } = options;
  const userId = await aUser(tier);
  const storyId = createId();
  await db.insert(stories).values(toStoryRow(userId, { id: storyId, ...written }));
  const owner = { userId, conversationId: storyId };
  const findStub = (): DurableObjectStub<StoryObject> => env.STORY.get(env.STORY.idFromName(storyId));
  return {
    userId,
    storyId,
    db,
    owner,
    /** A new stub each time: after its object was aborted, a stub stays broken. */
    get stub() {
      return findStub();
    },
    change: changesBy(owner, findStub),
    row: async () => (await db.select().from(stories).where(eq(stories.id, storyId)))[0],
    setRow: (changed: Partial<typeof stories.$inferInsert>) =>
      db.update(stories).set(changed).where(eq(stories.id, storyId)),
  };
}

export type Story = Awaited<ReturnType<typeof aStory>>;

/** The user's charged, free-stop, refunded and reserved Sparks, in that order. A free stop is refunded as well. */
export async function ledgerOf(userId: string) {
  const rows = await db.select().from(sparkLedger).where(eq(sparkLedger.userId, userId));
  return rows.map(({ state, freeStopAt }) => (freeStopAt === null ? state : "free-stop")).sort();
}

/** Requests that the fake model received for a script's id. */
export async function modelRequests(id: string): Promise<LoggedRequest[]> {
  const response = await fetch(`${inject("modelUrl")}/log?id=${id}`);
  return response.json();
}

/** Sends a message, waits for its reply, and returns the messages that the model got for it. */
export async function promptFor(reader: StoryReader, text: string): Promise<LoggedRequest["messages"]> {
  const id = createId();
  await reader.exchange(replyScript({ id, pieces: 1 }, text));
  return (await modelRequests(id))[0]?.messages ?? [];
}

/** Ends the wait of a reply with `waitsAfter`. */
export async function goOn(id: string): Promise<void> {
  await (await fetch(`${inject("modelUrl")}/go-on/${id}`)).text();
}

export async function messagesOf(stub: DurableObjectStub<ConversationObject>, limit = 50) {
  return v.parse(messagePageSchema, await stub.messages({ before: null, limit })).messages;
}

/** Writes `count` messages into an opened object: `first`, then filler text. The last one is the head. */
export async function fillConversation(
  stub: DurableObjectStub<ConversationObject>,
  count: number,
  first: readonly string[],
): Promise<void> {
  await inStorage(stub, (storage) => {
    const { tree } = openTree(storage);
    for (let depth = 1; depth <= count; depth += 1) {
      tree.append({
        id: `m${depth}`,
        parentId: depth === 1 ? null : `m${depth - 1}`,
        role: depth % 2 ? "assistant" : "user",
        content: first[depth - 1] ?? `Passage ${depth}: it rained on, and the lamp went round. `.repeat(8),
        status: "complete",
      });
    }
    tree.moveHead(`m${count}`);
  });
}

/** Runs something on the storage of a new story's object. */
export function inNewObject<T>(run: (storage: DurableObjectStorage) => T | Promise<T>): Promise<T> {
  return inStorage(env.STORY.get(env.STORY.idFromName(createId())), run);
}

/** Runs something on an object's storage. */
export function inStorage<T>(
  stub: DurableObjectStub<ConversationObject>,
  run: (storage: DurableObjectStorage) => T | Promise<T>,
): Promise<T> {
  return runInDurableObject(stub, (_, { storage }) => run(storage));
}

/** The parts of a conversation that tests use without its object; a new storage gets a conversation. */
export function openTree(storage: DurableObjectStorage, onLeave?: (to: MessageRow | null) => void) {
  const { db } = openObjectDatabase(storage);
  const record = new ConversationRecord(db);
  record.claim({ conversationId: createId(), userId: "test" });
  const tree = new MessageTree(db, onLeave);
  return { db, record, tree, memory: new MemoryStore(db, tree, record) };
}

/** The storage of an object, with `around` at each statement. */
export function watchStatements(
  storage: DurableObjectStorage,
  around: (statement: string, run: () => SqlStorageCursor<Record<string, SqlStorageValue>>) => unknown,
): DurableObjectStorage {
  const sql = new Proxy(storage.sql, {
    get(target, property) {
      if (property !== "exec") return Reflect.get(target, property);
      return (...args: Parameters<SqlStorage["exec"]>) => around(args[0], () => target.exec(...args));
    },
  });
  return new Proxy(storage, {
    get(target, property) {
      if (property === "sql") return sql;
      const value = Reflect.get(target, property);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** A lore entry that says nothing special; `rules` replace what it has. */
export function toLoreEntry(name: string, rules: Partial<LoreEntry> = {}): LoreEntry {
  const { depth: _, ...usual } = USUAL_RULES;
  const own = { text: `About ${name}.`, isNameGiven: false, isLocked: false, isRecursive: false, rank: 0 };
  return { ...usual, ...own, depth: 4, tokens: 10, entryId: name, name, keys: [name], ...rules };
}

/** Aborts an object as a deployment or a crash does: no code in it runs any further. */
export async function killObject(stub: DurableObjectStub<ConversationObject>): Promise<void> {
  await runInDurableObject(stub, (_, state) => state.abort("killed by the test")).catch((error: unknown) => {
    if (!String(error).includes("killed by the test")) throw error;
  });
}

/** What a reader needs to know about a conversation. */
export type Readable = {
  stub: { fetch: DurableObjectStub["fetch"] };
  userId: string;
  /** When its token expires, in milliseconds since 1970; absent: it has a session. */
  expiresAt?: number;
} & ConversationIdField;

/** The id of a conversation as its frames carry it. */
export function toIdField(readable: ConversationIdField): ConversationIdField {
  return "storyId" in readable ? { storyId: readable.storyId } : { chatId: readable.chatId };
}

/** The headers that the Worker sets once it has identified the caller. */
export function readerHeaders(readable: Readable): Record<string, string> {
  return {
    "X-Talespark-Conversation": "storyId" in readable ? readable.storyId : readable.chatId,
    "X-Talespark-User": readable.userId,
    "X-Talespark-Session": readable.expiresAt === undefined ? "test" : "",
    "X-Talespark-Expires": String(readable.expiresAt ?? ""),
  };
}

/** A reader of a story over a real socket, who reads its events one after another. */
export class StoryReader extends StorySocket {
  #read = 0;

  /** Opens a socket without joining. */
  static async connect(story: Readable) {
    const response = await story.stub.fetch("http://object/live", {
      headers: { Upgrade: "websocket", ...readerHeaders(story) },
    });
    return StoryReader.over(response, toIdField(story));
  }

  /** Accepts the socket of an upgrade answer. */
  static over({ webSocket, status }: Response, idField: ConversationIdField): StoryReader {
    if (!webSocket) throw new Error(`No socket: ${status}`);
    const reader = new StoryReader(webSocket, idField);
    webSocket.accept();
    return reader;
  }

  /** Opens a socket and joins. */
  static async join(story: Readable, have?: { messageId: string; offset: number }) {
    const reader = await StoryReader.connect(story);
    reader.send({ type: "join-story", ...toIdField(story), ...(have ? { have } : {}) });
    const joined = await reader.next("joined");
    return { reader, joined };
  }

  /** Writes a message and waits for its complete reply. */
  exchange(content: string, requestId?: string): Promise<ServerEventOf<"stream-complete">> {
    this.write(content, requestId);
    return this.next("stream-complete");
  }

  stop(): void {
    this.send({ type: "stream-stop", ...this.idField });
  }

  /** Opens the path of another version. */
  select(messageId: string): void {
    this.send({ type: "select-version", ...this.idField, messageId });
  }

  /** Asks for another version of the last reply, and waits until it is complete. */
  regenerate(): Promise<ServerEventOf<"stream-complete">> {
    this.send({ type: "stream-message", requestId: createId(), ...this.idField, regenerate: true });
    return this.next("stream-complete");
  }

  /** Asks for the opening of a story, and waits until it is complete. */
  askForOpening(): Promise<ServerEventOf<"stream-complete">> {
    const requestId = createId();
    this.send({ type: "stream-continue", requestId, ...this.idField, isInitialContinue: true });
    return this.next("stream-complete");
  }

  /**
   * The next event of a type that was not returned yet; events of other types are skipped but stay in `events`. A turn
   * that fails instead of completing fails the test at once.
   */
  next<T extends ServerEvent["type"]>(
    type: T,
    fits: (event: ServerEventOf<T>) => boolean = () => true,
  ): Promise<ServerEventOf<T>> {
    const isIt = (event: ServerEvent): event is ServerEventOf<T> =>
      event.type === type && fits(event as ServerEventOf<T>);
    return this.until(() => this.#findNext(isIt, type), type);
  }

  /** The end of the first turn whose end was not returned yet, whatever its type. */
  nextEnd(): Promise<TurnEnd> {
    return this.until(() => this.#findNext(isEnd), "the end of a turn");
  }

  #findNext<E extends ServerEvent>(isIt: (event: ServerEvent) => event is E, type?: string): E | undefined {
    for (const event of this.events.slice(this.#read)) {
      this.#read += 1;
      if (isIt(event)) return event;
      if (event.type === "stream-error" && type === "stream-complete") {
        throw new Error(`The turn failed with ${event.code}: ${event.message}`);
      }
    }
    return undefined;
  }

  /** The text of the running reply as this reader has received it; throws at a gap or an overlap. */
  textOf(messageId: string, start = ""): string {
    return joinChunks(this.events, messageId, start);
  }
}

/** The text of a running reply from its chunks; throws at a gap or an overlap. */
export function joinChunks(events: readonly ServerEvent[], messageId: string, start = ""): string {
  let text = start;
  for (const event of events) {
    if (event.type !== "stream-chunk" || event.messageId !== messageId) continue;
    if (event.offset !== text.length) {
      throw new Error(`A chunk at ${event.offset} after ${text.length} characters.`);
    }
    text += event.content;
  }
  return text;
}

/** A user's story with a reader who has joined it. */
export async function anOpenStory(options: Parameters<typeof aStory>[0] = {}) {
  const story = await aStory(options);
  return { story, ...(await StoryReader.join(story)) };
}

/** A character text that contains the script of the fake model; every prompt contains the character. */
export function answering(answers: Record<string, unknown>, name = "Wren, an operator"): string {
  return replyScript({ answers }, name);
}

/** Runs the jobs that are queued, without the pause after their reply, until none is left. */
export async function jobsDone(of: { stub: DurableObjectStub<ConversationObject> }): Promise<void> {
  await eventually(async () => {
    await inStorage(of.stub, ({ sql }) => void sql.exec("UPDATE outbox SET due_at = 1 WHERE attempts = 0"));
    await runDurableObjectAlarm(of.stub);
    const left = await inStorage(of.stub, ({ sql }) => sql.exec("SELECT * FROM outbox").toArray());
    expect(left).toEqual([]);
  });
}

/** The background requests for a script's id, by task. */
export async function questions(task: string, id: string) {
  return modelRequests(`${task}:${id}`);
}

/** Opens a story and waits for a complete reply. */
export async function aStoryGoingOn(script: ReplyScript, reply: ReplyScript | null = null) {
  const { story, reader } = await anOpenStory({ character: replyScript(script, "Wren, an operator") });
  await reader.exchange(reply === null ? "I look around" : replyScript(reply));
  return { story, reader };
}

/** A user with a character and a chat in D1, and the chat's object. */
export async function aChat({ tier = "premium" as "free" | "premium", config = {} } = {}) {
  const now = new Date().toISOString();
  const [userId, characterId, chatId] = [await aUser(tier), createId(), createId()];
  const times = { createdAt: now, updatedAt: now };
  await db.insert(characters).values({
    id: characterId,
    userId,
    name: "Mara Voss",
    foldedName: "mara voss",
    lastActiveAt: now,
    description: "Keeper of the light",
    quirks: ["counts ships"],
    interests: [],
    customAttributes: {},
    ...times,
  });
  const title = "Chat with Mara Voss";
  await db.insert(characterChats).values({ id: chatId, userId, characterId, title, config, ...times });
  const owner = { userId, conversationId: chatId };
  const findStub = (): DurableObjectStub<CharacterChatObject> =>
    env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(chatId));
  return {
    userId,
    chatId,
    db,
    owner,
    get stub() {
      return findStub();
    },
    change: changesBy(owner, findStub),
    row: async () => (await db.select().from(characterChats).where(eq(characterChats.id, chatId)))[0],
  };
}

/** A reader of a story over HTTP: receives events as a stream and sends them one by one. */
export class EventStreamReader {
  readonly events: ServerEvent[] = [];
  /** `messageId:offset` of the last text received. */
  lastEventId: string | null = null;
  readonly #story: Readable;
  readonly #stream: ReadableStreamDefaultReader<EventSourceMessage>;

  private constructor(story: Readable, response: Response) {
    if (!response.body) throw new Error(`No stream: ${response.status}`);
    this.#story = story;
    this.#stream = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .getReader();
  }

  /** Opens a stream, which joins. */
  static async open(story: Readable, lastEventId: string | null = null): Promise<EventStreamReader> {
    const headers = new Headers(readerHeaders(story));
    headers.set("Accept", "text/event-stream");
    if (lastEventId) headers.set("Last-Event-ID", lastEventId);
    const response = await story.stub.fetch("http://object/live", { headers });
    const reader = new EventStreamReader(story, response);
    await reader.until("joined");
    return reader;
  }

  write(content: string): Promise<{ events: ServerEvent[] }> {
    return this.send({ type: "stream-message", requestId: createId(), ...toIdField(this.#story), content });
  }

  /** Sends one event and returns the events of the answer. */
  async send(event: ClientEventInput): Promise<{ events: ServerEvent[] }> {
    const body = encode(event);
    const response = await this.#story.stub.fetch("http://object/live", {
      method: "POST",
      headers: readerHeaders(this.#story),
      body,
    });
    return response.json();
  }

  async leave(): Promise<void> {
    await this.#stream.cancel();
  }

  /** Reads until an event of that type has arrived. */
  async until(type: ServerEvent["type"]): Promise<void> {
    while (this.events.at(-1)?.type !== type) {
      const { done, value } = await this.#stream.read();
      if (done) throw new Error(`The stream ended before ${type} came.`);
      if (value.id !== undefined) this.lastEventId = value.id;
      const decoded = decodeServerEvent(value.data);
      if (!decoded.ok) throw new Error(decoded.fault.message);
      this.events.push(decoded.event);
    }
  }
}
