import { env } from "cloudflare:workers";
import { base64url } from "jose";
import { expect, it } from "vitest";
import { BINDING_LIMITS } from "#domain/rate-limits.ts";
import { watchBindings } from "#tests/harness/watched-bindings.ts";
import { allDatabases } from "../helpers/databases.ts";
import { openShares } from "../helpers/shares.ts";
import { ORIGIN, watchLog } from "../helpers/site.ts";

const ADDRESSES = 10_000;
const { limit } = BINDING_LIMITS.SHARES_PER_ADDRESS;
const BOT = { "CF-Connecting-IP": "198.51.100.66" };
const READER = { "CF-Connecting-IP": "198.51.100.77" };

/** The calls of D1, KV, R2 and objects, by name, while `run` runs. */
const calls: string[] = [];
const bindings = Object.entries(env).filter(([, binding]) => typeof binding === "object");
/** As the platform counts for each key, in a minute that lasts as long as the test. */
const counts = new Map<string, number>();
const { site, share } = await openShares({
  ...watchBindings(Object.fromEntries(bindings), (name, call) => {
    calls.push(name);
    return call();
  }),
  SHARES_PER_ADDRESS: {
    async limit({ key }: { key: string }) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { success: (counts.get(key) ?? 0) <= limit };
    },
  },
  REQUESTS_PER_ADDRESS: { limit: async () => ({ success: true }) }, // it would stop the bot later
});

function makeToken(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(16)));
}

/** Asks for something of a copy, by turns for its page, its data, its live connection and its count of readers. */
function ask(token: string, way: number, headers: Record<string, string>): Promise<Response> {
  const path = `/s/${token}`;
  const own = { ...headers, Origin: ORIGIN };
  if (way % 50 === 0) return site.fetch(path, { headers });
  if (way % 50 === 1) return site.fetch(`${path}.data`, { headers });
  if (way % 2 === 0)
    return site.fetch(`/live/shares/${token}`, { headers: { ...own, Upgrade: "websocket" } });
  return site.fetch(`${path}/readers`, { method: "POST", body: "begun", headers: own });
}

async function countRows(): Promise<number> {
  const counts = allDatabases.map(async (database) => {
    const tables = await database
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'")
      .all<{ name: string }>();
    const sums = tables.results.map(({ name }) => `(SELECT count(*) FROM "${name}")`);
    return (await database.prepare(`SELECT ${sums.join(" + ")} AS rows`).first<number>("rows")) ?? 0;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

it("a bot that opens 10,000 addresses of copies gets 404 and then 429, for right ones as for wrong ones; nothing is written, and others read on", async () => {
  const { path } = await share({ grows: true });
  const real = path.slice(3);
  const log = watchLog();
  const before = await countRows();
  const statuses = new Map<number, number>();
  calls.length = 0;
  for (let opened = 0; opened < ADDRESSES; opened += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask(makeToken(), opened + index, BOT)),
    );
    for (const { status, body } of answers) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await body?.cancel();
    }
    if (opened % 2_000 !== 0) continue;
    const read = await site.fetch(path, { headers: READER });
    expect(read.status).toBe(200);
    expect(await read.text()).toContain("The Ninth Signal");
  }
  expect(Object.fromEntries(statuses)).toEqual({ 404: limit, 429: ADDRESSES - limit });
  // The reader's five pages alone asked the object of the story.
  expect(calls.filter((name) => name.startsWith("STORY.")).length).toBeLessThanOrEqual(5);
  expect(calls.filter((name) => /\.(?:run|exec|put|delete)$/u.test(name))).toEqual([]);
  expect(await countRows()).toBeLessThanOrEqual(before); // what was still to be delivered is, meanwhile

  expect(log.texts.length).toBeGreaterThan(ADDRESSES);
  expect(log.texts.join()).not.toContain(real);

  // Who is stopped is told the same of a right address as of a wrong one.
  const stopped = await Promise.all([real, makeToken()].map((token) => ask(token, 3, BOT)));
  const told = await Promise.all(stopped.map(async (answer) => [answer.status, await answer.text()]));
  expect(told[0]?.[0]).toBe(429);
  expect(withoutIds(told[0])).toEqual(withoutIds(told[1]));
}, 240_000);

it("a wrong address takes the same calls, whether it is nearly right or not", async () => {
  const { token } = await share({ grows: true });
  const nearly = token.slice(0, -2) + (token.endsWith("AA") ? "BA" : "AA");
  const asked: string[][] = [];
  for (const wrong of [makeToken(), nearly]) {
    calls.length = 0;
    expect((await ask(wrong, 3, READER)).status).toBe(404);
    asked.push([...calls]);
  }
  expect(asked[0]).toEqual(asked[1]);
  expect(asked[0]?.filter((name) => !/^(?:DB|DIRECTORY)/u.test(name))).toEqual([]);
});

/** The id of a request stands in each answer. */
function withoutIds(told: unknown): string {
  return JSON.stringify(told).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gu, "id");
}
