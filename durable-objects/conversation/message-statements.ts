import { and, asc, desc, eq, isNotNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { limited } from "#workers/db/limited.ts";
import { type ObjectDatabase, placeRow } from "./database.ts";
import { conversation, messages, pathShares, paths } from "./schema.ts";

/** Whether a row's message is on the path that ends with the message `id`, or is that message. Reads the ids of the whole path. */
export function matchesPath(messageId: SQLiteColumn | SQL, id: string | Placeholder): SQL {
  return sql`${messageId} IN (WITH RECURSIVE path (id) AS (
    SELECT ${id}
    UNION ALL
    SELECT m.parent_id FROM path JOIN messages AS m ON m.id = path.id WHERE m.parent_id IS NOT NULL
  ) SELECT id FROM path)`;
}

/**
 * Whether a row is the last one of its table on the path of the message `id`. The walk ends there, which is mostly near: a path may have
 * thousands of messages, and a story hundreds of paths.
 */
export function matchesLastOnPath(messageId: SQLiteColumn): SQL {
  const known = sql`(SELECT ${messageId} FROM ${messageId.table})`;
  return sql`${messageId} IN (WITH RECURSIVE walk (id) AS (
    SELECT ${sql.placeholder("id")}
    UNION ALL
    SELECT m.parent_id FROM walk JOIN messages AS m ON m.id = walk.id
    WHERE m.parent_id IS NOT NULL AND walk.id NOT IN ${known} AND EXISTS ${known}
  ) SELECT id FROM walk)`;
}

/** The ids of the messages that `first` selects, and of all that follow them. */
function listPart(first: SQL): SQL {
  return sql`(WITH RECURSIVE part (id) AS (
    ${first} UNION ALL SELECT m.id FROM part JOIN messages AS m ON m.parent_id = part.id
  ) SELECT id FROM part)`;
}

/** Whether a row is that message, or one of all that follow it. */
export function isInPart(rootId: string): SQL {
  return sql`${messages.id} IN ${listPart(sql`SELECT ${rootId}`)}`;
}

/** Whether a message is neither in the bin itself nor after what is in it. Reads the ids of all that is in the bin. */
export const IS_THERE = sql`${messages.id} NOT IN ${listPart(sql`SELECT id FROM messages WHERE removed_at IS NOT NULL`)}`;

/** Any number of ids is one parameter: SQLite takes at most 100 here. */
export function matchesIds(column: SQLiteColumn, ids: readonly string[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

/** The bytes of texts, in UTF-8. SQLite knows them without reading the texts. */
export function sumBytes(column: SQLiteColumn): SQL<number> {
  return sql`coalesce(sum(octet_length(${column})), 0)`;
}

/** The statements of every turn and every page, built once: to build one costs several times as much as to run it. */
export function prepareMessageStatements(db: ObjectDatabase) {
  const id = sql.placeholder("id");
  const path = sql`WITH RECURSIVE path (id, step) AS (
    SELECT ${id}, 1
    UNION ALL
    SELECT m.parent_id, path.step + 1 FROM path JOIN messages AS m ON m.id = path.id
    WHERE m.parent_id IS NOT NULL AND path.step < ${sql.placeholder("most")}
  ) SELECT id FROM path`;
  const depth = sql.placeholder("depth");
  const parentId = sql.placeholder("parentId");
  const walk = sql`WITH RECURSIVE walk (id, parent_id, depth) AS (
    SELECT id, parent_id, depth FROM messages WHERE id = ${id}
    UNION ALL
    SELECT m.id, m.parent_id, m.depth FROM walk JOIN messages AS m ON m.id = walk.parent_id WHERE m.depth >= ${depth}
  ) SELECT id FROM walk`;
  const lastPassage = sql`(SELECT iif(role = 'assistant', id, coalesce(parent_id, id)) FROM messages WHERE id = ${parentId})`;
  const siblings = sql`FROM messages AS s WHERE s.parent_id IS asked.parent_id AND s.removed_at IS NULL`;
  return {
    append: db.insert(messages).values(placeRow(messages)).prepare(),
    headId: db.select({ headId: conversation.headId }).from(conversation).prepare(),
    head: db
      .select()
      .from(messages)
      .where(sql`${messages.id} = (SELECT head_id FROM conversation)`)
      .prepare(),
    moveHead: db
      .update(conversation)
      .set({ headId: sql`${id}` })
      .prepare(),
    ancestorAt: db
      .select({ id: messages.id })
      .from(messages)
      .where(sql`${messages.id} IN (${walk}) AND ${messages.depth} = ${depth}`)
      .prepare(),
    idsAfter: db
      .select({ id: messages.id })
      .from(messages)
      .where(sql`${messages.id} IN (${walk}) AND ${messages.depth} > ${depth}`)
      .orderBy(asc(messages.depth))
      .limit(sql.placeholder("most"))
      .prepare(),
    idsFrom: db
      .select({ id: messages.id })
      .from(messages)
      .where(sql`${messages.id} IN (${walk})`)
      .orderBy(desc(messages.depth))
      .prepare(),
    removedAncestor: db
      .select({ id: messages.id })
      .from(messages)
      .where(and(sql`${messages.id} IN (${walk})`, isNotNull(messages.removedAt)))
      .orderBy(desc(messages.depth))
      .prepare(),
    anyRemoved: db
      .select({ id: messages.id })
      .from(messages)
      .where(isNotNull(messages.removedAt))
      .orderBy(limited(messages.removedAt, 1))
      .prepare(),
    byId: db.select().from(messages).where(eq(messages.id, id)).prepare(),
    newestLeaf: db
      .select()
      .from(messages)
      .where(
        sql`${messages.id} = (WITH RECURSIVE leaf (id, step) AS (
          SELECT ${id}, 0
          UNION ALL
          SELECT (SELECT m.id FROM messages AS m WHERE m.parent_id = leaf.id AND m.removed_at IS NULL
            ORDER BY m.version DESC LIMIT 1), step + 1
          FROM leaf WHERE leaf.id IS NOT NULL
        ) SELECT id FROM leaf WHERE id IS NOT NULL ORDER BY step DESC LIMIT 1)`,
      )
      .prepare(),
    path: db
      .select()
      .from(messages)
      .where(sql`${messages.id} IN (${path})`)
      .orderBy(desc(messages.depth))
      .prepare(),
    place: db
      .select({
        version: sql<number>`coalesce(max(${messages.version}), 0) + 1`,
        depth: sql<number>`coalesce((SELECT depth FROM messages WHERE id = ${parentId}), 0) + 1`,
      })
      .from(messages)
      .where(sql`${messages.parentId} IS ${parentId}`)
      .prepare(),
    severalVersions: db
      .select({
        id: sql<string>`id`,
        revision: sql<number>`revision`,
        revisions: sql<number>`revisions`,
        before: sql<number>`(SELECT coalesce(sum(s.revisions), 0) ${siblings} AND s.version < asked.version)`,
        count: sql<number>`(SELECT sum(s.revisions) ${siblings})`,
        previous: sql<
          string | null
        >`(SELECT json_array(s.id, s.revisions) ${siblings} AND s.version < asked.version
          ORDER BY s.version DESC LIMIT 1)`,
        next: sql<
          string | null
        >`(SELECT json_array(s.id, s.revisions) ${siblings} AND s.version > asked.version
          ORDER BY s.version LIMIT 1)`,
      })
      .from(sql`(SELECT id, version, parent_id, revision, revisions FROM (
        SELECT value ->> 'id' AS id, value ->> 'parentId' AS parent_id, value ->> 'version' AS version,
          value ->> 'revision' AS revision, value ->> 'revisions' AS revisions
        FROM json_each(${sql.placeholder("messages")})) AS one
        WHERE revisions > 1 OR (SELECT max(m.version) FROM messages AS m WHERE m.parent_id IS one.parent_id) > 1)
        AS asked`)
      .prepare(),
    // A growing copy on the path of the passage that was gone on from ends with that passage now. So does one that ended with another
    // version of it that nothing follows, but for what is in the bin.
    growShares: db
      .update(pathShares)
      .set({ leafId: sql`${parentId}`, depth: sql`(SELECT depth FROM messages WHERE id = ${parentId})` })
      .where(
        and(
          eq(pathShares.grows, true),
          sql`${pathShares.leafId} IN (WITH RECURSIVE walk (id, parent_id) AS (
            SELECT id, parent_id FROM messages WHERE id = ${parentId} AND role = 'assistant'
            UNION ALL
            SELECT m.id, m.parent_id FROM walk JOIN messages AS m ON m.id = walk.parent_id
            WHERE m.depth >= (SELECT min(depth) FROM shares WHERE grows)
          ) SELECT id FROM walk
            UNION ALL
            SELECT version.id FROM messages AS passage JOIN messages AS version ON version.parent_id IS passage.parent_id
            WHERE passage.id = ${parentId} AND passage.role = 'assistant' AND version.role = 'assistant'
              AND NOT EXISTS (SELECT 1 FROM messages WHERE parent_id = version.id AND removed_at IS NULL))`,
        ),
      )
      .prepare(),
    // One that ended in a removed part below that message ends before the part: at the message, or at the passage before the person's.
    leaveRemoved: db
      .update(pathShares)
      .set({ leafId: lastPassage, depth: sql`(SELECT depth FROM messages WHERE id = ${lastPassage})` })
      .where(
        and(
          eq(pathShares.grows, true),
          sql`${pathShares.leafId} IN ${listPart(
            sql`SELECT id FROM messages WHERE parent_id = ${parentId} AND removed_at IS NOT NULL`,
          )}`,
        ),
      )
      .prepare(),
    growPath: db
      .update(paths)
      .set({ leafId: sql`${id}` })
      .where(eq(paths.leafId, parentId))
      .prepare(),
  };
}
