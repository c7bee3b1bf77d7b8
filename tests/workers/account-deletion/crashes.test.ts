import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import type { AccountDeletionObject } from "#durable-objects/account-deletion.ts";
import { aLeaver, begin, expectGone, jobOf, runToEnd } from "./leaver.ts";

/** Calls that leave the object: any of them may be its last. */
const LEAVING = new Set(["batch", "all", "raw", "run", "list", "delete", "purgeNow"]);
/** Calls that give what such calls are made on. */
const LEADING = new Set(["withSession", "prepare", "bind", "get"]);

type Call = (...args: unknown[]) => unknown;
const isCall = (value: unknown): value is Call => typeof value === "function";

/** An environment whose calls are counted; `onCall` comes after each that leaves the object, and may never answer. */
function watch<T extends object>(target: T, onCall: (name: string) => Promise<void>): T {
  return new Proxy(target, {
    get(_, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value === "object" && value !== null) return watch(value, onCall);
      if (!isCall(value) || typeof property !== "string") return value;
      return (...args: unknown[]) => {
        const given: unknown = Reflect.apply(value, target, args);
        if (LEADING.has(property) && typeof given === "object" && given !== null) return watch(given, onCall);
        if (!LEAVING.has(property)) return given;
        return Promise.resolve(given).then(async (answer) => {
          await onCall(property);
          return answer;
        });
      };
    },
  });
}

type Fault = "dies" | "fails";

/** Runs the job until its call with that number, whose answer it never gets. Returns the name of the call; `null`: there was none. */
async function runUntil(deletionId: string, last: number, fault: Fault): Promise<string | null> {
  let calls = 0;
  let reached: string | null = null;
  const run = runInDurableObject(jobOf(deletionId), async (job: AccountDeletionObject, state) => {
    Reflect.set(
      job,
      "env",
      watch(env, async (name) => {
        calls += 1;
        if (calls !== last) return;
        reached = name;
        if (fault === "fails") throw new Error("failed by the test");
        state.abort("killed by the test");
        await new Promise(() => undefined);
      }),
    );
    state.storage.kv.put("deletion", deletionId);
    await job.alarm();
    // The second part comes later by itself; here, at once.
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
  { fault: "fails", which: "every fourth", step: 4 },
])(
  "a deletion that $fault at $which of its calls goes on to the same end",
  async ({ fault, step }) => {
    const reached: string[] = [];
    for (let last = 1; ; last += step) {
      const leaver = await aLeaver();
      const deletionId = await begin(leaver);
      const call = await runUntil(deletionId, last, fault);
      await runToEnd(deletionId);
      await expectGone(leaver, deletionId);
      if (call === null) break;
      reached.push(call);
    }
    // It was cut off after every kind of call.
    if (step === 1)
      expect(new Set(reached)).toEqual(new Set(["raw", "batch", "run", "list", "delete", "purgeNow"]));
    expect(reached.length * step).toBeGreaterThan(20);
  },
  120_000,
);
