import { fillPlaceholders, type Query, QueryPromise } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { type Database, nameColumnsApart, openWith } from "./client.ts";
import { createRowReader } from "./row-reader.ts";

type Values = Record<string, unknown>;

/** A query that drizzle has prepared: its SQL with placeholders, and a function that reads its rows. */
type Prepared = {
  query: Query;
  /** Reads the rows of a batch's result. */
  mapResult: (result: D1Result<Record<string, unknown>>) => unknown;
};
type Built<Result> = RunnableQuery<Result, "sqlite"> & {
  prepare: () => { getQuery: () => Query; mapResult: (result: unknown, isFromBatch: boolean) => unknown };
};

/**
 * Builds the SQL of a query once, and returns a function that makes the query with new values. Building the SQL takes longer than
 * everything else before a query is sent. `build` uses `sql.placeholder(name)` for each value.
 */
export function compile<Result>(build: (db: Database) => Built<Result>) {
  let compiled: Prepared | null = null;
  return (db: Database, values: Values): CompiledQuery<Result> => {
    compiled ??= prepare(build(openWith(NO_CLIENT)));
    return new CompiledQuery(db, compiled, values);
  };
}

/**
 * The same for a query whose SQL has several shapes, such as a list in several orders. Each is built once. `shape`: plain values, few
 * of them, because each shape stays in memory.
 */
export function compileShapes<Shape, Result>(build: (db: Database, shape: Shape) => Built<Result>) {
  const compiled = new Map<string, ReturnType<typeof compile<Result>>>();
  return (db: Database, shape: Shape, values: Values): CompiledQuery<Result> => {
    const key = JSON.stringify(shape);
    const query = compiled.get(key) ?? compile((any) => build(any, shape));
    compiled.set(key, query);
    return query(db, values);
  };
}

function prepare(built: Built<unknown>): Prepared {
  const prepared = built.prepare();
  const { sql, params } = prepared.getQuery();
  const read = createRowReader(prepared);
  return {
    query: { sql: nameColumnsApart(sql), params },
    mapResult: read ? ({ results }) => read(results) : (result) => prepared.mapResult(result, true),
  };
}

/** Enough for drizzle to prepare a query that is never run. */
const NO_CLIENT = { prepare: () => null };

type Results<Queries extends readonly CompiledQuery<unknown>[]> = {
  -readonly [Index in keyof Queries]: Queries[Index] extends CompiledQuery<infer Result> ? Result : never;
};

/** Runs the queries in one transaction and one round trip, and remembers their results. Those that are remembered are not sent. */
export async function runTogether<const Queries extends readonly CompiledQuery<unknown>[]>(
  db: Database,
  queries: Queries,
): Promise<Results<Queries>> {
  const [first, ...rest] = queries.filter(({ isRemembered }) => !isRemembered);
  if (first !== undefined) {
    const results = await db.batch([first, ...rest]);
    for (const [index, query] of [first, ...rest].entries()) query.remember(results[index]);
  }
  return Promise.all(queries) as Promise<Results<Queries>>;
}

/**
 * Runs the queries, and sends others in the same batch, whose results are needed later (`along`). If a statement of this batch fails,
 * the queries run once more, without the others. Each of the others is sent again when it is awaited; if it is the one that fails, it
 * fails there.
 */
export async function runWithOthers<const Queries extends readonly CompiledQuery<unknown>[]>(
  db: Database,
  queries: Queries,
  along: readonly CompiledQuery<unknown>[],
): Promise<Results<Queries>> {
  try {
    await runTogether(db, [...queries, ...along]);
  } catch (error) {
    if (along.length === 0 || !isStatementFailure(error)) throw error;
  }
  return runTogether(db, queries);
}

/**
 * Whether the database has answered that a statement failed: the error's text then has SQLite's code. A database that is away,
 * overloaded or reset answers without one. It is not asked again, because D1 itself has repeated a batch that only reads.
 */
function isStatementFailure(error: unknown): boolean {
  return error instanceof Error && /\bSQLITE_[A-Z]+/.test(error.message);
}

/** One call of a compiled query. Await it, or send it in a batch as any other query. */
export class CompiledQuery<Result> extends QueryPromise<Result> implements RunnableQuery<Result, "sqlite"> {
  declare readonly _: { readonly dialect: "sqlite"; readonly result: Result };
  readonly #db: Database;
  readonly #prepared: Prepared;
  readonly #query: Query;
  #known: { result: Result } | null = null;

  constructor(db: Database, prepared: Prepared, values: Values) {
    super();
    const { sql, params } = prepared.query;
    this.#db = db;
    this.#prepared = prepared;
    this.#query = { sql, params: fillPlaceholders(params, values) };
  }

  async execute(): Promise<Result> {
    if (this.#known) return this.#known.result;
    const [result] = await this.#db.batch([this]);
    return result;
  }

  /** Whether `remember` was called. */
  get isRemembered(): boolean {
    return this.#known !== null;
  }

  toSQL(): Query {
    return this.#query;
  }

  /** Call it with the result of the batch that it was sent in. When it is awaited later, it is not sent again. */
  remember(result: Result): void {
    this.#known = { result };
  }

  /** For drizzle's `batch`: it binds the parameters to `stmt` and has `mapResult` read the rows. */
  _prepare() {
    const { sql } = this.#query;
    return {
      stmt: this.#db.$client.prepare(sql),
      getQuery: () => this.#query,
      mapResult: this.#prepared.mapResult,
    };
  }
}
