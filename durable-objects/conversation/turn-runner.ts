import type { ErrorCode } from "#domain/errors.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import type { Audience, Channel } from "./audience.ts";
import type { RowMeter } from "./database.ts";
import { acceptedEvent, endEvent, refusal } from "./events.ts";
import { Generation, type GenerationEnd } from "./generation.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import type { Outbox } from "./outbox.ts";
import type { ConversationRecord } from "./record.ts";
import { analysisOf, RunningNames } from "./running-names.ts";
import type { TurnKind } from "./schema.ts";
import type { Opened, Owner, Script } from "./script.ts";
import type { Thoughts } from "./thoughts.ts";
import type { Turn, TurnLog, TurnRequest } from "./turn-log.ts";
import { reportFault, reportTurn } from "./turn-report.ts";

/** No query to D1 lives longer than this. */
const RESERVATION_LIFE_MS = 60_000;
/** A turn is carried on once after a restart; a second restart in the same turn ends it. */
const LAST_ATTEMPT = 2;
/**
 * Thoughts begin when nothing has been written for so long: who goes on at once gets the reply first, and what was thought
 * of for a place that they have left would be for nothing.
 */
const THINK_AFTER_MS = 1_000;
/** … and up to so much later: replies that end at the same moment, after a deploy say, are not thought about all at once. */
const THINK_SPREAD_MS = 1_500;

type Answer = (event: ServerEvent) => void;
type Place = { ok: true; parentId: string | null; avoidId: string | null } | { ok: false; code: ErrorCode };

export type TurnRunnerParts<Brief> = {
  script: Script<Brief>;
  record: ConversationRecord;
  tree: MessageTree;
  turns: TurnLog;
  outbox: Outbox;
  /** What the conversation works out for itself, and where it is queued; `null` for one that does not think. */
  thoughts: { mind: Thoughts; queue: Outbox } | null;
  audience: Audience;
  meter: RowMeter;
  /** Runs in one transaction of the object's storage. */
  transaction: <T>(run: () => T) => T;
  waitUntil: (promise: Promise<unknown>) => void;
  /** Sees to it that an alarm wakes the object, again and again while a turn is active. */
  keepAlive: () => Promise<void>;
  /** Delivers the outbox and sets the alarm for what is left. */
  settle: () => Promise<void>;
};

/**
 * Takes a request to its end: reserve, accept, generate, finish. One at a time; what is under way stands on disk, and
 * what this instance holds of it is only what a crash may forget.
 */
export class TurnRunner<Brief> {
  readonly #parts: TurnRunnerParts<Brief>;
  /** The reply being written by this instance; a crash forgets it and the turn on disk tells. */
  #generation: Generation | null = null;
  /** The request whose Sparks are being reserved: taken before the first await, so that two at once cannot both pass. */
  #reserving: { requestId: string; stopped: boolean } | null = null;

  constructor(parts: TurnRunnerParts<Brief>) {
    this.#parts = parts;
  }

  /** Whether a turn is active: the conversation cannot be changed otherwise meanwhile. */
  isBusy(): boolean {
    return this.isRunning() || this.#parts.turns.active() !== null;
  }

  /** Whether this instance is at work on a turn; an active turn that nobody works on was left by a crash. */
  isRunning(): boolean {
    return this.#reserving !== null || this.#generation !== null;
  }

  /** The running turn with all of its text that readers have been sent. */
  running(): Turn | null {
    const turn = this.#parts.turns.active();
    if (turn?.state !== "generating") return null;
    return { ...turn, text: this.#generation?.flushed ?? turn.text };
  }

  /** Takes one request: answers a known one as before, refuses a second one at once, else runs it. */
  async take(request: TurnRequest, channel: Pick<Channel, "send" | "socket">): Promise<void> {
    const answer = channel.send;
    const known = this.#knownTurn(request);
    if (known) return this.#answerAgain(known, request, answer);
    if (this.#reserving?.requestId === request.requestId) return; // its acceptance will be broadcast
    this.#dropLeftover();
    if (this.isBusy()) return answer(refusal("STREAM_IN_PROGRESS", request));
    const place = this.#placeOf(request.kind);
    if (!place.ok) return answer(refusal(place.code, request));

    const rowsBefore = this.#parts.meter.rowsWritten;
    const reserving = { requestId: request.requestId, stopped: false };
    this.#reserving = reserving;
    try {
      const turn = this.#parts.transaction(() => this.#parts.turns.begin(request, place));
      this.#parts.waitUntil(this.#parts.keepAlive()); // stored with the turn: there is nothing to wait for
      const opened = reserving.stopped ? stoppedEarly : await this.#open(turn);
      if (opened.ok && !reserving.stopped) {
        const accepted = this.#accept(turn);
        await scheduler.wait(0); // the acceptance goes out before the prompt of a long story is put together
        const stillOurs = this.#parts.turns.active()?.requestId === turn.requestId;
        if (stillOurs) this.#generate(accepted, opened.brief, rowsBefore);
        return;
      }
      this.#reserving = null;
      this.#giveBack(turn, !opened.ok && opened.code === "INTERNAL");
      const refused = refusal(opened.ok ? "STREAM_STOPPED" : opened.code, request);
      answer(refused);
      // The line that asked may have been replaced meanwhile, and its request sent again over the new one.
      this.#parts.audience.broadcast(refused, channel.socket);
    } finally {
      this.#reserving = null;
    }
  }

  /** Ends what is running, at the person's wish or because the conversation is deleted. */
  stop(): void {
    if (this.#reserving) this.#reserving.stopped = true;
    this.#generation?.stop();
    const turn = this.#parts.turns.active();
    if (this.#generation !== null || turn?.state !== "generating") return;
    // Between a restart and the alarm that would carry it on.
    this.#finish(turn, this.#endWithout(turn, { state: "stopped", errorCode: "STREAM_STOPPED" }));
    this.#parts.waitUntil(this.#parts.settle());
  }

  /** Takes up what a restart cut off: carries the reply on, once, or ends the turn. */
  async takeUp(): Promise<void> {
    if (this.isRunning()) return;
    this.#dropLeftover();
    const turn = this.#parts.turns.active();
    if (!turn) return;
    const rowsBefore = this.#parts.meter.rowsWritten;
    const brief = turn.attempt < LAST_ATTEMPT ? await this.#reopen(turn) : null;
    const stoppedMeanwhile = this.#parts.turns.active()?.requestId !== turn.requestId;
    if (stoppedMeanwhile || this.isRunning()) return;
    if (brief === null) {
      const end = { state: "interrupted", errorCode: "STREAM_INTERRUPTED" } as const;
      this.#finish(turn, this.#endWithout(turn, end));
      return;
    }
    this.#generate(this.#parts.turns.beginAttempt(turn, turn.attempt + 1), brief, rowsBefore);
  }

  // --- Before acceptance --------------------------------------------------------------------------------------------

  /** A second opening of a story is the first one, under whatever id it comes. */
  #knownTurn(request: TurnRequest): Turn | null {
    const opening = request.kind === "opening" ? this.#parts.record.get()?.openingRequestId : null;
    const turn = this.#parts.turns.get(opening ?? request.requestId);
    return turn?.state === "reserving" ? null : turn;
  }

  /** A turn that a crash left before it was accepted is nobody's any more: its request may come again. */
  #dropLeftover(): void {
    const turn = this.#parts.turns.active();
    if (turn?.state === "reserving" && this.#reserving === null) this.#giveBack(turn, true);
  }

  /** Which message a reply of that kind belongs under. */
  #placeOf(kind: TurnKind): Place {
    const head = this.#parts.tree.head();
    if (kind === "opening" && head !== null) return { ok: false, code: "ALREADY_BEGUN" };
    if (kind !== "regenerate") return { ok: true, parentId: head?.id ?? null, avoidId: null };
    if (head === null) return { ok: false, code: "NOTHING_TO_REGENERATE" };
    // A message whose reply never came is answered now; a reply gets another version beside it.
    return head.role === "user"
      ? { ok: true, parentId: head.id, avoidId: null }
      : { ok: true, parentId: head.parentId, avoidId: head.id };
  }

  /** A fault of the database is an answer too: the person has their text back and may try again. */
  async #open(turn: Turn): Promise<Opened<Brief>> {
    const owner = this.#owner();
    try {
      const opened = await this.#parts.script.open(owner, turn, owner.exchangeCount);
      // Deleted while the reservation was on its way.
      return this.#owner().closedAt === null ? opened : { ok: false, code: "NOT_FOUND" };
    } catch (error) {
      reportFault("turn.open", turn, error);
      return { ok: false, code: "INTERNAL" };
    }
  }

  /**
   * Undoes a turn that was never accepted. `unknown`: its reservation may still be on its way, and a refund that overtakes
   * it would be one of nothing; so there is another one when no query can be under way any more.
   */
  #giveBack(turn: Turn, unknown: boolean): void {
    this.#parts.transaction(() => {
      this.#parts.turns.forget(turn.requestId);
      this.#parts.outbox.add("refund", turn.replyId);
      if (unknown) this.#parts.outbox.add("refund", turn.replyId, RESERVATION_LIFE_MS);
    });
    this.#parts.waitUntil(this.#parts.settle());
  }

  /** Answers a request that was seen before with what became of it. */
  #answerAgain(turn: Turn, request: TurnRequest, answer: Answer): void {
    const { tree } = this.#parts;
    const { requestId } = request;
    const same = turn.kind === request.kind && (turn.kind === "opening" || turn.content === request.content);
    if (!same) {
      answer(refusal("REQUEST_CONFLICT", request));
      return;
    }
    const userMessage = turn.userMessageId === null ? null : tree.get(turn.userMessageId);
    if (userMessage) answer(acceptedEvent(requestId, userMessage, tree));
    if (turn.state === "generating") {
      // `joined` has told what runs; but a second opening is not the request that will end.
      if (turn.requestId !== requestId) answer(refusal("STREAM_IN_PROGRESS", request));
      return;
    }
    answer(endEvent({ ...turn, requestId }, tree.get(turn.replyId), tree));
  }

  // --- From acceptance to the end -----------------------------------------------------------------------------------

  #accept(turn: Turn): Turn {
    const { tree, turns, record, audience } = this.#parts;
    const { accepted, message } = this.#parts.transaction(() => {
      if (turn.kind === "opening") record.setOpening(turn.requestId);
      if (turn.kind !== "message") return { accepted: turns.accept(turn, null), message: null };
      const row = tree.append({
        parentId: turn.parentId,
        role: "user",
        content: turn.content,
        status: "complete",
      });
      tree.moveHead(row.id);
      return { accepted: turns.accept(turn, row.id), message: row };
    });
    if (message) audience.broadcast(acceptedEvent(turn.requestId, message, tree));
    return accepted;
  }

  #generate(turn: Turn, brief: Brief, rowsBefore: number): void {
    let generation: Generation;
    try {
      generation = this.#newGeneration(turn, brief);
    } catch (error) {
      // A mistake of ours or of the settings: the turn must end all the same.
      reportFault("turn.generate", turn, error);
      this.#finish(turn, this.#endWithout(turn, { state: "failed", errorCode: "INTERNAL" }));
      this.#parts.waitUntil(this.#parts.settle());
      return;
    }
    this.#generation = generation;
    const { requestId, replyId: messageId, parentId } = turn;
    this.#parts.audience.broadcast({ type: "stream-start", requestId, messageId, parentId });
    this.#parts.waitUntil(this.#watch(turn, generation, rowsBefore));
  }

  #newGeneration(turn: Turn, brief: Brief): Generation {
    const { script, tree, turns, audience } = this.#parts;
    const parent = turn.parentId === null ? null : tree.get(turn.parentId);
    const avoid = turn.avoidId === null ? null : tree.get(turn.avoidId);
    const mind = this.#parts.thoughts?.mind ?? null;
    const names = mind && new RunningNames(mind.finder(), turn.text);
    const prompt = script.prompt(brief, {
      turn,
      parent,
      avoid,
      newestFirst: tree.pathFrom(parent),
      exchanges: this.#owner().exchangeCount,
      known: mind?.known() ?? null,
    });
    return new Generation({
      model: script.model(),
      prompt,
      text: turn.text,
      onWindow: (content, offset) => {
        turns.appendText(turn.requestId, content);
        const analysis = names?.read(content);
        const chunk = { type: "stream-chunk", messageId: turn.replyId, offset, content } as const;
        audience.broadcast(analysis ? { ...chunk, analysis } : chunk);
      },
    });
  }

  /** Follows a generation to its end, whatever that is. */
  async #watch(turn: Turn, generation: Generation, rowsBefore: number): Promise<void> {
    try {
      const end = await generation.run();
      this.#finish(turn, end);
      reportTurn(turn, end, this.#parts.meter.rowsWritten - rowsBefore);
    } finally {
      this.#generation = null;
    }
    await this.#parts.settle();
  }

  /** Puts the end of a turn on disk in one transaction, then tells it. */
  #finish(turn: Turn, end: GenerationEnd): void {
    const { turns, record, outbox, audience, tree } = this.#parts;
    const { state, errorCode } = end;
    const event = this.#parts.transaction(() => {
      const hasText = end.text.trim() !== "";
      const reply = hasText ? this.#keepReply(turn, end) : null;
      if (reply === null) this.#takeBack(turn, end);
      turns.end(turn.requestId, { state, errorCode });
      record.rest({
        headId: reply?.id ?? null,
        exchange: state === "complete" && (turn.kind === "message" || turn.kind === "continue"),
      });
      if (!hasText && turn.kind === "opening") record.setOpening(null); // it may be asked for again
      outbox.add(hasText ? "charge" : "refund", turn.replyId);
      outbox.addProjection();
      if (reply !== null) this.#think(reply, turn);
      return endEvent({ ...turn, state, errorCode }, reply, tree);
    });
    audience.broadcast(event);
  }

  #think(reply: MessageRow, turn: Turn): void {
    const { thoughts } = this.#parts;
    if (thoughts === null) return;
    const pause = THINK_AFTER_MS + Math.round(Math.random() * THINK_SPREAD_MS);
    thoughts.queue.putOff(pause);
    for (const topic of thoughts.mind.after(reply, turn)) thoughts.queue.add(topic, reply.id, pause);
  }

  #keepReply(turn: Turn, end: GenerationEnd): MessageRow {
    const mind = this.#parts.thoughts?.mind ?? null;
    const { tree } = this.#parts;
    const reply = tree.append({
      analysis: mind && analysisOf(mind.finder(), end.text),
      id: turn.replyId,
      parentId: turn.parentId,
      role: "assistant",
      content: end.text,
      status: end.state === "complete" ? "complete" : "interrupted",
      model: end.model,
    });
    tree.leaveFor(reply.id);
    return reply;
  }

  /** Nothing was written. What the person wrote goes back to them, unless they may still want the reply. */
  #takeBack(turn: Turn, end: GenerationEnd): void {
    if (turn.userMessageId === null || end.state === "interrupted") return;
    const { tree } = this.#parts;
    const message = tree.get(turn.userMessageId);
    tree.moveHead(message?.parentId ?? null);
    tree.remove(turn.userMessageId);
  }

  /** The end of a turn that no generation of this instance was writing. */
  #endWithout(turn: Turn, end: Pick<GenerationEnd, "state" | "errorCode">): GenerationEnd {
    return { ...end, text: turn.text, model: this.#modelId(), firstDeltaAt: null, usage: null };
  }

  async #reopen(turn: Turn): Promise<Brief | null> {
    try {
      return await this.#parts.script.reopen(this.#owner());
    } catch (error) {
      reportFault("turn.reopen", turn, error);
      return null;
    }
  }

  /** Who would have written it; null where the settings name nobody. */
  #modelId(): string | null {
    try {
      return this.#parts.script.model().modelId;
    } catch {
      return null;
    }
  }

  #owner(): Owner & { exchangeCount: number; closedAt: number | null } {
    const row = this.#parts.record.get();
    if (!row) throw new Error("A turn needs a conversation that has been claimed.");
    return row;
  }
}

const stoppedEarly = { ok: false, code: "STREAM_STOPPED" } as const;
