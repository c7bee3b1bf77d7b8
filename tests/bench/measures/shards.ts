import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import * as v from "valibot";
import { figureOf, type Round } from "../harness/figures.ts";
import type { Measure } from "../harness/measure.ts";

/** Databases that write at the same time: one for each core of a small machine, and more, which should add nothing there. */
const SHARDS = [1, 2, 4];
const WRITING_MS = 3_000;

/** Writes like a reservation and its settlement, as fast as one database takes them. */
const WRITER = `export default {
  async fetch(_, { DB }) {
    await DB.exec("CREATE TABLE IF NOT EXISTS ledger (key TEXT PRIMARY KEY, person TEXT, month TEXT, state TEXT)");
    await DB.exec("CREATE INDEX IF NOT EXISTS ledger_usage ON ledger (person, month, state)");
    const insert = DB.prepare("INSERT INTO ledger VALUES (?, 'one', '2026-11', 'reserved')");
    const settle = DB.prepare("UPDATE ledger SET state = 'charged' WHERE key = ?");
    const until = Date.now() + ${WRITING_MS};
    let batches = 0;
    while (Date.now() < until) {
      const key = crypto.randomUUID();
      await DB.batch([insert.bind(key), settle.bind(key)]);
      batches += 1;
    }
    return Response.json({ batches });
  },
}`;

const answerSchema = v.object({ batches: v.number() });

/**
 * Batches that D1 writes in a second with one, two and four databases, each in a process of its own, as in a deployment each is a
 * writer of its own. The baseline is one database in the same round. It can't grow beyond the cores of the machine.
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
    const answers = await Promise.all(
      databases.map(async (database) => (await database.dispatchFetch("http://writer/")).json()),
    );
    const batches = answers.reduce<number>((sum, answer) => sum + v.parse(answerSchema, answer).batches, 0);
    return batches / (WRITING_MS / 1000);
  } finally {
    await Promise.all(databases.map((database) => database.dispose()));
  }
}
