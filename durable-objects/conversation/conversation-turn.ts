import type { ErrorCode } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import { type AskedTurn, findTurnTarget, TURN_KINDS } from "#domain/turn-kinds.ts";
import type { ConversationParts } from "./conversation.ts";
import type { OpenedTurn, PromptBuilder } from "./conversation-kind.ts";
import { acceptedEvent, endEvent, refusedEvent, startEvent } from "./events.ts";
import type { MessageRow } from "./message-tree.ts";
import { createReply, findContext, prepareReply } from "./prepare-reply.ts";
import type { Channel } from "./readers.ts";
import type { ConversationRow } from "./record.ts";
import type { AttemptEnd, PreparedReply, ProgressFields } from "./reply-attempt.ts";
import { storeTurnEnd, type TurnEndParts } from "./store-turn-end.ts";
import { reportFault, reportTurn, reportWastedCall } from "./turn-report.ts";
import type { Turn } from "./turn-store.ts";

/** If D1 has not answered after this time, it is far: the model is called meanwhile, and there is time for a crash. */
const D1_NEAR_MS = 10;
/**
 * The model is only called before a turn is paid for if the last reservation left more Sparks than this. The person's other conversations may
 * have used some since then, and the call of a turn that is refused is wasted.
 */
export const SPECULATION_SPARKS = 5;
/** Longer facts are not stored for it: a character card may be as long as a book. In UTF-16 code units. */
const FACTS_MAX = 256 * 1024;
/** No query to D1 takes longer than this. */
const RESERVATION_LIFE_MS = 60_000;
/** A page reconnects sooner after a crash, and sends its request again. */
const REFUND_AFTER_MS = 2_000;
/** A turn is recovered once; a second crash in the same turn ends it. */
const LAST_ATTEMPT = 2;

/**
 * The state of the conversation's turn. A conversation has one turn at a time, and this is the whole of what an instance knows about it.
 *
 *     idle ──request──► reserving ──paid──► accepted ──on disk──► generating ──end──► idle
 *      ▲                 │     └──speculative call──────────────────▲
 *      └────refused──────┘
 *     after a crash:  abandoned ──2 s, or the next request──► idle,   interrupted ──alarm──► recovering ──► generating, or ended
 */
type TurnState =
  /** No turn. On disk: the id under which the Sparks of the next reply are reserved. A crash changes nothing. */
  | { name: "idle" }
  /**
   * A request is being paid for: D1 reserves its Sparks. On disk: nothing of the request, because a write would delay it; once D1 takes
   * longer than `D1_NEAR_MS`, a mark and an alarm. A crash leaves at most the reservation: `abandoned`. The request may come again.
   * `speculation`: the model was called before the turn is paid for. It ends with this state, and nothing of it is stored or sent before.
   */
  | { name: "reserving"; turn: Turn; isStopped: boolean; speculation: SpeculativeCall | null }
  /**
   * Paid for, but the prompt is not built before readers can be told. On disk: the turn, active, and the person's message. A crash from here
   * on leaves `interrupted`.
   */
  | { name: "accepted"; turn: Turn }
  /** The model writes. On disk: the turn with all text that readers have been sent. */
  | { name: "generating"; turn: Turn; reply: PreparedReply }
  /** An earlier instance has crashed while it reserved. On disk: the mark. Refunded when it is due, unless the next request uses it. */
  | { name: "abandoned"; replyId: string; refundAt: number }
  /** An earlier instance has crashed after the acceptance. On disk: the turn. The alarm recovers it. */
  | { name: "interrupted"; turn: Turn }
  /** The facts of its prompt are read again. On disk: the same. After a second crash the turn ends, and its text is kept. */
  | { name: "recovering"; turn: Turn };

type State<Name extends TurnState["name"]> = Extract<TurnState, { name: Name }>;
type PaidTurn = Extract<OpenedTurn, { ok: true }>;

/** A call of the model from the facts of the last paid prompt, while D1 reserves the Sparks. */
type SpeculativeCall = {
  facts: string;
  /** The person's message in its prompt, which must be stored as it is; `null` for a turn without one. */
  message: MessageRow | null;
  reply: PreparedReply;
};

/** A turn whose reply is being written, or waits to be recovered. */
export type RunningTurn = Turn & { progress: ProgressFields | null };

export type ConversationTurnParts = TurnEndParts &
  Pick<
    ConversationParts,
    "sideTables" | "limits" | "meter" | "transaction" | "waitUntil" | "sync" | "settle" | "yieldToPerson"
  > & {
    /** Keeps an alarm ahead that wakes the object after a crash. Nothing waits until it is on the disk. */
    keepAlive: () => Promise<void>;
  };

/** The turn of a conversation, from a request to the end of its reply; see `TurnState`. */
export class ConversationTurn {
  readonly #parts: ConversationTurnParts;
  #state: TurnState = { name: "idle" };

  constructor(parts: ConversationTurnParts) {
    this.#parts = parts;
  }

  /** Finds out what an earlier instance has left. Call it when an instance starts. */
  load(): void {
    const row = this.#parts.record.get();
    const turn = row && this.#parts.turns.active();
    const abandoned = row && this.#parts.turns.findAbandoned(row);
    if (turn) this.#state = { name: "interrupted", turn };
    else if (abandoned === null) this.#state = { name: "idle" };
    else this.#state = { name: "abandoned", replyId: abandoned, refundAt: Date.now() + REFUND_AFTER_MS };
  }

  /** Whether there is a turn: nothing else may change the conversation meanwhile. */
  get isBusy(): boolean {
    return this.isAtWork || this.#state.name === "interrupted";
  }

  /** Whether this instance works on a turn. */
  get isAtWork(): boolean {
    switch (this.#state.name) {
      case "reserving":
      case "accepted":
      case "generating":
      case "recovering":
        return true;
      case "idle":
      case "abandoned":
      case "interrupted":
        return false;
      default:
        return this.#state satisfies never;
    }
  }

  /** When `recover` is to be called, in milliseconds since 1970; `null`: there is nothing to recover. */
  get recoveryDue(): number | null {
    if (this.#state.name === "interrupted") return Date.now();
    return this.#state.name === "abandoned" ? this.#state.refundAt : null;
  }

  /** The turn that is on disk and active, with all of its text that readers have been sent. */
  findRunning(): RunningTurn | null {
    const state = this.#state;
    switch (state.name) {
      case "generating": {
        const { flushed, progress } = state.reply.attempt;
        return { ...state.turn, text: flushed, progress };
      }
      case "accepted":
      case "interrupted":
      case "recovering":
        return { ...state.turn, progress: null };
      case "idle":
      case "abandoned":
      case "reserving":
        return null;
      default:
        return state satisfies never;
    }
  }

  /** Whether that request was seen before, whatever became of it. */
  hasSeen(requestId: string): boolean {
    return this.#isReserving(requestId) || this.#parts.turns.get(requestId) !== null;
  }

  /** Answers a known request as before, refuses a second one at once, else pays for it and has its reply written. */
  async request(
    request: AskedTurn,
    row: ConversationRow,
    channel: Pick<Channel, "send" | "socket">,
  ): Promise<void> {
    const known = this.#findKnown(request, row);
    if (known !== null) return this.#answerAgain(known, request, channel);
    if (this.#isReserving(request.requestId)) return; // its acceptance will be broadcast
    if (this.isBusy) return channel.send(refusedEvent("STREAM_IN_PROGRESS", request));
    const { targetId, afterId } = request;
    const hasMovedOn = targetId === undefined && afterId !== undefined && afterId !== row.headId;
    if (hasMovedOn) return channel.send(refusedEvent("MOVED_ON", request));
    const { tree, turns, limits } = this.#parts;
    const fromId = targetId ?? row.headId;
    const from = fromId === null ? null : tree.get(fromId);
    // A reply below a message in the bin would be deleted with it. The head is never in the bin.
    const isGone =
      from === null ? fromId !== null : targetId !== undefined && tree.findRemoved(from) !== null;
    if (isGone) return channel.send(refusedEvent("NOT_FOUND", request));
    const target = findTurnTarget(request.kind, from);
    if (!target.ok) return channel.send(refusedEvent(target.code, request));
    const retryAfterSeconds = limits.takeTurn(request.kind);
    if (retryAfterSeconds !== null) {
      return channel.send(refusedEvent("RATE_LIMITED", request, { retryAfterSeconds }));
    }
    const turn = turns.plan(request, target, row);
    await this.#reserve(turn, row, (code) => {
      const refused = refusedEvent(code, request);
      channel.send(refused);
      // The client may have reconnected meanwhile and sent the same request again over the new connection.
      this.#parts.readers.broadcast(refused, channel.socket);
    });
  }

  /** Ends the turn because the person stops it or the conversation is deleted. */
  stop(): void {
    const state = this.#state;
    switch (state.name) {
      case "reserving":
        state.isStopped = true;
        return;
      case "generating":
        state.reply.attempt.stop();
        return;
      case "accepted":
      case "interrupted":
      case "recovering":
        this.#endWithoutReply(state.turn, { state: "stopped", errorCode: "STREAM_STOPPED" });
        this.#parts.waitUntil(this.#parts.settle());
        return;
      case "idle":
      case "abandoned":
        return;
      default:
        state satisfies never;
    }
  }

  /** Repairs what a crash has left: refunds a reservation, writes the rest of a reply. Call it from the alarm. */
  async recover(): Promise<void> {
    const state = this.#state;
    if (state.name === "abandoned") return this.#refund(state.replyId, { isReservationUnknown: true });
    if (state.name !== "interrupted") return;
    const rowsBefore = this.#parts.meter.rowsWritten;
    const recovering: State<"recovering"> = { name: "recovering", turn: state.turn };
    this.#state = recovering;
    const { turn } = recovering;
    const buildPrompt = turn.attempt < LAST_ATTEMPT ? await this.#reopen(turn) : null;
    if (this.#state !== recovering) return; // stopped meanwhile
    if (buildPrompt === null) {
      return this.#endWithoutReply(turn, { state: "interrupted", errorCode: "STREAM_INTERRUPTED" });
    }
    const again = this.#parts.turns.beginAttempt(turn, turn.attempt + 1);
    this.#parts.readers.broadcast(startEvent(again));
    this.#generate(again, () => prepareReply(again, null, buildPrompt, this.#parts), rowsBefore);
  }

  // --- Reserving ----------------------------------------------------------------------------------------------------

  /** After a fault on the way to `generating`: what is on disk counts. */
  #loadIfStuck({ requestId }: Turn): void {
    const state = this.#state;
    const isOnTheWay = state.name === "reserving" || state.name === "accepted";
    if (isOnTheWay && state.turn.requestId === requestId) this.load();
  }

  /** From `idle` or `abandoned`, whose reservation has the same id. Nothing is stored before D1 is asked: the write would have to be on the disk first. */
  async #reserve(turn: Turn, row: ConversationRow, refuse: (code: ErrorCode) => void): Promise<void> {
    const { turns, waitUntil, keepAlive, meter } = this.#parts;
    const rowsBefore = meter.rowsWritten;
    const state: State<"reserving"> = { name: "reserving", turn, isStopped: false, speculation: null };
    this.#state = state; // before the first await, so that two requests at once can't both pass
    this.#parts.yieldToPerson();
    try {
      const opening = this.#open(turn, row);
      const isNear = await Promise.race([opening.then(() => true), scheduler.wait(D1_NEAR_MS)]);
      if (!isNear) {
        waitUntil(Promise.all([turns.markReserving(turn.replyId), keepAlive()]));
        if (!state.isStopped) state.speculation = this.#speculate(turn, row);
      }
      const opened = await opening;
      // A stop refuses the request, but not after a speculative call: the model was called, so the stop is charged or a free one.
      if (opened.ok && (!state.isStopped || state.speculation !== null)) {
        return await this.#accept(state, opened, rowsBefore);
      }
      this.#dropSpeculation(
        state,
        opened.ok ? { because: "over" } : { because: "refused", code: opened.code },
      );
      this.#refund(turn.replyId, { isReservationUnknown: !opened.ok && opened.code === "INTERNAL" });
      refuse(opened.ok ? "STREAM_STOPPED" : opened.code);
    } finally {
      this.#dropSpeculation(state, { because: "over" });
      this.#loadIfStuck(turn);
    }
  }

  /** A fault of the database is an answer too: the person has their text back and may try again. */
  async #open(turn: Turn, row: ConversationRow): Promise<OpenedTurn> {
    try {
      const opened = await this.#parts.kind.open(row, turn);
      // Deleted while the reservation was under way.
      return this.#parts.record.get()?.closedAt === null ? opened : { ok: false, code: "NOT_FOUND" };
    } catch (error) {
      reportFault("turn.open", turn, row, error);
      return { ok: false, code: "INTERNAL" };
    }
  }

  /**
   * Calls the model while D1 reserves the Sparks. `null`: the last reservation left no facts, or the prompt's context window has to move on,
   * which is stored. Stores nothing and never throws.
   */
  #speculate(turn: Turn, row: ConversationRow): SpeculativeCall | null {
    const { turns, kind } = this.#parts;
    const facts = turns.findFacts();
    if (facts === null) return null;
    try {
      const message = this.#previewMessage(turn);
      const context = findContext({ ...turn, parentId: message?.id ?? turn.parentId }, message, this.#parts);
      const prompt = kind.recallPrompt(facts, context);
      if (prompt === null) return null;
      const reply = createReply(context, prompt, this.#parts);
      reply.attempt.askAhead();
      return { facts, message, reply };
    } catch (error) {
      reportFault("turn.speculate", turn, row, error); // the turn goes on without it
      return null;
    }
  }

  #dropSpeculation(state: State<"reserving">, loss: Parameters<typeof reportWastedCall>[1]): void {
    if (state.speculation === null) return;
    reportWastedCall(state.turn, loss);
    this.#parts.waitUntil(state.speculation.reply.attempt.abandon());
    state.speculation = null;
  }

  /**
   * Back to `idle`: refunds a turn that was not accepted. `isReservationUnknown`: its reservation may still be under way, and a refund that
   * overtakes it would refund nothing; so there is a second one when no query can be under way any more.
   */
  #refund(replyId: string, { isReservationUnknown }: { isReservationUnknown: boolean }): void {
    const { transaction, turns, outbox, waitUntil, settle } = this.#parts;
    transaction(() => {
      turns.discard();
      outbox.add("refund", replyId);
      if (isReservationUnknown) outbox.add("refund", replyId, RESERVATION_LIFE_MS);
    });
    this.#state = { name: "idle" };
    waitUntil(settle());
  }

  // --- Accepted -----------------------------------------------------------------------------------------------------

  async #accept(state: State<"reserving">, opened: PaidTurn, rowsBefore: number): Promise<void> {
    const { buildPrompt, reservation } = opened;
    const { turn, message } = this.#storeAcceptance(state, opened);
    this.#parts.waitUntil(this.#parts.keepAlive()); // stored with the turn: there is nothing to wait for
    if (state.speculation !== null && state.speculation.facts === reservation?.facts) {
      const { reply } = state.speculation;
      state.speculation = null;
      this.#generate(turn, () => reply, rowsBefore);
      if (state.isStopped) this.stop();
      return;
    }
    this.#dropSpeculation(state, { because: "outdated" });
    const accepted: State<"accepted"> = { name: "accepted", turn };
    this.#state = accepted;
    if (state.isStopped) return this.stop();
    // The acceptance is sent as soon as it is on disk. The prompt is built after that, which takes a while in a long story.
    await this.#parts.sync();
    if (this.#state !== accepted) return; // stopped meanwhile
    this.#generate(turn, () => prepareReply(turn, message, buildPrompt, this.#parts), rowsBefore);
  }

  #storeAcceptance(
    { turn, speculation }: State<"reserving">,
    { isStopFree, reservation }: PaidTurn,
  ): { turn: Turn; message: MessageRow | null } {
    const { tree, turns, record, readers } = this.#parts;
    const { accepted, message } = this.#parts.transaction(() => {
      if (reservation !== null) turns.saveFacts(maySpeculate(reservation) ? reservation.facts : null);
      if (TURN_KINDS[turn.kind].oncePerConversation) record.setOpening(turn.requestId);
      const message = speculation?.message ?? this.#previewMessage(turn);
      if (message !== null) tree.extend(message);
      return { accepted: turns.accept(turn, { userMessageId: message?.id ?? null, isStopFree }), message };
    });
    // Both are sent as soon as the turn is on disk. Sent later, the start of the reply would delay the request to the model.
    if (message) readers.broadcast(acceptedEvent(turn.requestId, tree.toNewestMessage(message)));
    readers.broadcast(startEvent(accepted));
    return { turn: accepted, message };
  }

  /** The person's message as it is to be stored; `null` for a turn without one. */
  #previewMessage({ kind, parentId, content }: Turn): MessageRow | null {
    if (TURN_KINDS[kind].carries !== "message") return null;
    return this.#parts.tree.preview({ id: createId(), parentId, role: "user", content, status: "complete" });
  }

  // --- Generating ---------------------------------------------------------------------------------------------------

  #generate(turn: Turn, prepare: () => PreparedReply, rowsBefore: number): void {
    let reply: PreparedReply;
    try {
      reply = prepare();
    } catch (error) {
      // A mistake of ours or of the settings: the turn must end all the same.
      reportFault("turn.generate", turn, this.#parts.record.get(), error);
      this.#endWithoutReply(turn, { state: "failed", errorCode: "INTERNAL" });
      this.#parts.waitUntil(this.#parts.settle());
      return;
    }
    const state: State<"generating"> = { name: "generating", turn, reply };
    this.#state = state;
    this.#parts.waitUntil(this.#follow(state, rowsBefore));
  }

  /** Follows a reply to its end, whatever that is. */
  async #follow(state: State<"generating">, rowsBefore: number): Promise<void> {
    const { turn, reply } = state;
    try {
      const end = await reply.attempt.run();
      this.#end(turn, end, reply);
      reportTurn(turn, this.#parts.record.get(), end, this.#parts.meter.rowsWritten - rowsBefore);
    } finally {
      if (this.#state === state) this.load(); // a fault at its end: the alarm recovers the turn
    }
    await this.#parts.settle();
  }

  /** To `idle`: puts the end of a turn on disk in one transaction, then tells readers of it. */
  #end(turn: Turn, end: AttemptEnd, reply: PreparedReply | null): void {
    const event = this.#parts.transaction(() => storeTurnEnd(turn, end, reply?.toParts, this.#parts));
    this.#state = { name: "idle" };
    this.#parts.readers.broadcast(event);
    if (event.type !== "stream-error" || event.removedMessageId === undefined) return;
    // The message was taken back. The path that is open now may be another one, or have another name.
    const { tree, sideTables, readers } = this.#parts;
    readers.broadcast({ type: "conversation-updated", ...sideTables.paths.toOpenPath(tree.head()) });
  }

  /** The same for a turn whose reply this instance was not writing. */
  #endWithoutReply(turn: Turn, how: Pick<AttemptEnd, "state" | "errorCode">): void {
    const model = this.#findModelId();
    this.#end(turn, { ...how, text: turn.text, model, firstDeltaAt: null, usage: null, cut: null }, null);
  }

  /** `null` where the settings name no model. */
  #findModelId(): string | null {
    try {
      return this.#parts.kind.writing.model().modelId;
    } catch {
      return null;
    }
  }

  // --- Recovering and repeating -------------------------------------------------------------------------------------

  async #reopen(turn: Turn): Promise<PromptBuilder | null> {
    const row = this.#parts.record.get();
    try {
      return row && (await this.#parts.kind.reopen(row));
    } catch (error) {
      reportFault("turn.reopen", turn, row, error);
      return null;
    }
  }

  #isReserving(requestId: string): boolean {
    return this.#state.name === "reserving" && this.#state.turn.requestId === requestId;
  }

  /** The accepted turn that a request repeats. */
  #findKnown({ kind, requestId }: AskedTurn, row: ConversationRow): Turn | null {
    const first = TURN_KINDS[kind].oncePerConversation ? row.openingRequestId : null;
    return this.#parts.turns.get(first ?? requestId);
  }

  /** Answers a request that was seen before with what became of it. */
  #answerAgain(turn: Turn, request: AskedTurn, { send }: Pick<Channel, "send">): void {
    const { tree, sideTables } = this.#parts;
    const { requestId, kind, content } = request;
    if (turn.kind !== kind || turn.content !== content) {
      send(refusedEvent("REQUEST_CONFLICT", request));
      return;
    }
    const userRow = turn.userMessageId === null ? null : tree.get(turn.userMessageId);
    const userMessage = userRow && tree.toMessage(userRow);
    if (userMessage) send(acceptedEvent(requestId, userMessage));
    if (turn.state !== "generating") {
      const reply = tree.get(turn.replyId);
      send(endEvent({ ...turn, requestId }, reply && tree.toMessage(reply), userMessage));
      // These messages may be in the bin now, or on a closed path. Then the page loads the open path again.
      const head = tree.head();
      if (head?.id !== turn.replyId)
        send({ type: "conversation-updated", ...sideTables.paths.toOpenPath(head) });
    } else if (turn.requestId !== requestId) {
      // `joined` has said what runs; but a second opening is not the request that will end.
      send(refusedEvent("STREAM_IN_PROGRESS", request));
    }
  }
}

/** After a refusal there is no speculative call before another reservation is confirmed: at most one is wasted between two paid replies. */
function maySpeculate({ facts, sparksLeft }: { facts: string; sparksLeft: number }): boolean {
  return sparksLeft > SPECULATION_SPARKS && facts.length <= FACTS_MAX;
}
