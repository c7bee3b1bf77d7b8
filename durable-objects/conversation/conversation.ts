import { AppError } from "#domain/errors.ts";
import type { TreeEnd, TreeMessage } from "#domain/incoming-tree.ts";
import type { LastPrompt } from "#domain/last-prompt.ts";
import type { GeneratedImage, MessagePage } from "#domain/message.ts";
import { CLOSE_GONE, CLOSE_SESSION_ENDED } from "#domain/protocol.ts";
import type { SharedPath } from "#domain/share.ts";
import { Bin } from "./bin.ts";
import { ConversationChanges } from "./conversation-changes.ts";
import type { ConversationKind, KindParts } from "./conversation-kind.ts";
import { ConversationTurn } from "./conversation-turn.ts";
import { type ObjectDatabase, openObjectDatabase, type RowMeter } from "./database.ts";
import { deliverToD1 } from "./deliver-to-d1.ts";
import { DirectRequests } from "./direct-requests.ts";
import type { Have } from "./event-stream.ts";
import { answerRefusal } from "./events.ts";
import { ConversationExport } from "./export.ts";
import { BackgroundSignals, JobQueue } from "./jobs.ts";
import { LastPromptStore } from "./last-prompt-store.ts";
import { MessageTree } from "./message-tree.ts";
import { migrateObject } from "./migrations.ts";
import { ObjectAlarm } from "./object-alarm.ts";
import { Outbox } from "./outbox.ts";
import { Purge } from "./purge.ts";
import { ReaderRequests } from "./reader-requests.ts";
import { type Reader, Readers } from "./readers.ts";
import { ConversationRecord, type ConversationRow, type Owner } from "./record.ts";
import { RequestLimits } from "./request-limits.ts";
import { compareWithRow, isWronglyClosed, type RowComparison, type ShownRow } from "./row-comparison.ts";
import { DELIVERY_TOPICS } from "./schema.ts";
import { type FindIndex, SearchFeed } from "./search-feed.ts";
import { ShareReaders } from "./share-readers.ts";
import type { PathToShare } from "./shared-paths.ts";
import { SideTables } from "./side-tables.ts";
import { TreeIntake } from "./tree-intake.ts";
import { TurnStore } from "./turn-store.ts";
import { Upkeep } from "./upkeep.ts";

/** The most rows of the outbox in one batch to D1. A reply has two; after a long outage there may be more. */
const DELIVERED_TOGETHER = 10;
/** How often a caller that waits for the end of a turn looks again. */
const FREE_CHECK_MS = 50;

/** What the parts of a conversation share. The type of each part picks what it uses. */
export type ConversationParts = {
  db: ObjectDatabase;
  kind: ConversationKind;
  record: ConversationRecord;
  tree: MessageTree;
  sideTables: SideTables;
  turns: TurnStore;
  turn: ConversationTurn;
  outbox: Outbox;
  jobs: JobQueue;
  search: SearchFeed;
  prompts: LastPromptStore;
  changes: ConversationChanges;
  bin: Bin;
  purge: Purge;
  readers: Readers;
  limits: RequestLimits;
  meter: RowMeter;
  transaction: <T>(run: () => T) => T;
  waitUntil: (promise: Promise<unknown>) => void;
  /** Resolves when all that was written is on the disk. */
  sync: () => Promise<void>;
  /** Delivers the outbox, runs the jobs, and sets the alarm for what is left. */
  settle: () => Promise<void>;
  /** Aborts the jobs that yield to the person. */
  yieldToPerson: () => void;
  /** The conversation's row, unless it is deleted or purged. */
  findOpen: () => ConversationRow | null;
  /** Whether a turn is active. */
  isBusy: () => boolean;
};

/**
 * One conversation: puts its parts together, and decides what may happen now. `MessageTree` stores the messages,
 * `ConversationTurn` handles a request up to the end of its reply, `Readers` get the events, `Outbox` updates D1, `JobQueue`
 * runs the jobs after a reply, `Upkeep` sets the alarm.
 *
 * Everything is stored before it is broadcast, because the object may stop at any `await`.
 */
export class Conversation<Kind extends ConversationKind> {
  readonly kind: Kind;
  readonly readers: Readers;
  readonly changes: ConversationChanges;
  readonly #export: ConversationExport;
  readonly sideTables: SideTables;
  readonly shareReaders: ShareReaders;
  readonly #storage: DurableObjectStorage;
  readonly #alarm: ObjectAlarm;
  readonly #record: ConversationRecord;
  readonly #tree: MessageTree;
  readonly #prompts: LastPromptStore;
  readonly #outbox: Outbox;
  readonly #jobs: JobQueue;
  readonly #turn: ConversationTurn;
  readonly requests: ReaderRequests;
  readonly direct: DirectRequests;
  readonly #purge: Purge;
  readonly #waitUntil: (promise: Promise<unknown>) => void;
  readonly #upkeep: Upkeep;
  readonly #bin: Bin;
  readonly #intake: TreeIntake;
  readonly #search: SearchFeed;
  readonly #background = new BackgroundSignals();

  constructor(state: DurableObjectState, makeKind: (parts: KindParts) => Kind, findIndex: FindIndex) {
    const { db, meter } = openObjectDatabase(state.storage);
    const transaction = <T>(run: () => T) => state.storage.transactionSync(run);
    this.#storage = state.storage;
    this.#alarm = new ObjectAlarm(state.storage);
    this.#waitUntil = (promise) => state.waitUntil(promise);
    this.readers = new Readers(state);
    this.#record = new ConversationRecord(db);
    this.#tree = new MessageTree(db, (to) => this.kind.onLeavePath?.(to));
    this.#prompts = new LastPromptStore(db, this.#tree);
    this.sideTables = new SideTables(db, this.#tree);
    this.#outbox = new Outbox({
      db,
      topics: DELIVERY_TOPICS,
      deliver: (rows) => deliverToD1(rows, { kind: this.kind, record: this.#record, tree: this.#tree }),
      batchSize: DELIVERED_TOGETHER,
    });
    const { notes, shared } = this.sideTables;
    const turns = new TurnStore(db, state.storage);
    const core = {
      db,
      record: this.#record,
      tree: this.#tree,
      sideTables: this.sideTables,
      turns,
      outbox: this.#outbox,
      prompts: this.#prompts,
      readers: this.readers,
      limits: new RequestLimits(turns),
      meter,
      transaction,
      waitUntil: this.#waitUntil,
      sync: () => state.storage.sync(),
      settle: () => this.settle(),
      yieldToPerson: () => this.#background.abortYielding(),
      findOpen: () => this.findOpenRow(),
      isBusy: () => this.#turn.isBusy,
    };
    this.kind = makeKind({
      ...core,
      notes,
      idleSignal: () => this.#background.findYielding(),
      noteShard: (shard) => {
        if (!this.#purge.hasBegun) this.#record.setShard(shard);
      },
      addProjection: () => this.#outbox.addProjection(),
    });
    const ofKind = { ...core, kind: this.kind };
    this.#jobs = new JobQueue({ ...ofKind, signals: this.#background });
    this.#search = new SearchFeed({ ...ofKind, findIndex });
    this.#turn = new ConversationTurn({
      ...ofKind,
      jobs: this.#jobs,
      keepAlive: () => this.#upkeep.keepAlive(),
    });
    this.#intake = new TreeIntake(ofKind);
    this.shareReaders = new ShareReaders(state, (shareId) => shared.count(shareId));
    this.readers.listen(({ type }) => {
      if (type !== "stream-chunk") this.shareReaders.tell();
    });
    this.#bin = new Bin({
      ...core,
      forget: (ids) => {
        for (const id of ids) {
          const image = this.#tree.get(id)?.image;
          if (image) this.#outbox.add("picture", image.url);
        }
        this.sideTables.forget(ids);
        this.kind.memory.forget(ids);
        this.kind.forget?.(ids);
      },
    });
    this.#export = new ConversationExport(ofKind);
    const parts = { ...ofKind, jobs: this.#jobs, search: this.#search, turn: this.#turn, bin: this.#bin };
    this.changes = new ConversationChanges({ ...parts, isOpen: () => this.findOpenRow() !== null });
    this.requests = new ReaderRequests({ ...parts, changes: this.changes });
    this.direct = new DirectRequests({
      ...parts,
      join: (row) => this.requests.join(row, undefined),
    });
    this.#purge = new Purge({
      ...parts,
      state,
      disconnect: () => this.readers.closeAll(CLOSE_SESSION_ENDED, "This account is being deleted."),
      stop: () => this.#turn.stop(),
      abortJobs: () => this.#background.abort(),
      isIdle: () => this.#isIdle,
    });
    this.#upkeep = new Upkeep({ ...parts, alarm: this.#alarm, purge: this.#purge });
  }

  // --- Lifecycle ----------------------------------------------------------------------------------------------------

  /** Stores the owner at the first request. */
  claim(owner: Owner): void {
    if (!this.#purge.hasBegun) this.#record.claim(owner);
  }

  /** Brings the tables up to date, and sets the alarm for what an earlier instance left unfinished. */
  async start(): Promise<void> {
    migrateObject(this.#storage, this.kind.migrations);
    this.#turn.load();
    if (this.#upkeep.nextDue() !== null) await this.#upkeep.armAlarm();
  }

  /** The alarm: continues what a restart interrupted, delivers what is due, purges what was deleted long enough ago. */
  async onAlarm(): Promise<void> {
    if (this.#purge.hasBegun) return;
    this.#alarm.noteFired();
    this.readers.endExpired();
    if (this.#turn.isAtWork) return this.#upkeep.armAlarm(); // its end settles what is due
    await this.#turn.recover();
    if (!(await this.#purge.runIfDue())) await this.reopen();
    if (!this.#purge.hasBegun) this.#bin.deleteDue();
    await this.settle();
  }

  /**
   * Called after the conversation was deleted: stops what runs, accepts nothing more, tells every reader and disconnects
   * them. When it can't be restored any more, an alarm purges it.
   */
  async close(): Promise<void> {
    if (this.#purge.hasBegun) return;
    this.#record.setClosed(Date.now());
    this.#turn.stop();
    this.#background.abort();
    this.readers.broadcast({ type: "conversation-updated", deleted: true });
    this.readers.closeAll(CLOSE_GONE, "This conversation was deleted.");
    await this.#upkeep.armAlarm();
  }

  async reopen(): Promise<void> {
    if (this.#purge.hasBegun) return;
    this.#record.setClosed(null);
    await this.#upkeep.armAlarm();
  }

  /** The owner's account is deleted; see `Purge.runNow`. */
  async purgeNow(owner: Owner): Promise<void> {
    await this.#purge.runNow(owner);
  }

  /**
   * Puts messages of the assistant at the beginning, as versions of the first message, and moves the head to the first of
   * them. If there are messages already, it changes nothing.
   */
  beginWith(versions: readonly string[]): void {
    if (this.findOpenRow() === null || this.#tree.headId() !== null || this.#turn.isBusy) return;
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

  /** Takes a piece of a tree; see `TreeIntake.take`. Throws NOT_FOUND if the conversation is deleted. */
  takeTree(first: number, messages: readonly TreeMessage[]): void {
    this.#requireOpen();
    this.#intake.take(first, messages);
  }

  /** All pieces of a tree have come; see `TreeIntake.end`. */
  async endTree(end: TreeEnd): Promise<void> {
    this.#requireOpen();
    this.#intake.end(end);
    await this.settle();
  }

  #requireOpen(): void {
    if (this.findOpenRow() === null) throw new AppError("NOT_FOUND");
  }

  /** Gives a message its picture, and returns the one before. `null`: there is no such message any more. */
  setImage(messageId: string, generatedImage: GeneratedImage): { replaced: GeneratedImage | null } | null {
    const message = this.findOpenRow() && this.#tree.get(messageId);
    if (message === null) return null;
    this.#tree.setImage(messageId, generatedImage);
    this.readers.broadcast({ type: "conversation-updated", messageId, generatedImage });
    return { replaced: message.image };
  }

  // --- Readers ------------------------------------------------------------------------------------------------------

  messages(options: { before: string | null; path?: string | null; limit: number }): MessagePage {
    return this.#purge.hasBegun ? { messages: [], before: null } : this.#tree.page(options);
  }

  /** The page with which a person opens the conversation; see `ReadingPlaces.openPage`. */
  openPage(userId: string, limit: number): MessagePage {
    return this.#purge.hasBegun
      ? { messages: [], before: null }
      : this.sideTables.places.openPage(userId, limit);
  }

  /**
   * What the owner takes away, also of a conversation that is deleted; `undefined`: there is nothing any more. Throws NOT_FOUND to
   * somebody else.
   */
  findExport(userId: string): ConversationExport | undefined {
    const row = this.#purge.hasBegun ? null : this.#record.get();
    if (row !== null && row.userId !== userId) throw new AppError("NOT_FOUND");
    return row === null ? undefined : this.#export;
  }

  findLastPrompt(): LastPrompt | null {
    return this.#purge.hasBegun ? null : this.#prompts.find();
  }

  openSocket(reader: Reader): Response {
    const response = this.readers.openSocket(reader);
    if (reader.expiresAt !== null) this.#waitUntil(this.#upkeep.armAlarm());
    return response;
  }

  /** Opens an event stream for a reader who has `have` of a running reply. */
  openStream(reader: Reader, have: Have | undefined, signal: AbortSignal): Response {
    const row = this.findOpenRow();
    if (!row) return answerRefusal(new AppError("NOT_FOUND"));
    const response = this.readers.openStream(reader, this.requests.join(row, have), signal);
    if (reader.expiresAt !== null) this.#waitUntil(this.#upkeep.armAlarm());
    return response;
  }

  /** Throws NOT_FOUND for a conversation that is deleted; see `SharedPaths.add`. */
  share(shareId: string, { known, ...path }: PathToShare): SharedPath {
    this.#requireOpen();
    for (const unknown of this.sideTables.shared.listUnknown(known)) this.endShare(unknown);
    return this.sideTables.shared.add(shareId, path);
  }

  endShare(shareId: string): void {
    if (!this.#purge.hasBegun) this.#storage.transactionSync(() => this.sideTables.shared.remove(shareId));
    this.shareReaders.end(shareId);
  }

  /** Opens a socket for somebody who reads a copy. */
  followShare(shareId: string): Response {
    if (this.findOpenRow() === null || this.sideTables.shared.count(shareId) === 0) {
      return answerRefusal(new AppError("SHARE_ENDED"));
    }
    return this.shareReaders.open(shareId);
  }

  /** Waits until no turn is active. */
  async waitUntilFree(): Promise<void> {
    while (!this.#purge.hasBegun && this.#turn.isBusy) await scheduler.wait(FREE_CHECK_MS);
  }

  /** Whether that request was seen before, whatever became of it. */
  hasSeen(requestId: string): boolean {
    return this.#turn.hasSeen(requestId);
  }

  /** The conversation's id; `null`: it is empty, or its deletion is scheduled. */
  identify(): string | null {
    const row = this.#purge.hasBegun ? null : this.#record.get();
    return row === null || this.#purge.findDue(row) !== null ? null : row.conversationId;
  }

  /** Compares the conversation with its row in D1; see `compareWithRow`. Opens it again if it should not be closed. */
  async compareWithRow(row: ShownRow): Promise<RowComparison> {
    if (this.#purge.hasBegun) return "agrees";
    const isReopened = isWronglyClosed(row, this.#record.get()?.closedAt ?? null);
    if (isReopened) await this.reopen();
    const found = compareWithRow(row, {
      record: this.#record,
      tree: this.#tree,
      outbox: this.#outbox,
      isBusy: () => this.#turn.isBusy,
    });
    if (found === "renewed") this.#waitUntil(this.settle());
    if (!this.#turn.isBusy) await this.#search.compare();
    return found === "agrees" && isReopened ? "renewed" : found;
  }

  /** Sends the index of the owner's texts everything again. */
  async renewIndex(): Promise<void> {
    if (this.#purge.hasBegun) return;
    await this.#search.renew();
    await this.#upkeep.armAlarm();
  }

  // --- Upkeep -------------------------------------------------------------------------------------------------------

  /** Delivers what has changed to D1, and sets the alarm for the rest. */
  settle(): Promise<void> {
    return this.#upkeep.settle();
  }

  /** Whether nothing runs, no deletion either, and nobody is connected. */
  get isUnused(): boolean {
    return !this.#purge.hasBegun && this.#isIdle && !this.readers.isOpen && !this.shareReaders.isOpen;
  }

  get #isIdle(): boolean {
    const { isAtWork } = this.#turn;
    return !isAtWork && !this.#jobs.isRunning && !this.#outbox.isDelivering && !this.#search.isDelivering;
  }

  /** The conversation's row, unless it is deleted or purged. */
  findOpenRow(): ConversationRow | null {
    const row = this.#purge.hasBegun ? null : this.#record.get();
    return row?.closedAt === null ? row : null;
  }
}
