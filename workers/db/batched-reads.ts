import type { AccountDatabase } from "./account-database.ts";
import { openWith } from "./client.ts";
import { DeferredStatement, type Row } from "./deferred-statement.ts";

type Results = D1Result<Row>[];
/** What drizzle uses of D1. */
type Session = Pick<D1DatabaseSession, "prepare" | "batch">;
type Asked = {
  statements: readonly DeferredStatement[];
  resolve: (results: Results) => void;
  reject: (error: unknown) => void;
};

/**
 * Sends everything that is read in one turn of the event loop to D1 in one batch: loaders that start together take one round trip. A
 * read waits until no other code of this turn can run, so it does not matter in which order they ask.
 */
class BatchedReads {
  readonly #session: Session;
  #asked: Asked[] = [];

  constructor(session: Session) {
    this.#session = session;
  }

  prepare(query: string): DeferredStatement {
    return new DeferredStatement(this, query, []);
  }

  batch(statements: readonly DeferredStatement[]): Promise<Results> {
    if (!statements.every(({ isRead }) => isRead)) return this.#send(statements);
    const { promise, resolve, reject } = Promise.withResolvers<Results>();
    if (this.#asked.length === 0) setTimeout(() => void this.#flush());
    this.#asked.push({ statements, resolve, reject });
    return promise;
  }

  async #flush(): Promise<void> {
    const asked = this.#asked.splice(0);
    try {
      const results = await this.#send(asked.flatMap(({ statements }) => statements));
      for (const { statements, resolve } of asked) resolve(results.splice(0, statements.length));
    } catch (error) {
      // A query that SQLite refuses must not fail the others. A database that is away is not asked again.
      const isAlone = asked.length === 1 || !String(error).includes("SQLITE_");
      for (const { statements, resolve, reject } of asked) {
        if (isAlone) reject(error);
        else this.#send(statements).then(resolve, reject);
      }
    }
  }

  #send(statements: readonly DeferredStatement[]): Promise<Results> {
    return this.#session.batch<Row>(statements.map((one) => one.on(this.#session)));
  }
}

/** Reads at once, but gives nothing out before `confirmed` has resolved, and writes nothing before. */
class HeldReads {
  readonly #reads: BatchedReads;
  readonly #confirmed: () => Promise<unknown>;

  constructor(reads: BatchedReads, confirmed: () => Promise<unknown>) {
    this.#reads = reads;
    this.#confirmed = confirmed;
  }

  prepare(query: string): DeferredStatement {
    return new DeferredStatement(this, query, []);
  }

  async batch(statements: readonly DeferredStatement[]): Promise<Results> {
    if (!statements.every(({ isRead }) => isRead)) await this.#confirmed();
    const results = this.#reads.batch(statements);
    results.catch(() => undefined); // the caller hears of it below
    await this.#confirmed();
    return results;
  }
}

/**
 * A person's database for pages that begin before it is known whether the session holds. `held` gives nothing out before `confirmed`
 * has resolved; `db` is for the check itself. What both read in one turn is one round trip.
 */
export function holdBack(database: AccountDatabase, confirmed: () => Promise<unknown>) {
  const reads = new BatchedReads(database.db.$client);
  const held: AccountDatabase = {
    db: openWith(new HeldReads(reads, confirmed)),
    bookmark: database.bookmark,
    assignShard: database.assignShard,
    get shard() {
      return database.shard;
    },
  };
  return { db: openWith(reads), held };
}
