import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";
import { Refusal } from "./refusal.ts";

const POLL_MS = 50;
/** An unhealthy server needs longer, and accepts only some of these calls a minute. */
const UNHEALTHY_POLL_MS = 1_000;
const HEALTHY_LIMIT_MS = 60_000; // a cold start on two busy cores takes some seconds
const ANSWER_LIMIT_MS = 10_000;

const healthySchema = v.object({ status: v.literal("ok") });

/**
 * Resolves when `GET {url}/api/health` reports that all is well. Throws a `Refusal` with the last answer if it never
 * does.
 */
export async function waitUntilHealthy(url: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + HEALTHY_LIMIT_MS;
  let last = "nothing";
  while (Date.now() < deadline) {
    signal.throwIfAborted();
    let pause = POLL_MS;
    try {
      const response = await fetch(`${url}/api/health`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
      });
      pause = UNHEALTHY_POLL_MS;
      const body = await response.text();
      if (response.ok && v.is(healthySchema, JSON.parse(body))) return;
      last = `${response.status} ${body.slice(0, 200)}`;
    } catch (error) {
      signal.throwIfAborted();
      last = error instanceof Error ? error.message : String(error);
    }
    await delay(pause, undefined, { signal });
  }
  throw new Refusal(
    `${url}/api/health did not become healthy in ${HEALTHY_LIMIT_MS / 1000} s, the last answer was: ${last}`,
  );
}
