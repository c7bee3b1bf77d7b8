import { type Database, openPrimaryDatabase } from "./client.ts";

/*
 * The D1 databases of a deployment. What is looked up among all people is in the directory: `DIRECTORY`, or `DB` if that is not bound.
 */

/**
 * The databases with people's rows: `DB`, then `DB_1`, `DB_2` and so on, without a gap. Usually there is one. A shard's number is its index
 * in this list.
 */
export function listShards(env: Env): D1Database[] {
  const shards = [env.DB];
  for (;;) {
    const next: unknown = Reflect.get(env, `DB_${shards.length}`);
    if (!isDatabase(next)) return shards;
    shards.push(next);
  }
}

function isDatabase(binding: unknown): binding is D1Database {
  return typeof binding === "object" && binding !== null && "withSession" in binding;
}

/** Whether people's rows are in more than one database. With one, nothing is looked up in the directory. */
export function isSharded(env: Env): boolean {
  return listShards(env).length > 1;
}

/** The database of a shard. Throws for a number that is not bound. */
export function findShard(env: Env, shard: number): D1Database {
  const database = listShards(env)[shard];
  if (database === undefined) throw new Error(`There is no database DB_${shard}.`);
  return database;
}

/** Opens a shard's primary database, for work on the rows of many people. */
export function openShard(env: Env, shard: number): Database {
  return openPrimaryDatabase(findShard(env, shard));
}

/** Opens the directory's primary database. */
export function openDirectory(env: Env): Database {
  return openPrimaryDatabase(findDirectory(env));
}

/** The directory, and `DB`, which was the directory before `DIRECTORY` was bound and still has rows from that time. */
export function openDirectories(env: Env): Database[] {
  return [...new Set([findDirectory(env), env.DB])].map(openPrimaryDatabase);
}

/** The databases with people's rows and the directory, each once. */
export function openAllDatabases(env: Env): Database[] {
  return [...new Set([...listShards(env), findDirectory(env)])].map(openPrimaryDatabase);
}

function findDirectory(env: Env): D1Database {
  const directory: unknown = Reflect.get(env, "DIRECTORY");
  return isDatabase(directory) ? directory : env.DB;
}
