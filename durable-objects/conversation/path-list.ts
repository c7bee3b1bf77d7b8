import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import { AppError } from "#domain/errors.ts";
import type { OpenPath } from "#domain/message.ts";
import { toFirstWords } from "#domain/passage-markup.ts";
import type { ConversationPath, PathPage } from "#domain/paths.ts";
import type { PathStretch } from "#domain/story-file.ts";
import type { ObjectDatabase } from "./database.ts";
import { IS_THERE } from "./message-statements.ts";
import type { MessageRow, MessageTree } from "./message-tree.ts";
import { messages, paths } from "./schema.ts";

/** A leaf: nothing follows it that is not in the bin, and it is not in the bin itself. */
const IS_LEAF = sql`${IS_THERE}
  AND NOT EXISTS (SELECT 1 FROM messages AS child WHERE child.parent_id = ${messages.id} AND child.removed_at IS NULL)`;

/** The paths of a conversation: the open one, every other leaf, and messages at which a path with a name ends. */
export class PathList {
  readonly #db: ObjectDatabase;
  readonly #tree: MessageTree;

  constructor(db: ObjectDatabase, tree: MessageTree) {
    this.#db = db;
    this.#tree = tree;
  }

  /** A page; the open path is the first of all, then come the leaves that were written last. */
  list({ cursor, limit }: { cursor: string | null; limit: number }): Omit<PathPage, "removed"> {
    const head = this.#tree.head();
    if (head === null) return { paths: [], count: 0, next: null };
    const leaves = this.#readOtherLeaves(head.id, cursor, limit + 1);
    const shown = leaves.slice(0, limit);
    const ends = cursor === null ? [...this.#findNamedWithin(head.id), ...shown] : shown;
    const listed = this.#toPaths(ends, head.id);
    return {
      paths: cursor === null ? [this.#toOpenPath(head), ...listed] : listed,
      count: this.count(head.id),
      next: leaves.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  /** Throws NOT_FOUND where no path ends. An empty name takes the name away. */
  name(leafId: string, name: string): void {
    const leaf = this.#tree.require(leafId);
    if (name === "") {
      this.#db.delete(paths).where(eq(paths.leafId, leaf.id)).run();
      return;
    }
    this.#db
      .insert(paths)
      .values({ leafId: leaf.id, name })
      .onConflictDoUpdate({ target: paths.leafId, set: { name } })
      .run();
  }

  toOpenPath(head: MessageRow | null): OpenPath {
    const pathName = head && this.findName(head.id);
    return { headMessageId: head?.id ?? null, messageCount: head?.depth ?? 0, pathName };
  }

  listNames(): { leafId: string; name: string }[] {
    return this.#db.select().from(paths).all();
  }

  /** Every message that is not in the bin once: the open path, then what the others add to those before, in the order of writing. */
  listStretches(): PathStretch[] {
    const headId = this.#tree.headId();
    const { id, parentId, depth, heading } = messages;
    const isRemoved = sql<number>`${messages.removedAt} IS NOT NULL`;
    const rows = this.#db
      .select({ id, parentId, depth, heading, isRemoved })
      .from(messages)
      .orderBy(asc(sql`rowid`))
      .all();
    const names = new Map(this.listNames().map(({ leafId, name }) => [leafId, name]));
    const there = new Map<string, (typeof rows)[number]>();
    const ends = new Set<string>();
    for (const row of rows) {
      if (row.isRemoved || (row.parentId !== null && !there.has(row.parentId))) continue;
      there.set(row.id, row);
      ends.add(row.id);
      if (row.parentId !== null && !names.has(row.parentId)) ends.delete(row.parentId);
    }
    const told = new Set<string>();
    return [...(headId === null ? [] : [headId]), ...ends].flatMap((leafId): PathStretch[] => {
      let length = 0;
      let row = there.get(leafId);
      for (; row !== undefined && !told.has(row.id); row = there.get(row.parentId ?? "")) {
        told.add(row.id);
        length += 1;
      }
      const turnName = row?.heading ?? null;
      return length === 0
        ? []
        : [{ leafId, after: row?.depth ?? 0, length, name: names.get(leafId) ?? null, turnName }];
    });
  }

  /** Where a path ends: at the message itself if it is the end of one, else at the leaf below it, since the path has grown. */
  findEnd(leafId: string): MessageRow {
    const message = this.#tree.get(leafId);
    if (message === null || this.#tree.findRemoved(message) !== null) {
      throw new AppError("NOT_FOUND", { message: "This path is not there any more." });
    }
    return this.findName(leafId) === null ? this.#tree.findLeaf(message) : message;
  }

  #readOtherLeaves(headId: string, after: string | null, limit: number): MessageRow[] {
    const isOther = and(ne(messages.id, headId), IS_LEAF);
    const before = sql`rowid < (SELECT rowid FROM messages WHERE id = ${after})`;
    return this.#db
      .select()
      .from(messages)
      .where(after === null ? isOther : and(before, isOther))
      .orderBy(desc(sql`rowid`))
      .limit(limit)
      .all();
  }

  /** Messages within other paths at which a path with a name ends, the open one left out. */
  #findNamedWithin(headId: string): MessageRow[] {
    return this.#db
      .select()
      .from(messages)
      .where(
        sql`${messages.id} IN (SELECT leaf_id FROM paths) AND ${messages.id} <> ${headId} AND ${IS_THERE}
          AND EXISTS (SELECT 1 FROM messages AS child WHERE child.parent_id = ${messages.id} AND child.removed_at IS NULL)`,
      )
      .all();
  }

  /** How many there are. */
  count(headId: string): number {
    const leaves = this.#db
      .select({
        count: sql<number>`count(*)`,
        hasHead: sql<number>`coalesce(sum(${messages.id} = ${headId}), 0)`,
      })
      .from(messages)
      .where(IS_LEAF)
      .get();
    const isHeadLeaf = (leaves?.hasHead ?? 0) > 0;
    return (leaves?.count ?? 0) + (isHeadLeaf ? 0 : 1) + this.#findNamedWithin(headId).length;
  }

  #toOpenPath(head: MessageRow): ConversationPath {
    return {
      leafId: head.id,
      name: this.findName(head.id),
      isOpen: true,
      partsAtId: null,
      partsAtDepth: 0,
      turnName: null,
      firstId: null,
      firstWords: toFirstWords(head.content),
      length: head.depth,
      updatedAt: head.timestamp,
    };
  }

  /** The parents of all messages are read once: many paths may have the same long way to the open one. */
  #toPaths(leaves: readonly MessageRow[], headId: string): ConversationPath[] {
    if (leaves.length === 0) return [];
    const { id, parentId } = messages;
    const rows = this.#db.select({ id, parentId }).from(messages).all();
    const parents = new Map(rows.map((row) => [row.id, row.parentId]));
    const open = new Set(this.#tree.listIdsFrom(headId, 1));
    return leaves.map((leaf) => this.#toPath(leaf, open, parents));
  }

  /** `open`: the ids of the messages of the open path. */
  #toPath(
    leaf: MessageRow,
    open: ReadonlySet<string>,
    parents: ReadonlyMap<string, string | null>,
  ): ConversationPath {
    let firstId: string | null = null;
    let forkId: string | null = leaf.id;
    while (forkId !== null && !open.has(forkId)) {
      firstId = forkId;
      forkId = parents.get(forkId) ?? null;
    }
    const first = firstId === null ? null : this.#tree.get(firstId);
    const fork = forkId === null ? null : this.#tree.get(forkId);
    return {
      leafId: leaf.id,
      name: this.findName(leaf.id),
      isOpen: false,
      partsAtId: forkId,
      partsAtDepth: fork?.depth ?? 0,
      turnName: fork?.heading ?? null,
      firstId,
      firstWords: toFirstWords((first ?? leaf).content),
      length: leaf.depth - (fork?.depth ?? 0),
      updatedAt: leaf.timestamp,
    };
  }

  /** The name of the path that ends with that message; `null`: it has none. */
  findName(leafId: string): string | null {
    return this.#db.select().from(paths).where(eq(paths.leafId, leafId)).get()?.name ?? null;
  }
}
