import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { createId } from "#domain/ids.ts";
import type { ConversationObject } from "#durable-objects/conversation-object.ts";
import type { SearchObject } from "#durable-objects/search.ts";
import { openAccountDatabase } from "#workers/db/account-database.ts";
import { assignShard } from "#workers/db/assign-shard.ts";
import { type Database, openPrimaryDatabase, openWith } from "#workers/db/client.ts";
import { isSharded, listShards } from "#workers/db/shards.ts";

/** All bound databases: those of people, then the directory, if it is one of its own. */
export const allDatabases: readonly D1Database[] = [
  ...listShards(env),
  ...(env.DIRECTORY === undefined ? [] : [env.DIRECTORY]),
];

/** Tables of the directory. */
const DIRECTORY_TABLES = /\b(feedback|account_shards|customer_accounts|shard_sizes|account_moves)\b/;

/**
 * D1 for tests that read or change rows directly, with any number of databases. A statement that binds a person's id runs in
 * that person's database. Any other statement runs in all databases, and its rows are joined.
 */
class EveryDatabase {
  prepare(query: string): Statement {
    return new Statement(query, []);
  }

  async batch(statements: readonly Statement[]): Promise<D1Result[]> {
    const targets = await findTargets(statements);
    const all = await Promise.all(
      targets.map((database) => database.batch(statements.map((one) => one.on(database)))),
    );
    return statements.map((_, index) => joinResults(all.flatMap((results) => results[index] ?? [])));
  }
}

class Statement {
  readonly query: string;
  readonly params: readonly unknown[];

  constructor(query: string, params: readonly unknown[]) {
    this.query = query;
    this.params = params;
  }

  bind(...params: unknown[]): Statement {
    return new Statement(this.query, params);
  }

  on(database: D1Database): D1PreparedStatement {
    return database.prepare(this.query).bind(...this.params);
  }

  async all(): Promise<D1Result> {
    const targets = await findTargets([this]);
    return joinResults(await Promise.all(targets.map((database) => this.on(database).all())));
  }

  run(): Promise<D1Result> {
    return this.all();
  }

  async raw(): Promise<unknown[][]> {
    const targets = await findTargets([this]);
    return (await Promise.all(targets.map((database) => this.on(database).raw()))).flat();
  }
}

function joinResults(results: D1Result[]): D1Result {
  const [first] = results;
  if (first === undefined) throw new Error("A statement ran nowhere.");
  return { ...first, results: results.flatMap((result) => result.results) };
}

/** The database of each person whose id was bound before. */
const homes = new Map<string, D1Database>();

async function findHomes(texts: readonly string[]): Promise<void> {
  const query = "SELECT id FROM users WHERE id IN (SELECT value FROM json_each(?))";
  await Promise.all(
    listShards(env).map(async (database) => {
      const { results } = await database.prepare(query).bind(JSON.stringify(texts)).all<{ id: string }>();
      for (const { id } of results) homes.set(id, database);
    }),
  );
}

async function findTargets(statements: readonly Statement[]): Promise<readonly D1Database[]> {
  if (statements.some(({ query }) => DIRECTORY_TABLES.test(query))) return allDatabases;
  const texts = statements.flatMap(({ params }) => params).filter((value) => typeof value === "string");
  if (!texts.some((text) => homes.has(text))) await findHomes(texts);
  const targets = new Set(texts.flatMap((text) => homes.get(text) ?? []));
  if (targets.size > 0) return [...targets];
  return statements.some(({ query }) => /^\s*insert/i.test(query))
    ? [pickShard(texts.join())]
    : listShards(env);
}

/** New people of a test are spread over the databases. */
function pickShard(text: string): D1Database {
  const shards = listShards(env);
  const sum = Array.from(text).reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return shards[sum % shards.length] ?? env.DB;
}

/** Tests use this instead of `env.DB`. */
export const d1: D1Database = isSharded(env) ? (new EveryDatabase() as unknown as D1Database) : env.DB;

/** Runs a statement of SQL, and returns its rows. */
export async function queryRows<Row = Record<string, unknown>>(
  statement: string,
  ...values: unknown[]
): Promise<Row[]> {
  return (
    await d1
      .prepare(statement)
      .bind(...values)
      .all<Row>()
  ).results;
}

/** The same in the storage of an object. */
export function queryObject<Row extends Record<string, SqlStorageValue>>(
  object: DurableObjectStub<ConversationObject> | DurableObjectStub<SearchObject>,
  statement: string,
  ...values: SqlStorageValue[]
): Promise<Row[]> {
  return runInDurableObject(object as DurableObjectStub, (_, { storage: { sql } }) =>
    sql.exec<Row>(statement, ...values).toArray(),
  );
}

/** The same databases, as the stores take them. */
export const db: Database = isSharded(env) ? openWith(d1) : openPrimaryDatabase(env.DB);

/** The database with the rows of one person who has an account, as the product opens it. */
export function openDatabaseOf(userId: string): Database {
  return openAccountDatabase(env, { userId, shard: null }).db;
}

/** The number of the database with a person's rows. */
export function shardOf(userId: string): Promise<number> {
  return assignShard(env, userId);
}

/** The binding of the database with a person's rows. */
export async function bindingOf(userId: string): Promise<string> {
  return toBinding(await shardOf(userId));
}

function toBinding(shard: number): string {
  return shard === 0 ? "DB" : `DB_${shard}`;
}

/** Bindings in which each database is replaced: what a test watches or breaks. */
export function replaceDatabases(replace: (database: D1Database) => D1Database): Record<string, D1Database> {
  const names = listShards(env).map((_, shard) => toBinding(shard));
  return Object.fromEntries(names.map((name) => [name, replace(Reflect.get(env, name))]));
}

/** Forgets where accounts are, after some were moved. */
export function forgetHomes(): void {
  homes.clear();
}

/** Makes something deleted that long ago. */
export async function deleteAgo(table: string, id: string | undefined, ms: number): Promise<void> {
  const deletedAt = new Date(Date.now() - ms).toISOString();
  await queryRows(`UPDATE ${table} SET deleted_at = ? WHERE id = ?`, deletedAt, id);
}

/** Puts a person on the paid plan, without a payment. */
export async function givePremium(userId: string): Promise<void> {
  await queryRows("UPDATE users SET tier = 'premium' WHERE id = ?", userId);
}

/**
 * Copies a row of a person's so many times, each with an id of its own. `changes`: SQL by column, in which `copy.key` is the number of the
 * copy; a column that the table does not have is left out. Returns the ids.
 */
export async function copyRow(
  userId: string,
  table: string,
  id: string,
  count: number,
  changes: Record<string, string> = {},
): Promise<string[]> {
  const ids = Array.from({ length: count }, createId);
  const info = await queryRows<{ name: string }>(`PRAGMA table_info(${table})`);
  const columns = [...new Set(info.map(({ name }) => name))];
  const values = columns.map((name) =>
    name === "id" ? "copy.value" : (changes[name] ?? `original."${name}"`),
  );
  await queryRows(
    `INSERT INTO ${table} ("${columns.join('", "')}") SELECT ${values.join(", ")}
      FROM ${table} AS original, json_each(?1) AS copy WHERE original.id = ?2 AND original.user_id = ?3`,
    JSON.stringify(ids),
    id,
    userId,
  );
  return ids;
}
