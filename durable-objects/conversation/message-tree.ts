import { and, asc, eq } from "drizzle-orm";
import { AppError } from "#domain/errors.ts";
import { createId } from "#domain/ids.ts";
import type { Analysis, GeneratedImage, Message, MessagePage, Revision } from "#domain/message.ts";
import type { ObjectDatabase } from "./database.ts";
import { IS_THERE, matchesIds, prepareMessageStatements } from "./message-statements.ts";
import { messages, paths, revisions } from "./schema.ts";

export type MessageRow = typeof messages.$inferSelect;
type NewMessage = Pick<MessageRow, "parentId" | "role" | "content" | "status"> & Partial<MessageRow>;

/** How many ancestors one statement reads, unless the caller says how many it wants: about as many as a model's context has. */
const PATH_STEP = 32;
/** How many ids of two paths are compared at first to find where they part; each further step compares four times as many. */
const FORK_STEP = 64;

/**
 * The messages of a conversation as a tree, and the head: the leaf at the end of the active path. The cost of a method does
 * not grow with the number of messages; a walk costs as many rows as it reads.
 */
export class MessageTree {
  readonly #db: ObjectDatabase;
  readonly #onLeave: (to: MessageRow | null) => void;
  readonly #statements: ReturnType<typeof prepareMessageStatements>;

  /**
   * `onLeave`: called before the head moves to a message that does not continue the open path, in the same transaction; `null`: to an
   * empty conversation.
   */
  constructor(db: ObjectDatabase, onLeave: (to: MessageRow | null) => void = () => undefined) {
    this.#db = db;
    this.#onLeave = onLeave;
    this.#statements = prepareMessageStatements(db);
  }

  headId(): string | null {
    return this.#statements.headId.get()?.headId ?? null;
  }

  head(): MessageRow | null {
    return this.#statements.head.get() ?? null;
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

  /** Stores a message that was made by `preview`. Does not move the head: `TurnStore.accept` does, right after this call. */
  extend(row: MessageRow): void {
    this.#store(row);
    this.leaveBranchFor(row);
  }

  #store(row: MessageRow): void {
    this.#statements.append.run(row);
    if (row.parentId === null) return;
    // Another version begins a path of its own: a named path that ends with its parent, and is not the open one, still ends there.
    const grows = row.version === 1 || row.parentId === this.headId();
    if (grows) this.#statements.growPath.run({ id: row.id, parentId: row.parentId });
    this.#statements.leaveRemoved.run({ parentId: row.parentId });
    this.#statements.growShares.run({ parentId: row.parentId });
  }

  /** The row that `append` would store now; stores nothing. */
  preview(message: NewMessage & { id: string }): MessageRow {
    const place = this.#statements.place.get({ parentId: message.parentId });
    if (!place || (message.parentId !== null && place.depth === 1)) {
      throw new Error("The parent of a message must exist.");
    }
    return {
      model: null,
      analysis: null,
      image: null,
      resumeLeafId: null,
      revision: 1,
      revisions: 1,
      editedAt: null,
      editNumber: null,
      wish: null,
      heading: null,
      removedAt: null,
      timestamp: new Date().toISOString(),
      ...place,
      ...message,
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

  setHeading(messageId: string, heading: string): void {
    this.#change(messageId, { heading });
  }

  /** Takes back a message that has no children. A path that it had continued ends before it again. */
  remove(messageId: string): void {
    const parentId = this.get(messageId)?.parentId ?? null;
    this.#db.delete(messages).where(eq(messages.id, messageId)).run();
    if (parentId === null) return;
    this.moveName(messageId, parentId);
    this.#db.delete(paths).where(eq(paths.leafId, messageId)).run();
  }

  /** Moves the name of a path from the message at its old end to the one at its new end. A name that is there already is newer, and stays. */
  moveName(fromId: string, toId: string): void {
    const isNamed = this.#db.select().from(paths).where(eq(paths.leafId, toId)).get() !== undefined;
    if (!isNamed) this.#statements.growPath.run({ id: toId, parentId: fromId });
  }

  // --- Texts --------------------------------------------------------------------------------------------------------

  /** Gives a message another text, as its newest revision. `editNumber`: see the column. Returns the message as it is then. */
  revise(message: MessageRow, content: string, editNumber: number): MessageRow {
    const editedAt = new Date().toISOString();
    const number = message.revisions + 1;
    if (message.revisions === 1) this.#addRevision(message.id, 1, message.content, message.editedAt);
    this.#addRevision(message.id, number, content, editedAt);
    return this.#show(message, { content, editedAt, revision: number, revisions: number, editNumber });
  }

  /** Shows another of a message's texts; `null`: it has no such text. */
  showRevision(message: MessageRow, number: number, editNumber: number): MessageRow | null {
    if (number === message.revision) return message;
    const text = this.#db
      .select()
      .from(revisions)
      .where(and(eq(revisions.messageId, message.id), eq(revisions.number, number)))
      .get();
    if (!text) return null;
    const { content, editedAt } = text;
    return this.#show(message, { content, editedAt, revision: number, editNumber });
  }

  #addRevision(messageId: string, number: number, content: string, editedAt: string | null): void {
    this.#db.insert(revisions).values({ messageId, number, content, editedAt }).run();
  }

  /** The analysis belongs to the text before. */
  #show(message: MessageRow, values: Partial<MessageRow>): MessageRow {
    const changed = { analysis: null, heading: null, ...values };
    this.#change(message.id, changed);
    return { ...message, ...changed };
  }

  /** All texts of a message, oldest first. */
  listRevisions(message: MessageRow): Revision[] {
    const { content, editedAt, revision } = message;
    if (message.revisions === 1) return [{ revision, content, editedAt, isShown: true }];
    return this.#db
      .select()
      .from(revisions)
      .where(eq(revisions.messageId, message.id))
      .orderBy(asc(revisions.number))
      .all()
      .map((row) => ({
        revision: row.number,
        content: row.content,
        editedAt: row.editedAt,
        isShown: row.number === revision,
      }));
  }

  // --- Paths --------------------------------------------------------------------------------------------------------

  /** Moves the head to a leaf. */
  moveHead(leafId: string | null): void {
    this.leaveBranchFor(leafId === null ? null : this.get(leafId));
    this.#statements.moveHead.run({ id: leafId });
  }

  /**
   * Stores the present head in the branch that it ends, so that `select` finds it again. Call it before the head moves to `leaf`. Does
   * nothing if `leaf` continues the present branch.
   */
  leaveBranchFor(leaf: MessageRow | null): void {
    const headId = this.headId();
    if (headId === null || headId === (leaf?.parentId ?? null) || headId === leaf?.id) return;
    const from = this.get(headId);
    if (from !== null && leaf !== null) this.#rememberBranch(from, leaf);
    this.#onLeave(leaf);
  }

  /**
   * Makes a version part of the active path: moves the head to the leaf below it that was active last, or else to the newest.
   * Throws NOT_FOUND for a message that does not exist or is in the bin. For a message that is already on the path it changes nothing.
   */
  select(messageId: string): MessageRow {
    const chosen = this.require(messageId);
    const head = this.head();
    if (head !== null && this.findAncestorIdAt(head.id, chosen.depth) === chosen.id) return head;
    const leaf = this.findLeaf(chosen);
    this.moveHead(leaf.id);
    return leaf;
  }

  /** The leaf below a message that was active last, or else the newest. */
  findLeaf(message: MessageRow): MessageRow {
    const resumed = message.resumeLeafId === null ? null : this.get(message.resumeLeafId);
    const isThere = resumed !== null && this.findRemoved(resumed, message.depth) === null;
    const from = isThere ? resumed : message;
    return this.#statements.newestLeaf.get({ id: from.id }) ?? from;
  }

  /** A message that is not in the bin. Throws NOT_FOUND. */
  require(messageId: string): MessageRow {
    const message = this.get(messageId);
    if (message === null || this.findRemoved(message) !== null) throw new AppError("NOT_FOUND");
    return message;
  }

  /** Puts a message into the bin with all that follows it, or takes it out; `removedAt` in milliseconds since 1970. */
  setRemoved(messageId: string, removedAt: number | null): void {
    this.#change(messageId, { removedAt });
  }

  /** The lowest message in the bin on the path of that message, down to `depth`; `null`: there is none. */
  findRemoved(message: MessageRow, depth = 1): MessageRow | null {
    if (!this.#statements.anyRemoved.get()) return null;
    const found = this.#statements.removedAncestor.get({ id: message.id, depth });
    return found ? this.get(found.id) : null;
  }

  /** Which of these messages are neither in the bin nor after what is in it. One query for all of them. */
  findThere(ids: readonly string[]): Set<string> {
    const found = this.#db
      .select({ id: messages.id })
      .from(messages)
      .where(and(matchesIds(messages.id, ids), IS_THERE))
      .all();
    return new Set(found.map(({ id }) => id));
  }

  /** The last message that two paths have in common; `null`: none. */
  findFork(one: MessageRow, other: MessageRow): MessageRow | null {
    let depth = Math.min(one.depth, other.depth);
    let left = this.findAncestorIdAt(one.id, depth);
    let right = this.findAncestorIdAt(other.id, depth);
    for (let step = FORK_STEP; left !== null && right !== null; step *= 4) {
      const lowest = Math.max(1, depth - step);
      const lefts = this.listIdsFrom(left, lowest);
      const rights = this.listIdsFrom(right, lowest);
      const common = lefts.find((id, index) => id === rights[index]);
      if (common !== undefined) return this.get(common);
      if (lowest === 1) return null;
      depth = lowest;
      [left, right] = [lefts.at(-1) ?? null, rights.at(-1) ?? null];
    }
    return null;
  }

  /** Ids of a message and its ancestors down to that depth, newest first. */
  listIdsFrom(messageId: string, depth: number): string[] {
    return this.#statements.idsFrom.all({ id: messageId, depth }).map(({ id }) => id);
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

  /**
   * A page of the active path, or of the one with the leaf `path`, oldest first. Throws NOT_FOUND for a message that does not exist.
   */
  page(options: { before: string | null; path?: string | null; limit: number }): MessagePage {
    const rows: MessageRow[] = [];
    let before: string | null = null;
    for (const row of this.walkFrom(this.#findPageStart(options), options.limit)) {
      rows.push(row);
      if (rows.length < options.limit) continue;
      before = row.parentId === null ? null : row.id;
      break;
    }
    return { messages: this.#toMessages(rows.reverse()), before };
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
    const asked = rows.map(({ id, parentId, version, revision, revisions: texts }) => ({
      id,
      parentId,
      version,
      revision,
      revisions: texts,
    }));
    const found = this.#statements.severalVersions.all({ messages: JSON.stringify(asked) });
    return new Map(found.map((row) => [row.id, toVersions(row)]));
  }

  #findPageStart({
    before,
    path = null,
  }: {
    before: string | null;
    path?: string | null;
  }): MessageRow | null {
    if (before === null) return path === null ? this.head() : this.require(path);
    const message = this.get(before);
    if (!message) throw new AppError("NOT_FOUND");
    return message.parentId === null ? null : this.get(message.parentId);
  }

  /** Stores `from` in the first message below the fork of the two paths. */
  #rememberBranch(from: MessageRow, to: MessageRow): void {
    const fork = this.findFork(from, to);
    const first = this.findAncestorIdAt(from.id, (fork?.depth ?? 0) + 1);
    if (first !== null && first !== from.id) this.#change(first, { resumeLeafId: from.id });
  }
}

type Versions = Message["versions"];
const ONLY_VERSION: Versions = {
  index: 1,
  count: 1,
  previousId: null,
  nextId: null,
  previousRevision: null,
  nextRevision: null,
};

type VersionRow = {
  id: string;
  revision: number;
  revisions: number;
  /** Texts of the messages before it. */
  before: number;
  count: number;
  /** The neighbours' ids and how many texts they have, as JSON. */
  previous: string | null;
  next: string | null;
};

/** The texts of a message come one after the other, then those of the message beside it. */
function toVersions({ id, revision, revisions: texts, before, count, previous, next }: VersionRow): Versions {
  const [previousId, previousTexts] =
    revision > 1 ? [id, revision - 1] : toNeighbour(previous, (among) => among);
  const [nextId, nextText] = revision < texts ? [id, revision + 1] : toNeighbour(next, () => 1);
  return {
    index: before + revision,
    count,
    previousId,
    nextId,
    previousRevision: previousTexts,
    nextRevision: nextText,
  };
}

function toNeighbour(
  json: string | null,
  choose: (texts: number) => number,
): [id: string | null, revision: number | null] {
  if (json === null) return [null, null];
  const [id, texts]: [string, number] = JSON.parse(json);
  return [id, texts > 1 ? choose(texts) : null];
}

function toMessage(row: MessageRow, versions: ReadonlyMap<string, Versions>): Message {
  return {
    messageId: row.id,
    parentId: row.parentId,
    role: row.role,
    content: row.content,
    status: row.status,
    timestamp: row.timestamp,
    revision: row.revision,
    versions: versions.get(row.id) ?? ONLY_VERSION,
    metadata: {
      analysis: row.analysis,
      model: row.model,
      ...(row.image === null ? {} : { generatedImage: row.image }),
      ...(row.editedAt === null ? {} : { editedAt: row.editedAt }),
      ...(row.wish === null ? {} : { wish: row.wish }),
      ...(row.removedAt === null ? {} : { removedAt: new Date(row.removedAt).toISOString() }),
    },
  };
}
