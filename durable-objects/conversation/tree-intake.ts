import { count, eq } from "drizzle-orm";
import { type TreeEnd, type TreeMessage, toMessageId } from "#domain/incoming-tree.ts";
import type { TreeBeside } from "#domain/story-file.ts";
import type { ConversationParts } from "./conversation.ts";
import { conversation, messages, revisions } from "./schema.ts";

type IntakeParts = Pick<
  ConversationParts,
  "db" | "tree" | "kind" | "record" | "sideTables" | "outbox" | "transaction"
>;

/**
 * Takes a tree of messages from elsewhere into an empty conversation, piece by piece. Until the end there is no head, so nobody reads
 * a part of it. What came is counted by the rows themselves: after a crash the sender begins again, and what is there is skipped.
 */
export class TreeIntake {
  readonly #parts: IntakeParts;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** Stores messages; `first`: the number of the first. Throws if those before it are missing. */
  take(first: number, piece: readonly TreeMessage[]): void {
    const { tree, transaction } = this.#parts;
    if (tree.headId() !== null) return; // it has its end already
    transaction(() => {
      const written = this.#count();
      if (first > written) throw new Error("A piece of a tree is missing.");
      for (const [index, message] of piece.slice(written - first).entries()) {
        this.#store(written + index, message);
      }
    });
  }

  #store(number: number, { parent, texts, shown, version, facts, ...fields }: TreeMessage): void {
    const { db, tree, kind } = this.#parts;
    const parentId = parent === null ? null : this.#idAt(parent);
    const { content, editedAt } = texts[shown - 1] ?? texts[0];
    const id = this.#idAt(number);
    const row = tree.append({
      ...fields,
      ...(version === null ? {} : { version }),
      id,
      parentId,
      content,
      editedAt,
      revision: shown,
      revisions: texts.length,
    });
    if (facts !== null) {
      kind.memory.take(row, facts, this.#idAt);
      kind.takeFacts?.(row, facts);
    }
    if (texts.length === 1) return;
    for (const [index, text] of texts.entries()) {
      db.insert(revisions)
        .values({ ...text, messageId: id, number: index + 1 })
        .run();
    }
  }

  /** All messages are there: opens the path, and stores what stands beside the text. Does nothing the second time. */
  end(end: TreeEnd): void {
    const { db, tree, sideTables, record, outbox, transaction } = this.#parts;
    if (tree.headId() !== null) return;
    transaction(() => {
      if (this.#count() !== end.count) throw new Error("A piece of a tree is missing.");
      db.update(conversation)
        .set({ exchangeCount: end.exchangeCount, editCount: end.beside?.edits ?? 0 })
        .run();
      if (end.head !== null) tree.moveHead(this.#idAt(end.head));
      sideTables.take(end, record.get()?.userId ?? "", this.#idAt);
      if (end.beside !== undefined) this.#endOfFile(end.beside);
      outbox.addProjection();
    });
  }

  #endOfFile(beside: TreeBeside): void {
    const { db, kind } = this.#parts;
    for (const { message, leaf } of beside.resume) {
      db.update(messages)
        .set({ resumeLeafId: this.#idAt(leaf) })
        .where(eq(messages.id, this.#idAt(message)))
        .run();
    }
    kind.memory.takeMarks(beside);
    kind.takeBeside?.(beside);
  }

  readonly #idAt = (number: number): string =>
    toMessageId(this.#parts.record.get()?.conversationId ?? "", number);

  #count(): number {
    return this.#parts.db.select({ count: count() }).from(messages).get()?.count ?? 0;
  }
}
