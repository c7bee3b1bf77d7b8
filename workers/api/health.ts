import { sql } from "drizzle-orm";
import { Hono } from "hono";
import { openPrimaryDatabase } from "../db/client.ts";
import type { AppEnv } from "../http/app-env.ts";
import { describeError } from "../logging.ts";
import { allowOnly } from "./input.ts";

/** What does not answer within this time does not answer. */
const PATIENCE_MS = 3_000;

/** `GET /api/health`: 200 only when everything that a story needs has answered: database, KV, R2 and an object. */
export const healthRoutes = new Hono<AppEnv>()
  .get("/", async (context) => {
    const { env } = context;
    const checks: Record<string, () => PromiseLike<unknown>> = {
      d1: () => openPrimaryDatabase(env.DB).get(sql`SELECT 1`),
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
          context.var.log("error", "unhealthy", { part: name, ...describeError(error) });
        }
      }),
    );
    return failing.length === 0
      ? context.json({ status: "ok" })
      : context.json({ status: "unavailable", failing: failing.sort() }, 503);
  })
  .all("/", allowOnly("GET"));

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
