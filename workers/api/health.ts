import { sql } from "drizzle-orm";
import * as v from "valibot";
import { openAllDatabases } from "../db/shards.ts";
import { describeError, type Log } from "../logging.ts";
import { LIMITS, ok } from "./answers.ts";
import { ApiArea } from "./operation.ts";

/** A service that takes longer counts as failing: a healthy one takes milliseconds, and the caller waits for the slowest. */
const ANSWER_WITHIN_MS = 3_000;

/** For so long an answer is given again, without asking the services: nobody can keep them busy by asking. */
const KEPT_MS = 5_000;

type Health = { failing: string[]; checkedAt: number };

/** The last answer for each environment of this isolate. It belongs to no request: every caller gets the same. */
const lastHealth = new WeakMap<object, Health>();

const versionSchema = v.object({ id: v.string(), tag: v.string() });
const healthySchema = v.object({ status: v.literal("ok"), version: versionSchema });
const unhealthySchema = v.object({
  status: v.literal("unavailable"),
  version: versionSchema,
  failing: v.array(v.string()),
});

/** `/api/health`: both calls name the deployed version. */
export const healthArea = new ApiArea({ base: "/health", tag: "Service", access: "anybody" })
  .on("GET", "/live", {
    id: "isLive",
    summary: "Ask whether the service answers",
    description: "Liveness: nothing else is asked.",
    answer: ok(healthySchema, "It does."),
    handle: async ({ context: { env } }) => ({ status: "ok" as const, version: toVersion(env) }),
  })
  .on("GET", "/", {
    id: "isHealthy",
    summary: "Ask whether everything works that a story needs",
    description:
      "Readiness: database, KV, R2 and an object have answered. Asked at most once in five seconds.",
    answer: {
      ...ok(healthySchema, "Everything works."),
      others: [{ status: 503, schema: unhealthySchema, description: "Something does not answer." }],
    },
    limits: LIMITS.health,
    handle: async ({ context }) => {
      const { env } = context;
      const last = lastHealth.get(env);
      const isKept = last !== undefined && Date.now() - last.checkedAt < KEPT_MS;
      const { failing } = isKept ? last : await checkHealth(env, context.var.log);
      const version = toVersion(env);
      if (failing.length === 0) return { status: "ok" as const, version };
      return context.json({ status: "unavailable", version, failing }, 503);
    },
  });

/** The deployed version: Cloudflare's id, and the commit as the tag. */
function toVersion({ VERSION: { id, tag } }: Env): { id: string; tag: string } {
  return { id, tag };
}

async function checkHealth(env: Env, log: Log): Promise<Health> {
  const checks: Record<string, () => PromiseLike<unknown>> = {
    d1: () => Promise.all(openAllDatabases(env).map((db) => db.get(sql`SELECT 1`))),
    kv: () => env.KV.get("health"),
    r2: () => env.PORTRAITS.head("health"),
    objects: () => env.STORY.getByName("health").ping(),
  };
  const failing: string[] = [];
  await Promise.all(
    Object.entries(checks).map(async ([name, ask]) => {
      try {
        await inTime(ask());
      } catch (error) {
        failing.push(name);
        log("error", "unhealthy", { part: name, ...describeError(error) });
      }
    }),
  );
  const health = { failing: failing.sort(), checkedAt: Date.now() };
  lastHealth.set(env, health);
  return health;
}

async function inTime(answer: PromiseLike<unknown>): Promise<void> {
  const late = scheduler.wait(ANSWER_WITHIN_MS).then(() => {
    throw new Error(`No answer within ${ANSWER_WITHIN_MS} ms.`);
  });
  await Promise.race([answer, late]);
}
