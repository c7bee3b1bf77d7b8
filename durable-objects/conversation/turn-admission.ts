import type { ErrorCode } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import { TURN_KINDS, type TurnKind } from "#domain/turn-kinds.ts";
import type { ConversationKind, OpenedTurn, PromptBuilder } from "./conversation-kind.ts";
import type { RowMeter } from "./database.ts";
import { acceptedEvent, endEvent, refusedEvent, startEvent } from "./events.ts";
import type { PreparedReply } from "./generation.ts";
import { HEAD_START_AFTER_MS, type HeadStart, type HeadStarts } from "./head-start.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import type { Outbox } from "./outbox.ts";
import type { Channel, Readers } from "./readers.ts";
import type { ConversationRecord, ConversationRow } from "./record.ts";
import type { RequestLimits } from "./request-limits.ts";
import type { ReservationMark } from "./reservation-mark.ts";
import type { Turn, TurnLog, TurnRequest } from "./turn-log.ts";
import { type HeadStartLoss, reportFault } from "./turn-report.ts";

/** No query to D1 takes longer than this. */
const RESERVATION_LIFE_MS = 60_000;
/** A page reconnects sooner after a crash, and sends its request again. */
const REFUND_AFTER_MS = 2_000;

/** Where a turn hangs in the tree: the message that its reply answers, and the version that the reply is to differ from. */
export type TurnPlace =
  | { ok: true; parentId: string | null; avoidId: string | null }
  | { ok: false; code: ErrorCode };

type PaidTurn = Extract<OpenedTurn, { ok: true }>;

/** A turn that is on disk, paid for, and can be written. */
export type AdmittedTurn = {
  turn: Turn;
  buildPrompt: PromptBuilder;
  /** What the meter showed before the turn's first row. */
  rowsBefore: number;
  /** Sparks that its reservation left; `null`: not known. */
  sparksLeft: number | null;
  /** The reply of the head start; `null`: there was none. */
  prepared: PreparedReply | null;
};

export type TurnAdmissionParts = {
  kind: Pick<ConversationKind, "open">;
  record: Pick<ConversationRecord, "get" | "setOpening">;
  tree: Pick<MessageTree, "head" | "get" | "preview" | "extend" | "toMessage" | "toNewestMessage">;
  turns: Pick<TurnLog, "get" | "plan" | "accept" | "discard">;
  outbox: Pick<Outbox, "add">;
  readers: Pick<Readers, "broadcast">;
  limits: Pick<RequestLimits, "takeTurn">;
  mark: Pick<ReservationMark, "set" | "find">;
  headStarts: Pick<HeadStarts, "begin" | "note">;
  meter: RowMeter;
  transaction: <T>(run: () => T) => T;
  waitUntil: (promise: Promise<unknown>) => void;
  /** The person goes on. Called before the request is paid for. */
  onAdmitting: () => void;
  /** Keeps an alarm ahead that wakes the object after a crash. Nothing waits until it is on the disk. */
  keepAlive: () => Promise<void>;
  /** Resolves when all that was written is on the disk. */
  sync: () => Promise<void>;
  /** Delivers the outbox and sets the alarm for what is left. */
  settle: () => Promise<void>;
  /** Whether this instance is writing a reply. */
  isWriting: () => boolean;
  /** Begins to write the reply. Called before another request can be admitted. */
  onAdmitted: (admitted: AdmittedTurn) => void;
  /** Ends the reply that was admitted last. */
  stopReply: () => void;
};

/**
 * Decides whether a request becomes a turn: whether it is known already, whether another turn is active, where its reply
 * belongs, whether there were too many lately, and whether it is paid for.
 */
export class TurnAdmission {
  readonly #parts: TurnAdmissionParts;
  /** The request that is being paid for. Set before the first await, so that two requests at once can't both pass. */
  #admitting: { requestId: string; isStopped: boolean } | null = null;
  #refundDue: number | null = null;

  constructor(parts: TurnAdmissionParts) {
    this.#parts = parts;
  }

  get isAdmitting(): boolean {
    return this.#admitting !== null;
  }

  /** Answers a known request as before, refuses a second one at once, else pays for it and has its reply written. */
  async admit(
    request: TurnRequest,
    row: ConversationRow,
    channel: Pick<Channel, "send" | "socket">,
  ): Promise<void> {
    const known = this.#findKnown(request, row);
    if (known) return this.#answerAgain(known, request, channel);
    if (this.isAdmittingRequest(request.requestId)) return; // its acceptance will be broadcast
    if (this.#isBusy(row)) return channel.send(refusedEvent("STREAM_IN_PROGRESS", request));
    const place = findPlace(request.kind, this.#parts.tree.head());
    if (!place.ok) return channel.send(refusedEvent(place.code, request));
    const retryAfterSeconds = this.#parts.limits.takeTurn(request.kind);
    if (retryAfterSeconds !== null) {
      return channel.send(refusedEvent("RATE_LIMITED", request, { retryAfterSeconds }));
    }

    const rowsBefore = this.#parts.meter.rowsWritten;
    const admitting = { requestId: request.requestId, isStopped: false };
    this.#admitting = admitting;
    this.#refundDue = null; // this turn has the same reply id
    this.#parts.onAdmitting();
    let headStart: HeadStart | null = null;
    let loss: HeadStartLoss = { because: "over" };
    try {
      // Nothing is stored before D1 is asked: the write would have to be on the disk first.
      const turn = this.#parts.turns.plan(request, place, row);
      const opening = this.#open(turn, row);
      const isNear = await Promise.race([opening.then(() => true), scheduler.wait(HEAD_START_AFTER_MS)]);
      // Where D1 is near, it has answered by now and the turn is stored at once. Otherwise there is time for a crash.
      if (!isNear)
        this.#parts.waitUntil(Promise.all([this.#parts.mark.set(turn.replyId), this.#parts.keepAlive()]));
      headStart = isNear || admitting.isStopped ? null : this.#parts.headStarts.begin(turn, row);
      const opened = await opening;
      // A stop refuses the request, but not after a head start: the model was called, so the stop is charged or counts as a free stop.
      if (opened.ok && (!admitting.isStopped || headStart !== null)) {
        const { buildPrompt, reservation } = opened;
        const accepted = this.#accept(turn, opened, headStart);
        this.#parts.waitUntil(this.#parts.keepAlive()); // stored with the turn: there is nothing to wait for
        if (headStart !== null && headStart.facts !== reservation?.facts) {
          headStart.drop({ because: "outdated" });
          headStart = null;
        }
        // The acceptance is sent as soon as it is on disk. The prompt is built after that, which takes a while in a long story.
        if (headStart === null) {
          await this.#parts.sync();
          if (this.#parts.record.get()?.activeRequestId !== turn.requestId) return;
        }
        const prepared = headStart?.reply ?? null;
        headStart = null;
        const sparksLeft = reservation?.sparksLeft ?? null;
        this.#parts.onAdmitted({ turn: accepted, buildPrompt, rowsBefore, sparksLeft, prepared });
        if (admitting.isStopped) this.#parts.stopReply();
        return;
      }
      if (!opened.ok) loss = { because: "refused", code: opened.code };
      this.#admitting = null;
      this.#undo(turn.replyId, { isReservationUnknown: !opened.ok && opened.code === "INTERNAL" });
      const refused = refusedEvent(opened.ok ? "STREAM_STOPPED" : opened.code, request);
      channel.send(refused);
      // The client may have reconnected meanwhile and sent the same request again over the new connection.
      this.#parts.readers.broadcast(refused, channel.socket);
    } finally {
      this.#admitting = null;
      headStart?.drop(loss);
    }
  }

  /** Refuses the request that is being admitted. */
  stop(): void {
    if (this.#admitting) this.#admitting.isStopped = true;
  }

  /** Whether that request is being paid for. */
  isAdmittingRequest(requestId: string): boolean {
    return this.#admitting?.requestId === requestId;
  }

  /**
   * When Sparks are to be refunded that an earlier instance has reserved before it crashed, in milliseconds since 1970; `null`: there are
   * none. The next turn before that time uses them.
   */
  get refundDue(): number | null {
    return this.#refundDue;
  }

  /** Finds out whether an earlier instance crashed between the reservation of a turn and its acceptance. Call it when an instance starts. */
  planRefund(): void {
    if (this.#findLost() !== null) this.#refundDue = Date.now() + REFUND_AFTER_MS;
  }

  /** Refunds what an earlier instance has reserved before it crashed. Does nothing while a turn is admitted. */
  refundLost(): void {
    if (this.isAdmitting) return;
    this.#refundDue = null;
    const replyId = this.#findLost();
    if (replyId !== null) this.#undo(replyId, { isReservationUnknown: true });
  }

  /** The reply id of a turn that was not stored. Both the acceptance and the refund of a turn give the next reply another id. */
  #findLost(): string | null {
    const marked = this.#parts.mark.find();
    return marked === this.#parts.record.get()?.nextReplyId ? marked : null;
  }

  /**
   * Refunds a turn that was not accepted. `isReservationUnknown`: its reservation may still be under way,
   * and a refund that overtakes it would refund nothing; so there is a second one when no query can be under way any more.
   */
  #undo(replyId: string, { isReservationUnknown }: { isReservationUnknown: boolean }): void {
    this.#parts.transaction(() => {
      this.#parts.turns.discard();
      this.#parts.outbox.add("refund", replyId);
      if (isReservationUnknown) this.#parts.outbox.add("refund", replyId, RESERVATION_LIFE_MS);
    });
    this.#parts.waitUntil(this.#parts.settle());
  }

  /** The accepted turn that a request repeats. */
  #findKnown({ kind, requestId }: TurnRequest, row: ConversationRow): Turn | null {
    const first = TURN_KINDS[kind].oncePerConversation ? row.openingRequestId : null;
    return this.#parts.turns.get(first ?? requestId);
  }

  #isBusy(row: ConversationRow): boolean {
    return this.#admitting !== null || this.#parts.isWriting() || row.activeRequestId !== null;
  }

  /** A fault of the database is an answer too: the person has their text back and may try again. */
  async #open(turn: Turn, row: ConversationRow): Promise<OpenedTurn> {
    try {
      const opened = await this.#parts.kind.open(row, turn, row.exchangeCount);
      // Deleted while the reservation was under way.
      return this.#parts.record.get()?.closedAt === null ? opened : { ok: false, code: "NOT_FOUND" };
    } catch (error) {
      reportFault("turn.open", turn, row, error);
      return { ok: false, code: "INTERNAL" };
    }
  }

  #accept(turn: Turn, { isStopFree, reservation }: PaidTurn, headStart: HeadStart | null): Turn {
    const { tree, turns, record, readers, headStarts } = this.#parts;
    const { carries, oncePerConversation } = TURN_KINDS[turn.kind];
    const { accepted, message } = this.#parts.transaction(() => {
      headStarts.note(reservation);
      if (oncePerConversation) record.setOpening(turn.requestId);
      if (carries !== "message") {
        return { accepted: turns.accept(turn, { userMessageId: null, isStopFree }), message: null };
      }
      const { parentId, content } = turn;
      const message =
        headStart?.message ??
        tree.preview({ id: createId(), parentId, role: "user", content, status: "complete" });
      tree.extend(message);
      return { accepted: turns.accept(turn, { userMessageId: message.id, isStopFree }), message };
    });
    // Both are sent as soon as the turn is on disk. Sent later, the start of the reply would delay the request to the model.
    if (message) readers.broadcast(acceptedEvent(turn.requestId, tree.toNewestMessage(message)));
    readers.broadcast(startEvent(accepted));
    return accepted;
  }

  /** Answers a request that was seen before with what became of it. */
  #answerAgain(turn: Turn, request: TurnRequest, { send }: Pick<Channel, "send">): void {
    const { tree } = this.#parts;
    const { requestId, kind, content } = request;
    if (turn.kind !== kind || turn.content !== content) {
      send(refusedEvent("REQUEST_CONFLICT", request));
      return;
    }
    const userMessage = turn.userMessageId === null ? null : tree.get(turn.userMessageId);
    if (userMessage) send(acceptedEvent(requestId, tree.toMessage(userMessage)));
    if (turn.state !== "generating") {
      send(endEvent({ ...turn, requestId }, tree.get(turn.replyId), tree));
    } else if (turn.requestId !== requestId) {
      // `joined` has said what runs; but a second opening is not the request that will end.
      send(refusedEvent("STREAM_IN_PROGRESS", request));
    }
  }
}

/** Which message a reply of that kind hangs under, where `head` is the last message that is read. */
export function findPlace(
  kind: TurnKind,
  head: Pick<MessageRow, "id" | "role" | "parentId"> | null,
): TurnPlace {
  switch (TURN_KINDS[kind].replyHangs) {
    case "below-head":
      return { ok: true, parentId: head?.id ?? null, avoidId: null };
    case "root":
      return head === null
        ? { ok: true, parentId: null, avoidId: null }
        : { ok: false, code: "ALREADY_BEGUN" };
    case "beside-head":
      if (head === null) return { ok: false, code: "NOTHING_TO_REGENERATE" };
      // A message whose reply never came is answered now; a reply gets another version beside it.
      return head.role === "user"
        ? { ok: true, parentId: head.id, avoidId: null }
        : { ok: true, parentId: head.parentId, avoidId: head.id };
  }
}
