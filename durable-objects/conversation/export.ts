import { asc, count, type SQL, sql } from "drizzle-orm";
import { AppError } from "#domain/errors.ts";
import {
  type BookMessage,
  type ExportAmounts,
  type FileMessage,
  type FileStart,
  type FoundInMessage,
  NOTHING_FOUND,
  NOTHING_TO_EXPORT,
  type PathText,
  type TreePage,
} from "#domain/story-file.ts";
import type { ConversationParts } from "./conversation.ts";
import { IS_THERE, matchesIds, matchesPath, sumBytes } from "./message-statements.ts";
import type { MessageRow } from "./message-tree.ts";
import { messages, revisions } from "./schema.ts";

/** Messages of a page, and their text in UTF-16 code units, as soon as there is one: what two sides hold in memory at once. */
const MESSAGES_PER_PAGE = 200;
const TEXT_PER_PAGE = 500_000;

type ExportParts = Pick<ConversationParts, "db" | "tree" | "record" | "sideTables" | "kind">;

/** What a conversation gives its owner to take away: everything in it, or the text of a path, in pages. It changes nothing. */
export class ConversationExport {
  readonly #parts: ExportParts;

  constructor(parts: ExportParts) {
    this.#parts = parts;
  }

  start(userId: string): FileStart {
    const { tree, record, sideTables, kind } = this.#parts;
    return {
      head: {
        ...sideTables.toFile(userId),
        openLeafId: tree.headId(),
        edits: record.get()?.editCount ?? 0,
        people: kind.listFilePeople?.() ?? [],
        memoryMarks: kind.memory.listMarks(),
      },
      stretches: sideTables.paths.listStretches(),
      ...this.readTree(null),
    };
  }

  /** How much there is. */
  measure(): ExportAmounts {
    const { db, tree, sideTables, kind } = this.#parts;
    const headId = tree.headId();
    const measure = (which: SQL | undefined, bytes = sumBytes(messages.content)) => {
      const amount = { messages: count(), bytes, pictures: count(messages.image) };
      return db.select(amount).from(messages).where(which).get() ?? NOTHING_TO_EXPORT.whole;
    };
    return {
      pathCount: headId === null ? 0 : sideTables.paths.count(headId),
      pathName: headId && sideTables.paths.findName(headId),
      open: measure(matchesPath(messages.id, headId ?? "")),
      all: measure(IS_THERE),
      whole: measure(
        undefined,
        sql`${sumBytes(messages.content)} + ${sumBytes(messages.analysis)}
          + (SELECT ${sumBytes(revisions.content)} FROM ${revisions})
          + ${kind.memory.measureMade()}`,
      ),
    };
  }

  /** The messages that were written after that one, in their order; `null`: from the first. Throws NOT_FOUND. */
  readTree(after: string | null): TreePage {
    const { db, kind, tree } = this.#parts;
    // It was deleted for good meanwhile. Beginning again would put every message into the file twice.
    if (after !== null && tree.get(after) === null) throw new AppError("NOT_FOUND");
    const rows = takePage(
      db
        .select()
        .from(messages)
        .where(sql`rowid > coalesce((SELECT rowid FROM messages WHERE id = ${after}), 0)`)
        .orderBy(asc(sql`rowid`))
        .limit(MESSAGES_PER_PAGE + 1)
        .all(),
      MESSAGES_PER_PAGE,
    );
    const ids = rows.taken.map(({ id }) => id);
    const texts = Map.groupBy(
      db
        .select()
        .from(revisions)
        .where(matchesIds(revisions.messageId, ids))
        .orderBy(asc(revisions.messageId), asc(revisions.number))
        .all(),
      ({ messageId }) => messageId,
    );
    const found = kind.findInMessages?.(ids);
    const memory = kind.memory.listMade(ids);
    return {
      messages: rows.taken.map((row) => ({
        ...toFileMessage(row),
        texts: texts.get(row.id)?.map(({ content, editedAt }) => ({ content, editedAt })) ?? [],
        memory: memory.get(row.id) ?? null,
        ...(found?.get(row.id) ?? NOTHING_FOUND),
      })),
      next: rows.isLast ? null : (ids.at(-1) ?? null),
    };
  }

  /** The text of the path that ends with that message, from the depth `after` on; `null`: of the open one. Throws NOT_FOUND. */
  readPath({ leafId, after }: { leafId: string | null; after: number }): PathText {
    const { tree } = this.#parts;
    const leaf = leafId === null ? tree.head() : tree.require(leafId);
    if (leaf === null) return { leafId: null, messages: [], next: null };
    const rows = tree.findIdsAfter(leaf.id, after, MESSAGES_PER_PAGE).flatMap((id) => tree.get(id) ?? []);
    const { taken } = takePage(rows, rows.length);
    const last = taken.at(-1)?.depth ?? leaf.depth;
    return {
      leafId: leaf.id,
      messages: taken.map(toBookMessage),
      next: last < leaf.depth ? last : null,
    };
  }
}

/** The first rows, until there is enough text; at least one. */
function takePage(rows: readonly MessageRow[], most: number): { taken: MessageRow[]; isLast: boolean } {
  const taken: MessageRow[] = [];
  let units = 0;
  for (const row of rows) {
    units += row.content.length * row.revisions;
    if (taken.length === most || (taken.length > 0 && units > TEXT_PER_PAGE)) break;
    taken.push(row);
  }
  return { taken, isLast: taken.length === rows.length };
}

function toBookMessage({ id, role, content, heading, image }: MessageRow): BookMessage {
  const file = image?.url.slice(image.url.lastIndexOf("/") + 1);
  return {
    messageId: id,
    role,
    content,
    heading,
    picture: image?.kind === "ai" && file ? { file, prompt: image.prompt } : null,
  };
}

function toFileMessage(row: MessageRow): Omit<FileMessage, "texts" | "memory" | keyof FoundInMessage> {
  const { parentId, version, status, timestamp, revision, editedAt, editNumber, wish, model, analysis } = row;
  const { resumeLeafId, removedAt } = row;
  return {
    ...toBookMessage(row),
    parentId,
    version,
    status,
    timestamp,
    revision,
    editedAt,
    editNumber,
    wish,
    model,
    analysis,
    resumeLeafId,
    removedAt: removedAt === null ? null : new Date(removedAt).toISOString(),
  };
}
