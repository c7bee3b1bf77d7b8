import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { AccountDeletionObject } from "#durable-objects/account-deletion.ts";
import { isSharded } from "#workers/db/shards.ts";
import { shardOf } from "../helpers/databases.ts";
import { watchCalls } from "../helpers/watched-calls.ts";
import { aLeaver, begin, expectGone, jobOf, type Leaver, readStores, runToEnd } from "./leaver.ts";

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
  const run = runInDurableObject(jobOf(deletionId), async (job: AccountDeletionObject, state) => {
    Reflect.set(
      job,
      "env",
      watchCalls(env, async (name, call) => {
        const answer = await call();
        calls += 1;
        if (calls !== last) return answer;
        reached = name;
        if (fault === "fails") throw new Error("failed by the test");
        state.abort("killed by the test");
        return new Promise(() => undefined);
      }),
    );
    state.storage.kv.put("deletion", deletionId);
    state.storage.kv.put("shard", shard);
    await job.alarm();
    // The second part would run later by itself; here it runs at once.
    if (state.storage.kv.get("step") === "settle" && reached === null) await job.alarm();
    Reflect.set(job, "env", env);
  });
  await run.catch((error: unknown) => {
    if (!String(error).includes("killed by the test")) throw error;
  });
  return reached;
}

it.each<{ fault: Fault; which: string; step: number }>([
  { fault: "dies", which: "any", step: 1 },
  { fault: "fails", which: "every sixth", step: 6 },
])(
  "a deletion that $fault at $which of its calls still completes",
  async ({ fault, step }) => {
    const reached: string[] = [];
    const ended: { leaver: Leaver; deletionId: string }[] = [];
    for (let last = 1; ; last += step) {
      const leaver = await aLeaver();
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
    if (step === 1)
      expect(new Set(reached)).toEqual(new Set(["raw", "batch", "run", "list", "delete", "purgeNow"]));
    expect(reached.length * step).toBeGreaterThan(20);
  },
  LIMIT_MS,
);
