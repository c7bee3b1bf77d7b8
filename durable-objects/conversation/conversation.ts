import { AppError } from "#domain/errors.ts";
import type { LastPrompt } from "#domain/last-prompt.ts";
import type { ExportPage, ExportRequest, GeneratedImage, MessagePage } from "#domain/message.ts";
import {
  CLOSE_GONE,
  CLOSE_SESSION_ENDED,
  type ClientEvent,
  decodeClientEvent,
  FRAME_MAX_BYTES,
  type ServerEvent,
} from "#domain/protocol.ts";
import { truncateCharacters } from "#domain/text.ts";
import { toTurnRequest } from "#domain/turn-kinds.ts";
import { describeError, logLine } from "#workers/logging.ts";
import type { ConversationKind, ConversationSummary, KindParts } from "./conversation-kind.ts";
import { openObjectDatabase } from "./database.ts";
import { EventStream } from "./event-stream.ts";
import { errorEvent, type TurnOutcome, type TurnRefusal, toOutcome } from "./events.ts";
import { JobQueue } from "./jobs.ts";
import { type MessageRow, MessageTree } from "./message-tree.ts";
import { migrateObject } from "./migrations.ts";
import { ObjectAlarm } from "./object-alarm.ts";
import { Outbox, type OutboxRow } from "./outbox.ts";
import { PromptRecord } from "./prompt-record.ts";
import { type Channel, type Reader, Readers } from "./readers.ts";
import { ConversationRecord, type ConversationRow, type Owner } from "./record.ts";
import { RequestLimits } from "./request-limits.ts";
import { DELIVERY_TOPICS, toSettlement } from "./schema.ts";
import { TurnAdmission } from "./turn-admission.ts";
import { TurnLog, type TurnRequest } from "./turn-log.ts";
import { TurnRun } from "./turn-run.ts";

/**
 * While a reply is written an alarm is kept this far ahead: after a crash it is what wakes the object to repair, and within
 * 2 s of the restart a turn has been taken up or ended.
 */
const REPAIR_AHEAD_MS = 1_900;

/** Rows of the outbox that go to D1 in one batch; a reply has two, and what a long outage leaves goes in portions. */
const DELIVERED_TOGETHER = 10;
const PURGE_RETRY_MS = 5 * 60_000;
/** A purge on demand waits this long for what runs to end, looking this often. */
const IDLE_WITHIN_MS = 5_000;
const IDLE_CHECK_MS = 50;
/** Lists get a selected version after this delay, once for all selections meanwhile. */
const SELECTION_TOLD_AFTER_MS = 1_000;
/** Characters of the last message, for lists. */
const LAST_MESSAGE_MAX = 200;

const NOT_THERE = { ok: false, code: "NOT_FOUND", retryAfterSeconds: null } as const;

type Have = { messageId: string; offset: number };

/**
 * One conversation: who may do what now, and which part does it. `MessageTree` stores the messages, `TurnAdmission` and
 * `TurnRun` take a request to its end, `Readers` are told of it, `Outbox` tells D1, `JobQueue` runs what follows a reply.
 *
 * Persist, then broadcast; and any `await` may be the last line that runs.
 */
export class Conversation<Kind extends ConversationKind> {
  readonly kind: Kind;
  readonly readers: Readers;
  readonly #state: DurableObjectState;
  readonly #storage: DurableObjectStorage;
  readonly #alarm: ObjectAlarm;
  readonly #record: ConversationRecord;
  readonly #tree: MessageTree;
  readonly #prompts: PromptRecord;
  readonly #turns: TurnLog;
  readonly #outbox: Outbox;
  readonly #jobs: JobQueue;
  readonly #limits: RequestLimits;
  readonly #admission: TurnAdmission;
  readonly #run: TurnRun;
  readonly #waitUntil: (promise: Promise<unknown>) => void;
  /** Aborted, and replaced, as soon as the person goes on: what runs in the background then gives way. */
  #idle = new AbortController();
  /** D1 was away at the purge: not before then again, in milliseconds since 1970. */
  #purgeNotBefore = 0;
  /** Its storage is deleted, or is about to be; this instance does nothing any more. */
  #isPurged = false;
  /** There are no tables any more. */
  #isEmpty = false;

  constructor(state: DurableObjectState, makeKind: (parts: KindParts) => Kind) {
    const { db, meter } = openObjectDatabase(state.storage);
    const transaction = <T>(run: () => T) => state.storage.transactionSync(run);
    this.#state = state;
    this.#storage = state.storage;
    this.#alarm = new ObjectAlarm(state.storage);
    this.#waitUntil = (promise) => state.waitUntil(promise);
    this.readers = new Readers(state);
    this.#record = new ConversationRecord(db);
    this.#tree = new MessageTree(db, Date.now);
    this.#prompts = new PromptRecord(db, this.#tree);
    this.#turns = new TurnLog(db, Date.now);
    this.#limits = new RequestLimits(this.#turns, Date.now);
    this.#outbox = new Outbox({
      db,
      topics: DELIVERY_TOPICS,
      deliver: (rows) => this.#deliver(rows),
      now: Date.now,
      batchSize: DELIVERED_TOGETHER,
    });
    const isBusy = () => this.#isBusy();
    this.kind = makeKind({
      db,
      tree: this.#tree,
      record: this.#record,
      readers: this.readers,
      transaction,
      isBusy,
      idleSignal: () => this.#idle.signal,
      addProjection: () => this.#outbox.addProjection(),
    });
    this.#jobs = new JobQueue({
      db,
      jobs: this.kind.jobs,
      tree: this.#tree,
      findOpen: () => this.findOpenRow(),
      isBusy,
      idleSignal: () => this.#idle.signal,
      now: Date.now,
    });
    const parts = {
      kind: this.kind,
      record: this.#record,
      tree: this.#tree,
      turns: this.#turns,
      outbox: this.#outbox,
      readers: this.readers,
      limits: this.#limits,
      meter,
      transaction,
      waitUntil: this.#waitUntil,
      settle: () => this.settle(),
    };
    this.#run = new TurnRun({ ...parts, jobs: this.#jobs, prompts: this.#prompts });
    this.#admission = new TurnAdmission({
      ...parts,
      onAdmitting: () => this.#giveWay(),
      keepAlive: () => this.#armAlarm(),
      isWriting: () => this.#run.isWriting,
      onAdmitted: (admitted) => this.#run.start(admitted),
    });
  }

  // --- Lifecycle ----------------------------------------------------------------------------------------------------

  /** Whom this conversation belongs to, once it is known. */
  claim(owner: Owner): void {
    if (!this.#isPurged) this.#record.claim(owner);
  }

  /** Brings the tables up to date, and arms the alarm for what an earlier instance left unfinished. */
  async start(): Promise<void> {
    migrateObject(this.#storage, this.kind.migrations);
    if (this.#turns.active() !== null || this.#nextDue() !== null) await this.#armAlarm();
  }

  /** The alarm: takes up what a restart cut off, delivers what is due, purges what was deleted long enough ago. */
  async onAlarm(): Promise<void> {
    if (this.#isPurged) return;
    this.#alarm.noteFired();
    this.readers.endExpired();
    if (this.#isAtWork()) return this.#armAlarm(); // its end settles what is due
    await this.#takeUp();
    await this.#purgeIfDue();
    await this.settle();
  }

  /** A turn that is active and that this instance does not work on was cut off by a restart. */
  async #takeUp(): Promise<void> {
    const owner = this.#record.get();
    const turn = this.#turns.active();
    if (!owner || !turn) return;
    if (turn.state === "reserving") this.#admission.undo(turn, { isReservationUnknown: true });
    else await this.#run.takeUp(turn, owner);
  }

  /**
   * The conversation was deleted: stops what runs, accepts nothing more, tells every reader and disconnects them. When it
   * can't be restored any more, an alarm purges it.
   */
  async close(): Promise<void> {
    if (this.#isPurged) return;
    this.#record.setClosed(Date.now());
    this.#stop();
    this.#giveWay();
    this.readers.broadcast({ type: "conversation-updated", deleted: true });
    this.readers.closeAll(CLOSE_GONE, "This conversation was deleted.");
    await this.#armAlarm();
  }

  async reopen(): Promise<void> {
    if (this.#isPurged) return;
    this.#record.setClosed(null);
    await this.#armAlarm();
  }

  /**
   * The owner's account is deleted: disconnects everybody and deletes all text at once, then the row in D1 and what else the
   * kind keeps outside. The row must be marked as deleted. Safe to repeat, also on an object that is empty; throws to be called
   * again.
   */
  async purgeNow(owner: Owner): Promise<void> {
    this.#isPurged = true;
    this.readers.closeAll(CLOSE_SESSION_ENDED, "This account is being deleted.");
    if (!this.#isEmpty) this.#stop();
    this.#giveWay();
    const isIdle = await this.#waitUntilIdle();
    await this.#deleteStorage();
    const gone = await this.kind.purge(owner);
    // What still runs would write to tables that are gone: it ends with this instance, and the next call finds an empty one.
    if (!isIdle) this.#state.abort("Purged while something was running.");
    if (!gone) throw new Error("The conversation is not marked as deleted in D1.");
  }

  async #waitUntilIdle(): Promise<boolean> {
    const isIdle = () => !this.#isAtWork() && !this.#jobs.isRunning && !this.#outbox.isDelivering;
    for (let waited = 0; waited < IDLE_WITHIN_MS && !isIdle(); waited += IDLE_CHECK_MS) {
      await scheduler.wait(IDLE_CHECK_MS);
    }
    return isIdle();
  }

  async #deleteStorage(): Promise<void> {
    this.#isPurged = true;
    await this.#storage.deleteAlarm();
    await this.#storage.deleteAll();
    this.#isEmpty = true;
  }

  /**
   * Puts messages of the assistant at the beginning, as versions of the first message; the first of them is read. Again, or
   * once anything was said, it changes nothing.
   */
  beginWith(versions: readonly string[]): void {
    if (this.findOpenRow() === null || this.#tree.head() !== null || this.#isBusy()) return;
    const [first] = this.#storage.transactionSync(() => {
      const rows = versions.map((content) =>
        this.#tree.append({ parentId: null, role: "assistant", content, status: "complete" }),
      );
      if (rows[0]) this.#tree.moveHead(rows[0].id);
      this.#outbox.addProjection();
      return rows;
    });
    if (!first) return;
    this.readers.broadcast({ type: "conversation-updated", headMessageId: first.id, messageCount: 1 });
    this.#waitUntil(this.settle());
  }

  /** The latest messages as they are read, newest first, read as they are taken. */
  walk(): Iterable<MessageRow> {
    return this.#isPurged ? [] : this.#tree.walkFrom(this.#tree.head());
  }

  /** Gives a message its picture. Returns `false` when there is no such message any more. */
  setImage(messageId: string, generatedImage: GeneratedImage): boolean {
    if (this.findOpenRow() === null || this.#tree.get(messageId) === null) return false;
    this.#tree.setImage(messageId, generatedImage);
    this.readers.broadcast({ type: "conversation-updated", messageId, generatedImage });
    return true;
  }

  // --- Readers ------------------------------------------------------------------------------------------------------

  messages(options: { before: string | null; limit: number }): MessagePage {
    return this.#isPurged ? { messages: [], before: null } : this.#tree.page(options);
  }

  /**
   * A page of the messages for their owner's archive, also once the conversation is deleted: those that are read, or the
   * others. `null`: it is somebody else's.
   */
  exportPage(userId: string, request: ExportRequest): ExportPage | null {
    const row = this.#isPurged ? null : this.#record.get();
    if (row === null) return { messages: [], next: null };
    if (row.userId !== userId) return null;
    const { part, cursor, limit } = request;
    if (part === "read") {
      const { messages, before } = this.#tree.page({ before: cursor, limit });
      return { messages, next: before };
    }
    const { messages, after } = this.#tree.pageOffPath({ after: cursor, limit });
    return { messages, next: after };
  }

  findLastPrompt(): LastPrompt | null {
    return this.#isPurged ? null : this.#prompts.find();
  }

  announce(event: ServerEvent): void {
    this.readers.broadcast(event);
  }

  openSocket(reader: Reader): Response {
    const response = this.readers.openSocket(reader);
    if (reader.expiresAt !== null) this.#waitUntil(this.#armAlarm());
    return response;
  }

  /** Opens an event stream for a reader who has `have` of a running reply. */
  openStream(reader: Reader, have: Have | undefined, signal: AbortSignal): Response {
    const row = this.findOpenRow();
    if (!row) return Response.json({ code: "NOT_FOUND" }, { status: 404 });
    this.#markRead();
    const response = this.readers.openStream(reader, this.#joinedEvent(row, have), signal);
    if (reader.expiresAt !== null) this.#waitUntil(this.#armAlarm());
    return response;
  }

  /** One request without a connection: answers when its turn has ended, with the events that a reader would get. */
  async ask(request: Omit<TurnRequest, "userId">): Promise<TurnOutcome> {
    const row = this.findOpenRow();
    if (!row) return NOT_THERE;
    const { promise, resolve } = Promise.withResolvers<TurnOutcome>();
    const send = (event: ServerEvent) => {
      const outcome = toOutcome(event, request.requestId);
      if (outcome) resolve(outcome);
    };
    const stopListening = this.readers.listen(send);
    try {
      await this.#admission.admit({ ...request, userId: row.userId }, row, { send, socket: null });
      return await promise;
    } finally {
      stopListening();
    }
  }

  /**
   * The same as an event stream of what readers get, which ends with the turn. A turn that ends before it is accepted
   * is answered without a stream.
   */
  async askAndFollow(request: Omit<TurnRequest, "userId">): Promise<Response | TurnRefusal> {
    const row = this.findOpenRow();
    if (!row) return NOT_THERE;
    let refusal: TurnRefusal | null = null;
    let hasBegun = false;
    const stream = new EventStream({
      stored: () => this.#storage.sync(),
      signal: new AbortController().signal, // who leaves cancels the stream
      onClose: () => stopListening(),
    });
    const send = (event: ServerEvent) => {
      const outcome = toOutcome(event, request.requestId);
      if (outcome?.ok === false && !hasBegun) refusal = outcome;
      hasBegun = true;
      stream.send(event);
      if (outcome) stream.close();
    };
    const stopListening = this.readers.listen(send);
    await this.#admission.admit({ ...request, userId: row.userId }, row, { send, socket: null });
    return refusal ?? stream.response;
  }

  /** Waits until no turn is active. */
  async waitUntilFree(): Promise<void> {
    while (!this.#isPurged && this.#isBusy()) await scheduler.wait(IDLE_CHECK_MS);
  }

  /** Whether that request was seen before, whatever became of it. */
  hasSeen(requestId: string): boolean {
    return this.#turns.get(requestId) !== null;
  }

  /** One frame from a reader. Never throws for what a reader sends. */
  async receive(frame: string | ArrayBuffer, channel: Channel): Promise<void> {
    if (!channel.admitFrame()) return;
    if (byteLength(frame) > FRAME_MAX_BYTES) return channel.close(1009, "This message is too large.");
    const decoded = decodeClientEvent(typeof frame === "string" ? frame : "", this.kind.idField);
    if (!decoded.ok) return channel.send(errorEvent("BAD_FRAME", decoded.fault));
    const { event } = decoded;
    const row = this.findOpenRow();
    if (row?.conversationId !== event.conversationId) {
      return channel.send(
        errorEvent("NOT_FOUND", "requestId" in event ? { requestId: event.requestId } : {}),
      );
    }
    await this.#act(event, row, channel);
  }

  async #act(event: ClientEvent, row: ConversationRow, channel: Channel): Promise<void> {
    const request = toTurnRequest(event);
    if (request) return this.#admission.admit({ ...request, userId: row.userId }, row, channel);
    switch (event.type) {
      case "join-story":
        channel.join();
        this.#markRead();
        return channel.send(this.#joinedEvent(row, event.have));
      case "stream-stop":
        return this.#unlessTooMany(this.#limits.takeStop(), channel, () => this.#stop());
      case "prepare-suggestion":
        return this.#prepareSuggestion(row);
      case "select-version":
        return this.#selectVersion(event.messageId, row, channel);
      case "read-until":
        return channel.noteRead(event.mark);
    }
  }

  /** Somebody has opened the conversation: all of it is read. */
  #markRead(): void {
    const hadUnread = this.#storage.transactionSync(() => {
      const had = this.kind.unread?.reset() ?? false;
      if (had) this.#outbox.addProjection();
      return had;
    });
    if (hadUnread) this.#waitUntil(this.settle());
  }

  #joinedEvent(row: ConversationRow, have: Have | undefined): ServerEvent {
    const turn = this.#run.findRunning();
    const offset = turn && have?.messageId === turn.replyId ? Math.min(have.offset, turn.text.length) : 0;
    return {
      type: "joined",
      ...this.kind.joinedFields(row.conversationId),
      headMessageId: row.headId,
      messageCount: this.#tree.head()?.depth ?? 0,
      turn: turn && {
        requestId: turn.requestId,
        messageId: turn.replyId,
        parentId: turn.parentId,
        offset,
        content: turn.text.slice(offset),
        ...turn.progress,
      },
    };
  }

  #stop(): void {
    this.#admission.stop();
    this.#run.stop();
  }

  /** Ends what runs in the background; a job of it is begun again once nothing is being written. */
  #giveWay(): void {
    this.#idle.abort();
    this.#idle = new AbortController();
  }

  #prepareSuggestion(row: ConversationRow): void {
    if (!this.kind.prepareSuggestion || this.#isBusy() || this.#limits.takePreparation() !== null) return;
    this.#waitUntil(this.kind.prepareSuggestion(row));
  }

  #unlessTooMany(retryAfterSeconds: number | null, channel: Channel, act: () => void): void {
    if (retryAfterSeconds === null) act();
    else channel.send(errorEvent("RATE_LIMITED", { retryAfterSeconds }));
  }

  #selectVersion(messageId: string, { headId }: ConversationRow, channel: Channel): void {
    if (this.#isBusy()) {
      channel.send(errorEvent("STREAM_IN_PROGRESS"));
      return;
    }
    this.#unlessTooMany(this.#limits.takeSelection(), channel, () =>
      this.#select(messageId, headId, channel),
    );
  }

  /** Selects a version and notifies readers; selecting the active one changes nothing. */
  #select(messageId: string, headId: string | null, channel: Channel): void {
    try {
      const head = this.#storage.transactionSync(() => {
        const leaf = this.#tree.select(messageId);
        if (leaf.id !== headId) this.#outbox.addProjection(SELECTION_TOLD_AFTER_MS);
        return leaf;
      });
      if (head.id === headId) return;
      this.#giveWay();
      this.readers.broadcast({
        type: "conversation-updated",
        headMessageId: head.id,
        messageCount: head.depth,
      });
      this.#waitUntil(this.settle());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      channel.send(errorEvent(error.code));
    }
  }

  // --- Upkeep -------------------------------------------------------------------------------------------------------

  /** Tells D1 what has changed and sets the alarm for what is left. */
  async settle(): Promise<void> {
    if (this.#isPurged) return;
    await this.#outbox.deliverDue();
    this.#waitUntil(this.#runJobs());
    await this.#armAlarm();
  }

  async #runJobs(): Promise<void> {
    if (this.#jobs.nextDue() === null) return;
    await this.#jobs.runDue();
    await this.#outbox.deliverDue();
    await this.#armAlarm();
  }

  async #deliver(rows: readonly OutboxRow[]): Promise<void> {
    const row = this.#record.get();
    if (!row) return;
    const settlements = rows.flatMap(({ topic, replyId }) => {
      const settlement = toSettlement(topic);
      return settlement === null || replyId === null ? [] : [{ replyId, settlement }];
    });
    const summary = rows.some(({ topic }) => topic === "project") ? this.#summarise(row) : null;
    await this.kind.deliver(row, { settlements, summary });
  }

  #summarise({ exchangeCount }: ConversationRow): ConversationSummary {
    const head = this.#tree.head();
    return {
      projection: this.#record.countProjection(),
      lastMessageId: head?.id ?? null,
      lastMessageRole: head?.role ?? null,
      lastMessage: head && truncateCharacters(head.content, LAST_MESSAGE_MAX),
      messageCount: head?.depth ?? 0,
      exchangeCount,
      updatedAt: head?.timestamp ?? new Date().toISOString(),
    };
  }

  /** Deletes everything once that is due, unless the conversation was restored and this object was not told. */
  async #purgeIfDue(): Promise<void> {
    const row = this.#isPurged ? null : this.#record.get();
    const due = row && this.#purgeDueAt(row);
    if (!row || due === null || Date.now() < due) return;
    let gone: boolean;
    try {
      gone = await this.kind.purge(row);
    } catch (error) {
      logLine("warn", "purge.retry", { conversationId: row.conversationId, ...describeError(error) });
      this.#purgeNotBefore = Date.now() + PURGE_RETRY_MS;
      return;
    }
    if (!gone) return this.reopen();
    await this.#deleteStorage();
    logLine("info", "conversation.purged", { conversationId: row.conversationId });
  }

  /** When it goes for good, in milliseconds since 1970; `null`: it stays. */
  #purgeDueAt(row: ConversationRow): number | null {
    const due = this.kind.purgeDueAt(row);
    return due === null ? null : Math.max(due, this.#purgeNotBefore);
  }

  /** One alarm serves all: soon while a turn is active, else when the outbox, a job or the purge is due, else none. */
  async #armAlarm(): Promise<void> {
    if (this.#isPurged) return;
    const isActive = this.#turns.active() !== null;
    await this.#alarm.moveTo(
      isActive ? Date.now() + (this.#isAtWork() ? REPAIR_AHEAD_MS : 0) : this.#nextDue(),
    );
  }

  /** When something is to be done that nobody asks for, in milliseconds since 1970; `null`: never. */
  #nextDue(): number | null {
    const row = this.#record.get();
    const purgeDue = row && this.#purgeDueAt(row);
    const dues = [this.#outbox.nextDue(), this.#jobs.nextDue(), this.readers.nextExpiry(), purgeDue];
    const known = dues.filter((due) => due !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  /** Whether this instance works on a turn. */
  #isAtWork(): boolean {
    return this.#admission.isAdmitting || this.#run.isWriting;
  }

  /** Whether a turn is active: nothing else may change the conversation meanwhile. */
  #isBusy(): boolean {
    return this.#isAtWork() || this.#turns.active() !== null;
  }

  /** The conversation's row, unless it is deleted or purged. */
  findOpenRow(): ConversationRow | null {
    const row = this.#isPurged ? null : this.#record.get();
    return row?.closedAt === null ? row : null;
  }
}

function byteLength(frame: string | ArrayBuffer): number {
  return typeof frame === "string" ? new TextEncoder().encode(frame).byteLength : frame.byteLength;
}
