import { eq } from "drizzle-orm";
import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import type { Analysis, GeneratedImage, Message, MessagePage } from "#domain/message.ts";
import type { ObjectDatabase } from "./database.ts";
import { prepareMessageStatements } from "./message-statements.ts";
import type { ConversationRecord } from "./record.ts";
import { messages } from "./schema.ts";

export type MessageRow = typeof messages.$inferSelect;
type NewMessage = Pick<MessageRow, "parentId" | "role" | "content" | "status"> &
  Partial<Pick<MessageRow, "id" | "model" | "analysis">>;

/** How many ancestors one statement reads, unless the caller says how many it wants: about as many as a model's context has. */
const PATH_STEP = 32;

/**
 * The messages of a conversation as a tree, and the head: the leaf at the end of the active path. The cost of a method does
 * not grow with the number of messages; a walk costs as many rows as it reads.
 */
export class MessageTree {
  readonly #db: ObjectDatabase;
  readonly #record: Pick<ConversationRecord, "get">;
  readonly #now: () => number;
  readonly #statements: ReturnType<typeof prepareMessageStatements>;

  constructor(db: ObjectDatabase, record: Pick<ConversationRecord, "get">, now: () => number) {
    this.#db = db;
    this.#record = record;
    this.#now = now;
    this.#statements = prepareMessageStatements(db);
  }

  head(): MessageRow | null {
    const id = this.#record.get()?.headId ?? null;
    return id === null ? null : this.get(id);
  }

  get(messageId: string): MessageRow | null {
    return this.#statements.byId.get({ id: messageId }) ?? null;
  }

  /** Adds a message below its parent, as the newest version there. Does not move the head. */
  append(message: NewMessage): MessageRow {
    const row = this.preview({ id: createId(), ...message });
    this.#store(row);
    return row;
  }

  /** Stores a message that was made by `preview`, and moves the head to it. */
  extend(row: MessageRow): void {
    this.#store(row);
    this.rememberBranchBefore(row);
    this.#statements.moveHead.run({ id: row.id });
  }

  #store({ analysis, ...row }: MessageRow): void {
    this.#statements.append.run({ ...row, analysis: analysis && JSON.stringify(analysis) });
  }

  /** The row that `append` would store now; stores nothing. */
  preview(message: NewMessage & { id: string }): MessageRow {
    const parent = message.parentId === null ? null : this.get(message.parentId);
    if (message.parentId !== null && parent === null) throw new Error("The parent of a message must exist.");
    return {
      model: null,
      analysis: null,
      image: null,
      resumeLeafId: null,
      ...message,
      timestamp: new Date(this.#now()).toISOString(),
      version: this.#countVersions(message.parentId) + 1,
      depth: (parent?.depth ?? 0) + 1,
    };
  }

  setAnalysis(messageId: string, analysis: Analysis): void {
    this.#change(messageId, { analysis });
  }

  setImage(messageId: string, image: GeneratedImage): void {
    this.#change(messageId, { image });
  }

  #change(messageId: string, values: Partial<MessageRow>): void {
    this.#db.update(messages).set(values).where(eq(messages.id, messageId)).run();
  }

  /** Removes a message that has no children. */
  remove(messageId: string): void {
    this.#db.delete(messages).where(eq(messages.id, messageId)).run();
  }

  /** Moves the head to a leaf. */
  moveHead(leafId: string | null): void {
    const leaf = leafId === null ? null : this.get(leafId);
    if (leaf !== null) this.rememberBranchBefore(leaf);
    this.#statements.moveHead.run({ id: leafId });
  }

  /**
   * Stores the present head in the branch that it ends, so that `select` finds it again. Call it before the head moves to `leaf`. Does
   * nothing if `leaf` continues the present branch.
   */
  rememberBranchBefore(leaf: MessageRow): void {
    const headId = this.#record.get()?.headId ?? null;
    if (headId === null || headId === leaf.parentId || headId === leaf.id) return;
    const from = this.get(headId);
    if (from !== null) this.#rememberBranch(from, leaf);
  }

  /**
   * Makes a version part of the active path: moves the head to the leaf below it that was active last, or else to the newest.
   * Throws NOT_FOUND for a message that does not exist. For a message that is already on the path it changes nothing.
   */
  select(messageId: string): MessageRow {
    const chosen = this.get(messageId);
    if (!chosen) throw new AppError("NOT_FOUND");
    const head = this.head();
    if (head !== null && this.findAncestorIdAt(head.id, chosen.depth) === chosen.id) return head;
    const leaf = (chosen.resumeLeafId && this.get(chosen.resumeLeafId)) || this.#findNewestLeaf(chosen);
    this.moveHead(leaf.id);
    return leaf;
  }

  /** A message and its ancestors, newest first. They are read from the disk as the caller takes them, `wanted` at a time. */
  *walkFrom(message: MessageRow | null, wanted = PATH_STEP): Generator<MessageRow> {
    let last = message;
    if (last !== null) yield last;
    while (last !== null && last.parentId !== null) {
      const rows: MessageRow[] = this.#statements.path.all({ id: last.parentId, most: wanted });
      yield* rows;
      last = rows.at(-1) ?? null;
    }
  }

  /** The id of the ancestor of a message at that depth, or its own; only ids are read on the way. */
  findAncestorIdAt(messageId: string, depth: number): string | null {
    return this.#statements.ancestorAt.get({ id: messageId, depth })?.id ?? null;
  }

  /** Ids of the path of a message below that depth, the first `most` of them, oldest first. */
  findIdsAfter(messageId: string, depth: number, most: number): string[] {
    return this.#statements.idsAfter.all({ id: messageId, depth, most }).map(({ id }) => id);
  }

  /** A page of the active path, oldest first. Throws NOT_FOUND for a `before` that does not exist. */
  page(options: { before: string | null; limit: number }): MessagePage {
    const rows: MessageRow[] = [];
    let before: string | null = null;
    for (const row of this.walkFrom(this.#findPageStart(options.before), options.limit)) {
      rows.push(row);
      if (rows.length < options.limit) continue;
      before = row.parentId === null ? null : row.id;
      break;
    }
    return { messages: this.#toMessages(rows.reverse()), before };
  }

  /**
   * A page of the messages that are not on the active path (other versions, and what follows them), in the order in which
   * they were written. `after`: the last message of the page before. Each page reads the ids of the whole path.
   */
  pageOffPath(options: { after: string | null; limit: number }): {
    messages: Message[];
    after: string | null;
  } {
    const rows = this.#statements.offPath.all({
      id: this.head()?.id ?? null,
      after: options.after ?? "",
      limit: options.limit,
    });
    const after = rows.length < options.limit ? null : (rows.at(-1)?.id ?? null);
    return { messages: this.#toMessages(rows), after };
  }

  /** The message as it is on the wire and in the API. */
  toMessage(row: MessageRow): Message {
    return toMessage(row, this.#findVersions([row]));
  }

  /** The same for a message that was stored just now, so that it is the newest version. */
  toNewestMessage(row: MessageRow): Message {
    return row.version === 1 ? toMessage(row, new Map()) : this.toMessage(row);
  }

  #toMessages(rows: readonly MessageRow[]): Message[] {
    const versions = this.#findVersions(rows);
    return rows.map((row) => toMessage(row, versions));
  }

  /** The versions of the messages that have several, by the message's id: one statement for all of them. */
  #findVersions(rows: readonly MessageRow[]): Map<string, Versions> {
    const asked = rows.map(({ id, parentId, version }) => ({ id, parentId, version }));
    const found = this.#statements.severalVersions.all({ messages: JSON.stringify(asked) });
    return new Map(found.map(({ id, ...versions }) => [id, versions]));
  }

  #findPageStart(before: string | null): MessageRow | null {
    if (before === null) return this.head();
    const message = this.get(before);
    if (!message) throw new AppError("NOT_FOUND");
    return this.#findParent(message);
  }

  #findParent(message: MessageRow): MessageRow | null {
    return message.parentId === null ? null : this.get(message.parentId);
  }

  #countVersions(parentId: string | null): number {
    return this.#statements.versions.get({ parentId })?.count ?? 0;
  }

  /** The ancestor of a message at that depth, or the message itself. */
  #findAncestorAt(message: MessageRow, depth: number): MessageRow | null {
    let row: MessageRow | null = message;
    while (row !== null && row.depth > depth) row = this.#findParent(row);
    return row;
  }

  #findNewestLeaf(message: MessageRow): MessageRow {
    let leaf = message;
    while (true) {
      const child = this.#statements.newestChild.get({ id: leaf.id });
      if (!child) return leaf;
      leaf = child;
    }
  }

  /** Stores `from` in the first message below the fork of the two paths. */
  #rememberBranch(from: MessageRow, to: MessageRow): void {
    let left = this.#findAncestorAt(from, to.depth);
    let right = this.#findAncestorAt(to, left?.depth ?? 0);
    while (left !== null && right !== null && left.id !== right.id && left.parentId !== right.parentId) {
      left = this.#findParent(left);
      right = this.#findParent(right);
    }
    if (left === null || right === null || left.id === right.id || left.id === from.id) return;
    this.#change(left.id, { resumeLeafId: from.id });
  }
}

type Versions = Message["versions"];
const ONLY_VERSION: Versions = { index: 1, count: 1, previousId: null, nextId: null };

function toMessage(row: MessageRow, versions: ReadonlyMap<string, Versions>): Message {
  return {
    messageId: row.id,
    parentId: row.parentId,
    role: row.role,
    content: row.content,
    status: row.status,
    timestamp: row.timestamp,
    versions: versions.get(row.id) ?? ONLY_VERSION,
    metadata: {
      analysis: row.analysis,
      model: row.model,
      ...(row.image === null ? {} : { generatedImage: row.image }),
    },
  };
}
