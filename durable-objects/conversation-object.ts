import { DurableObject } from "cloudflare:workers";
import { AppError } from "#domain/errors.ts";
import type { TreeEnd, TreeMessage } from "#domain/incoming-tree.ts";
import type { LastPrompt } from "#domain/last-prompt.ts";
import type { MessagePage } from "#domain/message.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import type { SharedPage, SharedPath } from "#domain/share.ts";
import type { ExportAmounts, FileStart, PathText, TreePage } from "#domain/story-file.ts";
import type { AskedTurn } from "#domain/turn-kinds.ts";
import { Conversation } from "./conversation/conversation.ts";
import {
  type ChangeAnswers,
  type ChangeCalls,
  type ChangeInputs,
  type ChangeName,
  type Outcome,
  runChange,
} from "./conversation/conversation-changes.ts";
import type { ConversationKind, KindParts } from "./conversation/conversation-kind.ts";
import { parseHave } from "./conversation/event-stream.ts";
import { answerRefusal, type TurnOutcome } from "./conversation/events.ts";
import type { Reader } from "./conversation/readers.ts";
import type { Owner } from "./conversation/record.ts";
import type { RowComparison, ShownRow } from "./conversation/row-comparison.ts";
import { SHARE_TAG } from "./conversation/share-readers.ts";
import type { PathToShare } from "./conversation/shared-paths.ts";

/** What all conversation objects have in common: passes lifecycle, calls and socket events to their `Conversation`. */
export abstract class ConversationObject<
  Kind extends ConversationKind = ConversationKind,
> extends DurableObject<Env> {
  protected readonly conversation: Conversation<Kind>;

  constructor(state: DurableObjectState, env: Env, makeKind: (parts: KindParts) => Kind) {
    super(state, env);
    const findIndex = (userId: string) => env.SEARCH.getByName(userId);
    this.conversation = new Conversation(state, makeKind, findIndex);
    state.blockConcurrencyWhile(() => this.conversation.start());
  }

  /**
   * A live request of the owner, whom the Worker has authorised. The headers say who it is; no client can set them. A
   * WebSocket, or the same over HTTP: `GET` streams the events down, `POST` takes one event up and returns its answers.
   */
  override async fetch(request: Request): Promise<Response> {
    const conversationId = request.headers.get("X-Talespark-Conversation") ?? "";
    const reader = {
      userId: request.headers.get("X-Talespark-User") ?? "",
      sessionId: request.headers.get("X-Talespark-Session") ?? "",
      expiresAt: Number(request.headers.get("X-Talespark-Expires")) || null,
    };
    const shareId = request.headers.get("X-Talespark-Share");
    if (shareId !== null) return this.conversation.followShare(shareId);
    const shardHeader = request.headers.get("X-Talespark-Shard");
    const shard = shardHeader === null ? null : Number(shardHeader);
    this.conversation.claim({ conversationId, userId: reader.userId, shard });
    if (request.headers.get("Upgrade")?.toLowerCase() === "websocket") {
      return this.conversation.openSocket(reader);
    }
    if (request.method === "POST") return this.#receiveOverHttp(reader, await request.text());
    if (request.headers.get("Accept")?.includes("text/event-stream")) {
      const have = request.headers.get("Last-Event-ID") ?? new URL(request.url).searchParams.get("have");
      return this.conversation.openStream(reader, parseHave(have), request.signal);
    }
    return answerRefusal(new AppError("WEBSOCKET_REQUIRED"));
  }

  override async webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): Promise<void> {
    const { readers, shareReaders } = this.conversation;
    if (this.ctx.getTags(socket).includes(SHARE_TAG)) shareReaders.refuse(socket);
    else await this.conversation.requests.receive(frame, readers.toChannel(socket));
  }

  /** Answers a reader's close. The runtime does not do that for sockets that may hibernate, and a browser waits for it. */
  override webSocketClose(socket: WebSocket): void {
    socket.close();
  }

  async #receiveOverHttp(reader: Reader, frame: string): Promise<Response> {
    const events: ServerEvent[] = [];
    let isTooLarge = false;
    await this.conversation.requests.receive(frame, {
      send: (event) => events.push(event),
      join: () => undefined, // the stream beside it has joined already
      close: () => {
        isTooLarge = true;
      },
      admitFrame: () => !this.conversation.readers.hasEnded(reader),
      noteRead: () => undefined,
      socket: null,
    });
    if (isTooLarge) return answerRefusal(new AppError("BODY_TOO_LARGE"));
    const refused = events.find((event) => event.type === "stream-error" && event.code === "RATE_LIMITED");
    if (refused?.type === "stream-error") {
      const { code, retryAfterSeconds = null } = refused;
      return answerRefusal(new AppError(code, { retryAfterSeconds }));
    }
    return Response.json({ events }, { headers: { "Cache-Control": "no-store" } });
  }

  override async alarm(): Promise<void> {
    await this.conversation.onAlarm();
  }

  /**
   * A page of the active path, oldest first; `before`: a message id, `null` for the latest. Returns `null` if there is no
   * such message, because the class of a thrown error would be lost in the call.
   */
  messages(options: { before: string | null; path?: string | null; limit: number }): MessagePage | null {
    try {
      return this.conversation.messages(options);
    } catch (error) {
      if (error instanceof AppError && error.code === "NOT_FOUND") return null;
      throw error;
    }
  }

  /** The page with which a person opens the conversation; see `ReadingPlaces.openPage`. */
  openPage(userId: string, limit: number): MessagePage {
    return this.conversation.openPage(userId, limit);
  }

  // What the owner takes away; see `Conversation.findExport`. `null`: there is nothing, or nothing any more.

  exportStart(userId: string): Outcome<FileStart | null> {
    return runChange(() => this.conversation.findExport(userId)?.start(userId) ?? null);
  }

  measureExport(userId: string): Outcome<ExportAmounts | null> {
    return runChange(() => this.conversation.findExport(userId)?.measure() ?? null);
  }

  exportTree(userId: string, after: string): Outcome<TreePage | null> {
    return runChange(() => this.conversation.findExport(userId)?.readTree(after) ?? null);
  }

  exportPath(userId: string, request: { leafId: string | null; after: number }): Outcome<PathText | null> {
    return runChange(() => this.conversation.findExport(userId)?.readPath(request) ?? null);
  }

  /** What the model was given for the last reply; `null`: nothing was written yet. The caller is the owner. */
  findLastPrompt(): LastPrompt | null {
    return this.conversation.findLastPrompt();
  }

  /** What the owner changes by hand; see `ConversationChanges`. The Worker has checked whose the conversation is. */
  change<Name extends ChangeName>(
    owner: Owner,
    name: Name,
    input: ChangeInputs[Name],
  ): Outcome<ChangeAnswers[ChangeName]> {
    this.conversation.claim(owner);
    const changes: ChangeCalls = this.conversation.changes;
    return runChange(() => changes[name](...input));
  }

  // Reading copies; see `SharedPaths`. The Worker has checked that they are shared, and with whom.

  share(owner: Owner, shareId: string, path: PathToShare): Outcome<SharedPath> {
    this.conversation.claim(owner);
    return runChange(() => this.conversation.share(shareId, path));
  }

  endShare(shareId: string): void {
    this.conversation.endShare(shareId);
  }

  listShared(): SharedPath[] {
    return this.conversation.findOpenRow() === null ? [] : this.conversation.sideTables.shared.list();
  }

  readShared(shareId: string, request: { first: number; limit?: number }): SharedPage | null {
    return this.conversation.findOpenRow() && this.conversation.sideTables.shared.read(shareId, request);
  }

  /** Takes a piece of a tree from elsewhere into an empty conversation; see `TreeIntake`. Safe to repeat. */
  takeTree(owner: Owner, first: number, messages: readonly TreeMessage[]): void {
    this.conversation.claim(owner);
    this.conversation.takeTree(first, messages);
  }

  /** Ends it, and brings its row in D1 up to date. Safe to repeat. */
  async endTree(owner: Owner, end: TreeEnd): Promise<void> {
    this.conversation.claim(owner);
    await this.conversation.endTree(end);
  }

  /** Runs one request of the owner without a connection, and answers when its turn has ended. */
  ask(owner: Owner, request: AskedTurn): Promise<TurnOutcome> {
    this.conversation.claim(owner);
    return this.conversation.direct.ask(request);
  }

  /** Called when a session has ended, or all of the owner's (`null`). */
  endSession(sessionId: string | null): void {
    this.conversation.readers.endSession(sessionId);
  }

  /** Sends every reader a change that was made elsewhere. */
  announce(event: ServerEvent): void {
    this.conversation.readers.broadcast(event);
  }

  /** Called after the conversation was deleted in D1. */
  async close(owner: Owner): Promise<void> {
    this.conversation.claim(owner);
    await this.conversation.close();
  }

  /** Called when the owner's account is deleted; see `Conversation.purgeNow`. */
  async purgeNow(owner: Owner): Promise<void> {
    await this.conversation.purgeNow(owner);
  }

  /** The nightly comparison with the row in D1; see `compareWithRow`. */
  compareWithRow(row: ShownRow): Promise<RowComparison> {
    return this.conversation.compareWithRow(row);
  }

  /** See `Conversation.renewIndex`. */
  async renewIndex(): Promise<void> {
    await this.conversation.renewIndex();
  }

  /** The conversation's id, for an operator who only has the object's id; `null`: it is empty, or its deletion is scheduled. */
  identify(): string | null {
    return this.conversation.identify();
  }

  /**
   * For an operator: at its next start the object goes back to what it stored at that time, in milliseconds since 1970. `undo` is a
   * bookmark that goes back to now. Throws if the platform has no point-in-time recovery, such as a local server.
   */
  async restoreAt(at: number): Promise<{ undo: string }> {
    const { storage } = this.ctx;
    return { undo: await storage.onNextSessionRestoreBookmark(await storage.getBookmarkForTime(at)) };
  }

  /** Stops this instance, so the call fails too. The next call starts a new instance. */
  restart(): void {
    this.ctx.abort("This object is restarted.");
  }

  /**
   * Stops this instance if nobody else uses it. The call then fails, because it runs in the instance. Without it the runtime keeps the
   * instance in memory for ten seconds, and an archive reads a thousand conversations one after another.
   */
  release(): void {
    if (this.conversation.isUnused) this.ctx.abort("Nobody uses this object.");
  }

  /** Called after the conversation was restored in D1. */
  async reopen(): Promise<void> {
    await this.conversation.reopen();
  }

  /** Answers once the object has started and its storage can be read. */
  ping(): "pong" {
    this.conversation.messages({ before: null, limit: 1 });
    return "pong";
  }
}
