import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { parseInput } from "#domain/input.ts";
import type { ChangeLine, MemoryPage } from "#domain/memory.ts";
import {
  isOwnLine,
  isPassage,
  type Message,
  messageContentSchema,
  type OpenPath,
  type Revision,
} from "#domain/message.ts";
import type { ChangeNotes, NotesAnswer } from "#domain/notes.ts";
import type { PathPage } from "#domain/paths.ts";
import type { ServerEventOf } from "#domain/protocol.ts";
import type { MemoryStore } from "../memory/memory-store.ts";
import type { ConversationParts } from "./conversation.ts";
import type { ConversationKind, Writing } from "./conversation-kind.ts";
import type { ConversationTurn } from "./conversation-turn.ts";
import type { JobQueue } from "./jobs.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import type { Outbox } from "./outbox.ts";
import type { Readers } from "./readers.ts";
import type { RequestLimits } from "./request-limits.ts";

/** A selected version is written to D1 after this delay, so that several selections are written once. */
const SELECTION_TOLD_AFTER_MS = 1_000;

type Sheet = ServerEventOf<"sheet-changed">["sheet"];

type ChangesParts = Pick<
  ConversationParts,
  "record" | "tree" | "sideTables" | "bin" | "transaction" | "waitUntil" | "settle" | "yieldToPerson"
> & {
  kind: Pick<ConversationKind, "memory" | "onTextChanged" | "listFacts" | "jobsAfterEdit"> & {
    writing: Pick<Writing, "describeNotes">;
  };
  turn: Pick<ConversationTurn, "isBusy">;
  jobs: Pick<JobQueue, "add">;
  outbox: Pick<Outbox, "addProjection">;
  readers: Pick<Readers, "broadcast">;
  limits: Pick<RequestLimits, "takeChange">;
  /** Whether the conversation is there: not deleted, not purged. */
  isOpen: () => boolean;
};

/**
 * What the owner changes by hand: texts, paths, notes, memory. Each change is one transaction; then readers are told. While a reply is
 * written, nothing of the tree changes: STREAM_IN_PROGRESS. Everything throws RATE_LIMITED above the limit against misuse, and NOT_FOUND
 * for what is not there.
 */
export class ConversationChanges {
  readonly #parts: ChangesParts;

  constructor(parts: ChangesParts) {
    this.#parts = parts;
  }

  // --- Texts --------------------------------------------------------------------------------------------------------

  /** `revision`: the one that the edit began from. Throws EDIT_CONFLICT if another one is shown by now. */
  edit(messageId: string, { content, revision }: { content: string; revision: number }): Message {
    const message = this.#beginOn(messageId);
    checkLength(message, content);
    const { tree } = this.#parts;
    if (message.content === content) return tree.toMessage(message); // sent again, or nothing was changed
    if (message.revision !== revision) {
      throw new AppError("EDIT_CONFLICT", { details: { current: tree.toMessage(message), yours: content } });
    }
    return this.#changeText(message, (editNumber) => tree.revise(message, content, editNumber));
  }

  /** Shows another of a message's texts. */
  showRevision(messageId: string, revision: number): Message {
    const message = this.#beginOn(messageId);
    const { tree } = this.#parts;
    if (message.revision === revision) return tree.toMessage(message);
    return this.#changeText(message, (editNumber) => {
      const shown = tree.showRevision(message, revision, editNumber);
      if (shown === null) throw new AppError("NOT_FOUND");
      return shown;
    });
  }

  #changeText(message: MessageRow, change: (editNumber: number) => MessageRow): Message {
    const { transaction, record, kind, tree, readers } = this.#parts;
    const changed = transaction(() => {
      this.#parts.sideTables.shared.keepText(message);
      const row = change(record.countEdit());
      kind.onTextChanged?.(row);
      this.#addJobs(row);
      this.#parts.outbox.addProjection();
      return tree.get(message.id) ?? row;
    });
    const answer = tree.toMessage(changed);
    readers.broadcast({ type: "message-edited", message: answer });
    this.#broadcastFacts();
    this.#settle();
    return answer;
  }

  /** The names in a passage, and the memory that was made of it, are read again. */
  #addJobs(message: MessageRow): void {
    const { kind, jobs } = this.#parts;
    const headId = this.#parts.record.get()?.headId;
    for (const { name, reads } of kind.jobsAfterEdit) {
      const readId = reads === "message" ? message.id : headId;
      if (readId != null && (reads === "head" || isPassage(message))) jobs.add(name, readId);
    }
  }

  listRevisions(messageId: string): Revision[] {
    const message = this.#requireOpen().get(messageId);
    if (message === null) throw new AppError("NOT_FOUND");
    return this.#parts.tree.listRevisions(message);
  }

  // --- Paths --------------------------------------------------------------------------------------------------------

  /**
   * Makes a message beside that one and opens the path that ends with it. With the same `newMessageId` it is the same request; throws
   * REQUEST_CONFLICT if that message is another one.
   */
  addVersion(
    messageId: string,
    { content, newMessageId }: { content: string; newMessageId?: string | undefined },
  ): Message {
    const { tree, transaction } = this.#parts;
    const message = this.#beginOn(messageId);
    checkLength(message, content);
    const known = newMessageId === undefined ? null : tree.get(newMessageId);
    if (known !== null) {
      if (known.parentId === message.parentId && known.content === content) return tree.toMessage(known);
      throw new AppError("REQUEST_CONFLICT");
    }
    const { parentId, role } = message;
    const before = tree.head();
    const added = transaction(() => {
      const id = newMessageId === undefined ? {} : { id: newMessageId };
      const editedAt = new Date().toISOString();
      const row = tree.append({ ...id, parentId, role, content, status: "complete", editedAt });
      tree.moveHead(row.id);
      this.#parts.kind.onTextChanged?.(row);
      this.#addJobs(row);
      this.#parts.outbox.addProjection();
      return tree.get(row.id) ?? row;
    });
    this.#broadcastPath(before);
    this.#settle();
    return tree.toMessage(added);
  }

  /**
   * Opens the path that goes through a version, where it was left. One that is shown already changes nothing. It has a limit of its own
   * (`takeSelection`), which the caller asks.
   */
  selectVersion(messageId: string): void {
    const { tree, outbox, transaction, readers, yieldToPerson } = this.#parts;
    const before = tree.headId();
    const head = transaction(() => {
      const leaf = tree.select(messageId);
      if (leaf.id !== before) outbox.addProjection(SELECTION_TOLD_AFTER_MS);
      return leaf;
    });
    if (head.id === before) return;
    yieldToPerson();
    const opened = this.#parts.sideTables.paths.toOpenPath(head);
    readers.broadcast({ type: "conversation-updated", ...this.#parts.kind.listFacts?.(), ...opened });
    this.#settle();
  }

  /** The open path ends with that message from now on; what followed stays as a path. */
  continueFrom(messageId: string): OpenPath {
    return this.#open(this.#beginOn(messageId));
  }

  openPath(leafId: string): OpenPath {
    this.#begin();
    return this.#open(this.#parts.sideTables.paths.findEnd(leafId));
  }

  #open(end: MessageRow): OpenPath {
    const { tree, transaction, outbox, yieldToPerson } = this.#parts;
    const before = tree.head();
    if (before?.id === end.id) return this.#parts.sideTables.paths.toOpenPath(end);
    transaction(() => {
      tree.moveHead(end.id);
      outbox.addProjection();
    });
    yieldToPerson();
    this.#broadcastPath(before);
    this.#settle();
    return this.#parts.sideTables.paths.toOpenPath(end);
  }

  /** Puts a message and all that follows it into the bin. The open path then ends before it. */
  removeFrom(messageId: string): OpenPath {
    const { tree, transaction, outbox, readers, yieldToPerson } = this.#parts;
    const message = this.#beginOn(messageId);
    const head = tree.head();
    const isOnPath = head !== null && tree.findAncestorIdAt(head.id, message.depth) === message.id;
    const end = isOnPath ? this.#findEndWithout(message) : head;
    transaction(() => {
      tree.setRemoved(message.id, Date.now());
      if (isOnPath) tree.moveHead(end?.id ?? null);
      // A shortened path keeps its name. If its whole branch is removed, the name goes into the bin with it.
      if (isOnPath && end !== null && this.#findOther(message) === null) tree.moveName(head.id, end.id);
      outbox.addProjection();
    });
    yieldToPerson();
    const opened = this.#parts.sideTables.paths.toOpenPath(end);
    readers.broadcast({ type: "message-removed", messageId, ...opened });
    this.#broadcastVersionBeside(message);
    this.#broadcastFacts();
    this.#settle();
    return opened;
  }

  /** Another message with the same parent; `null`: there is none. */
  #findOther(message: MessageRow): string | null {
    const { versions } = this.#parts.tree.toMessage({ ...message, revision: 1, revisions: 1 });
    return versions.previousId ?? versions.nextId;
  }

  /** Where the open path ends once a message of it is removed. Throws INVALID_INPUT if nothing would be left. */
  #findEndWithout(message: MessageRow): MessageRow {
    const { tree } = this.#parts;
    if (message.parentId !== null) return tree.require(message.parentId);
    const other = this.#findOther(message);
    if (other === null) {
      throw new AppError("INVALID_INPUT", {
        message: "Nothing would be left. Write another version of this beginning, or delete the whole of it.",
      });
    }
    return tree.findLeaf(tree.require(other));
  }

  /**
   * Takes a removed part out of the bin, also what it lies in. It is opened again if the open path still ends where it was removed.
   */
  restorePart(messageId: string): OpenPath {
    this.#begin();
    const { tree, transaction, outbox } = this.#parts;
    const message = tree.get(messageId);
    if (message === null) throw new AppError("NOT_FOUND");
    const before = tree.head();
    const parts: MessageRow[] = [];
    transaction(() => {
      for (let part = tree.findRemoved(message); part !== null; part = tree.findRemoved(message)) {
        tree.setRemoved(part.id, null);
        parts.push(part);
      }
      if (before !== null && before.id === message.parentId) {
        const leaf = tree.findLeaf(message);
        tree.moveHead(leaf.id);
        tree.moveName(before.id, leaf.id);
      }
      outbox.addProjection();
    });
    if (tree.headId() === (before?.id ?? null)) this.#tellSheet("paths");
    else this.#broadcastPath(before);
    for (const part of parts) this.#broadcastVersionBeside(part);
    this.#settle();
    return this.#parts.sideTables.paths.toOpenPath(tree.head());
  }

  listPaths(request: { cursor: string | null; limit: number }): PathPage {
    this.#requireOpen();
    const page = this.#parts.sideTables.paths.list(request);
    return { ...page, removed: request.cursor === null ? this.#parts.bin.list() : [] };
  }

  namePath(leafId: string, name: string): null {
    this.#takeChange();
    const { tree, readers, transaction } = this.#parts;
    const { paths } = this.#parts.sideTables;
    transaction(() => paths.name(leafId, name));
    const { pathName } = paths.toOpenPath(tree.head());
    readers.broadcast({ type: "conversation-updated", pathName });
    this.#tellSheet("paths");
    this.#settle();
    return null;
  }

  // --- Notes and memory ---------------------------------------------------------------------------------------------

  readNotes(): NotesAnswer {
    this.#requireOpen();
    const notes = this.#parts.sideTables.notes.find();
    return { ...notes, ...this.#parts.kind.writing.describeNotes(notes) };
  }

  /** Throws EDIT_CONFLICT if what the change began from is something else by now. */
  changeNotes(change: ChangeNotes): NotesAnswer {
    this.#takeChange();
    this.#parts.transaction(() => this.#parts.sideTables.notes.change(change));
    this.#tellSheet("notes");
    this.#settle();
    return this.readNotes();
  }

  readMemory(): MemoryPage {
    const { memory } = this.#parts.kind;
    return { lines: memory.list(this.#requireOpen().head()), reading: memory.reading };
  }

  /** Throws INVALID_INPUT where nothing is remembered yet, or if too many are kept. */
  addLine(text: string): MemoryPage {
    return this.#changeMemory((memory, head) => memory.add(text, head));
  }

  /** Throws NOT_FOUND for a line that the open path does not have, INVALID_INPUT if too many are pinned or corrected. */
  changeLine(lineId: string, change: ChangeLine): MemoryPage {
    return this.#changeMemory((memory, head) => memory.mark(lineId, change, head));
  }

  #changeMemory(change: (memory: MemoryStore, head: MessageRow | null) => void): MemoryPage {
    this.#takeChange();
    const { transaction, kind, tree, record } = this.#parts;
    transaction(() => {
      change(kind.memory, tree.head());
      record.countEdit();
    });
    this.#tellSheet("memory");
    this.#settle();
    return this.readMemory();
  }

  // --- What all changes have in common ------------------------------------------------------------------------------

  #beginOn(messageId: string): MessageRow {
    this.#begin();
    return this.#parts.tree.require(messageId);
  }

  /** For what changes the tree. */
  #begin(): void {
    this.#takeChange();
    if (this.#parts.turn.isBusy) throw new AppError("STREAM_IN_PROGRESS");
  }

  #takeChange(): void {
    this.#requireOpen();
    const retryAfterSeconds = this.#parts.limits.takeChange();
    if (retryAfterSeconds !== null) throw new AppError("RATE_LIMITED", { retryAfterSeconds });
  }

  #requireOpen(): MessageTree {
    if (!this.#parts.isOpen()) throw new AppError("NOT_FOUND");
    return this.#parts.tree;
  }

  #broadcastPath(before: MessageRow | null): void {
    const { tree, readers } = this.#parts;
    const head = tree.head();
    const fork = head && before && tree.findFork(head, before);
    readers.broadcast({
      type: "path-opened",
      ...this.#parts.sideTables.paths.toOpenPath(head),
      fromId: before?.id ?? null,
      partsAtId: fork?.id ?? null,
    });
    this.#broadcastFacts();
  }

  /** A message was removed or came back. If another version of it is on the open path, that one's number of versions has changed. */
  #broadcastVersionBeside({ id, parentId, depth }: MessageRow): void {
    const { tree, readers } = this.#parts;
    const head = tree.head();
    const shownId = head && tree.findAncestorIdAt(head.id, depth);
    const shown = shownId && tree.get(shownId);
    if (!shown || shown.id === id || shown.parentId !== parentId) return;
    readers.broadcast({ type: "message-edited", message: tree.toMessage(shown) });
  }

  #broadcastFacts(): void {
    const facts = this.#parts.kind.listFacts?.();
    if (facts !== undefined) this.#parts.readers.broadcast({ type: "conversation-updated", ...facts });
  }

  #tellSheet(sheet: Sheet): void {
    this.#parts.readers.broadcast({ type: "sheet-changed", sheet });
  }

  #settle(): void {
    this.#parts.waitUntil(this.#parts.settle());
  }
}

/** A person's own line stays as short as the specification's, unless it came longer from elsewhere. */
function checkLength(message: MessageRow, text: string): void {
  if (isOwnLine(message) && text.length > message.content.length) {
    parseInput(v.object({ content: messageContentSchema }), { content: text });
  }
}

/** The calls of `ConversationChanges` by name, as the Worker makes them. */
export type ChangeName = keyof ConversationChanges;
export type ChangeInputs = { [Name in ChangeName]: Parameters<ConversationChanges[Name]> };
export type ChangeAnswers = { [Name in ChangeName]: ReturnType<ConversationChanges[Name]> };
export type ChangeCalls = { [Name in ChangeName]: (...input: ChangeInputs[Name]) => ChangeAnswers[Name] };

/** How a change is answered over a call between Worker and object: a class of error would be lost in it. */
export type Outcome<T> =
  | { ok: true; value: T }
  | {
      ok: false;
      code: AppError["code"];
      message: string;
      field: string | null;
      retryAfterSeconds: number | null;
      details?: unknown;
    };

/** Runs a change and turns what it throws into an outcome. */
export function runChange<T>(run: () => T): Outcome<T> {
  try {
    return { ok: true, value: run() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, field, retryAfterSeconds, details } = error;
    return { ok: false, code, message, field, retryAfterSeconds, details };
  }
}
