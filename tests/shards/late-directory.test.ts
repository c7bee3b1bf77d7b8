import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { listMoves, moveAccount } from "#workers/accounts/move.ts";
import { locateAccount } from "#workers/db/directory.ts";
import { accountMoves, accountShards } from "#workers/db/schema/index.ts";
import { listShards, openDirectories, openDirectory } from "#workers/db/shards.ts";
import { sweepShards } from "#workers/db/sweep-shards.ts";
import { runOperatorTasks } from "#workers/operator/tasks.ts";
import { aLeaver } from "../workers/account-deletion/leaver.ts";
import { forgetHomes } from "../workers/helpers/databases.ts";
import { watchCalls } from "../workers/helpers/watched-calls.ts";
import { readRows } from "./account-rows.ts";

/** The bindings of a deployment that has no `DIRECTORY` yet: `DB` is the directory. */
const { DIRECTORY: _, ...earlierEnv } = env;

it("a move that is cut off before the directory is bound is finished after it: nothing is lost, hidden or doubled", async () => {
  const { sub } = (await aLeaver()).person;
  let from = (await locateAccount(env, sub)) ?? 0;
  const before = await readRows(from, sub);
  for (let last = 1; ; last += 1) {
    for (const directory of openDirectories(env)) {
      await directory.delete(accountShards).where(eq(accountShards.userId, sub));
    }
    expect(await locateAccount(earlierEnv, sub)).toBe(from);
    const to = (from + 1) % listShards(env).length;
    let calls = 0;
    const dying = watchCalls(earlierEnv, async (_, call) => {
      const answer = await call();
      calls += 1;
      if (calls === last) throw new Error("cut off by the test");
      return answer;
    });
    const isCut = await moveAccount(dying, sub, to).then(
      () => false,
      () => true,
    );

    // The directory is bound from here on. If no database had the account, the next sign-in would create it again.
    expect(await locateAccount(env, sub), `cut off after call ${last}`).not.toBeNull();
    await runOperatorTasks(env);
    forgetHomes();
    expect(await readRows(isCut ? ((await locateAccount(env, sub)) ?? 0) : to, sub)).toEqual(before);
    for (const directory of openDirectories(env)) {
      expect(await directory.select().from(accountMoves).where(eq(accountMoves.userId, sub))).toEqual([]);
    }
    const home = (await locateAccount(env, sub)) ?? 0;
    for (const shard of listShards(env).keys()) {
      if (shard !== home) expect(await readRows(shard, sub)).toEqual({});
    }
    from = home;
    if (!isCut) {
      expect(last).toBeGreaterThan(20);
      break;
    }
  }
  expect(await openDirectory(env).select().from(accountShards).where(eq(accountShards.userId, sub))).toEqual([
    { userId: sub, shard: from },
  ]);
}, 120_000);

it("a move that the directory contradicts is left where it is recorded, and reported at night", async () => {
  const userId = `auth0|${crypto.randomUUID()}`;
  const [directory, former] = openDirectories(env);
  if (!directory || !former) throw new Error("There must be two.");
  await former.insert(accountShards).values({ userId, shard: 0 });
  const begunAt = "2026-01-01T00:00:00.000Z";
  await former.insert(accountMoves).values({ userId, fromShard: 0, toShard: 1, begunAt });
  await directory.insert(accountShards).values({ userId, shard: 2 });

  expect((await listMoves(env)).map((move) => move.userId)).not.toContain(userId);
  const reported: unknown[] = [];
  await sweepShards(env, new Date(), (_level, event, fields) => {
    if (event === "shards.move-stuck") reported.push(fields);
  });
  expect(reported).toEqual([{ userId, fromShard: 0, toShard: 1 }]);
  await former.delete(accountMoves).where(eq(accountMoves.userId, userId));
});
