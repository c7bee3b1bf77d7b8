import { asc, eq, gt } from "drizzle-orm";
import * as v from "valibot";
import { listKeys } from "#domain/json.ts";
import { listMoves, moveAccount } from "./accounts/move.ts";
import type { ConversationObjects } from "./auth/live-sessions.ts";
import { findMissing } from "./consistency/missing-rows.ts";
import { TABLES_OF_THINGS } from "./db/account-data.ts";
import type { Database } from "./db/client.ts";
import { users } from "./db/schema/index.ts";
import { listShards, openShard } from "./db/shards.ts";
import { describeError, type Log, logWith } from "./logging.ts";

/**
 * Tasks of an operator for objects, which the platform's tools can't reach. A task is a key in KV, so only people who can write there
 * (with wrangler and a login to the account) can give one. There is no API call and no secret for it.
 *
 *   operator/restore/{kind}/{id}    a time, ISO 8601: the object goes back to what it stored then
 *   operator/check/{kind}/{name}    a JSON list of ids of objects: those without a row in D1 are logged
 *   operator/move/{name}            {"userId":"…","shard":1}: that account moves to that database
 *   operator/search/{name}          a JSON list of ids of people, or "all": their search indexes are built again
 */
const OPERATOR_TASKS = "operator/";
/** How many indexes one run begins to build. The others wait for the next run. */
const INDEXES_MAX = 100;
const TASKS_MAX = 20;
/** How many objects one run checks. The rest of a list waits for the next run. */
const OBJECTS_MAX = 300;
/** How far back the platform can restore an object. */
const RESTORABLE_MS = 30 * 24 * 3_600_000;

type Kind = "story" | "character-chat";
type TaskParts = {
  kv: KVNamespace;
  objects: ConversationObjects;
  /** All databases that have people's rows. */
  databases: readonly Database[];
  now: () => Date;
  log: Log;
  /** Moves an account to another database; see `moveAccount`. */
  move: (userId: string, shard: number) => Promise<number>;
  /** Begins to build a person's search index. */
  buildIndex: (userId: string) => Promise<void>;
  objectsMax?: number;
};
/** `path`: what follows the name of the task in its key. */
type Task = { path: readonly string[]; key: string; value: string };

const moveSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    userId: v.pipe(v.string(), v.nonEmpty()),
    shard: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
);
/** The rest of a key, without anything after it: what does not belong there may be a mistake. */
const conversationSchema = v.strictTuple([
  v.picklist(["story", "character-chat"]),
  v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
]);
const objectIdsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
);

/** Runs the waiting tasks, every few minutes (wrangler.toml). */
export async function runOperatorTasks(env: Env): Promise<void> {
  const log = logWith({ job: "operator" });
  await runTasks({
    kv: env.KV,
    objects: { story: env.STORY, "character-chat": env.CHARACTER_CHAT },
    databases: listShards(env).map((_, shard) => openShard(env, shard)),
    now: () => new Date(),
    log,
    move: (userId, shard) => moveAccount(env, userId, shard),
    buildIndex: (userId) => env.SEARCH.getByName(userId).build({ userId }),
  });
  // Resumes moves that a crash has interrupted. Their tasks are deleted already, but the directory has them.
  for (const { userId, toShard } of await listMoves(env)) {
    try {
      await moveAccount(env, userId, toShard);
    } catch (error) {
      log("error", "operator.failed", { task: "move", userId, ...describeError(error) });
    }
  }
}

/** Runs each task once: its key is removed first, so that none is repeated after a crash. */
export async function runTasks(parts: TaskParts): Promise<void> {
  const { kv, log } = parts;
  const { keys } = await kv.list({ prefix: OPERATOR_TASKS, limit: TASKS_MAX });
  for (const { name: key } of keys) {
    const value = (await kv.get(key)) ?? "";
    await kv.delete(key);
    try {
      const [, task, ...path] = key.split("/");
      await TASKS[v.parse(taskSchema, task)](parts, { path, key, value });
    } catch (error) {
      log("error", "operator.failed", { task: key, ...describeError(error) });
    }
  }
}

const TASKS = { restore: restoreObject, check: checkObjects, move: runMove, search: buildIndexes };
const taskSchema = v.picklist(listKeys(TASKS));

const everybodySchema = v.pipe(v.string(), v.regex(/^"?all"?(?: after .+)?$/));
const peopleSchema = v.pipe(v.string(), v.parseJson(), v.array(v.pipe(v.string(), v.nonEmpty())));

/** "all" becomes "all after …", the person with whom the next run goes on. */
async function buildIndexes(
  { kv, databases, buildIndex, log }: TaskParts,
  { key, value }: Task,
): Promise<void> {
  const isAll = v.is(everybodySchema, value.trim());
  const after = value.trim().split(" after ")[1] ?? "";
  const people = isAll
    ? (await Promise.all(databases.map((db) => listPeople(db, after, INDEXES_MAX)))).flat().toSorted()
    : v.parse(peopleSchema, value);
  const now = people.slice(0, INDEXES_MAX);
  for (const userId of now) await buildIndex(userId);
  log("info", "operator.indexes-begun", { people: now.length });
  if (now.length < INDEXES_MAX) return;
  await kv.put(key, isAll ? `all after ${now.at(-1)}` : JSON.stringify(people.slice(INDEXES_MAX)));
}

function listPeople(db: Database, after: string, limit: number): Promise<string[]> {
  return db
    .select({ id: users.id })
    .from(users)
    .where(gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(limit)
    .then((rows) => rows.map(({ id }) => id));
}

async function runMove({ move, log }: TaskParts, { value }: Task): Promise<void> {
  const { userId, shard } = v.parse(moveSchema, value);
  log("info", "operator.moved", { userId, shard, rows: await move(userId, shard) });
}

async function restoreObject(
  { objects, databases, now, log }: TaskParts,
  { path, value }: Task,
): Promise<void> {
  const [kind, conversationId] = v.parse(conversationSchema, path);
  const at = Date.parse(value.trim());
  const age = now().getTime() - at;
  if (!(age > 0 && age < RESTORABLE_MS)) throw new Error("The time is not one of the last 30 days.");
  const findObject = () => objects[kind].getByName(conversationId);
  const { undo } = await findObject().restoreAt(at);
  log("warn", "operator.restored", { kind, conversationId, to: new Date(at).toISOString(), undo });
  // `restart` stops the instance, so this call fails. A new stub then reaches an instance with the restored state.
  await findObject()
    .restart()
    .catch(() => undefined);
  const row = await findRow(databases, kind, conversationId);
  const found = row && (await findObject().compareWithRow(row));
  log(found === null ? "error" : "info", "operator.compared", { kind, conversationId, row: found ?? "none" });
}

async function findRow(databases: readonly Database[], kind: Kind, id: string) {
  const table = TABLES_OF_THINGS[kind];
  const { projection, lastMessageId, messageCount, deletedAt } = table;
  for (const db of databases) {
    const [row] = await db
      .select({ projection, lastMessageId, messageCount, deletedAt })
      .from(table)
      .where(eq(table.id, id));
    if (row) return row;
  }
  return null;
}

async function checkObjects(parts: TaskParts, { path, key, value }: Task): Promise<void> {
  const [kind] = v.parse(conversationSchema, path);
  const { kv, objects, databases, log, objectsMax = OBJECTS_MAX } = parts;
  const ids = v.parse(objectIdsSchema, value);
  const now = ids.slice(0, objectsMax);
  const rest = ids.slice(objectsMax);
  const objectIds = new Map<string, string>();
  for (const id of now) {
    const conversationId = await objects[kind].get(objects[kind].idFromString(id)).identify();
    if (conversationId !== null) objectIds.set(conversationId, id);
  }
  const table = TABLES_OF_THINGS[kind];
  const missing = await findMissing(databases, table, [...objectIds.keys()]);
  for (const conversationId of missing) {
    log("error", "operator.object-without-row", {
      kind,
      conversationId,
      objectId: objectIds.get(conversationId),
    });
  }
  log("info", "operator.checked", {
    kind,
    objects: now.length,
    withoutRow: missing.length,
    left: rest.length,
  });
  if (rest.length > 0) await kv.put(key, JSON.stringify(rest));
}
