import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";

const healthSchema = v.looseObject({
  status: v.string(),
  version: v.optional(v.looseObject({ id: v.string() })),
  failing: v.optional(v.array(v.string())),
});

/** A new deployment is known everywhere within seconds. */
const KNOWN_WITHIN_MS = 30_000;
const RETRY_MS = 2_000;
/** The service may have its own trouble for a moment: so many checks in a row have to fail. */
const FAILURES_MAX = 3;
const CHECK_MS = 5_000;
const ANSWER_LIMIT_MS = 10_000;

export type HealthCheck = { origin: string; worker: string; versionId: string };
/** The times, for tests. */
export type HealthTimes = { knownWithinMs: number; retryMs: number; checkMs: number };

const TIMES: HealthTimes = { knownWithinMs: KNOWN_WITHIN_MS, retryMs: RETRY_MS, checkMs: CHECK_MS };
/** The first deployment makes the domain's address and certificate as well, which takes minutes. */
export const FIRST_TIMES: HealthTimes = { ...TIMES, knownWithinMs: 5 * 60_000 };

/** Resolves when this very version answers that it is healthy. Returns why it never did, or `null`. */
export async function awaitHealthy(check: HealthCheck, times = TIMES): Promise<string | null> {
  const deadline = Date.now() + times.knownWithinMs;
  for (;;) {
    const fault = await findHealthFault(check);
    if (fault === null || Date.now() >= deadline) return fault;
    await delay(times.retryMs);
  }
}

/** Checks again and again for so long. Returns why the version is not healthy, or `null`. */
export async function watchHealth(
  check: HealthCheck,
  forMs: number,
  signal: AbortSignal,
  times = TIMES,
): Promise<string | null> {
  const deadline = Date.now() + forMs;
  let failures = 0;
  while (Date.now() < deadline && !signal.aborted) {
    const fault = await findHealthFault(check);
    failures = fault === null ? 0 : failures + 1;
    if (fault !== null && failures >= FAILURES_MAX) return fault;
    await delay(Math.min(times.checkMs, Math.max(0, deadline - Date.now())), undefined, { signal }).catch(
      () => {},
    );
  }
  return null;
}

/** Asks one version, whatever share of the traffic it has: the platform reads the header. */
async function findHealthFault({ origin, worker, versionId }: HealthCheck): Promise<string | null> {
  try {
    const response = await fetch(`${origin}/api/health`, {
      headers: { "Cloudflare-Workers-Version-Overrides": `${worker}="${versionId}"` },
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const text = await response.text();
    const body = v.safeParse(healthSchema, parse(text));
    if (!body.success) return `${origin}/api/health answers ${response.status} ${text.slice(0, 200)}`;
    const { status, version, failing } = body.output;
    if (status !== "ok") return `the health check says ${status}: ${failing?.join(", ") ?? "nothing more"}`;
    return version?.id === versionId ? null : `the answer comes from the version ${version?.id ?? "(none)"}`;
  } catch (error) {
    return `${origin}/api/health does not answer: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
