import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { afterEach, expect, it } from "vitest";
import { watchBindings } from "#tests/harness/watched-bindings.ts";
import { measureShards } from "#workers/db/assign-shard.ts";
import { locateAccount } from "#workers/db/directory.ts";
import { accountShards, shardSizes } from "#workers/db/schema/index.ts";
import { listShards, openDirectory } from "#workers/db/shards.ts";
import { aLeaver, begin, expectGone, jobOf, runToEnd } from "../workers/account-deletion/leaver.ts";
import { bindingOf, replaceDatabases } from "../workers/helpers/databases.ts";
import { TestSite } from "../workers/helpers/site.ts";

const directory = openDirectory(env);

/** The numbers of the databases that have a row of this person. */
async function shardsWith(userId: string): Promise<number[]> {
  const rows = await Promise.all(
    listShards(env).map((database) =>
      database.prepare("SELECT 1 FROM users WHERE id = ?").bind(userId).first(),
    ),
  );
  return rows.flatMap((row, shard) => (row === null ? [] : [shard]));
}

afterEach(() => directory.delete(shardSizes));

it("a new account is in one of the databases, and all of them get some", async () => {
  const site = new TestSite();
  const used = new Set<number>();
  for (let count = 0; count < 40; count += 1) {
    const { sub } = await site.signedIn();
    const shards = await shardsWith(sub);
    expect(shards).toEqual([await locateAccount(env, sub)]);
    used.add(shards[0] ?? -1);
  }
  expect([...used].sort()).toEqual([0, 1, 2, 3]);
});

it("a new account is not put into a database that is full", async () => {
  const measuredAt = new Date().toISOString();
  await directory
    .insert(shardSizes)
    .values([0, 1, 3].map((shard) => ({ shard, bytes: 9_000_000_000, measuredAt })));
  const site = new TestSite();
  for (let count = 0; count < 8; count += 1) {
    expect(await shardsWith((await site.signedIn()).sub)).toEqual([2]);
  }
});

it("a new account of a person who calls with a token for the first time, and twice at once, is one account", async () => {
  const site = new TestSite();
  for (let count = 0; count < 5; count += 1) {
    const sub = `auth0|${crypto.randomUUID()}`;
    const token = await site.issuer.accessToken({ sub, name: "Ada" });
    const make = () => site.call("POST", "/api/users", { token, body: { auth0Id: sub, name: "Ada" } });
    const answers = await Promise.all([make(), make()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(await shardsWith(sub)).toHaveLength(1);
    const path = `/api/users/${encodeURIComponent(sub)}`;
    expect((await site.call("GET", path, { token })).status).toBe(200);
  }
});

it("every database is measured", async () => {
  const sizes = await measureShards(env, new Date());
  expect(sizes).toHaveLength(4);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  await directory.delete(shardSizes);
});

it("an account that the directory does not know is found where it is, and remembered", async () => {
  const site = new TestSite();
  const person = await site.consented();
  const shard = await locateAccount(env, person.sub);
  await directory.delete(accountShards).where(eq(accountShards.userId, person.sub));
  await site.browser().signIn({ sub: person.sub });
  expect(await shardsWith(person.sub)).toEqual([shard]);
  const [row] = await directory.select().from(accountShards).where(eq(accountShards.userId, person.sub));
  expect(row?.shard).toBe(shard);
});

it("a signed-in request makes as many round trips as with one database, and none to the directory", async () => {
  const calls: string[] = [];
  const person = await new TestSite().consented();
  const databases = { ...replaceDatabases((database) => database), DIRECTORY: env.DIRECTORY };
  const site = new TestSite(
    watchBindings(databases, (name, call) => {
      calls.push(name);
      return call();
    }),
  );
  const browser = Object.assign(site.browser(), { cookies: person.cookies });
  expect((await browser.get(`/api/stories/user/${encodeURIComponent(person.sub)}`)).status).toBe(200);
  const call = `${await bindingOf(person.sub)}.batch`;
  expect(calls).toEqual([call, call]);
});

it("the bookmark cookie names its database, and is not given to another one", async () => {
  const site = new TestSite();
  const person = await site.consented();
  const shard = await locateAccount(env, person.sub);
  const [, cookie] = person.cookieNamed("bookmark") ?? [];
  const [value = ""] = decodeURIComponent(cookie ?? "").split(".");
  expect(atob(value)).toContain(`"${shard}:`);
});

it("feedback from before the directory had a database of its own is exported, and deleted with its account", async () => {
  const leaver = await aLeaver();
  const { sub } = leaver.person;
  await env.DB.prepare("INSERT INTO feedback (id, user_id, feedback, created_at) VALUES (?, ?, ?, ?)")
    .bind(crypto.randomUUID(), sub, "An early word", "2026-01-01T00:00:00.000Z")
    .run();

  const answer = await leaver.person.get(`/api/users/${encodeURIComponent(sub)}/library-export`);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const exported = strFromU8(files["feedback.json"] ?? new Uint8Array());
  expect(JSON.parse(exported)).toHaveLength(2);
  expect(exported).toContain("An early word");

  const deletionId = await begin(leaver);
  await jobOf(deletionId).start(deletionId, (await locateAccount(env, sub)) ?? 0);
  await runToEnd(deletionId);
  await expectGone(leaver, deletionId);
});
