import { RECENTLY_DELETED_MS } from "#domain/deletion.ts";
import { AppError } from "#domain/errors.ts";
import type { MessagePage } from "#domain/message.ts";
import {
  CLOSE_GONE,
  type ClientEvent,
  decodeClientEvent,
  FRAME_MAX_BYTES,
  type ServerEvent,
} from "#domain/protocol.ts";
import { truncateCharacters } from "#domain/text.ts";
import { describeError, logLine } from "#workers/logging.ts";
import { Audience, type Channel, type Reader } from "./audience.ts";
import { type ObjectDatabase, openObjectDatabase } from "./database.ts";
import { errorEvent } from "./events.ts";
import { MessageTree } from "./message-tree.ts";
import { Outbox, type OutboxRow } from "./outbox.ts";
import { ConversationRecord, type ConversationRow } from "./record.ts";
import { TELLING_TOPICS, THOUGHT_TOPICS, type ThoughtTopic } from "./schema.ts";
import type { Owner, Projection, Script } from "./script.ts";
import type { MindParts, Thoughts } from "./thoughts.ts";
import { TurnLog } from "./turn-log.ts";
import { TurnRunner } from "./turn-runner.ts";
import { WakeUp } from "./wake-up.ts";

/**
 * While a reply is written an alarm is kept this far ahead: after a crash it is what wakes the object to repair, and within
 * 2 s of the restart a turn has been taken up or ended.
 */
const REPAIR_AHEAD_MS = 1_900;

/** While something is thought of, an alarm is kept this far ahead. */
const WAKE_AHEAD_MS = 5_000;
/** Rows of the outbox that go to D1 in one batch; a reply has two, and what a long outage leaves goes in portions. */
const TOLD_TOGETHER = 10;
const PURGE_RETRY_MS = 5 * 60_000;
/** Of the last message, for lists. */
const LAST_MESSAGE_MAX = 200;

type Have = { messageId: string; offset: number };

/**
 * One conversation: who may do what now, and what the parts do for it. `MessageTree` knows what was told, `TurnRunner`
 * writes on, `Audience` reads, `Outbox` tells D1.
 *
 * Persist, then broadcast; and any `await` may be the last line that runs.
 */
export class Conversation<Brief> {
  readonly audience: Audience;
  readonly database: ObjectDatabase;
  readonly #storage: DurableObjectStorage;
  readonly #wakeUp: WakeUp;
  readonly #record: ConversationRecord;
  readonly #tree: MessageTree;
  readonly #turns: TurnLog;
  readonly #outbox: Outbox;
  readonly #mind: Thoughts | null;
  readonly #thinking: Outbox;
  readonly #runner: TurnRunner<Brief>;
  readonly #script: Script<Brief>;
  readonly #waitUntil: (promise: Promise<unknown>) => void;
  /** D1 was away at the purge: not before then again, in milliseconds since 1970. */
  #purgeNotBefore = 0;
  /** Its storage is gone; what is left of this instance answers nothing. */
  #purged = false;

  constructor(
    state: DurableObjectState,
    script: Script<Brief>,
    makeMind: (parts: MindParts) => Thoughts | null = () => null,
  ) {
    const { db, meter } = openObjectDatabase(state.storage);
    this.#storage = state.storage;
    this.#wakeUp = new WakeUp(state.storage);
    this.#script = script;
    this.#waitUntil = (promise) => state.waitUntil(promise);
    this.database = db;
    this.audience = new Audience(state);
    this.#record = new ConversationRecord(db);
    this.#tree = new MessageTree(db, Date.now);
    this.#turns = new TurnLog(db, Date.now);
    this.#outbox = new Outbox(db, TELLING_TOPICS, (rows) => this.#deliver(rows), Date.now, {
      together: TOLD_TOGETHER,
    });
    this.#mind = makeMind({
      db,
      tree: this.#tree,
      record: this.#record,
      audience: this.audience,
      transaction: (run) => state.storage.transactionSync(run),
      busy: () => this.#runner.isBusy(),
      changed: () => this.#outbox.addProjection(),
    });
    this.#thinking = new Outbox(
      db,
      THOUGHT_TOPICS,
      async (rows) => {
        for (const row of rows) await this.#think(row);
      },
      Date.now,
      { together: 1, paused: () => this.#runner.isBusy() },
    );
    this.#runner = new TurnRunner({
      script,
      record: this.#record,
      tree: this.#tree,
      turns: this.#turns,
      outbox: this.#outbox,
      thoughts: this.#mind && { mind: this.#mind, queue: this.#thinking },
      audience: this.audience,
      meter,
      transaction: (run) => state.storage.transactionSync(run),
      waitUntil: this.#waitUntil,
      keepAlive: () => this.#armAlarm(),
      settle: () => this.#settle(),
    });
  }

  // --- Lifecycle ----------------------------------------------------------------------------------------------------

  /** Whom this conversation belongs to, once it is known. */
  claim(owner: Owner): void {
    if (!this.#purged) this.#record.claim(owner);
  }

  /** Arms the alarm for what an earlier instance left unfinished. */
  async repair(): Promise<void> {
    if (this.#turns.active() !== null || this.#nextDue() !== null) await this.#armAlarm();
  }

  /** The alarm: takes up what a restart cut off, delivers what is due, purges what was deleted long enough ago. */
  async onAlarm(): Promise<void> {
    this.#wakeUp.wentOff();
    if (this.#runner.isRunning()) return this.#armAlarm(); // alive: its end settles what is due
    await this.#runner.takeUp();
    await this.#purgeIfDue();
    await this.#settle();
  }

  /**
   * The conversation was deleted: what runs is stopped, nothing more is accepted, every reader is told and let go. When it
   * can't be brought back any more, an alarm purges it.
   */
  async close(): Promise<void> {
    if (this.#purged) return;
    this.#record.setClosed(Date.now());
    this.#runner.stop();
    this.audience.broadcast({ type: "conversation-updated", deleted: true });
    this.audience.closeAll(CLOSE_GONE, "This conversation was deleted.");
    await this.#armAlarm();
  }

  async reopen(): Promise<void> {
    if (this.#purged) return;
    this.#record.setClosed(null);
    await this.#armAlarm();
  }

  // --- Readers ------------------------------------------------------------------------------------------------------

  messages(options: { before: string | null; limit: number }): MessagePage {
    return this.#purged ? { messages: [], before: null } : this.#tree.page(options);
  }

  announce(event: ServerEvent): void {
    this.audience.broadcast(event);
  }

  /** Takes in a reader over HTTP who holds `have` of a running reply. */
  openStream(reader: Reader, have: Have | undefined, signal: AbortSignal): Response {
    const row = this.#openRow();
    if (!row) return Response.json({ code: "NOT_FOUND" }, { status: 404 });
    return this.audience.stream(reader, this.#joined(row, have), signal);
  }

  /** One frame from a reader. Never throws for what a reader sends. */
  async receive(frame: string | ArrayBuffer, channel: Channel): Promise<void> {
    if (channel.ended()) return;
    if (byteLength(frame) > FRAME_MAX_BYTES) return channel.close(1009, "This message is too large.");
    const decoded = decodeClientEvent(typeof frame === "string" ? frame : "");
    if (!decoded.ok) return channel.send(errorEvent("BAD_FRAME", decoded.fault));
    const { event } = decoded;
    const row = this.#openRow();
    if (row?.conversationId !== event.storyId) {
      return channel.send(
        errorEvent("NOT_FOUND", "requestId" in event ? { requestId: event.requestId } : {}),
      );
    }
    await this.#act(event, row, channel);
  }

  async #act(event: ClientEvent, row: ConversationRow, channel: Channel): Promise<void> {
    const { userId } = row;
    switch (event.type) {
      case "join-story":
        channel.join();
        return channel.send(this.#joined(row, event.have));
      case "stream-message": {
        const { requestId } = event;
        return this.#runner.take(
          event.regenerate
            ? { requestId, kind: "regenerate", userId, content: "" }
            : { requestId, kind: "message", userId, content: event.content },
          channel,
        );
      }
      case "stream-continue": {
        const { requestId, isInitialContinue, prompt: content } = event;
        const kind = isInitialContinue ? "opening" : "continue";
        return this.#runner.take({ requestId, kind, userId, content }, channel);
      }
      case "stream-stop":
        return this.#runner.stop();
      case "select-version":
        return this.#selectVersion(event.messageId, channel);
    }
  }

  #joined(row: ConversationRow, have: Have | undefined): ServerEvent {
    const turn = this.#runner.running();
    const offset = turn && have?.messageId === turn.replyId ? Math.min(have.offset, turn.text.length) : 0;
    return {
      type: "joined",
      storyId: row.conversationId,
      headMessageId: row.headId,
      messageCount: this.#tree.head()?.depth ?? 0,
      turn: turn && {
        requestId: turn.requestId,
        messageId: turn.replyId,
        parentId: turn.parentId,
        offset,
        content: turn.text.slice(offset),
      },
    };
  }

  #selectVersion(messageId: string, channel: Channel): void {
    if (this.#runner.isBusy()) {
      channel.send(errorEvent("STREAM_IN_PROGRESS"));
      return;
    }
    try {
      const head = this.#storage.transactionSync(() => {
        const leaf = this.#tree.select(messageId);
        this.#outbox.addProjection();
        return leaf;
      });
      this.audience.broadcast({
        type: "conversation-updated",
        headMessageId: head.id,
        messageCount: head.depth,
      });
      this.#waitUntil(this.#settle());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      channel.send(errorEvent(error.code));
    }
  }

  // --- Upkeep -------------------------------------------------------------------------------------------------------

  async #settle(): Promise<void> {
    if (this.#purged) return;
    await this.#outbox.deliverDue();
    this.#waitUntil(this.#ponder());
    await this.#armAlarm();
  }

  /** Thinks while nothing is being written. */
  async #ponder(): Promise<void> {
    if (this.#mind === null || this.#thinking.nextDue() === null) return;
    await this.#thinking.deliverDue();
    await this.#outbox.deliverDue();
    await this.#armAlarm();
  }

  async #think({ topic, replyId }: OutboxRow): Promise<void> {
    const row = this.#openRow();
    if (row && replyId !== null && isThought(topic)) await this.#mind?.think(row, topic, replyId);
  }

  async #deliver(rows: readonly OutboxRow[]): Promise<void> {
    const row = this.#record.get();
    if (!row) return;
    const projection = rows.some(({ topic }) => topic === "project") ? this.#projectionOf(row) : null;
    const settlements = rows.flatMap(({ topic, replyId }) =>
      topic === "project" || replyId === null ? [] : [{ replyId, charge: topic === "charge" }],
    );
    await this.#script.tell(row, { settlements, projection });
    this.#mind?.markTold(projection?.people ?? []);
  }

  #projectionOf(row: ConversationRow): Projection {
    const head = this.#tree.head();
    const known = this.#mind?.known() ?? null;
    return {
      projection: this.#record.countProjection(),
      lastMessageId: head?.id ?? null,
      lastMessageRole: head?.role ?? null,
      lastMessage: head && truncateCharacters(head.content, LAST_MESSAGE_MAX),
      messageCount: head?.depth ?? 0,
      exchangeCount: row.exchangeCount,
      updatedAt: head?.timestamp ?? new Date().toISOString(),
      cast: known?.cast ?? [],
      currentLocation: known?.location ?? null,
      people: this.#mind?.untold() ?? [],
    };
  }

  /** What was deleted long enough ago goes for good, text and all; unless it was restored and this object not told. */
  async #purgeIfDue(): Promise<void> {
    const row = this.#purged ? null : this.#record.get();
    if (!row?.closedAt || Date.now() < row.closedAt + RECENTLY_DELETED_MS) return;
    if (Date.now() < this.#purgeNotBefore) return;
    let gone: boolean;
    try {
      gone = await this.#script.purge(row);
    } catch (error) {
      logLine("warn", "purge.retry", { conversationId: row.conversationId, ...describeError(error) });
      this.#purgeNotBefore = Date.now() + PURGE_RETRY_MS;
      return;
    }
    if (!gone) return this.reopen();
    this.#purged = true;
    await this.#storage.deleteAlarm();
    await this.#storage.deleteAll();
    logLine("info", "conversation.purged", { conversationId: row.conversationId });
  }

  /** One alarm serves all: soon while a turn is active, else when the outbox or the purge is due, else none. */
  async #armAlarm(): Promise<void> {
    if (this.#purged) return;
    const isActive = this.#turns.active() !== null;
    await this.#wakeUp.at(
      isActive ? Date.now() + (this.#runner.isRunning() ? REPAIR_AHEAD_MS : 0) : this.#nextDue(),
    );
  }

  /** When something is to be done that nobody asks for, in milliseconds since 1970; `null`: never. */
  #nextDue(): number | null {
    const closedAt = this.#record.get()?.closedAt ?? null;
    // While it thinks, only a crash needs waking from.
    const thinking = this.#thinking.isDelivering ? Date.now() + WAKE_AHEAD_MS : this.#thinking.nextDue();
    const dues = [
      this.#outbox.nextDue(),
      thinking,
      closedAt === null ? null : Math.max(closedAt + RECENTLY_DELETED_MS, this.#purgeNotBefore),
    ];
    const known = dues.filter((due) => due !== null);
    return known.length === 0 ? null : Math.min(...known);
  }

  /** The conversation's row, unless it is deleted or purged. */
  #openRow(): ConversationRow | null {
    const row = this.#purged ? null : this.#record.get();
    return row?.closedAt === null ? row : null;
  }
}

function isThought(topic: OutboxRow["topic"]): topic is ThoughtTopic {
  return THOUGHT_TOPICS.some((thought) => thought === topic);
}

function byteLength(frame: string | ArrayBuffer): number {
  return typeof frame === "string" ? new TextEncoder().encode(frame).byteLength : frame.byteLength;
}
