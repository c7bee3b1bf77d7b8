import { AppError } from "#domain/errors.ts";
import { type ClientEvent, decodeClientEvent, FRAME_MAX_BYTES, type ServerEvent } from "#domain/protocol.ts";
import { toTurnRequest } from "#domain/turn-kinds.ts";
import type { ConversationParts } from "./conversation.ts";
import type { Have } from "./event-stream.ts";
import { errorEvent } from "./events.ts";
import type { Channel } from "./readers.ts";
import type { ConversationRow } from "./record.ts";

type ReaderRequestsParts = Pick<
  ConversationParts,
  | "kind"
  | "tree"
  | "sideTables"
  | "outbox"
  | "readers"
  | "limits"
  | "turn"
  | "changes"
  | "transaction"
  | "waitUntil"
  | "settle"
  | "findOpen"
>;

/** The most bytes that a UTF-16 code unit has in UTF-8. */
const BYTES_PER_UNIT = 3;

/** Checks each frame that a reader sends, and calls the part that handles it. */
export class ReaderRequests {
  readonly #parts: ReaderRequestsParts;

  constructor(parts: ReaderRequestsParts) {
    this.#parts = parts;
  }

  /** One frame from a reader. Never throws for what a reader sends. */
  async receive(frame: string | ArrayBuffer, channel: Channel): Promise<void> {
    if (!channel.admitFrame()) return;
    if (isTooLarge(frame)) return channel.close(1009, "This message is too large.");
    const decoded = decodeClientEvent(typeof frame === "string" ? frame : "", this.#parts.kind.idField);
    if (!decoded.ok) return channel.send(errorEvent("BAD_FRAME", decoded.fault));
    const { event } = decoded;
    const row = this.#parts.findOpen();
    if (row?.conversationId !== event.conversationId) {
      return channel.send(
        errorEvent("NOT_FOUND", "requestId" in event ? { requestId: event.requestId } : {}),
      );
    }
    await this.#act(event, row, channel);
  }

  /** A reader opens the conversation, so all of it counts as read. Returns the event with its current state. */
  join(row: ConversationRow, have: Have | undefined): ServerEvent {
    this.#markRead();
    return this.#joinedEvent(row, have);
  }

  async #act(event: ClientEvent, row: ConversationRow, channel: Channel): Promise<void> {
    if ("requestId" in event) return this.#parts.turn.request(toTurnRequest(event), row, channel);
    switch (event.type) {
      case "join-story":
        channel.join();
        return channel.send(this.join(row, event.have));
      case "stream-stop":
        return this.#unlessTooMany(this.#parts.limits.takeStop(), channel, () => this.#parts.turn.stop());
      case "keep-place":
        return this.#parts.sideTables.places.keep(row.userId, event);
      case "select-version":
        return this.#selectVersion(event, channel);
      case "read-until":
        return channel.noteRead(event.mark);
      default:
        event satisfies never; // a new frame without a case does not compile
    }
  }

  #markRead(): void {
    const { kind, outbox, transaction, waitUntil, settle } = this.#parts;
    const hadUnread = transaction(() => {
      const had = kind.unread?.reset() ?? false;
      if (had) outbox.addProjection();
      return had;
    });
    if (hadUnread) waitUntil(settle());
  }

  #joinedEvent(row: ConversationRow, have: Have | undefined): ServerEvent {
    const { kind, tree, sideTables } = this.#parts;
    const turn = this.#parts.turn.findRunning();
    const offset = turn && have?.messageId === turn.replyId ? Math.min(have.offset, turn.text.length) : 0;
    return {
      type: "joined",
      [kind.idField]: row.conversationId,
      ...sideTables.paths.toOpenPath(tree.head()),
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

  #unlessTooMany(retryAfterSeconds: number | null, channel: Channel, act: () => void): void {
    if (retryAfterSeconds === null) act();
    else channel.send(errorEvent("RATE_LIMITED", { retryAfterSeconds }));
  }

  #selectVersion(
    { messageId, revision }: Extract<ClientEvent, { type: "select-version" }>,
    channel: Channel,
  ): void {
    if (this.#parts.turn.isBusy) {
      channel.send(errorEvent("STREAM_IN_PROGRESS"));
      return;
    }
    this.#unlessTooMany(this.#parts.limits.takeSelection(), channel, () => {
      this.#answerFailure(channel, () => {
        this.#parts.changes.selectVersion(messageId);
        if (revision !== undefined) this.#parts.changes.showRevision(messageId, revision);
      });
    });
  }

  /** Expected failures of a request are answered to the reader alone. */
  #answerFailure(channel: Channel, run: () => void): void {
    try {
      run();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      channel.send(errorEvent(error.code));
    }
  }
}

function isTooLarge(frame: string | ArrayBuffer): boolean {
  if (typeof frame !== "string") return frame.byteLength > FRAME_MAX_BYTES;
  if (frame.length * BYTES_PER_UNIT <= FRAME_MAX_BYTES) return false;
  return new TextEncoder().encode(frame).byteLength > FRAME_MAX_BYTES;
}
