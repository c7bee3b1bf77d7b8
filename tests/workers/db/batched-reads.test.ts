import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { newSub } from "#tests/workers/helpers/site.ts";
import { openAccountDatabase } from "#workers/db/account-database.ts";
import { holdBack } from "#workers/db/batched-reads.ts";
import { openWith } from "#workers/db/client.ts";
import { users } from "#workers/db/schema/index.ts";

/** A database that returns nothing until `confirm` is called. `sent`: the number of statements of each round trip. */
function openHeld(fail: (query: string) => void = () => undefined) {
  const database = openAccountDatabase(env, { userId: newSub(), shard: 0 });
  const client = database.db.$client;
  const sent: number[] = [];
  const queries = new WeakMap<object, string>();
  const watched = {
    prepare: (query: string) => ({
      bind: (...params: unknown[]) => {
        const bound = client.prepare(query).bind(...params);
        queries.set(bound, query);
        return bound;
      },
    }),
    batch: async (statements: D1PreparedStatement[]) => {
      sent.push(statements.length);
      for (const statement of statements) fail(queries.get(statement) ?? "");
      return client.batch(statements);
    },
  };
  const confirmation = Promise.withResolvers<void>();
  const { db, held } = holdBack({ ...database, db: openWith(watched) }, () => confirmation.promise);
  return { db, held: held.db, sent, confirm: confirmation.resolve, deny: confirmation.reject };
}

const one = sql<number>`SELECT 1 AS one`;
const refused = sql`SELECT nothing FROM nowhere`;
const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

it("reads of one turn are sent alone if SQLite refuses one of them: only that one fails", async () => {
  const { db, held, sent, confirm } = openHeld();
  confirm();
  const answers = await Promise.allSettled([db.all(one), held.all(refused)]);

  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(sent).toEqual([2, 1, 1]);
});

it("reads of one turn fail together, after one try, while the database is away", async () => {
  const { db, held, sent, confirm } = openHeld(() => {
    throw new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
  });
  confirm();
  const answers = await Promise.allSettled([db.all(one), held.all(one)]);

  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(sent).toEqual([2]);
});

it("what is held back is never given out if it is denied, not even its failure", async () => {
  for (const query of [one, refused]) {
    const { held, deny } = openHeld();
    const read = held.all(query);
    await turn();
    deny(new Error("This session has ended."));
    await expect(read).rejects.toMatchObject({ cause: { message: "This session has ended." } });
  }
});

it("what is held back is not written before it is confirmed", async () => {
  const { held, sent, confirm } = openHeld();
  const change = () => held.update(users).set({ name: "Changed" }).where(sql`0`);
  const write = change().then(() => "written");
  await turn();
  expect(sent).toEqual([]);
  confirm();
  expect(await write).toBe("written");
  expect(sent).toEqual([1]);

  const other = openHeld();
  const mixed = other.held.batch([other.held.select().from(users).where(sql`0`), change()]);
  await turn();
  other.deny(new Error("This session has ended."));
  await expect(mixed).rejects.toThrow("This session has ended.");
  expect(other.sent).toEqual([]);
});
