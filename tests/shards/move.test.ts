import { env } from "cloudflare:workers";
import { eq, getTableName, sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { watchBindings } from "#tests/harness/watched-bindings.ts";
import { MoveRefused, moveAccount } from "#workers/accounts/move.ts";
import { findSessionEpoch, raiseSessionEpoch } from "#workers/accounts/store.ts";
import { OWNED_TABLES } from "#workers/db/account-data.ts";
import { openAccountDatabase } from "#workers/db/account-database.ts";
import { sweepShards } from "#workers/db/assign-shard.ts";
import { locateAccount } from "#workers/db/directory.ts";
import { accountFences, accountMoves, sparkLedger, stories } from "#workers/db/schema/index.ts";
import { listShards, openDirectory, openShard } from "#workers/db/shards.ts";
import { runOperatorTasks } from "#workers/operator-tasks.ts";
import { eventually, ledgerOf, messagesOf, StoryReader } from "../durable-objects/story-reader.ts";
import { replyScript } from "../fakes/reply-script.ts";
import {
  aLeaver,
  begin,
  expectGone,
  jobOf,
  readSessions,
  runToEnd,
} from "../workers/account-deletion/leaver.ts";
import { forgetHomes } from "../workers/helpers/databases.ts";
import { TestSite, watchLog } from "../workers/helpers/site.ts";
import { beginStory } from "../workers/helpers/stories.ts";

const directory = openDirectory(env);

async function findHome(userId: string): Promise<number> {
  const shard = await locateAccount(env, userId);
  if (shard === null) throw new Error("This person has no account.");
  return shard;
}

const nextShard = (shard: number) => (shard + 1) % listShards(env).length;

async function move(userId: string, to: number): Promise<void> {
  await moveAccount(env, userId, to);
  forgetHomes();
}

/** The bindings of a run that is cut off after so many calls. */
function cutOffAfter(last: number): Env {
  let calls = 0;
  return watchBindings(env, async (_, call) => {
    const answer = await call();
    calls += 1;
    if (calls === last) throw new Error("cut off by the test");
    return answer;
  });
}

const movesOf = (userId: string) =>
  directory.select().from(accountMoves).where(eq(accountMoves.userId, userId));

it("a moved account has every row in the other database and none in the first, and its session goes on", async () => {
  const site = new TestSite();
  const { person } = await aLeaver(site);
  const from = await findHome(person.sub);
  const before = await readRows(from, person.sub);
  expect(Object.keys(before).length).toBeGreaterThan(6);
  await move(person.sub, nextShard(from));
  expect(await readRows(from, person.sub)).toEqual({});
  expect(await readRows(nextShard(from), person.sub)).toEqual(before);
  expect(await movesOf(person.sub)).toEqual([]);

  const path = `/api/users/${encodeURIComponent(person.sub)}`;
  expect((await person.get(path)).status).toBe(200);
  expect((await person.send("PATCH", path, { name: "Ada elsewhere" })).status).toBe(200);
  expect(await readRows(from, person.sub)).toEqual({});
  const stored = (await readSessions()).find(({ value }) => value?.includes(person.sub));
  expect(JSON.parse(stored?.value ?? "{}")).toMatchObject({ shard: nextShard(from) });
});

it("a moved account is found by a token, and by a sign-in in another browser", async () => {
  const site = new TestSite();
  const person = await site.consented();
  const token = await site.issuer.accessToken({ sub: person.sub });
  const path = `/api/users/${encodeURIComponent(person.sub)}`;
  expect((await site.call("GET", path, { token })).status).toBe(200);
  const from = await findHome(person.sub);
  await move(person.sub, nextShard(from));
  expect((await site.call("GET", path, { token })).status).toBe(200);
  const other = site.browser();
  await other.signIn({ sub: person.sub });
  expect((await other.get(path)).status).toBe(200);
  expect(await readRows(from, person.sub)).toEqual({});
});

it("a moved account can be deleted, and leaves nothing in any database", async () => {
  const leaver = await aLeaver();
  await move(leaver.person.sub, nextShard(await findHome(leaver.person.sub)));
  const deletionId = await begin(leaver);
  await jobOf(deletionId).start(deletionId, await findHome(leaver.person.sub));
  await runToEnd(deletionId);
  await expectGone(leaver, deletionId);
});

it("what objects deliver reaches the account, also where they still name the database that it has left", async () => {
  const site = new TestSite();
  const person = await site.consented();
  const { storyId } = await beginStory(person);
  const stub = env.STORY.get(env.STORY.idFromName(storyId));
  const story = { storyId, stub, userId: person.sub };
  const { reader } = await StoryReader.join(story);
  await reader.exchange(replyScript({ pieces: 2 }, "Before the move"));
  const from = await findHome(person.sub);

  // One reply is being written during the move, another one is asked for after it.
  reader.write(replyScript({ pieces: 20, everyMs: 40 }, "During the move"));
  await reader.next("message-accepted");
  await move(person.sub, nextShard(from));
  await eventually(async () => expect(await messagesOf(stub)).toHaveLength(4));
  reader.write(replyScript({ pieces: 2 }, "After the move"));
  await eventually(async () => expect(await messagesOf(stub)).toHaveLength(6));
  await eventually(async () => {
    expect(await ledgerOf(person.sub)).toEqual(["charged", "charged", "charged"]);
    const [row] = await openShard(env, nextShard(from)).select().from(stories).where(eq(stories.id, storyId));
    expect(row?.messageCount).toBe(6);
  });
  expect(await readRows(from, person.sub)).toEqual({});
});

it("a move that is cut off after any second of its calls is finished by the next run: nothing is lost or doubled", async () => {
  const { person } = await aLeaver();
  let from = await findHome(person.sub);
  const before = await readRows(from, person.sub);
  let cut = 0;
  for (let last = 1; ; last += 2) {
    const to = nextShard(from);
    const isCut = await moveAccount(cutOffAfter(last), person.sub, to).then(
      () => false,
      () => true,
    );
    await move(person.sub, to);
    expect(await readRows(to, person.sub)).toEqual(before);
    expect(await readRows(from, person.sub)).toEqual({});
    expect(await findHome(person.sub)).toBe(to);
    from = to;
    if (!isCut) break;
    cut += 1;
  }
  expect(cut).toBeGreaterThan(12);
  expect(await movesOf(person.sub)).toEqual([]);
}, 60_000);

it("a move that is run twice at once ends with one account, wherever the second run begins", async () => {
  const { person } = await aLeaver();
  let from = await findHome(person.sub);
  const before = await readRows(from, person.sub);
  for (let start = 1; start < 28; start += 4) {
    const to = nextShard(from);
    let calls = 0;
    let second: Promise<unknown> = Promise.resolve();
    const slow = watchBindings(env, async (_, call) => {
      calls += 1;
      if (calls === start) second = moveAccount(env, person.sub, to).catch((error: unknown) => error);
      if (calls === start + 4) await second;
      return call();
    });
    const first = await moveAccount(slow, person.sub, to).catch((error: unknown) => error);
    await second;
    if (first instanceof Error) expect(first).toBeInstanceOf(MoveRefused);
    await move(person.sub, to);
    expect(await readRows(to, person.sub)).toEqual(before);
    expect(await readRows(from, person.sub)).toEqual({});
    from = to;
  }
}, 60_000);

it("a move while rows are written loses none of the changes and makes none twice", async () => {
  const { sub } = (await aLeaver()).person;
  const home = await findHome(sub);
  const [before] = await findSessionEpoch(openShard(env, home), sub);
  // A time before the one that the account has: each change then adds one.
  const EARLY = new Date(0);
  let changes = 0;
  let isOver = false;
  // Two writers that know only where the account was at first: a counter shows each change that is lost or made twice.
  const write = async () => {
    while (!isOver) {
      // Opened anew each time, as each request does it.
      await raiseSessionEpoch(openAccountDatabase(env, { userId: sub, shard: home }).db, sub, EARLY);
      changes += 1;
      await scheduler.wait(5); // all of this runs on one thread: the move gets its turn
    }
  };
  const writers = Promise.all([write(), write()]);
  let to = home;
  try {
    for (let count = 0; count < 4; count += 1) {
      to = nextShard(to);
      await move(sub, to);
      const made = changes;
      await eventually(() => expect(changes).toBeGreaterThan(made));
    }
  } finally {
    isOver = true;
    await writers;
  }
  const [after] = await findSessionEpoch(openShard(env, to), sub);
  expect(after?.sessionEpoch).toBe((before?.sessionEpoch ?? 0) + changes);
}, 60_000);

it("a move of an account that is being deleted is refused, and the deletion goes on", async () => {
  const leaver = await aLeaver();
  const { sub } = leaver.person;
  const from = await findHome(sub);
  const deletionId = await begin(leaver);
  await expect(moveAccount(env, sub, nextShard(from))).rejects.toThrow(MoveRefused);
  await jobOf(deletionId).start(deletionId, from);
  await runToEnd(deletionId);
  await expectGone(leaver, deletionId);
});

it("a move that was cut off is finished by the next run of the operator's tasks, which also begins one", async () => {
  const { sub } = (await aLeaver()).person;
  const from = await findHome(sub);
  const to = nextShard(from);
  await expect(moveAccount(cutOffAfter(9), sub, to)).rejects.toThrow();
  await runOperatorTasks(env);
  expect(await findHome(sub)).toBe(to);
  await env.KV.put("operator/move/one", JSON.stringify({ userId: sub, shard: from }));
  await runOperatorTasks(env);
  expect(await findHome(sub)).toBe(from);
  expect(await readRows(to, sub)).toEqual({});
});

it("a move that can't be resumed keeps no other one from it", async () => {
  const { sub } = (await aLeaver()).person;
  const from = await findHome(sub);
  const to = nextShard(from);
  const begunAt = new Date().toISOString();
  const nobody = `auth0|${crypto.randomUUID()}`;
  await directory.insert(accountMoves).values({ userId: nobody, fromShard: 0, toShard: 1, begunAt });
  await directory.insert(accountMoves).values({ userId: sub, fromShard: from, toShard: to, begunAt });
  const log = watchLog();
  await runOperatorTasks(env);
  const lines = log.lines().filter(({ event }) => event === "operator.failed");
  log.restore();
  expect(lines).toEqual([expect.objectContaining({ level: "error", task: "move", userId: nobody })]);
  expect(await findHome(sub)).toBe(to);
  await directory.delete(accountMoves).where(eq(accountMoves.userId, nobody));
});

it("a move of nobody, or to a database that there is not, is refused", async () => {
  await expect(moveAccount(env, "auth0|nobody", 1)).rejects.toThrow(MoveRefused);
  await expect(moveAccount(env, "auth0|nobody", 9)).rejects.toThrow("DB_9");
});

it("a move that was cut off long ago is reported at night", async () => {
  const userId = `auth0|${crypto.randomUUID()}`;
  await directory
    .insert(accountMoves)
    .values({ userId, fromShard: 0, toShard: 1, begunAt: "2026-01-01T00:00:00.000Z" });
  const lines: string[] = [];
  await sweepShards(env, new Date(), (level, event) => lines.push(`${level} ${event}`));
  expect(lines).toContain("error shards.move-stuck");
  await directory.delete(accountMoves).where(eq(accountMoves.userId, userId));
});

it("a fenced account that no move ends is answered with 503 and a time to try again", async () => {
  const person = await new TestSite().consented();
  const db = openShard(env, await findHome(person.sub));
  await db.insert(accountFences).values({ userId: person.sub, fencedAt: new Date().toISOString() });
  let isAnswered = false;
  const asked = person.get(`/api/users/${encodeURIComponent(person.sub)}`).finally(() => {
    isAnswered = true;
  });
  await scheduler.wait(500);
  expect(isAnswered, "answered while the move may still end").toBe(false);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
  const answer = await asked;
  expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(await answer.json()).toMatchObject({ code: "ACCOUNT_MOVING" });
  expect(await db.select().from(sparkLedger).where(eq(sparkLedger.userId, person.sub))).toEqual([]);
  await db.delete(accountFences).where(eq(accountFences.userId, person.sub));
  expect((await person.get(`/api/users/${encodeURIComponent(person.sub)}`)).status).toBe(200);
});

/** All rows of a person in one database, by table. */
async function readRows(shard: number, userId: string): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const { table, isOwned } of OWNED_TABLES) {
    const query = openShard(env, shard).select().from(table).where(isOwned(userId));
    const found = await query.orderBy(sql`1, 2`);
    if (found.length > 0) rows[getTableName(table)] = found;
  }
  return rows;
}
