import { expect, inject, test } from "vitest";
import {
  type ConversationState,
  reduceConversation,
} from "#app/features/conversation/live/conversation-state.ts";
import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import type { Message } from "#domain/message.ts";
import type { ConversationPath } from "#domain/paths.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import { Bin } from "#durable-objects/conversation/bin.ts";
import { ConversationChanges } from "#durable-objects/conversation/conversation-changes.ts";
import type { MessageTree } from "#durable-objects/conversation/message-tree.ts";
import { SideTables } from "#durable-objects/conversation/side-tables.ts";
import { begin } from "#tests/app/conversation/live/events.ts";
import { createRandom, pick } from "#tests/harness/seeded-random.ts";
import { inNewObject, openTree, watchStatements } from "./story-reader.ts";

/**
 * Random sequences of everything that changes the tree of messages, with a crash at any write and two tabs, against a plain model of a
 * tree. `FUZZ_CASES=4000` tries 2,000; `FUZZ_SEED=…` repeats a run.
 */
const SEQUENCES = inject("fuzz").cases / 2;
const STEPS = 14;
/** One change in so many is cut off by a crash, at a random write. */
const CRASH_ONE_IN = 6;
const WRITES_OF_A_CHANGE = 6;

class Crash extends Error {}

type Node = {
  id: string;
  parentId: string | null;
  role: Message["role"];
  texts: string[];
  shown: number;
  isRemoved: boolean;
};

/** What the tree should be. */
class Model {
  readonly nodes = new Map<string, Node>();
  readonly names = new Map<string, string>();
  headId: string | null = null;

  add(id: string, parentId: string | null, role: Message["role"], text: string): void {
    this.nodes.set(id, { id, parentId, role, texts: [text], shown: 0, isRemoved: false });
    if (parentId !== null) this.moveName(parentId, id);
  }

  moveName(fromId: string, toId: string): void {
    const name = this.names.get(fromId);
    if (name === undefined || this.names.has(toId)) return;
    this.names.delete(fromId);
    this.names.set(toId, name);
  }

  path(endId = this.headId): Node[] {
    const found: Node[] = [];
    for (let at = endId; at !== null; at = found[0]?.parentId ?? null) {
      const node = this.nodes.get(at);
      if (!node) throw new Error("A path leads nowhere.");
      found.unshift(node);
    }
    return found;
  }

  isInBin(id: string): boolean {
    return this.path(id).some(({ isRemoved }) => isRemoved);
  }

  /** Messages that are not in the bin. */
  get live(): Node[] {
    return [...this.nodes.values()].filter(({ id }) => !this.isInBin(id));
  }

  get ends(): string[] {
    const { live } = this;
    const isEnd = ({ id }: Node) =>
      id === this.headId || this.names.has(id) || !live.some(({ parentId }) => parentId === id);
    return live.filter(isEnd).map(({ id }) => id);
  }

  textOf({ texts, shown }: Node): string {
    return texts[shown] ?? "";
  }
}

/** A tab: what it shows follows from the events and from reading the messages again. */
class Tab {
  state: ConversationState;
  readonly #read: () => ConversationState["messages"];

  constructor(read: () => ConversationState["messages"]) {
    this.#read = read;
    this.state = begin([...read()]);
  }

  hear(event: ServerEvent): void {
    this.state = reduceConversation(this.state, event);
    while (this.state.needsReload) {
      const { reload } = this.state;
      const page = { messages: [...this.#read()], before: null };
      this.state = reduceConversation(this.state, { type: "messages-reloaded", page, reload });
    }
  }
}

/** The parts of a conversation that change its tree, on a storage that may fail at a write. */
class Told {
  tree!: MessageTree;
  changes!: ConversationChanges;
  readonly model = new Model();
  readonly tabs: Tab[] = [];
  readonly #storage: DurableObjectStorage;
  readonly #random: () => number;
  #writesLeft = Number.POSITIVE_INFINITY;
  #hasCrashed = false;
  #count = 0;

  constructor(storage: DurableObjectStorage, random: () => number) {
    this.#storage = storage;
    this.#random = random;
    this.start();
    this.#turn("opening", null);
    for (const _ of [1, 2]) this.tabs.push(new Tab(() => this.read()));
  }

  /** Makes everything anew, as after a crash. */
  start(): void {
    const storage = watchStatements(this.#storage, (statement, run) => {
      if (/^(insert|update|delete)/iu.test(statement) && --this.#writesLeft < 0) throw new Crash();
      return run();
    });
    const { db, record, tree, memory } = openTree(storage);
    this.tree = tree;
    const sideTables = new SideTables(db, tree);
    const transaction = <T>(run: () => T) => this.#storage.transactionSync(run);
    this.changes = new ConversationChanges({
      kind: {
        memory,
        jobsAfterEdit: [],
        writing: { describeNotes: () => ({ tokens: 0, contextTokens: 0 }) },
      },
      record,
      tree,
      sideTables,
      bin: new Bin({
        db,
        tree,
        transaction,
        forget: (ids) => {
          sideTables.forget(ids);
          memory.forget(ids);
        },
      }),
      turn: { isBusy: false },
      jobs: { add: () => undefined },
      outbox: { addProjection: () => undefined },
      readers: { broadcast: (event) => this.#tell(event) },
      limits: { takeChange: () => null },
      transaction,
      waitUntil: () => undefined,
      settle: async () => undefined,
      yieldToPerson: () => undefined,
      isOpen: () => true,
    });
  }

  #tell(event: ServerEvent): void {
    for (const tab of this.tabs) tab.hear(event);
  }

  read(): Message[] {
    return this.tree.page({ before: null, limit: 1_000 }).messages;
  }

  pick<T>(all: readonly T[]): T {
    return pick(this.#random, all);
  }

  text(): string {
    this.#count += 1;
    return `text ${this.#count}`;
  }

  /** A turn as its rows: the person's message, then the reply. */
  #turn(said: string | null, parentId: string | null): void {
    const { tree } = this;
    let above = parentId;
    if (said !== null && parentId !== null) {
      const id = createId();
      const row = tree.preview({ id, parentId, role: "user", content: said, status: "complete" });
      this.#storage.transactionSync(() => tree.extend(row));
      this.model.add(id, parentId, "user", said);
      this.model.headId = id;
      above = id;
      this.#tell({ type: "message-accepted", requestId: "r", message: tree.toMessage(row) });
    }
    const content = this.text();
    const reply = this.#storage.transactionSync(() => {
      const row = tree.append({ parentId: above, role: "assistant", content, status: "complete" });
      tree.moveHead(row.id);
      return row;
    });
    this.model.add(reply.id, above, "assistant", content);
    this.model.headId = reply.id;
    const message = tree.toMessage(reply);
    this.#tell({ type: "stream-complete", requestId: "r", messageId: reply.id, message, analysis: null });
  }

  /** Makes a change, which a crash may cut off. `false`: it did, and everything is as it was. */
  #change(run: () => void): boolean {
    this.#hasCrashed = this.#random() * CRASH_ONE_IN < 1;
    if (this.#hasCrashed) this.#writesLeft = Math.floor(this.#random() * WRITES_OF_A_CHANGE);
    try {
      run();
      return true;
    } catch (error) {
      if (error instanceof Crash || (error instanceof Error && error.cause instanceof Crash)) return false;
      throw error;
    } finally {
      this.#writesLeft = Number.POSITIVE_INFINITY;
    }
  }

  /** Starts again after a crash, and both tabs join again. */
  #joinAgain(): void {
    this.#hasCrashed = false;
    this.start();
    const { headId } = this.model;
    this.#tell({ type: "joined", headMessageId: headId, messageCount: this.model.path().length, turn: null });
  }

  /** Something happens, to the conversation and to the model. */
  step(): void {
    this.#doSomething();
    if (this.#hasCrashed) this.#joinAgain();
  }

  #doSomething(): void {
    const { model, changes, tree } = this;
    const head = model.headId;
    const on = this.pick(model.path());
    const any = this.pick(model.live);
    switch (
      this.pick([
        "send",
        "continue",
        "regenerate",
        "edit",
        "edit",
        "version",
        "from",
        "remove",
        "restore",
        "open",
        "open",
        "name",
        "select",
        "revision",
      ])
    ) {
      case "send":
        this.#turn(this.text(), head);
        break;
      case "continue":
        this.#turn(null, head);
        break;
      case "regenerate":
        this.#turn(null, on.role === "user" ? on.id : on.parentId);
        break;
      case "edit": {
        const content = this.text();
        const stale = this.pick([false, false, false, true]);
        const revision = on.shown + 1 + (stale ? 1 : 0);
        const isDone = this.#change(() => {
          try {
            changes.edit(on.id, { content, revision });
          } catch (error) {
            if (!stale || !(error instanceof AppError) || error.code !== "EDIT_CONFLICT") throw error;
            expect(error.details).toMatchObject({ yours: content, current: { content: model.textOf(on) } });
          }
        });
        if (!isDone || stale) return;
        on.texts.push(content);
        on.shown = on.texts.length - 1;
        break;
      }
      case "revision": {
        const shown = Math.floor(this.#random() * on.texts.length);
        if (this.#change(() => changes.showRevision(on.id, shown + 1))) on.shown = shown;
        break;
      }
      case "version": {
        const [id, content] = [createId(), this.text()];
        const isDone = this.#change(() => {
          changes.addVersion(on.id, { content, newMessageId: id });
          changes.addVersion(on.id, { content, newMessageId: id }); // sent again
        });
        if (!isDone) return;
        model.add(id, on.parentId, on.role, content);
        model.headId = id;
        break;
      }
      case "from":
        if (this.#change(() => changes.continueFrom(any.id))) model.headId = any.id;
        break;
      case "remove": {
        const isLast =
          any.parentId === null && !model.live.some(({ id, parentId }) => parentId === null && id !== any.id);
        if (isLast) {
          expect(() => changes.removeFrom(any.id)).toThrow("Nothing would be left");
          return;
        }
        const isOnPath = model.path().includes(any);
        if (!this.#change(() => changes.removeFrom(any.id))) return;
        const isOnlyOne = !model.live.some(({ id, parentId }) => parentId === any.parentId && id !== any.id);
        any.isRemoved = true;
        if (isOnPath && isOnlyOne && head !== null) model.moveName(head, any.parentId ?? head);
        // Without a message before it, another beginning is opened: which one is the tree's choice.
        if (isOnPath) model.headId = any.parentId ?? tree.headId();
        break;
      }
      case "restore": {
        const removed = [...model.nodes.values()].filter(({ isRemoved }) => isRemoved);
        if (removed.length === 0) return;
        const one = this.pick(removed);
        if (!this.#change(() => changes.restorePart(one.id))) return;
        for (const node of model.path(one.id)) node.isRemoved = false;
        if (head === null || one.parentId !== head) return;
        model.headId = tree.headId();
        if (model.headId !== null) model.moveName(head, model.headId);
        break;
      }
      case "open": {
        const end = this.pick(model.ends);
        if (this.#change(() => changes.openPath(end))) model.headId = tree.headId();
        break;
      }
      case "select": {
        if (!this.#change(() => this.#storage.transactionSync(() => tree.select(any.id)))) return;
        model.headId = tree.headId();
        const path = model.path();
        expect(path).toContain(any);
        const { headId: headMessageId } = model;
        this.#tell({ type: "conversation-updated", headMessageId, messageCount: path.length });
        break;
      }
      case "name": {
        const end = this.pick(model.ends);
        const name = this.pick(["", "The reef", this.text()]);
        if (!this.#change(() => changes.namePath(end, name))) return;
        if (name === "") model.names.delete(end);
        else model.names.set(end, name);
      }
    }
  }

  /** The open path is that of the model, for the object and for each tab. */
  checkPath(): void {
    const { model } = this;
    const wanted = model.path().map((node) => [node.id, model.textOf(node)]);
    const toPairs = (shown: readonly Message[]) =>
      shown.map(({ messageId, content }) => [messageId, content]);
    const shown = this.read();
    expect(toPairs(shown)).toEqual(wanted);
    for (const { state } of this.tabs) {
      expect(toPairs(state.messages)).toEqual(wanted);
      expect(state.messages.map(({ versions }) => versions)).toEqual(shown.map(({ versions }) => versions));
    }
  }

  /** Nothing is lost, and every path is listed as the model has it. */
  checkAll(): void {
    const { model, tree } = this;
    for (const node of model.nodes.values()) {
      const row = tree.get(node.id);
      expect(row && tree.listRevisions(row).map(({ content }) => content)).toEqual(node.texts);
      expect(row?.removedAt != null).toBe(node.isRemoved);
    }
    const listed: ConversationPath[] = [];
    let cursor: string | null = null;
    let count = 0;
    do {
      const page = this.changes.listPaths({ cursor, limit: 3 });
      listed.push(...page.paths);
      ({ next: cursor, count } = page);
    } while (cursor !== null);
    expect(listed.map(({ leafId }) => leafId).toSorted()).toEqual(model.ends.toSorted());
    expect(count).toBe(listed.length);
    const open = model.path();
    for (const path of listed) {
      const own = model.path(path.leafId);
      const shared = own.filter((node) => open.includes(node));
      expect(path).toMatchObject({
        name: model.names.get(path.leafId) ?? null,
        isOpen: path.leafId === model.headId,
        ...(path.leafId === model.headId
          ? { length: open.length }
          : { partsAtId: shared.at(-1)?.id ?? null, length: own.length - shared.length }),
      });
    }
    for (const message of this.read()) {
      const siblings = model.live.filter(({ parentId }) => parentId === message.parentId);
      expect(message.versions.count).toBe(siblings.reduce((sum, { texts }) => sum + texts.length, 0));
    }
  }
}

test(`${SEQUENCES} random sequences of changes, with crashes and two tabs, end as a plain tree says`, async () => {
  await inNewObject((storage) => {
    const { seed } = inject("fuzz");
    for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
      for (const table of ["messages", "revisions", "paths", "conversation"])
        storage.sql.exec(`DELETE FROM ${table}`);
      const told = new Told(storage, createRandom(seed + sequence));
      try {
        for (let step = 0; step < STEPS; step += 1) {
          told.step();
          told.checkPath();
        }
        told.checkAll();
      } catch (error) {
        throw new Error(`FUZZ_SEED=${seed + sequence} fails in its first sequence.`, { cause: error });
      }
    }
  });
}, 240_000);
