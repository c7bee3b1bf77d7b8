import { and, eq, sql } from "drizzle-orm";
import { AppError } from "#domain/errors.ts";
import { readIdTime } from "#domain/ids.ts";
import { isOwnLine, MESSAGES_PER_PAGE_MAX } from "#domain/message.ts";
import { SHARED_PER_PAGE, type SharedPage, type SharedPath } from "#domain/share.ts";
import type { ObjectDatabase } from "./database.ts";
import { matchesIds } from "./message-statements.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import type { PathList } from "./path-list.ts";
import { pathShares, sharedTexts } from "./schema.ts";

type ShareRow = typeof pathShares.$inferSelect;

/** `path`: the message at its end, `null`: the open one; `known`: the shares of this conversation that D1 has. */
export type PathToShare = { path: string | null; grows: boolean; known: readonly string[] };
/** A share is stored here first. If D1 has none after this time, its request has crashed, and nobody ever gets its address. */
const UNKNOWN_FOR_MS = 60_000;

/**
 * What the reading copies of a conversation show. A copy that does not grow keeps its text: a message that is edited or put into the bin
 * stays in it as it was, until it is deleted for good. A growing copy follows its path (`growShares`) and shows it as it is now.
 */
export class SharedPaths {
  readonly #db: ObjectDatabase;
  readonly #tree: MessageTree;
  readonly #paths: Pick<PathList, "findName">;

  constructor(db: ObjectDatabase, tree: MessageTree, paths: Pick<PathList, "findName">) {
    this.#db = db;
    this.#tree = tree;
    this.#paths = paths;
  }

  /**
   * Shares the path up to the message `path`, or else the open one. Its end is a passage: lines that nobody has answered yet are left out.
   * Safe to repeat. Throws NOT_FOUND for a message that is not there, and NOT_BEGUN if there is no passage.
   */
  add(shareId: string, { path, grows }: Omit<PathToShare, "known">): SharedPath {
    let end = path === null ? this.#tree.head() : this.#tree.require(path);
    while (end !== null && isOwnLine(end)) end = end.parentId === null ? null : this.#tree.get(end.parentId);
    if (end === null) throw new AppError("NOT_BEGUN");
    const row = { shareId, leafId: end.id, depth: end.depth, grows };
    this.#db.insert(pathShares).values(row).onConflictDoNothing().run();
    return this.#describe(row);
  }

  remove(shareId: string): void {
    this.#db.delete(sharedTexts).where(eq(sharedTexts.shareId, shareId)).run();
    this.#db.delete(pathShares).where(eq(pathShares.shareId, shareId)).run();
  }

  /** What a crash has left: shares that D1 does not have, or has as revoked. */
  listUnknown(known: readonly string[]): string[] {
    const before = Date.now() - UNKNOWN_FOR_MS;
    const rows = this.#db.select({ shareId: pathShares.shareId }).from(pathShares).all();
    return rows.flatMap(({ shareId: id }) => (known.includes(id) || readIdTime(id) > before ? [] : [id]));
  }

  list(): SharedPath[] {
    return this.#db
      .select()
      .from(pathShares)
      .all()
      .map((row) => this.#describe(row));
  }

  #describe(row: ShareRow): SharedPath {
    const end = this.#findEnd(row);
    return {
      shareId: row.shareId,
      messageCount: end?.depth ?? 0,
      pathName: end && this.#paths.findName(end.id),
    };
  }

  /** How many messages a copy has now; 0: it is not shared any more, or nothing is left of it. */
  count(shareId: string): number {
    return this.#find(shareId)?.end.depth ?? 0;
  }

  /** Messages of a copy from the number `first` on, counted from 1; `null`: there is nothing to read. */
  read(
    shareId: string,
    { first, limit = SHARED_PER_PAGE }: { first: number; limit?: number },
  ): SharedPage | null {
    const found = this.#find(shareId);
    if (found === null) return null;
    const { row, end } = found;
    const kept = new Map(
      row.grows
        ? []
        : this.#db
            .select()
            .from(sharedTexts)
            .where(eq(sharedTexts.shareId, shareId))
            .all()
            .map(({ messageId, revision }) => [messageId, revision]),
    );
    const messages = this.#tree
      .findIdsAfter(end.id, first - 1, Math.min(limit, MESSAGES_PER_PAGE_MAX))
      .flatMap((id) => {
        const message = this.#tree.get(id);
        if (message === null) return [];
        const { depth: number, role } = message;
        return [{ number, role, content: this.#findText(message, kept.get(id)) }];
      });
    return { count: end.depth, messages };
  }

  #findText(message: MessageRow, revision = message.revision): string {
    if (revision === message.revision) return message.content;
    const texts = this.#tree.listRevisions(message);
    return texts.find((text) => text.revision === revision)?.content ?? message.content;
  }

  #find(shareId: string): { row: ShareRow; end: MessageRow } | null {
    const row = this.#db.select().from(pathShares).where(eq(pathShares.shareId, shareId)).get();
    const end = row && this.#findEnd(row);
    return row && end ? { row, end } : null;
  }

  /** The last message that a copy shows. What was removed from a growing path is not in it. */
  #findEnd({ leafId, grows }: ShareRow): MessageRow | null {
    let end = this.#tree.get(leafId);
    while (grows && end !== null) {
      const removed = this.#tree.findRemoved(end);
      if (removed === null) return end;
      end = removed.parentId === null ? null : this.#tree.get(removed.parentId);
    }
    return end;
  }

  /** Another text of a message is about to be shown: copies that don't grow keep this one. Call it in the same transaction. */
  keepText({ id, depth, revision }: MessageRow): void {
    const fixed = this.#db.select().from(pathShares).where(eq(pathShares.grows, false)).all();
    for (const { shareId, leafId } of fixed) {
      if (this.#tree.findAncestorIdAt(leafId, depth) !== id) continue;
      this.#db.insert(sharedTexts).values({ shareId, messageId: id, revision }).onConflictDoNothing().run();
    }
  }

  /** These messages are about to be deleted, the deepest first: copies then end before them. Call it in the same transaction. */
  forget(messageIds: readonly string[]): void {
    this.#db.delete(sharedTexts).where(matchesIds(sharedTexts.messageId, messageIds)).run();
    for (const id of messageIds) {
      const message = this.#tree.get(id);
      const ending = eq(pathShares.leafId, id);
      if (message === null) continue;
      if (message.parentId === null) this.#db.delete(pathShares).where(ending).run();
      else {
        const values = { leafId: message.parentId, depth: sql`${pathShares.depth} - 1` };
        this.#db
          .update(pathShares)
          .set(values)
          .where(and(ending, sql`${pathShares.depth} > 1`))
          .run();
      }
    }
  }
}
