import { and, eq, sql } from "drizzle-orm";
import { AppError } from "#domain/errors.ts";
import { hashFnv1a } from "#domain/hash.ts";
import { type ChangeLine, KEPT_LINES_MAX, type MemoryLine, type MemoryPage } from "#domain/memory.ts";
import type { FileMessage, TreeBeside, TreeFacts } from "#domain/story-file.ts";
import { fillWindow } from "#workers/ai/context-window.ts";
import type { ObjectDatabase } from "../conversation/database.ts";
import { matchesIds, matchesLastOnPath, matchesPath, sumBytes } from "../conversation/message-statements.ts";
import type { MessageRow, MessageTree } from "../conversation/message-tree.ts";
import type { ConversationRecord } from "../conversation/record.ts";
import { messages } from "../conversation/schema.ts";
import { type KeptEntry, type MadeEntry, type MemoryEntry, memories, memoryMarks } from "./schema.ts";
import { toBeginning } from "./summarise.ts";

type MarkRow = typeof memoryMarks.$inferSelect;

/** The memory of a path up to a message. */
export type MemoryRow = { messageId: string; depth: number; lines: KeptEntry[] };

/** The memory of the time before the messages in the model's window. */
export type Recollection = {
  /** Lines of memory, oldest first. */
  memory: KeptEntry[];
  /** The messages after those lines, oldest first. */
  gap: MessageRow[];
};

/**
 * How much of the messages that left the window and are not summarised yet may stand in a prompt, by their beginnings.
 * In tokens.
 */
const GAP_TOKENS = 6_000;
/** About how many memories have the same line. */
const TIMES_REMEMBERED = 6;

/** The memories of a conversation's paths. The memory of a path is the last one that lies on it. */
export class MemoryStore {
  readonly #db: ObjectDatabase;
  readonly #tree: MessageTree;
  readonly #record: Pick<ConversationRecord, "get">;
  readonly #lastOnPath;
  /** The messages that the job summarises just now. */
  reading: MemoryPage["reading"] = null;

  constructor(db: ObjectDatabase, tree: MessageTree, record: Pick<ConversationRecord, "get">) {
    this.#db = db;
    this.#tree = tree;
    this.#record = record;
    this.#lastOnPath = db.select().from(memories).where(matchesLastOnPath(memories.messageId)).prepare();
  }

  /** The last memory that lies on the path of a message, at or before it; `null` when there is none. */
  findLastOnPath(message: MessageRow): MemoryRow | null {
    const row = this.#findRow(message);
    return row && { ...row, lines: this.#toKept(row) };
  }

  #findRow({ id, parentId }: MessageRow): StoredRow | null {
    const isStored = this.#tree.get(id) !== null; // a prompt may be built before its last message is stored
    return this.#lastOnPath.get({ id: isStored ? id : parentId }) ?? null;
  }

  /** The lines as they may be told: without what was edited since, and with what the owner has made of them. */
  #toKept(row: StoredRow): KeptEntry[] {
    const marks = new Map(this.listMarks().map((mark) => [mark.lineId, mark]));
    const edited = this.#findEditedDepths(row);
    return row.lines.flatMap((line) => {
      const mark = marks.get(toLineId(line)) ?? UNMARKED;
      if (line.isAdded || isSettled(mark) || !this.#covers(line, edited)) return applyMark(line, mark);
      return this.#toBeginnings(line).map((beginning) => {
        const own = marks.get(toLineId(beginning)) ?? mark; // what was pinned stays so
        return { ...applyMark(beginning, own), isStale: !isSettled(own) };
      });
    });
  }

  /** Depths of the messages of a memory that were edited after it was made. */
  #findEditedDepths({ messageId, depth, editCount }: StoredRow): number[] {
    // Because of the plus SQLite reads the edited messages first, which are few, and not the whole path.
    const isOnPath = matchesPath(sql`+${messages.id}`, messageId);
    const isEdited = sql`${messages.editNumber} > ${editCount} AND ${messages.depth} <= ${depth}`;
    return this.#db
      .select({ depth: messages.depth })
      .from(messages)
      .where(and(isEdited, isOnPath))
      .all()
      .map((one) => one.depth);
  }

  #covers({ fromId, toId }: MemoryEntry, depths: readonly number[]): boolean {
    if (depths.length === 0) return false;
    const from = this.#tree.get(fromId)?.depth ?? 0;
    const to = this.#tree.get(toId)?.depth ?? 0;
    return depths.some((depth) => from <= depth && depth <= to);
  }

  /** The beginnings of the messages of a line, in its place. */
  #toBeginnings({ fromId, toId }: MemoryEntry): MemoryEntry[] {
    const lines = [];
    for (const { id, content } of this.#tree.walkFrom(this.#tree.get(toId))) {
      lines.push({ text: toBeginning(content), layer: 0, fromId: id, toId: id });
      if (id === fromId) break;
    }
    return lines.reverse();
  }

  /** The lines of the path to that message, oldest first, the forgotten ones included. */
  list(head: MessageRow | null): MemoryLine[] {
    const lines = head === null ? [] : (this.findLastOnPath(head)?.lines ?? []);
    return lines.map(({ id, layer: _, aiText: __, ...line }) => ({
      ...line,
      isAdded: line.isAdded ?? false,
      lineId: id,
      depth: this.#tree.get(line.fromId)?.depth ?? 0,
    }));
  }

  /**
   * Adds a line of the owner's at the end of the memory of that path, pinned. Sent again, it is the same line. Throws INVALID_INPUT where
   * nothing is remembered yet, or if too many lines are kept.
   */
  add(text: string, head: MessageRow | null): void {
    const row = head === null ? null : this.#findRow(head);
    if (row === null) {
      throw new AppError("INVALID_INPUT", {
        message:
          "Nothing is remembered yet, so there is nothing to add to. The notes are always kept in mind.",
      });
    }
    const { messageId, depth, lines, editCount } = row;
    const id = hashFnv1a(`${messageId} ${text}`).toString(16).padStart(8, "0");
    const line = { id, text, layer: 0, fromId: messageId, toId: messageId, isAdded: true };
    if (!lines.some((one) => one.id === id)) this.save({ id: messageId, depth }, [...lines, line], editCount);
    this.mark(id, { isPinned: true, isForgotten: false }, head);
  }

  /** Stores what the owner makes of a line of that path. Throws NOT_FOUND, and INVALID_INPUT if too many are kept. */
  mark(lineId: string, change: ChangeLine, head: MessageRow | null): void {
    if (!this.list(head).some((line) => line.lineId === lineId)) throw new AppError("NOT_FOUND");
    const all = this.listMarks();
    const before = all.find((mark) => mark.lineId === lineId) ?? { ...UNMARKED, lineId };
    const mark: MarkRow = {
      lineId,
      text: change.text === undefined ? before.text : change.text || null,
      isPinned: change.isPinned ?? before.isPinned,
      isForgotten: change.isForgotten ?? before.isForgotten,
    };
    if (isKept(mark) && !isKept(before) && all.filter(isKept).length >= KEPT_LINES_MAX) {
      throw new AppError("INVALID_INPUT", {
        message: `At most ${KEPT_LINES_MAX} lines can be pinned or corrected. Please unpin one first.`,
      });
    }
    this.#db
      .insert(memoryMarks)
      .values(mark)
      .onConflictDoUpdate({ target: memoryMarks.lineId, set: mark })
      .run();
  }

  /** The memories that end with these messages, as they were made. */
  listMade(messageIds: readonly string[]): Map<string, NonNullable<FileMessage["memory"]>> {
    const rows = this.#db.select().from(memories).where(matchesIds(memories.messageId, messageIds)).all();
    return new Map(
      rows.map(({ messageId, editCount: edits, lines }) => {
        const made = lines.map(({ id: _, ...line }) => ({ ...line, lineId: toLineId({ ...line, id: _ }) }));
        return [messageId, { edits, lines: made }];
      }),
    );
  }

  measureMade(): number {
    const [made] = this.#db
      .select({ bytes: sumBytes(memories.lines) })
      .from(memories)
      .all();
    return Math.round((made?.bytes ?? 0) / TIMES_REMEMBERED);
  }

  listMarks(): MarkRow[] {
    return this.#db.select().from(memoryMarks).all();
  }

  /** Stores a memory that a tree from elsewhere has of the path to a message. */
  take(
    last: Pick<MessageRow, "id" | "depth">,
    { memory }: TreeFacts,
    idAt: (number: number) => string,
  ): void {
    if (memory === null) return;
    const lines = memory.lines.map(({ lineId: id, text, layer, from, to, isAdded }) => {
      return { id, text, layer, fromId: idAt(from), toId: idAt(to), isAdded };
    });
    this.save(last, lines, memory.edits);
  }

  /** Stores what its owner has made of lines of such memories. */
  takeMarks({ memoryMarks: marks }: Pick<TreeBeside, "memoryMarks">): void {
    for (const mark of marks) this.#db.insert(memoryMarks).values(mark).onConflictDoNothing().run();
  }

  /** Deletes the memories that end with these messages. */
  forget(messageIds: readonly string[]): void {
    for (const id of messageIds) this.#db.delete(memories).where(eq(memories.messageId, id)).run();
  }

  /** Messages of the path of `message` after its last memory, newest first, read as they are taken. */
  *findUnremembered(message: MessageRow, last: MemoryRow | null): Generator<MessageRow> {
    const known = last?.depth ?? 0;
    for (const row of this.#tree.walkFrom(message)) {
      if (row.depth <= known) return;
      yield row;
    }
  }

  /** Ids of the first `most` messages of the path of `message` that are not remembered yet, oldest first. */
  findBacklog(message: MessageRow, most: number): string[] {
    return this.#tree.findIdsAfter(message.id, this.findLastOnPath(message)?.depth ?? 0, most);
  }

  /** What happened before a message: lines of memory, then the messages after those, as far as they fit. */
  recallBefore(message: MessageRow): Recollection {
    const parent = message.parentId === null ? null : this.#tree.get(message.parentId);
    return parent === null ? { memory: [], gap: [] } : this.recall(parent, GAP_TOKENS);
  }

  /** The same, including the message itself. `tokens`: the most tokens of the messages after the last line of memory. */
  recall(message: MessageRow, tokens: number): Recollection {
    const last = this.findLastOnPath(message);
    return {
      memory: last?.lines.filter(({ isForgotten }) => !isForgotten) ?? [],
      gap: fillWindow(this.findUnremembered(message, last), { tokens, messages: null }),
    };
  }

  /** The number of the latest edit. A memory that is made of what was read before it does not know it. */
  countEdits(): number {
    return this.#record.get()?.editCount ?? 0;
  }

  /** `seen`: the number of edits when the messages were read. What the owner has added since then stays. */
  save(last: Pick<MessageRow, "id" | "depth">, lines: readonly MadeEntry[], seen = this.countEdits()): void {
    const stored = lines.map(toStored);
    const message = this.#tree.get(last.id);
    for (const line of (message && this.#findRow(message))?.lines ?? []) {
      if (line.isAdded && !stored.some(({ id }) => id === line.id)) this.#insert(line, stored);
    }
    const row = {
      messageId: last.id,
      depth: last.depth,
      lines: stored,
      editCount: seen,
    };
    this.#db.insert(memories).values(row).onConflictDoUpdate({ target: memories.messageId, set: row }).run();
    const pinned = lines.filter(({ isPinned }) => isPinned).map(toStored);
    this.takeMarks({ memoryMarks: pinned.map(({ id }) => ({ ...UNMARKED, isPinned: true, lineId: id })) });
  }

  /** Puts a line after those of earlier messages. */
  #insert(line: MemoryEntry, lines: MemoryEntry[]): void {
    const depthOf = (id: string) => this.#tree.get(id)?.depth ?? 0;
    const at = lines.findIndex(({ fromId }) => depthOf(fromId) > depthOf(line.toId));
    lines.splice(at < 0 ? lines.length : at, 0, line);
  }
}

type StoredRow = typeof memories.$inferSelect;

type Mark = Omit<MarkRow, "lineId">;
const UNMARKED: Mark = { text: null, isPinned: false, isForgotten: false };

function isKept({ isPinned, text }: Mark): boolean {
  return isPinned || text !== null;
}

/** Lines of earlier versions have no id: theirs follows from what they say. */
function toLineId({ id, fromId, toId, layer, text }: MemoryEntry): string {
  return id ?? hashFnv1a(`${fromId} ${toId} ${layer} ${text}`).toString(16).padStart(8, "0");
}

/** Whether the owner has corrected or forgotten a line. Edits of its messages do not change it then. */
function isSettled({ text, isForgotten }: Mark): boolean {
  return text !== null || isForgotten;
}

function applyMark(line: MemoryEntry, { text, isPinned, isForgotten }: Mark): KeptEntry {
  return {
    ...line,
    id: toLineId(line),
    text: text ?? line.text,
    aiText: line.text,
    isPinned,
    isCorrected: text !== null,
    isForgotten,
    isStale: false,
  };
}

/** A line as it is stored: with the AI's text, because the owner may want it back. */
function toStored({
  id,
  text,
  aiText = text,
  layer,
  fromId,
  toId,
  isAdded,
}: MadeEntry): MemoryEntry & { id: string } {
  const line = { text: aiText, layer, fromId, toId };
  return { ...line, id: id ?? toLineId(line), ...(isAdded ? { isAdded } : {}) };
}
