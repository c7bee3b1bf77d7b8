import type { AccountDatabase } from "./account-database.ts";
import { openWith } from "./client.ts";
import { DeferredStatement, type RunStatements } from "./deferred-statement.ts";

type Statements = Parameters<RunStatements>[0];
type Results = Awaited<ReturnType<RunStatements>>;
type Asked = {
  statements: Statements;
  resolve: (results: Results | Promise<Results>) => void;
  reject: (error: unknown) => void;
};

/**
 * A person's database for pages that begin before it is known whether the session is valid. `db` is for the check itself. `held` reads at
 * once, but returns nothing and writes nothing before `confirmed` has resolved. What both read in one turn of the event loop is sent in one
 * batch, at the end of that turn.
 */
export function holdBack(database: AccountDatabase, confirmed: () => Promise<unknown>) {
  const session = database.db.$client;
  let asked: Asked[] = [];

  const send: RunStatements = (statements) => session.batch(statements.map((one) => one.on(session)));

  const read: RunStatements = (statements) => {
    if (asked.length === 0) void nextTurn().then(sendAsked);
    return new Promise((resolve, reject) => {
      asked.push({ statements, resolve, reject });
    });
  };

  async function sendAsked(): Promise<void> {
    const together = asked;
    asked = [];
    try {
      const results = await send(together.flatMap(({ statements }) => statements));
      for (const { statements, resolve } of together) resolve(results.splice(0, statements.length));
    } catch (error) {
      // A query that SQLite refuses must not fail the others. A database that is away is not asked again.
      const again = together.length > 1 && String(error).includes("SQLITE_");
      for (const { statements, resolve, reject } of together) {
        if (again) resolve(send(statements));
        else reject(error);
      }
    }
  }

  const readHeld: RunStatements = async (statements) => {
    if (!statements.every(({ isRead }) => isRead)) {
      await confirmed();
      return send(statements);
    }
    const results = read(statements);
    results.catch(() => undefined); // the caller hears of it below
    await confirmed();
    return results;
  };

  const held: AccountDatabase = {
    db: openRunning(readHeld),
    bookmark: database.bookmark,
    assignShard: database.assignShard,
    get shard() {
      return database.shard;
    },
  };
  return { db: openRunning(read), held };
}

/** Resolves in the next turn of the event loop. Any timer of the runtime waits for a millisecond or two longer. */
async function nextTurn(): Promise<void> {
  await new Response("").text();
}

function openRunning(batch: RunStatements) {
  return openWith({ prepare: (query: string) => new DeferredStatement(batch, query), batch });
}
