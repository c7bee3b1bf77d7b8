import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import { RECENT_SIGN_IN_MS } from "#domain/account-deletion.ts";
import { CLOSE_SESSION_ENDED } from "#domain/protocol.ts";
import { eventually } from "#tests/durable-objects/story-reader.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import type { Around } from "#tests/harness/watched-bindings.ts";
import { aSubscriber, noLog } from "#tests/workers/helpers/billing.ts";
import { db, queryRows, shardOf } from "#tests/workers/helpers/databases.ts";
import { pagesButSignIn, postForm } from "#tests/workers/helpers/shares.ts";
import { describeAnswer, type Person, TestSite } from "#tests/workers/helpers/site.ts";
import { beginStory, joinStory } from "#tests/workers/helpers/stories.ts";
import { whileObjectCalls } from "#tests/workers/helpers/watched-calls.ts";
import { restartStuckDeletions } from "#workers/account-deletion/restart-stuck.ts";
import { accountDeletions } from "#workers/db/schema/index.ts";
import { isSharded, openShard } from "#workers/db/shards.ts";
import { aLeaver, begin, countText, expectGone, jobOf, type Leaver, readStores, runToEnd } from "./leaver.ts";

const PHRASE = { confirmation: "delete my account" };

function askToDelete(person: Person, body: object = PHRASE): Promise<Response> {
  return person.send("DELETE", `/api/users/${encodeURIComponent(person.sub)}`, body);
}

async function findDeletionOf(userId: string): Promise<string | null> {
  const query = "SELECT id FROM account_deletions WHERE user_id = ?";
  return (await queryRows<{ id: string }>(query, userId))[0]?.id ?? null;
}

async function expectNoUser(userId: string): Promise<void> {
  expect(await queryRows("SELECT id FROM users WHERE id = ?", userId)).toEqual([]);
}

it("deleting an account begins at once, signs out everywhere, and ends with nothing left", async () => {
  const leaver = await aLeaver();
  const { person } = leaver;
  const answer = await askToDelete(person, { confirmation: ` ${leaver.mark.toUpperCase()}@example.com ` });
  expect(answer.status).toBe(202);
  expect((await person.get(`/api/users/${encodeURIComponent(person.sub)}`)).status).toBe(401);
  const deletionId = (await findDeletionOf(person.sub)) ?? "";
  await runToEnd(deletionId);
  await expectGone(leaver, deletionId);
});

it("deleting an account closes the lines of every session, and a reply that is being written ends", async () => {
  const site = new TestSite();
  const person = await site.consented();
  const { storyId } = await beginStory(person);
  const reader = await joinStory(person, storyId);
  reader.write(replyScript({ id: crypto.randomUUID(), pieces: 200, everyMs: 50 }));
  await reader.next("stream-chunk");

  await askToDelete(person);

  await eventually(() => expect(reader.closed?.code).toBe(CLOSE_SESSION_ENDED));
  await runToEnd((await findDeletionOf(person.sub)) ?? "");
  expect(await countText(env.STORY.get(env.STORY.idFromName(storyId)))).toBe(0);
});

it("deleting an account needs a sign-in of the last 15 minutes", async () => {
  const person = await new TestSite().consented();
  vi.useFakeTimers({ now: Date.now() + RECENT_SIGN_IN_MS, toFake: ["Date"] });
  expect(await describeAnswer(askToDelete(person))).toBe("403 SIGN_IN_AGAIN");
  expect(await findDeletionOf(person.sub)).toBeNull();
});

it("deleting an account needs the issuer's word on when the person signed in: it may have known them. One that never tells is believed", async () => {
  const google = new TestSite();
  await google.issuer.set({ hidesTime: true });
  expect((await askToDelete(await google.consented())).status).toBe(202);
  const site = new TestSite();
  const person = await site.consented({ auth_time: null });
  expect(await describeAnswer(askToDelete(person))).toBe("403 SIGN_IN_AGAIN");
  expect(Number((await site.issuer.seen()).authorize["max_age"])).toBeGreaterThan(0);
});

it("deleting an account accepts a token only if its sign-in was in the last 15 minutes", async () => {
  const site = new TestSite();
  const { sub } = await site.consented();
  const now = Math.floor(Date.now() / 1000);
  const path = `/api/users/${encodeURIComponent(sub)}`;
  const ask = async (claims: object) =>
    site.call("DELETE", path, { token: await site.issuer.accessToken({ sub, ...claims }), body: PHRASE });
  expect((await ask({})).status).toBe(403);
  expect((await ask({ auth_time: now - 901 })).status).toBe(403);
  expect((await ask({ auth_time: now })).status).toBe(202);
  // A token does not end with the sign-out: the user's row refuses it.
  const token = await site.issuer.accessToken({ sub });
  const late = site.call("GET", "/api/characters/user/me", { token });
  expect(await describeAnswer(late)).toBe("403 ACCOUNT_BEING_DELETED");
});

it.each([
  ["login", false],
  ["select_account", true], // Google has no `login`
])(
  "signing in again for a deletion asks the issuer for %s, if it hides the time: %s",
  async (prompt, hidesTime) => {
    const site = new TestSite({}, pagesButSignIn);
    await site.issuer.set({ hidesTime });
    const person = await site.signedIn();
    const answer = await postForm(person, "/account/delete", { intent: "sign-in-again" });
    const to = new URL(answer.headers.get("Location") ?? "");
    expect([to.searchParams.get("prompt"), to.searchParams.get("max_age")]).toEqual([prompt, "0"]);
  },
);

it("signing in again is refused while the account is being deleted, and makes a new account afterwards", async () => {
  const site = new TestSite();
  const leaver = await aLeaver(site);
  const { sub } = leaver.person;
  const deletionId = await begin(leaver);
  const browser = site.browser();
  expect(await describeAnswer(browser.signIn({ sub }))).toBe("403 ACCOUNT_BEING_DELETED");
  await jobOf(deletionId).start(deletionId, await shardOf(sub));
  await eventually(() => expectNoUser(sub));
  const old = [...leaver.person.cookies];
  // The epoch of an account is the second in which it was made.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1_000 });
  await browser.signIn({ sub, name: "Ada again" });
  vi.useRealTimers();
  const { user } = await browser.read<{ user: object }>("/somewhere");
  expect(user).toMatchObject({ id: sub, name: "Ada again", acceptedTermsAt: null });
  // The last part of the old deletion does not change the new account, and old sessions are not valid for it.
  await runToEnd(deletionId);
  expect((await browser.get(`/api/users/${encodeURIComponent(sub)}`)).status).toBe(200);
  const stale = Object.assign(site.browser(), { cookies: new Map(old) });
  expect((await stale.get(`/api/users/${encodeURIComponent(sub)}`)).status).toBe(401);
});

it("a subscription ends at once; if the payment provider is unavailable, the deletion goes on and retries it", async () => {
  const { site, member } = await aSubscriber();
  const deletionId = await begin({ person: member, mark: "", stories: [], chatId: "", characterId: "" });
  const run = () =>
    runInDurableObject(jobOf(deletionId), async (job) => {
      Reflect.set(job, "env", site.env);
      await job.alarm();
    });
  const shard = await shardOf(member.sub);
  await runInDurableObject(jobOf(deletionId), (_, { storage: { kv } }) => {
    kv.put("deletion", deletionId);
    kv.put("shard", shard);
  });
  await site.stripe.fail("/v1/subscriptions", 500, 6);
  await run();
  await expectNoUser(member.sub);
  await run();
  expect(await findDeletionOf(member.sub)).toBe(deletionId);
  await run();
  const [subscription] = (await site.stripe.api.subscriptions.list({ status: "all" })).data;
  expect(subscription?.status).toBe("canceled");
  expect(await findDeletionOf(member.sub)).toBeNull();
});

it("a deletion whose job is lost is found by the nightly run", async () => {
  const leaver = await aLeaver();
  const deletionId = await begin(leaver);
  const now = () => new Date(Date.now() + 2 * 3_600_000);
  const shard = await shardOf(leaver.person.sub);
  const sweep = { db, shard, objects: env.ACCOUNT_DELETION, now, log: noLog };
  expect(await restartStuckDeletions(sweep)).toBeGreaterThan(0);
  await runToEnd(deletionId);
  await expectGone(leaver, deletionId);
});

it("a user's row can't be deleted while a conversation of theirs exists", async () => {
  const { person } = await aLeaver();
  await queryRows("DELETE FROM sessions WHERE user_id = ?", person.sub);
  const deleted = queryRows("DELETE FROM users WHERE id = ?", person.sub);
  await expect(deleted).rejects.toThrow("FOREIGN KEY");
});

/** What an operator runs for such an account: "Restore a database" in docs/operations.md has the same statements. */
const STATEMENTS = [
  "UPDATE users SET deletion_requested_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE id = 'USER_ID'",
  "INSERT INTO account_deletions (id, user_id, requested_at) SELECT lower(hex(randomblob(16))), id, strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 hours') FROM users WHERE id = 'USER_ID'",
];

it("an operator's statements delete an account that a restored database has brought back", async () => {
  const person = await new TestSite().consented();
  const shard = await shardOf(person.sub);
  const db = openShard(env, shard);

  for (const statement of STATEMENTS) await db.run(statement.replace("USER_ID", person.sub));
  expect((await person.get("/api/users/me")).status).toBe(401);
  await restartStuckDeletions({
    db,
    shard,
    objects: env.ACCOUNT_DELETION,
    now: () => new Date(),
    log: noLog,
  });

  await eventually(() => expectNoUser(person.sub));
  // The row stays until the job has cleared everything a second time.
  const [left] = await db.select().from(accountDeletions).where(eq(accountDeletions.userId, person.sub));
  expect(left).toBeDefined();
});

/** With several databases a deletion makes more calls, and the test lets it crash at each of them. */
const LIMIT_MS = isSharded(env) ? 300_000 : 120_000;

type Fault = "dies" | "fails";

/**
 * Runs the job until its call number `last`, whose answer it never gets. Returns the name of the call; `null`: there
 * was no such call.
 */
async function runUntil(
  leaver: Leaver,
  deletionId: string,
  last: number,
  fault: Fault,
): Promise<string | null> {
  const shard = await shardOf(leaver.person.sub);
  let calls = 0;
  let reached: string | null = null;
  let abort: () => void = () => undefined;
  const around: Around = async (name, call) => {
    const answer = await call();
    calls += 1;
    if (calls !== last) return answer;
    reached = name;
    if (fault === "fails") throw new Error("failed by the test");
    abort();
    return new Promise(() => undefined);
  };
  const run = () =>
    runInDurableObject(jobOf(deletionId), async (job, state) => {
      abort = () => state.abort("killed by the test");
      state.storage.kv.put("deletion", deletionId);
      state.storage.kv.put("shard", shard);
      await job.alarm();
      // The second part would run later by itself; here it runs at once.
      if (state.storage.kv.get("step") === "settle" && reached === null) await job.alarm();
    });
  const { id } = jobOf(deletionId);
  await whileObjectCalls(around, run, [id]).catch((error: unknown) => {
    if (!String(error).includes("killed by the test")) throw error;
  });
  return reached;
}

/** What a deletion asks. */
const CALLS = new Set([
  ...["DB.raw", "DB.batch", "DB.run", "KV.delete", "PORTRAITS.list", "PORTRAITS.delete"],
  ...["STORY.purgeNow", "CHARACTER_CHAT.purgeNow", "IMPORT.remove", "SEARCH.purge"],
]);

it.each<{ fault: Fault; which: string; step: number }>([
  { fault: "dies", which: "any", step: 1 },
  { fault: "fails", which: "every sixth", step: 6 },
])(
  "a deletion that $fault at $which of its calls still completes",
  async ({ fault, step }) => {
    const site = new TestSite();
    const reached: string[] = [];
    const ended: { leaver: Leaver; deletionId: string }[] = [];
    for (let last = 1; ; last += step) {
      const leaver = await aLeaver(site);
      const deletionId = await begin(leaver);
      const call = await runUntil(leaver, deletionId, last, fault);
      await runToEnd(deletionId);
      ended.push({ leaver, deletionId });
      if (call === null) break;
      reached.push(call);
    }
    const stores = await readStores();
    for (const { leaver, deletionId } of ended) await expectGone(leaver, deletionId, stores);
    // There was a crash after every kind of call.
    if (step === 1) expect(new Set(reached.map((name) => name.replace(/^DB_\d/, "DB")))).toEqual(CALLS);
    expect(reached.length * step).toBeGreaterThan(20);
  },
  LIMIT_MS,
);
