import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { createId } from "#domain/ids.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import type { TurnKind } from "#domain/turn-kinds.ts";
import type {
  BuiltPrompt,
  OpenedTurn,
  ReplyAnalysis,
} from "#durable-objects/conversation/conversation-kind.ts";
import { RowMeter } from "#durable-objects/conversation/database.ts";
import type { HeadStart } from "#durable-objects/conversation/head-start.ts";
import type { MessageRow } from "#durable-objects/conversation/message-tree.ts";
import type { ConversationRow, TurnEffects } from "#durable-objects/conversation/record.ts";
import { type AdmittedTurn, TurnAdmission } from "#durable-objects/conversation/turn-admission.ts";
import type { Turn, TurnRequest } from "#durable-objects/conversation/turn-log.ts";
import { TurnRun, type TurnRunParts } from "#durable-objects/conversation/turn-run.ts";

type NewMessage = Parameters<TurnRunParts["tree"]["append"]>[0];

/** The record of a conversation in which nothing has happened. */
export function newConversationRow(): ConversationRow {
  return {
    id: 1,
    conversationId: createId(),
    userId: "reader",
    shard: null,
    headId: null,
    activeRequestId: null,
    nextReplyId: createId(),
    openingRequestId: null,
    exchangeCount: 0,
    projection: 0,
    closedAt: null,
    sparksLeft: null,
  };
}

/** The parts of a conversation, in memory: enough to admit and to run a turn without an object. */
export class FakeConversation {
  readonly row = newConversationRow();
  readonly storedTurns = new Map<string, Turn>();
  readonly storedMessages = new Map<string, MessageRow>();
  /** The events sent to all readers, in order. */
  readonly broadcasts: ServerEvent[] = [];
  /** The rows of the outbox, as `topic:replyId`. */
  readonly queued: string[] = [];
  /** In how many seconds a request may be made; `null`: now. */
  retryAfterSeconds: number | null = null;
  /** How often the reply that was admitted last was stopped. */
  repliesStopped = 0;
  /** Ids of replies whose jobs were queued. */
  readonly jobsAfter: string[] = [];

  readonly record = {
    get: () => this.row,
    setOpening: (requestId: string | null) => {
      this.row.openingRequestId = requestId;
    },
    endTurn: ({ headId, countsAsExchange, sparksLeft }: TurnEffects) => {
      this.row.activeRequestId = null;
      this.row.headId = headId ?? this.row.headId;
      this.row.sparksLeft = sparksLeft;
      if (countsAsExchange) this.row.exchangeCount += 1;
    },
  };

  readonly turns = {
    get: (requestId: string) => this.storedTurns.get(requestId) ?? null,
    active: () => this.storedTurns.get(this.row.activeRequestId ?? "") ?? null,
    plan: (
      request: TurnRequest,
      { parentId, avoidId }: { parentId: string | null; avoidId: string | null },
      { nextReplyId }: Pick<ConversationRow, "nextReplyId">,
    ): Turn => ({
      ...request,
      parentId,
      avoidId,
      state: "generating",
      userMessageId: null,
      replyId: nextReplyId,
      text: "",
      attempt: 1,
      errorCode: null,
      askedAt: 0,
      acceptedAt: null,
      isStopFree: true,
    }),
    accept: (
      turn: Turn,
      { userMessageId, isStopFree }: { userMessageId: string | null; isStopFree: boolean },
    ) => {
      this.row.activeRequestId = turn.requestId;
      this.row.nextReplyId = createId();
      const parentId = userMessageId ?? turn.parentId;
      return this.#storeTurn({ ...turn, isStopFree, userMessageId, parentId, acceptedAt: 0 });
    },
    discard: () => {
      this.row.nextReplyId = createId();
      this.row.sparksLeft = null;
    },
    appendText: (requestId: string, text: string) => {
      const turn = this.#findTurn(requestId);
      this.#storeTurn({ ...turn, text: turn.text + text });
    },
    beginAttempt: (turn: Turn, attempt: number) => this.#storeTurn({ ...turn, attempt }),
    end: (requestId: string, end: Pick<Turn, "state" | "errorCode">) => {
      this.#storeTurn({ ...this.#findTurn(requestId), ...end, text: "" });
    },
  };

  readonly tree = {
    head: () => this.storedMessages.get(this.row.headId ?? "") ?? null,
    get: (id: string) => this.storedMessages.get(id) ?? null,
    preview: (message: NewMessage): MessageRow => ({
      id: createId(),
      model: null,
      analysis: null,
      image: null,
      timestamp: "2026-01-01T00:00:00.000Z",
      version: 1,
      depth: (this.storedMessages.get(message.parentId ?? "")?.depth ?? 0) + 1,
      resumeLeafId: null,
      ...message,
    }),
    append: (message: NewMessage): MessageRow => {
      const row = this.tree.preview(message);
      this.storedMessages.set(row.id, row);
      return row;
    },
    extend: (row: MessageRow) => {
      this.storedMessages.set(row.id, row);
      this.row.headId = row.id;
    },
    remove: (id: string) => {
      this.storedMessages.delete(id);
    },
    moveHead: (id: string | null) => {
      this.row.headId = id;
    },
    rememberBranchBefore: () => undefined,
    walkFrom: function* () {},
    toMessage: ({
      id,
      parentId,
      role,
      content,
      status,
      timestamp,
      version,
      analysis,
      model,
    }: MessageRow) => ({
      messageId: id,
      parentId,
      role,
      content,
      status,
      timestamp,
      versions: { index: version, count: version, previousId: null, nextId: null },
      metadata: { analysis, model },
    }),
    toNewestMessage: (row: MessageRow) => this.tree.toMessage(row),
  };

  /** The id of the reply for which Sparks were reserved last. */
  markedReplyId: string | null = null;
  readonly mark = {
    set: async (replyId: string) => {
      this.markedReplyId = replyId;
    },
    find: () => this.markedReplyId,
  };

  readonly shared = {
    record: this.record,
    turns: this.turns,
    tree: this.tree,
    outbox: {
      add: (topic: string, replyId: string, delayMs = 0) => {
        this.queued.push(delayMs === 0 ? `${topic}:${replyId}` : `${topic}:${replyId} in ${delayMs}`);
      },
      addProjection: () => {
        this.queued.push("project");
      },
    },
    readers: { broadcast: (event: ServerEvent) => void this.broadcasts.push(event), isOpen: true },
    limits: { takeTurn: () => this.retryAfterSeconds },
    meter: new RowMeter(),
    transaction: <T>(run: () => T) => run(),
    waitUntil: () => undefined,
    sync: async () => undefined,
    settle: async () => undefined,
  };

  /** An admission whose turns are paid for as `open` says; admitted turns are collected. */
  createAdmission(
    options: {
      open?: (turn: Turn) => Promise<OpenedTurn>;
      isWriting?: () => boolean;
      headStart?: HeadStart;
    } = {},
  ): {
    admission: TurnAdmission;
    admitted: AdmittedTurn[];
  } {
    const admitted: AdmittedTurn[] = [];
    const admission = new TurnAdmission({
      ...this.shared,
      kind: { open: (_owner, turn) => (options.open ?? openFreely)(turn) },
      onAdmitting: () => undefined,
      mark: this.mark,
      keepAlive: async () => undefined,
      isWriting: options.isWriting ?? (() => false),
      headStarts: { begin: () => options.headStart ?? null, note: () => undefined },
      onAdmitted: (turn) => void admitted.push(turn),
      stopReply: () => {
        this.repliesStopped += 1;
      },
    });
    return { admission, admitted };
  }

  createRun(
    model: LanguageModelV4,
    analysis: ReplyAnalysis | null = null,
  ): { run: TurnRun; ended: Promise<void> } {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const run = new TurnRun({
      ...this.shared,
      kind: {
        model: () => model,
        patience: () => ({ totalMs: 60_000, silenceMs: 60_000, watchModel: null }),
        analysis,
        unread: null,
        reopen: async () => createPrompt,
      },
      jobs: { addAfter: ({ id }) => void this.jobsAfter.push(id) },
      prompts: { save: () => undefined },
      settle: async () => end(),
    });
    return { run, ended };
  }

  /** An admitted turn whose reply has no text yet. */
  acceptTurn(kind: TurnKind, fields: Partial<Turn> = {}): AdmittedTurn {
    const request = { requestId: createId(), kind, userId: "reader", content: "" };
    const planned = this.turns.plan(request, { parentId: this.row.headId, avoidId: null }, this.row);
    const turn = this.#storeTurn({
      ...this.turns.accept(planned, { userMessageId: null, isStopFree: true }),
      ...fields,
    });
    return { turn, buildPrompt: createPrompt, rowsBefore: 0, sparksLeft: null, prepared: null };
  }

  /** A message at the end of the active path. */
  addMessage(role: MessageRow["role"], content = "It rained."): MessageRow {
    const row = this.tree.append({ parentId: this.row.headId, role, content, status: "complete" });
    this.row.headId = row.id;
    return row;
  }

  #findTurn(requestId: string): Turn {
    const turn = this.storedTurns.get(requestId);
    if (!turn) throw new Error("There must be such a turn.");
    return turn;
  }

  #storeTurn(turn: Turn): Turn {
    this.storedTurns.set(turn.requestId, turn);
    return turn;
  }
}

export const openFreely = async (): Promise<OpenedTurn> => ({
  ok: true,
  isStopFree: true,
  buildPrompt: createPrompt,
  reservation: null,
});

export function createPrompt(): BuiltPrompt {
  return {
    messages: [{ role: "user", content: "Write" }],
    toParts: () => ({ contextTokens: 8_000, replyTokens: 1_200, parts: [] }),
    findSpeakers: () => ({ form: "story", player: null, writer: null }),
  };
}

/** A model that answers with these pieces; from a `null` on it sends nothing until it is aborted. */
export function createFakeModel(
  pieces: readonly (string | null)[],
  onPrompt = (_: string) => {},
): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "fake",
    modelId: "fake",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("Replies are streamed.")),
    doStream: async ({ abortSignal, prompt }) => {
      onPrompt(JSON.stringify(prompt));
      return { stream: streamPieces(pieces, abortSignal) };
    },
  };
}

function streamPieces(
  pieces: readonly (string | null)[],
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) {
        if (piece === null) {
          signal?.addEventListener("abort", () => controller.error(signal.reason));
          return;
        }
        controller.enqueue({ type: "text-delta", id: "0", delta: piece });
      }
      controller.enqueue({
        type: "finish",
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 2, text: 2, reasoning: 0 },
        },
      });
      controller.close();
    },
  });
}
