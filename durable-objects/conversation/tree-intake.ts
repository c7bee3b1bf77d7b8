import { count, eq } from "drizzle-orm";
import { type TreeBeside, type TreeEnd, type TreeMessage, toMessageId } from "#domain/conversation-tree.ts";
import type { ConversationKind } from "./conversation-kind.ts";
import type { ObjectDatabase } from "./database.ts";
import type { MessageTree } from "./message-tree.ts";
import type { NotesStore } from "./notes-store.ts";
import type { Outbox } from "./outbox.ts";
import type { ReadingPlaces } from "./reading-places.ts";
import type { ConversationRecord } from "./record.ts";
import { conversation, messages, paths, revisions } from "./schema.ts";

type IntakeParts = {
  db: ObjectDatabase;
  tree: Pick<MessageTree, "append" | "head" | "moveHead">;
  kind: Pick<ConversationKind, "takeFacts" | "takeBeside">;
  record: Pick<ConversationRecord, "get">;
  places: Pick<ReadingPlaces, "keep">;
  notes: Pick<NotesStore, "change">;
  outbox: Pick<Outbox, "addProjection">;
  transaction: <T>(run: () => T) => T;
};

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
    if (tree.head() !== null) return; // it has its end already
    transaction(() => {
      const written = this.#count();
      if (first > written) throw new Error("A piece of a tree is missing.");
      for (const [index, message] of piece.slice(written - first).entries()) {
        this.#store(written + index, message);
      }
    });
  }

  #store(
    number: number,
    { parent, texts, shown, version, facts, role, status, model, wish, analysis, ...fields }: TreeMessage,
  ): void {
    const { db, tree, kind } = this.#parts;
    const parentId = parent === null ? null : this.#idAt(parent);
    const { content, editedAt } = texts[shown - 1] ?? texts[0];
    const message = { role, status, model, wish, analysis, parentId, content, editedAt };
    const row = tree.append({ ...message, id: this.#idAt(number) });
    const { id } = row;
    db.update(messages)
      .set({ ...fields, revision: shown, revisions: texts.length, version: version ?? row.version })
      .where(eq(messages.id, id))
      .run();
    if (facts !== null) kind.takeFacts(row, facts, this.#idAt);
    if (texts.length === 1) return;
    for (const [index, text] of texts.entries()) {
      db.insert(revisions)
        .values({ ...text, messageId: id, number: index + 1 })
        .run();
    }
  }

  /** All messages are there: opens the path, and stores what stands beside the text. Does nothing the second time. */
  end({ count: expected, head, pathNames, notes, exchangeCount, beside }: TreeEnd): void {
    const { db, tree, notes: store, outbox, transaction } = this.#parts;
    if (tree.head() !== null) return;
    transaction(() => {
      if (this.#count() !== expected) throw new Error("A piece of a tree is missing.");
      for (const { leaf, name } of pathNames) {
        const row = { leafId: this.#idAt(leaf), name };
        db.insert(paths).values(row).onConflictDoUpdate({ target: paths.leafId, set: row }).run();
      }
      if (Object.keys(notes).length > 0) store.change(notes);
      db.update(conversation)
        .set({ exchangeCount, editCount: beside?.edits ?? 0 })
        .run();
      if (head !== null) tree.moveHead(this.#idAt(head));
      if (beside !== undefined) this.#endBeside(beside);
      outbox.addProjection();
    });
  }

  #endBeside(beside: TreeBeside): void {
    const { db, kind, places, record } = this.#parts;
    const { resume, readingPlace } = beside;
    for (const { message, leaf } of resume) {
      db.update(messages)
        .set({ resumeLeafId: this.#idAt(leaf) })
        .where(eq(messages.id, this.#idAt(message)))
        .run();
    }
    const userId = record.get()?.userId;
    if (readingPlace !== null && userId !== undefined) {
      places.keep(userId, { ...readingPlace, messageId: this.#idAt(readingPlace.message) });
    }
    kind.takeBeside(beside);
  }

  readonly #idAt = (number: number): string =>
    toMessageId(this.#parts.record.get()?.conversationId ?? "", number);

  #count(): number {
    return this.#parts.db.select({ count: count() }).from(messages).get()?.count ?? 0;
  }
}
