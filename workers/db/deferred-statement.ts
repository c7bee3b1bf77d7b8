/** A row as D1 returns it. */
export type Row = Record<string, unknown>;

type Runner = { batch: (statements: readonly DeferredStatement[]) => Promise<D1Result<Row>[]> };
/** D1, a session of it, or another object that drizzle can use. */
type Prepares<Bound> = { prepare: (query: string) => { bind: (...params: unknown[]) => Bound } };

/** A prepared statement that its runner runs as a batch of one statement, when and where the runner likes. */
export class DeferredStatement {
  readonly #runner: Runner;
  readonly #query: string;
  readonly #params: readonly unknown[];

  constructor(runner: Runner, query: string, params: readonly unknown[]) {
    this.#runner = runner;
    this.#query = query;
    this.#params = params;
  }

  /** Whether it surely changes nothing. */
  get isRead(): boolean {
    return /^\s*select\b/i.test(this.#query);
  }

  bind(...params: unknown[]): DeferredStatement {
    return new DeferredStatement(this.#runner, this.#query, params);
  }

  on<Bound>(session: Prepares<Bound>): Bound {
    return session.prepare(this.#query).bind(...this.#params);
  }

  async all(): Promise<D1Result<Row>> {
    const [result] = await this.#runner.batch([this]);
    if (result === undefined) throw new Error("A statement has no result.");
    return result;
  }

  run(): Promise<D1Result<Row>> {
    return this.all();
  }

  /** Returns rows as lists of values. */
  async raw(): Promise<unknown[][]> {
    const query = nameColumnsApart(this.#query);
    const { results } = await new DeferredStatement(this.#runner, query, this.#params).all();
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
