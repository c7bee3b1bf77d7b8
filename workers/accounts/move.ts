import { and, count, eq, getTableColumns, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { OWNED_TABLES } from "../db/account-data.ts";
import { type Database, runBatch } from "../db/client.ts";
import { findKnownShard, locateAccount } from "../db/directory.ts";
import { selectRow } from "../db/row-selection.ts";
import { accountDeletions, accountFences, accountMoves, accountShards } from "../db/schema/index.ts";
import { findShard, isSharded, openDirectory, openShard } from "../db/shards.ts";

/** Rows that one round trip reads and writes: far below D1's limits for a batch. */
const PAGE = 50;
/** How many unfinished moves one run resumes. */
const LISTED_MAX = 20;
const NOT_OURS = "move-is-run-by-another";

/** The account can't be moved, or not by this run; the message is for an operator. */
export class MoveRefused extends Error {
  override readonly name = "MoveRefused";
}

type Move = { userId: string; from: number; to: number; run: string };

/**
 * Moves an account to another database. Requests of the account wait until the move ends. If a crash interrupts it, the account can't
 * be used until the move is run again, which continues it. Of two runs at the same time the later one continues. Returns how many
 * rows were moved. Throws `MoveRefused`.
 */
export async function moveAccount(env: Env, userId: string, to: number): Promise<number> {
  findShard(env, to);
  const from = await locateAccount(env, userId);
  if (from === null) throw new MoveRefused("There is no such account.");
  const directory = openDirectory(env);
  const move = await beginMove(directory, { userId, from, to, run: crypto.randomUUID() });
  if (move === null) return 0;
  const [source, target] = [openShard(env, move.from), openShard(env, to)];

  await fence(target, move);
  await fence(source, move);
  if ((await findKnownShard(directory, userId)) !== to) {
    if (await isBeingDeleted(source, userId)) {
      await endMove(directory, source, move);
      throw new MoveRefused("This account is being deleted.");
    }
    await deleteRows(target, move);
    await copyRows(source, target, move);
    await requireSameCounts(source, target, userId);
    await switchShard(directory, move);
  }
  // From here on the account is in the target database.
  await guarded(target, move, [target.delete(accountFences).where(isFenceOf(userId))]);
  const moved = await countRows(source, userId);
  await deleteRows(source, move);
  await directory.delete(accountMoves).where(eq(accountMoves.userId, userId));
  return moved;
}

/** Moves that have begun but not ended. */
export async function listMoves(env: Env): Promise<(typeof accountMoves.$inferSelect)[]> {
  if (!isSharded(env)) return [];
  return openDirectory(env).select().from(accountMoves).limit(LISTED_MAX);
}

/** Stores the move, or takes over one that has already begun. `null`: the account is in that database already. */
async function beginMove(directory: Database, { userId, from, to, run }: Move): Promise<Move | null> {
  const isTheirs = eq(accountMoves.userId, userId);
  const begunAt = new Date().toISOString();
  const isElsewhere = sql`FROM ${accountShards} WHERE user_id = ${userId} AND shard <> ${to}`;
  const row = { userId, fromShard: from, toShard: to, begunAt, run };
  const [, , [stored]] = await directory.batch([
    directory
      .insert(accountMoves)
      .select(selectRow(accountMoves, row, isElsewhere))
      .onConflictDoNothing(),
    directory
      .update(accountMoves)
      .set({ run, begunAt })
      .where(and(isTheirs, eq(accountMoves.toShard, to))),
    directory.select().from(accountMoves).where(isTheirs),
  ]);
  if (!stored) return null;
  if (stored.toShard !== to) {
    throw new MoveRefused(`This account is being moved to ${stored.toShard}: finish that first.`);
  }
  return { userId, from: stored.fromShard, to, run };
}

/** From now on only this run reads and writes the account's rows in this database. */
async function fence(db: Database, { userId, run }: Move): Promise<void> {
  const values = { userId, run, fencedAt: new Date().toISOString() };
  await db
    .insert(accountFences)
    .values(values)
    .onConflictDoUpdate({ target: accountFences.userId, set: values });
}

function isFenceOf(userId: string) {
  return eq(accountFences.userId, userId);
}

/** Runs statements in one transaction. Throws and changes nothing if another run has set the fence since. */
async function guarded(db: Database, { userId, run }: Move, statements: Parameters<typeof runBatch>[1]) {
  const check = db
    .select({
      ok: sql`json_extract('{}', CASE WHEN EXISTS (SELECT 1 FROM ${accountFences}
      WHERE user_id = ${userId} AND run = ${run}) THEN '$' ELSE ${NOT_OURS} END)`.as("ok"),
    })
    .from(sql`(SELECT 1)`);
  try {
    await runBatch(db, [check, ...statements]);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes(NOT_OURS))) throw error;
    throw new MoveRefused("Another run moves this account.");
  }
}

/** Writes the target database into the directory. Throws and changes nothing if another run has taken over. */
async function switchShard(directory: Database, { userId, to, run }: Move): Promise<void> {
  const isLatest = sql`EXISTS (SELECT 1 FROM ${accountMoves} WHERE user_id = ${userId} AND run = ${run})`;
  const switched = await directory
    .update(accountShards)
    .set({ shard: to })
    .where(and(eq(accountShards.userId, userId), isLatest))
    .returning({ shard: accountShards.shard });
  if (switched.length === 0) throw new MoveRefused("Another run moves this account.");
}

async function isBeingDeleted(db: Database, userId: string): Promise<boolean> {
  return (await db.$count(accountDeletions, eq(accountDeletions.userId, userId))) > 0;
}

/** Cancels a move before anything was copied. The target stays fenced, because the account is not there. */
async function endMove(directory: Database, source: Database, move: Move): Promise<void> {
  await guarded(source, move, [source.delete(accountFences).where(isFenceOf(move.userId))]);
  await directory.delete(accountMoves).where(eq(accountMoves.userId, move.userId));
}

async function copyRows(source: Database, target: Database, move: Move): Promise<void> {
  for (const { table, isOwned } of OWNED_TABLES) {
    const columns = listStoredColumns(table);
    for (let skip = 0; ; skip += PAGE) {
      // The fence keeps others from changing rows, so the pages don't shift.
      const rows = await source
        .select(columns)
        .from(table)
        .where(isOwned(move.userId))
        .orderBy(sql`rowid`)
        .limit(PAGE)
        .offset(skip);
      const inserts = rows.map((row) => target.insert(table).values(row));
      if (rows.length > 0) await guarded(target, move, inserts);
      if (rows.length < PAGE) break;
    }
  }
}

/** The columns that are stored; the others are computed from them. */
function listStoredColumns(table: SQLiteTable) {
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([, column]) => column.generated === undefined),
  );
}

async function deleteRows(db: Database, move: Move): Promise<void> {
  const deletions = OWNED_TABLES.toReversed().map(({ table, isOwned }) =>
    db.delete(table).where(isOwned(move.userId)),
  );
  await guarded(db, move, deletions);
}

async function countRows(db: Database, userId: string): Promise<number> {
  return (await countByTable(db, userId)).reduce((sum, rows) => sum + rows, 0);
}

async function countByTable(db: Database, userId: string): Promise<number[]> {
  const [first, ...rest] = OWNED_TABLES.map(({ table, isOwned }) =>
    db.select({ rows: count() }).from(table).where(isOwned(userId)),
  );
  if (first === undefined) return [];
  return (await db.batch([first, ...rest])).map(([counted]) => counted?.rows ?? 0);
}

async function requireSameCounts(source: Database, target: Database, userId: string): Promise<void> {
  const [here, there] = await Promise.all([countByTable(source, userId), countByTable(target, userId)]);
  if (here.join() !== there.join())
    throw new MoveRefused("The copy does not have as many rows as the original: run it again.");
}
