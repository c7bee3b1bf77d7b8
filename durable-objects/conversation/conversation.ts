import { eq } from "drizzle-orm";
import { AppError, ERRORS, type ErrorCode } from "#domain/errors.ts";
import { type MessagePage, RECENTLY_DELETED_MS } from "#domain/message.ts";
import {
  CLOSE_GONE,
  type ClientEvent,
  decodeClientEvent,
  FRAME_MAX_BYTES,
  type ServerEvent,
  type StreamError,
} from "#domain/protocol.ts";
import { truncateCharacters } from "#domain/text.ts";
import { describeError, logLine } from "#workers/logging.ts";
import { Audience, type Channel, type Reader } from "./audience.ts";
import { type ObjectDatabase, openObjectDatabase, type RowMeter } from "./database.ts";
import { Generation, type GenerationEnd } from "./generation.ts";
import { type MessageRow, MessageTree } from "./message-tree.ts";
import { Outbox, type OutboxRow } from "./outbox.ts";
import { conversation, type TurnKind } from "./schema.ts";
import type { Opened, Owner, Script } from "./script.ts";
import { type Turn, TurnLog, type TurnRequest } from "./turn-log.ts";

/** While a reply is generated an alarm is kept this far ahead: after a crash it is what wakes the object to repair. */
const HEARTBEAT_AHEAD_MS = 1_500;
const HEARTBEAT_EVERY_MS = 1_000;
/** A turn is carried on once after a restart; a second restart in the same turn ends it. */
const LAST_ATTEMPT = 2;
/** Of the last message, for lists. */
const LAST_MESSAGE_MAX = 200;

type ConversationRow = typeof conversation.$inferSelect;
type Answer = Channel["send"];

/**
 * One conversation: what happens, in which order. The parts know how: `MessageTree` what was told, `TurnLog` what is
 * asked, `Generation` what is being written, `Audience` who reads, `Outbox` what D1 must learn.
 *
 * Persist, then broadcast; and any `await` may be the last line that runs.
 */
export class Conversation<Brief> {
  readonly audience: Audience;
  readonly #storage: DurableObjectStorage;
  readonly #db: ObjectDatabase;
  readonly #meter: RowMeter;
  readonly #tree: MessageTree;
  readonly #turns: TurnLog;
  readonly #outbox: Outbox;
  readonly #script: Script<Brief>;
  readonly #waitUntil: (promise: Promise<unknown>) => void;
  /** Its storage is gone; what is left of this instance answers nothing. */
  #purged = false;
  /** The reply being written by this instance; a crash forgets it and the turn on disk tells. */
  #generation: Generation | null = null;
  /** The request whose Sparks are being reserved: taken before the first await, so that two at once cannot both pass. */
  #reserving: { requestId: string; stopped: boolean } | null = null;

  constructor(state: DurableObjectState, script: Script<Brief>) {
    const { db, meter } = openObjectDatabase(state.storage);
    this.#storage = state.storage;
    this.#db = db;
    this.#meter = meter;
    this.#script = script;
    this.#waitUntil = (promise) => state.waitUntil(promise);
    this.audience = new Audience(state);
    this.#tree = new MessageTree(db, Date.now);
    this.#turns = new TurnLog(db, Date.now);
    this.#outbox = new Outbox(db, (row) => this.#deliver(row), Date.now);
  }

  get database(): ObjectDatabase {
    return this.#db;
  }

  /** Whom this conversation belongs to, once it is known. The first authorised contact says; it never changes. */
  claim(owner: Owner): void {
    if (this.#purged || this.#row()) return;
    this.#db
      .insert(conversation)
      .values({ id: 1, ...owner })
      .run();
  }

  /** Arms the alarm for what an earlier instance left unfinished. */
  async repair(): Promise<void> {
    if (this.#turns.active() !== null || this.#nextDue() !== null) await this.#armAlarm();
  }

  messages(options: { before: string | null; limit: number }): MessagePage {
    return this.#purged ? { messages: [], before: null } : this.#tree.page(options);
  }

  /** A session has ended, or all of them (`null`): its readers are let go, and nothing they still send is acted on. */
  endSession(sessionId: string | null): void {
    this.audience.endSession(sessionId);
  }

  announce(event: ServerEvent): void {
    this.audience.broadcast(event);
  }

  /**
   * The conversation was deleted: what runs is stopped, nothing more is accepted, every reader is told and let go. When it
   * can't be brought back any more, an alarm purges it.
   */
  async close(): Promise<void> {
    if (this.#purged) return;
    this.#db.update(conversation).set({ closedAt: Date.now() }).run();
    this.#generation?.stop();
    this.audience.broadcast({ type: "conversation-updated", deleted: true });
    this.audience.closeAll(CLOSE_GONE, "This conversation was deleted.");
    await this.#armAlarm();
  }

  async reopen(): Promise<void> {
    if (this.#purged) return;
    this.#db.update(conversation).set({ closedAt: null }).run();
    await this.#armAlarm();
  }

  /** Takes in a reader over HTTP who holds `have` of a running reply. */
  openStream(
    reader: Reader,
    have: { messageId: string; offset: number } | undefined,
    signal: AbortSignal,
  ): Response {
    const row = this.#row();
    if (!row || row.closedAt !== null) return Response.json({ code: "NOT_FOUND" }, { status: 404 });
    return this.audience.stream(reader, this.#joined(row, have), signal);
  }

  /** One frame from a reader. Never throws for what a reader sends. */
  async receive(frame: string | ArrayBuffer, channel: Channel): Promise<void> {
    if (channel.ended()) return;
    if (byteLength(frame) > FRAME_MAX_BYTES) return channel.close(1009, "This message is too large.");
    const decoded = decodeClientEvent(typeof frame === "string" ? frame : "");
    if (!decoded.ok) {
      return channel.send(
        errorEvent("BAD_FRAME", { message: decoded.message, requestId: decoded.requestId }),
      );
    }
    const { event } = decoded;
    const row = this.#row();
    if (!row || row.closedAt !== null || event.storyId !== row.conversationId) {
      return channel.send(
        errorEvent("NOT_FOUND", "requestId" in event ? { requestId: event.requestId } : {}),
      );
    }
    await this.#act(event, row, channel);
  }

  async #act(event: ClientEvent, row: ConversationRow, channel: Channel): Promise<void> {
    const answer = channel.send;
    switch (event.type) {
      case "join-story":
        channel.join();
        return answer(this.#joined(row, event.have));
      case "stream-message":
        return this.#take(
          event.regenerate
            ? { requestId: event.requestId, kind: "regenerate", userId: row.userId, content: "" }
            : { requestId: event.requestId, kind: "message", userId: row.userId, content: event.content },
          row,
          answer,
        );
      case "stream-continue":
        return this.#take(
          {
            requestId: event.requestId,
            kind: event.isInitialContinue ? "opening" : "continue",
            userId: row.userId,
            content: event.prompt,
          },
          row,
          answer,
        );
      case "stream-stop":
        return this.#stop();
      case "select-version":
        return this.#selectVersion(event.messageId, answer);
    }
  }

  // --- Reading ------------------------------------------------------------------------------------------------------

  #joined(row: ConversationRow, have?: { messageId: string; offset: number }): ServerEvent {
    const turn = this.#turns.active();
    const running = turn?.state === "generating" ? turn : null;
    const text = this.#generation?.flushed ?? running?.text ?? "";
    const offset = have && have.messageId === running?.replyId ? Math.min(have.offset, text.length) : 0;
    return {
      type: "joined",
      storyId: row.conversationId,
      headMessageId: row.headId,
      messageCount: this.#tree.head()?.depth ?? 0,
      turn: running && {
        requestId: running.requestId,
        messageId: running.replyId,
        parentId: running.parentId,
        offset,
        content: text.slice(offset),
      },
    };
  }

  #selectVersion(messageId: string, answer: Answer): void {
    if (this.#isBusy()) {
      answer(errorEvent("STREAM_IN_PROGRESS"));
      return;
    }
    try {
      const head = this.#storage.transactionSync(() => {
        const leaf = this.#tree.select(messageId);
        this.#outbox.addProjection();
        return leaf;
      });
      this.audience.broadcast({ type: "conversation-updated", headMessageId: head.id });
      this.#deliverSoon();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      answer(errorEvent(error.code));
    }
  }

  // --- A turn -------------------------------------------------------------------------------------------------------

  /** Takes one request: answers a known one as before, refuses a second one at once, else reserves, accepts, generates. */
  async #take(request: TurnRequest, row: ConversationRow, answer: Answer): Promise<void> {
    const known = this.#knownTurn(request, row);
    if (known) return this.#answerAgain(known, request, answer);
    if (this.#reserving?.requestId === request.requestId) return; // its acceptance will be broadcast
    this.#dropLeftover();
    if (this.#isBusy()) return answer(errorEvent("STREAM_IN_PROGRESS", refused(request)));
    const place = this.#placeOf(request.kind);
    if (!place.ok) return answer(errorEvent(place.code, refused(request)));

    const rowsBefore = this.#meter.rowsWritten;
    const reserving = { requestId: request.requestId, stopped: false };
    this.#reserving = reserving;
    const turn = this.#storage.transactionSync(() => this.#turns.begin(request, place));
    try {
      await this.#armAlarm();
      const opened = await this.#open(row, turn);
      this.#reserving = null;
      if (opened.ok && !reserving.stopped) return this.#accept(turn, opened.brief, rowsBefore);
      this.#giveBack(turn);
      answer(errorEvent(opened.ok ? "STREAM_STOPPED" : opened.code, refused(request)));
    } finally {
      this.#reserving = null;
    }
  }

  /** A fault of the database is an answer too: the person has their text back and may try again. */
  async #open(row: ConversationRow, turn: Turn): Promise<Opened<Brief>> {
    try {
      return await this.#script.open(row, turn, row.exchangeCount);
    } catch (error) {
      logFault("turn.open", turn, error);
      return { ok: false, code: "INTERNAL" };
    }
  }

  /** A second opening of a story is the first one, under whatever id it comes. */
  #knownTurn(request: TurnRequest, row: ConversationRow): Turn | null {
    const turn = this.#turns.get(
      (request.kind === "opening" ? row.openingRequestId : null) ?? request.requestId,
    );
    return turn?.state === "reserving" ? null : turn;
  }

  /** A turn that a crash left before it was accepted is nobody's any more: its request may come again. */
  #dropLeftover(): void {
    const turn = this.#turns.active();
    if (turn?.state === "reserving" && this.#reserving === null) this.#giveBack(turn);
  }

  #isBusy(): boolean {
    return this.#reserving !== null || this.#turns.active() !== null;
  }

  /** Which message a reply of that kind belongs under. */
  #placeOf(
    kind: TurnKind,
  ): { ok: true; parentId: string | null; avoidId: string | null } | { ok: false; code: ErrorCode } {
    const head = this.#tree.head();
    if (kind === "opening" && head !== null) return { ok: false, code: "ALREADY_BEGUN" };
    if (kind !== "regenerate") return { ok: true, parentId: head?.id ?? null, avoidId: null };
    if (head === null) return { ok: false, code: "NOTHING_TO_REGENERATE" };
    // A message whose reply never came is answered now; a reply gets another version beside it.
    return head.role === "user"
      ? { ok: true, parentId: head.id, avoidId: null }
      : { ok: true, parentId: head.parentId, avoidId: head.id };
  }

  #accept(turn: Turn, brief: Brief, rowsBefore: number): void {
    const { accepted, message } = this.#storage.transactionSync(() => {
      if (turn.kind === "opening") {
        this.#db.update(conversation).set({ openingRequestId: turn.requestId }).run();
      }
      if (turn.kind !== "message") return { accepted: this.#turns.accept(turn, null), message: null };
      const row = this.#tree.append({
        parentId: turn.parentId,
        role: "user",
        content: turn.content,
        status: "complete",
      });
      this.#tree.moveHead(row.id);
      return { accepted: this.#turns.accept(turn, row.id), message: row };
    });
    if (message) this.#broadcastAccepted(accepted, message);
    this.#generate(accepted, brief, rowsBefore);
  }

  /** Undoes a turn that was never accepted. */
  #giveBack(turn: Turn): void {
    this.#storage.transactionSync(() => {
      this.#turns.forget(turn.requestId);
      // The reservation may never have gone through: a refund of nothing changes nothing.
      this.#outbox.addSettlement(turn.replyId, "refund");
    });
    this.#deliverSoon();
  }

  /** Answers a request that was seen before with what became of it. */
  #answerAgain(turn: Turn, request: TurnRequest, answer: Answer): void {
    const same = turn.kind === request.kind && (turn.kind === "opening" || turn.content === request.content);
    if (!same) {
      answer(errorEvent("REQUEST_CONFLICT", refused(request)));
      return;
    }
    const userMessage = turn.userMessageId === null ? null : this.#tree.get(turn.userMessageId);
    if (userMessage) {
      answer({
        type: "message-accepted",
        requestId: request.requestId,
        message: this.#tree.toMessage(userMessage),
      });
    }
    if (turn.state === "generating") return; // `joined` has told what runs
    const reply = this.#tree.get(turn.replyId);
    answer(this.#endEvent({ ...turn, requestId: request.requestId }, reply));
  }

  // --- Writing ------------------------------------------------------------------------------------------------------

  #generate(turn: Turn, brief: Brief, rowsBefore: number): void {
    let generation: Generation;
    try {
      generation = this.#newGeneration(turn, brief);
    } catch (error) {
      // A mistake of ours or of the settings: the turn must end all the same.
      logFault("turn.generate", turn, error);
      this.#finish(turn, { state: "failed", errorCode: "INTERNAL", text: turn.text, model: null });
      this.#deliverSoon();
      return;
    }
    this.#generation = generation;
    this.audience.broadcast({
      type: "stream-start",
      requestId: turn.requestId,
      messageId: turn.replyId,
      parentId: turn.parentId,
    });
    this.#waitUntil(this.#watch(turn, generation, rowsBefore));
  }

  #newGeneration(turn: Turn, brief: Brief): Generation {
    const parent = turn.parentId === null ? null : this.#tree.get(turn.parentId);
    const prompt = this.#script.prompt(brief, {
      turn,
      parent,
      newestFirst: this.#tree.pathFrom(parent),
      avoid: turn.avoidId === null ? null : this.#tree.get(turn.avoidId),
    });
    return new Generation({
      model: this.#script.model(),
      prompt,
      text: turn.text,
      onWindow: (content, offset) => {
        this.#turns.appendText(turn.requestId, content);
        this.audience.broadcast({ type: "stream-chunk", messageId: turn.replyId, offset, content });
      },
    });
  }

  /** Follows a generation to its end, whatever that is. */
  async #watch(turn: Turn, generation: Generation, rowsBefore: number): Promise<void> {
    const heartbeat = setInterval(() => {
      this.#waitUntil(this.#storage.setAlarm(Date.now() + HEARTBEAT_AHEAD_MS));
    }, HEARTBEAT_EVERY_MS);
    try {
      const end = await generation.run();
      this.#finish(turn, end);
      logTurn(turn, end, this.#meter.rowsWritten - rowsBefore);
    } finally {
      clearInterval(heartbeat);
      this.#generation = null;
    }
    await this.#outbox.deliverDue();
    await this.#armAlarm();
  }

  /** Ends what is running at the person's wish. */
  #stop(): void {
    if (this.#reserving) this.#reserving.stopped = true;
    this.#generation?.stop();
    const turn = this.#turns.active();
    if (this.#generation !== null || turn?.state !== "generating") return;
    // Between a restart and the alarm that would carry it on.
    this.#finish(turn, {
      state: "stopped",
      errorCode: "STREAM_STOPPED",
      text: turn.text,
      model: this.#modelId(),
    });
    this.#deliverSoon();
  }

  /** Puts the end of a turn on disk in one transaction, then tells it. */
  #finish(turn: Turn, end: GenerationEnd): void {
    const { event } = this.#storage.transactionSync(() => {
      const hasText = end.text.trim() !== "";
      const reply = hasText ? this.#keepReply(turn, end) : null;
      if (!reply) this.#takeBack(turn, end);
      this.#turns.end(turn.requestId, { state: end.state, errorCode: end.errorCode });
      const counts = end.state === "complete" && (turn.kind === "message" || turn.kind === "continue");
      const row = this.#row();
      this.#db
        .update(conversation)
        .set({
          activeRequestId: null,
          exchangeCount: (row?.exchangeCount ?? 0) + (counts ? 1 : 0),
          openingRequestId: !hasText && turn.kind === "opening" ? null : (row?.openingRequestId ?? null),
        })
        .run();
      this.#outbox.addSettlement(turn.replyId, hasText ? "charge" : "refund");
      this.#outbox.addProjection();
      return { event: this.#endEvent({ ...turn, state: end.state, errorCode: end.errorCode }, reply) };
    });
    this.audience.broadcast(event);
  }

  #keepReply(turn: Turn, end: GenerationEnd): MessageRow {
    const reply = this.#tree.append({
      id: turn.replyId,
      parentId: turn.parentId,
      role: "assistant",
      content: end.text,
      status: end.state === "complete" ? "complete" : "interrupted",
      model: end.model,
    });
    this.#tree.moveHead(reply.id);
    return reply;
  }

  /** Nothing was written. What the person wrote goes back to them, unless they may still want the reply. */
  #takeBack(turn: Turn, end: GenerationEnd): void {
    if (turn.userMessageId === null || end.state === "interrupted") return;
    const message = this.#tree.get(turn.userMessageId);
    this.#tree.moveHead(message?.parentId ?? null);
    this.#tree.remove(turn.userMessageId);
  }

  /** How a turn ended, as its readers are told. */
  #endEvent(turn: Turn, reply: MessageRow | null): ServerEvent {
    const message = reply && this.#tree.toMessage(reply);
    const userRow = turn.userMessageId === null ? null : this.#tree.get(turn.userMessageId);
    if (message && (turn.state === "complete" || turn.state === "stopped")) {
      return {
        type: "stream-complete",
        requestId: turn.requestId,
        messageId: message.messageId,
        message,
        aiMessage: message,
        ...(userRow ? { userMessage: this.#tree.toMessage(userRow) } : {}),
        analysis: message.metadata.analysis,
      };
    }
    const tookBack = turn.userMessageId !== null && userRow === null;
    return errorEvent(turn.errorCode ?? "STREAM_ERROR", {
      requestId: turn.requestId,
      messageId: turn.replyId,
      ...(message ? { partial: message } : {}),
      ...(tookBack ? { restoredText: turn.content, removedMessageId: turn.userMessageId ?? undefined } : {}),
    });
  }

  // --- Repair and delivery ------------------------------------------------------------------------------------------

  /** The alarm: takes up what a restart cut off, and delivers what is due. */
  async onAlarm(): Promise<void> {
    if (this.#generation === null && this.#reserving === null) await this.#takeUp();
    await this.#outbox.deliverDue();
    await this.#purgeIfDue();
    await this.#armAlarm();
  }

  /** What was deleted long enough ago goes for good, text and all; unless it was restored and this object not told. */
  async #purgeIfDue(): Promise<void> {
    const row = this.#row();
    if (!row?.closedAt || Date.now() < row.closedAt + RECENTLY_DELETED_MS) return;
    if (!(await this.#script.purge(row))) return this.reopen();
    this.#purged = true;
    await this.#storage.deleteAlarm();
    await this.#storage.deleteAll();
    logLine("info", "conversation.purged", { conversationId: row.conversationId });
  }

  async #takeUp(): Promise<void> {
    this.#dropLeftover();
    const turn = this.#turns.active();
    if (!turn) return;
    const rowsBefore = this.#meter.rowsWritten;
    const brief = turn.attempt < LAST_ATTEMPT ? await this.#reopenBrief(turn) : null;
    if (this.#generation !== null || this.#turns.active()?.requestId !== turn.requestId) return; // stopped meanwhile
    if (brief === null) {
      this.#finish(turn, {
        state: "interrupted",
        errorCode: "STREAM_INTERRUPTED",
        text: turn.text,
        model: this.#modelId(),
      });
      return;
    }
    this.#generate(this.#turns.beginAttempt(turn, turn.attempt + 1), brief, rowsBefore);
  }

  async #reopenBrief(turn: Turn): Promise<Brief | null> {
    const row = this.#row();
    try {
      return row && (await this.#script.reopen(row));
    } catch (error) {
      logFault("turn.reopen", turn, error);
      return null;
    }
  }

  /** Who would have written it; null where the settings name nobody. */
  #modelId(): string | null {
    try {
      return this.#script.model().modelId;
    } catch {
      return null;
    }
  }

  #deliverSoon(): void {
    this.#waitUntil(this.#outbox.deliverDue().then(() => this.#armAlarm()));
  }

  async #deliver(row: OutboxRow): Promise<void> {
    const owner = this.#row();
    if (!owner) return;
    if (row.topic !== "project") {
      return this.#script.settle(owner, row.replyId ?? "", row.topic === "charge");
    }
    const projection = owner.projection + 1;
    this.#db.update(conversation).set({ projection }).where(eq(conversation.id, 1)).run();
    const head = this.#tree.head();
    await this.#script.project(owner, {
      projection,
      lastMessageId: head?.id ?? null,
      lastMessageRole: head?.role ?? null,
      lastMessage: head && truncateCharacters(head.content, LAST_MESSAGE_MAX),
      messageCount: head?.depth ?? 0,
      exchangeCount: owner.exchangeCount,
      updatedAt: head?.timestamp ?? new Date().toISOString(),
    });
  }

  /** When something is to be done that nobody asks for, in milliseconds since 1970; `null`: never. */
  #nextDue(): number | null {
    const closedAt = this.#row()?.closedAt ?? null;
    const dues = [this.#outbox.nextDue(), closedAt === null ? null : closedAt + RECENTLY_DELETED_MS];
    return dues.reduce((first, due) => (first === null || (due !== null && due < first) ? due : first), null);
  }

  /** One alarm serves all: soon while a turn is active, else when the outbox or the purge is due, else none. */
  async #armAlarm(): Promise<void> {
    if (this.#purged) return;
    if (this.#turns.active() !== null) {
      const ahead = this.#generation === null && this.#reserving === null ? 0 : HEARTBEAT_AHEAD_MS;
      return this.#storage.setAlarm(Date.now() + ahead);
    }
    const due = this.#nextDue();
    if (due !== null) return this.#storage.setAlarm(due);
    await this.#storage.deleteAlarm();
  }

  #broadcastAccepted(turn: Turn, message: MessageRow): void {
    this.audience.broadcast({
      type: "message-accepted",
      requestId: turn.requestId,
      message: this.#tree.toMessage(message),
    });
  }

  #row(): ConversationRow | null {
    if (this.#purged) return null;
    return this.#db.select().from(conversation).get() ?? null;
  }
}

function byteLength(frame: string | ArrayBuffer): number {
  return typeof frame === "string" ? new TextEncoder().encode(frame).byteLength : frame.byteLength;
}

type ErrorDetails = Partial<Omit<StreamError, "type" | "code" | "status">>;

function errorEvent(code: ErrorCode, details: ErrorDetails = {}): ServerEvent {
  return {
    type: "stream-error",
    code,
    status: ERRORS[code].status,
    message: ERRORS[code].message,
    ...details,
  };
}

/** A refused request gives the person's text back. */
function refused(request: TurnRequest): { requestId: string; restoredText?: string } {
  return request.kind === "message"
    ? { requestId: request.requestId, restoredText: request.content }
    : { requestId: request.requestId };
}

function logFault(event: string, turn: Turn, error: unknown): void {
  logLine("error", event, { requestId: turn.requestId, userId: turn.userId, ...describeError(error) });
}

function logTurn(turn: Turn, end: GenerationEnd, rowsWritten: number): void {
  logLine(end.errorCode === null ? "info" : "warn", "turn", {
    requestId: turn.requestId,
    userId: turn.userId,
    kind: turn.kind,
    state: end.state,
    code: end.errorCode,
    attempt: turn.attempt,
    msAccepted: turn.acceptedAt === null ? null : turn.acceptedAt - turn.askedAt,
    msFirstDelta: end.firstDeltaAt == null ? null : end.firstDeltaAt - turn.askedAt,
    ms: Date.now() - turn.askedAt,
    length: end.text.length,
    rowsWritten,
    ...end.usage,
  });
}
