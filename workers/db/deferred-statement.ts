/** A row as D1 returns it. */
export type D1Row = Record<string, unknown>;

/** Runs statements as one batch. */
export type RunStatements = (statements: readonly DeferredStatement[]) => Promise<D1Result<D1Row>[]>;

/** A prepared statement for drizzle that `run` executes, together with others or later. */
export class DeferredStatement {
  readonly #run: RunStatements;
  readonly #query: string;
  readonly #params: readonly unknown[];

  constructor(run: RunStatements, query: string, params: readonly unknown[] = []) {
    this.#run = run;
    this.#query = query;
    this.#params = params;
  }

  /** Whether it can't change anything. */
  get isRead(): boolean {
    return /^\s*select\b/i.test(this.#query);
  }

  bind(...params: unknown[]): DeferredStatement {
    return new DeferredStatement(this.#run, this.#query, params);
  }

  on(session: Pick<D1DatabaseSession, "prepare">): D1PreparedStatement {
    return session.prepare(this.#query).bind(...this.#params);
  }

  async all(): Promise<D1Result<D1Row>> {
    const [result] = await this.#run([this]);
    if (result === undefined) throw new Error("A statement has no result.");
    return result;
  }

  run(): Promise<D1Result<D1Row>> {
    return this.all();
  }

  /** Returns rows as lists of values. */
  async raw(): Promise<unknown[][]> {
    const query = nameColumnsApart(this.#query);
    const { results } = await new DeferredStatement(this.#run, query, this.#params).all();
    return results.map((row) => Object.values(row));
  }
}

/**
 * A query whose rows a batch can return: as objects, in which columns with the same name would overwrite each other. So a join
 * becomes a subquery, whose columns SQLite renames.
 */
function nameColumnsApart(query: string): string {
  const isJoin = /^\s*select\b[\s\S]*\bjoin\b/i.test(query);
  return isJoin ? `SELECT * FROM (${query})` : query;
}
