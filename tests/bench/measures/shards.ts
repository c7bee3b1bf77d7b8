import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import * as v from "valibot";
import { figureOf, type Round } from "../harness/figures.ts";
import type { Measure } from "../harness/measure.ts";

/** Databases that write at the same time: one, one for each core of a small machine, and more than it has cores. */
const SHARDS = [1, 2, 4];
/** Batches are counted after this time, because the first ones are slow. */
const WARM_MS = 1_000;
const COUNTED_MS = 3_000;
/** How many batches each database is given at once, so that it never waits for its caller. */
const AT_ONCE = 8;

/**
 * Writes like a reservation and its settlement, as fast as one database takes them. With several databases each batch begins with
 * the check of `workers/db/account-database.ts`, as in the product.
 */
const WRITER = `export default {
  async fetch(request, { DB }) {
    await DB.exec("CREATE TABLE IF NOT EXISTS ledger (key TEXT PRIMARY KEY, person TEXT, month TEXT, state TEXT)");
    await DB.exec("CREATE INDEX IF NOT EXISTS ledger_usage ON ledger (person, month, state)");
    await DB.exec("CREATE TABLE IF NOT EXISTS account_fences (user_id TEXT PRIMARY KEY)");
    const { from, until, isSharded } = await request.json();
    const check = DB.prepare("SELECT json_extract('{}', CASE WHEN EXISTS (SELECT 1 FROM account_fences WHERE user_id = ?) THEN 'fenced' ELSE '$' END)");
    const insert = DB.prepare("INSERT INTO ledger VALUES (?, ?, '2026-11', 'reserved')");
    const settle = DB.prepare("UPDATE ledger SET state = 'charged' WHERE key = ?");
    let batches = 0;
    const write = async () => {
      for (let now = Date.now(); now < until; now = Date.now()) {
        const key = crypto.randomUUID();
        const person = key.slice(0, 2);
        await DB.batch([...(isSharded ? [check.bind(person)] : []), insert.bind(key, person), settle.bind(key)]);
        if (now >= from) batches += 1;
      }
    };
    await Promise.all(Array.from({ length: ${AT_ONCE} }, write));
    return Response.json({ batches });
  },
}`;

const answerSchema = v.object({ batches: v.number() });

/**
 * Batches that D1 writes in a second with one, two and four databases. The baseline is one database in the same round.
 *
 * Each database is a workerd of its own with its caller, and workerd uses one thread: as in a deployment, each database is one
 * writer. So two databases can write twice as much as one if two cores are free, and four can't write more than two there. On a busy
 * machine the figures say nothing. `npm start` with DATABASES has one workerd for all, so it can't show this.
 */
export const measureShards: Measure = async (_world, { rounds: count }) => {
  const rounds = new Map<number, Round[]>(SHARDS.map((shards) => [shards, []]));
  for (let round = 0; round < count; round += 1) {
    let alone: number | null = null;
    for (const shards of SHARDS) {
      const product = await countWrites(shards);
      rounds.get(shards)?.push({ product, baseline: alone });
      alone ??= product;
    }
  }
  return SHARDS.map((shards) =>
    figureOf(`D1 batches a second, ${shards} databases`, "/s", rounds.get(shards) ?? [], null),
  );
};

async function countWrites(shards: number): Promise<number> {
  const databases = Array.from(
    { length: shards },
    () =>
      new Miniflare(
        convertV4MiniflareOptions({
          modules: true,
          script: WRITER,
          compatibilityDate: "2026-09-18",
          d1Databases: { DB: "writer" },
          telemetry: { enabled: false },
          cf: false,
        }),
      ),
  );
  try {
    await Promise.all(databases.map((database) => database.ready));
    const from = Date.now() + WARM_MS;
    const body = JSON.stringify({ from, until: from + COUNTED_MS, isSharded: shards > 1 });
    const answers = await Promise.all(
      databases.map(async (database) =>
        (await database.dispatchFetch("http://writer/", { method: "POST", body })).json(),
      ),
    );
    const batches = answers.reduce<number>((sum, answer) => sum + v.parse(answerSchema, answer).batches, 0);
    return batches / (COUNTED_MS / 1000);
  } finally {
    await Promise.all(databases.map((database) => database.dispose()));
  }
}
