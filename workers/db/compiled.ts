import { fillPlaceholders, type Query, QueryPromise } from "drizzle-orm";
import type { RunnableQuery } from "drizzle-orm/runnable-query";
import { type Database, nameColumnsApart, openWith } from "./client.ts";

type Values = Record<string, unknown>;

/** A query that drizzle has prepared: its SQL with placeholders, and a function that reads its rows. */
type Prepared = {
  query: Query;
  mapResult: (result: unknown, isFromBatch?: boolean) => unknown;
};
type Built<Result> = RunnableQuery<Result, "sqlite"> & {
  prepare: () => Pick<Prepared, "mapResult"> & { getQuery: () => Query };
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

function prepare(built: Built<unknown>): Prepared {
  const prepared = built.prepare();
  const { sql, params } = prepared.getQuery();
  return {
    query: { sql: nameColumnsApart(sql), params },
    mapResult: (result, isFromBatch) => prepared.mapResult(result, isFromBatch),
  };
}

/** Enough for drizzle to prepare a query that is never run. */
const NO_CLIENT = { prepare: () => null };

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
      mapResult: (result: unknown, isFromBatch?: boolean) => this.#prepared.mapResult(result, isFromBatch),
    };
  }
}
