import type { PromptParts } from "#domain/prompt-parts.ts";
import { TURN_KINDS } from "#domain/turn-kinds.ts";
import type {
  BuiltPrompt,
  ConversationKind,
  FollowedReply,
  PromptBuilder,
  ReplyContext,
} from "./conversation-kind.ts";
import type { RowMeter } from "./database.ts";
import { endEvent, startEvent } from "./events.ts";
import { Generation, type GenerationEnd, type PreparedReply, type ProgressFields } from "./generation.ts";
import type { JobQueue } from "./jobs.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import type { Outbox } from "./outbox.ts";
import type { PromptRecord } from "./prompt-record.ts";
import type { Readers } from "./readers.ts";
import type { ConversationRecord, Owner } from "./record.ts";
import type { Settlement } from "./schema.ts";
import type { AdmittedTurn } from "./turn-admission.ts";
import { ENDED_BY_DELETION, type Turn, type TurnLog } from "./turn-log.ts";
import { reportFault, reportTurn } from "./turn-report.ts";
import { toVoices } from "./turn-voices.ts";

/** A turn is continued once after a restart; a second restart in the same turn ends it. */
const LAST_ATTEMPT = 2;

export type TurnRunParts = {
  kind: Pick<ConversationKind, "reopen" | "model" | "patience" | "analysis" | "unread">;
  record: Pick<ConversationRecord, "get" | "endTurn" | "setOpening">;
  tree: Pick<
    MessageTree,
    "get" | "append" | "remove" | "moveHead" | "rememberBranchBefore" | "walkFrom" | "toMessage"
  >;
  turns: Pick<TurnLog, "active" | "appendText" | "beginAttempt" | "end">;
  outbox: Pick<Outbox, "add" | "addProjection">;
  jobs: Pick<JobQueue, "addAfter">;
  prompts: Pick<PromptRecord, "save">;
  readers: Pick<Readers, "broadcast" | "isOpen">;
  meter: RowMeter;
  transaction: <T>(run: () => T) => T;
  waitUntil: (promise: Promise<unknown>) => void;
  /** Delivers the outbox and sets the alarm for what is left. */
  settle: () => Promise<void>;
};

/** A turn whose reply is being written. */
export type RunningTurn = Turn & { progress: ProgressFields | null };

/**
 * Writes the reply of an admitted turn: generates it, watches it to its end, finishes the turn, and continues it after
 * a restart. The turn's state is on disk; everything in this instance may be lost in a crash.
 */
export class TurnRun {
  readonly #parts: TurnRunParts;
  /** The reply that this instance is writing. */
  #generation: Generation | null = null;
  /** Counts the parts of the running reply's prompt. */
  #countPromptParts: (() => PromptParts) | null = null;
  /** The Sparks that its reservation left. */
  #sparksLeft: number | null = null;

  constructor(parts: TurnRunParts) {
    this.#parts = parts;
  }

  get isWriting(): boolean {
    return this.#generation !== null;
  }

  /** The turn whose reply is being written, with all of its text that readers have been sent. */
  findRunning(): RunningTurn | null {
    const turn = this.#parts.turns.active();
    if (turn === null) return null;
    const generation = this.#generation;
    if (generation === null) return { ...turn, progress: null };
    return { ...turn, text: generation.flushed, progress: generation.progress };
  }

  /** Asks the model before the turn is paid for. Nothing of the reply is stored or sent until `start` is called with it. */
  prepare(context: ReplyContext, prompt: BuiltPrompt): PreparedReply {
    const reply = this.#createReply(context, prompt);
    reply.generation.askAhead();
    return reply;
  }

  start({ turn, buildPrompt, rowsBefore, sparksLeft, prepared }: AdmittedTurn): void {
    this.#sparksLeft = sparksLeft;
    let reply: PreparedReply;
    try {
      reply = prepared ?? this.#buildReply(turn, buildPrompt);
    } catch (error) {
      // A mistake of ours or of the settings: the turn must end all the same.
      reportFault("turn.generate", turn, this.#parts.record.get(), error);
      this.#finish(turn, this.#endWithoutGeneration(turn, { state: "failed", errorCode: "INTERNAL" }));
      this.#parts.waitUntil(this.#parts.settle());
      return;
    }
    const { generation } = reply;
    this.#generation = generation;
    this.#countPromptParts = reply.toParts;
    this.#parts.waitUntil(this.#follow(turn, generation, rowsBefore));
  }

  /** Ends the reply because the person stops it or the conversation is deleted. */
  stop(): void {
    if (this.#generation !== null) {
      this.#generation.stop();
      return;
    }
    const turn = this.#parts.turns.active();
    if (turn === null) return;
    // Nobody is writing it yet: it was just accepted, or a restart has cut it off and the alarm has not gone off.
    this.#finish(turn, this.#endWithoutGeneration(turn, { state: "stopped", errorCode: "STREAM_STOPPED" }));
    this.#parts.waitUntil(this.#parts.settle());
  }

  /** Takes up a turn that a restart cut off: carries its reply on, once, or ends it. */
  async takeUp(turn: Turn, owner: Owner): Promise<void> {
    const rowsBefore = this.#parts.meter.rowsWritten;
    const buildPrompt = turn.attempt < LAST_ATTEMPT ? await this.#reopen(turn, owner) : null;
    const isStillActive = this.#parts.turns.active()?.requestId === turn.requestId;
    if (!isStillActive || this.isWriting) return; // stopped or taken up meanwhile
    if (buildPrompt === null) {
      const end = { state: "interrupted", errorCode: "STREAM_INTERRUPTED" } as const;
      return this.#finish(turn, this.#endWithoutGeneration(turn, end));
    }
    const again = this.#parts.turns.beginAttempt(turn, turn.attempt + 1);
    this.#parts.readers.broadcast(startEvent(again));
    this.start({
      turn: again,
      buildPrompt,
      rowsBefore,
      sparksLeft: null,
      prepared: null,
    });
  }

  async #reopen(turn: Turn, owner: Owner): Promise<PromptBuilder | null> {
    try {
      return await this.#parts.kind.reopen(owner);
    } catch (error) {
      reportFault("turn.reopen", turn, this.#parts.record.get(), error);
      return null;
    }
  }

  #buildReply(turn: Turn, buildPrompt: PromptBuilder): PreparedReply {
    const { tree, record } = this.#parts;
    const parent = turn.parentId === null ? null : tree.get(turn.parentId);
    const context: ReplyContext = {
      turn,
      parent,
      avoid: turn.avoidId === null ? null : tree.get(turn.avoidId),
      exchangeCount: record.get()?.exchangeCount ?? 0,
    };
    return this.#createReply(context, buildPrompt(context));
  }

  #createReply(context: ReplyContext, prompt: BuiltPrompt): PreparedReply {
    const { kind, tree, turns, readers } = this.#parts;
    const { turn } = context;
    let followed: FollowedReply | null = null;
    const generation = new Generation({
      model: kind.model(),
      prompt: prompt.messages,
      findVoices: () => toVoices(prompt.findSpeakers(), context, tree),
      patience: kind.patience(),
      text: turn.text,
      onPhase: (phase) => readers.broadcast({ type: "stream-progress", messageId: turn.replyId, phase }),
      onWindow: (content, offset) => {
        turns.appendText(turn.requestId, content);
        followed ??= kind.analysis?.follow(turn.text) ?? null;
        const analysis = followed?.read(content);
        const chunk = { type: "stream-chunk", messageId: turn.replyId, offset, content } as const;
        readers.broadcast(analysis ? { ...chunk, analysis } : chunk);
      },
    });
    return { generation, toParts: prompt.toParts };
  }

  /** Follows a generation to its end, whatever that is. */
  async #follow(turn: Turn, generation: Generation, rowsBefore: number): Promise<void> {
    try {
      const end = await generation.run();
      this.#finish(turn, end);
      reportTurn(turn, this.#parts.record.get(), end, this.#parts.meter.rowsWritten - rowsBefore);
    } finally {
      this.#generation = null;
    }
    await this.#parts.settle();
  }

  /** Puts the end of a turn on disk in one transaction, then tells readers of it. */
  #finish(turn: Turn, end: GenerationEnd): void {
    const { turns, record, outbox, readers, tree, jobs, prompts } = this.#parts;
    const { countsAsExchange, oncePerConversation } = TURN_KINDS[turn.kind];
    const { state } = end;
    const event = this.#parts.transaction(() => {
      const reply = end.text.trim() === "" ? null : this.#storeReply(turn, end);
      const isDeleted = record.get()?.closedAt != null;
      const settlement = chooseSettlement(turn, reply, { state, isDeleted });
      const isChargedStop = reply === null && settlement === "charge";
      const errorCode = isChargedStop ? "STREAM_STOPPED_CHARGED" : end.errorCode;
      if (reply === null) this.#takeBackMessage(turn, end);
      const isFreeDeletion = state === "stopped" && isDeleted && settlement === "refund";
      turns.end(turn.requestId, { state, errorCode: isFreeDeletion ? ENDED_BY_DELETION : errorCode });
      record.endTurn({
        headId: reply?.id ?? null,
        countsAsExchange: countsAsExchange && state === "complete",
        sparksLeft: this.#sparksLeft,
      });
      if (reply === null && oncePerConversation) record.setOpening(null); // it may be asked for again
      outbox.add(settlement, turn.replyId);
      outbox.addProjection();
      if (reply !== null) jobs.addAfter(reply, turn);
      if (this.#countPromptParts !== null) prompts.save(turn, end, this.#countPromptParts());
      return endEvent({ ...turn, state, errorCode }, reply, tree);
    });
    this.#countPromptParts = null;
    this.#sparksLeft = null;
    readers.broadcast(event);
  }

  #storeReply(turn: Turn, end: GenerationEnd): MessageRow {
    const { kind, tree } = this.#parts;
    const reply = tree.append({
      id: turn.replyId,
      parentId: turn.parentId,
      role: "assistant",
      content: end.text,
      status: end.state === "complete" ? "complete" : "interrupted",
      model: end.model,
      analysis: kind.analysis?.analyse(end.text) ?? null,
    });
    tree.rememberBranchBefore(reply);
    if (!this.#parts.readers.isOpen) kind.unread?.count(reply);
    return reply;
  }

  /** Nothing was written. What the person wrote goes back to them, unless they may still want the reply. */
  #takeBackMessage(turn: Turn, end: GenerationEnd): void {
    if (turn.userMessageId === null || end.state === "interrupted") return;
    const { tree } = this.#parts;
    const message = tree.get(turn.userMessageId);
    tree.moveHead(message?.parentId ?? null);
    tree.remove(turn.userMessageId);
  }

  /** The end of a turn whose reply this instance was not writing. */
  #endWithoutGeneration(turn: Turn, end: Pick<GenerationEnd, "state" | "errorCode">): GenerationEnd {
    return {
      ...end,
      text: turn.text,
      model: this.#findModelId(),
      firstDeltaAt: null,
      usage: null,
      cut: null,
    };
  }

  /** `null` where the settings name no model. */
  #findModelId(): string | null {
    try {
      return this.#parts.kind.model().modelId;
    } catch {
      return null;
    }
  }
}

/**
 * A reply with text is charged. A failure without text is free. A few stops without text are free each hour; further stops are charged,
 * because the model was called. A deletion that stops a reply is not counted as a free stop, because nobody deletes a conversation to
 * save a Spark. If the conversation is restored, `Conversation.reopen` counts it.
 */
function chooseSettlement(
  turn: Turn,
  reply: MessageRow | null,
  { state, isDeleted }: { state: GenerationEnd["state"]; isDeleted: boolean },
): Settlement {
  if (reply !== null) return "charge";
  if (state !== "stopped") return "refund";
  if (!turn.isStopFree) return "charge";
  return isDeleted ? "refund" : "free-stop";
}
