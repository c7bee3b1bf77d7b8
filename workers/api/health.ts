import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { openAllDatabases } from "../db/shards.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describeError, type Log } from "../logging.ts";
import { allowOnly } from "./input.ts";

/** What does not answer within this time does not answer. */
const PATIENCE_MS = 3_000;

/** For so long an answer is given again, without asking the services: nobody can keep them busy by asking. */
const KEPT_MS = 5_000;

type Health = { failing: string[]; checkedAt: number };

/** The last answer for each environment of this isolate. It belongs to no request: every caller gets the same. */
const lastHealth = new WeakMap<object, Health>();

/**
 * `GET /api/health`, readiness: 200 only when everything that a story needs has answered: database, KV, R2 and an object.
 * `GET /api/health/live`, liveness: this Worker answers; nothing else is asked. Both name the deployed version.
 */
export const healthRoutes = new Hono<AppEnv>()
  .get("/live", ({ env, json }) => json({ status: "ok", version: toVersion(env) }))
  .all("/live", allowOnly("GET"))
  .get("/", async (context) => {
    const { env } = context;
    const last = lastHealth.get(env);
    const isKept = last !== undefined && Date.now() - last.checkedAt < KEPT_MS;
    const { failing } = isKept ? last : await checkHealth(env, context.var.log);
    const version = toVersion(env);
    return failing.length === 0
      ? context.json({ status: "ok", version })
      : context.json({ status: "unavailable", version, failing }, 503);
  })
  .all("/", allowOnly("GET"));

/** The deployed version: Cloudflare's id, and the commit as the tag. */
function toVersion({ VERSION: { id, tag } }: Env): { id: string; tag: string } {
  return { id, tag };
}

async function checkHealth(env: Env, log: Log): Promise<Health> {
  const checks: Record<string, () => PromiseLike<unknown>> = {
    d1: () => Promise.all(openAllDatabases(env).map((db) => db.get(sql`SELECT 1`))),
    kv: () => env.KV.get("health"),
    r2: () => env.PORTRAITS.head("health"),
    objects: () => env.STORY.get(env.STORY.idFromName("health")).ping(),
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${PATIENCE_MS} ms.`)), PATIENCE_MS);
  });
  try {
    await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
