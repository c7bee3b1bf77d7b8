import * as v from "valibot";
import { Refusal } from "../refusal.ts";
import type { Traffic } from "./account.ts";
import { awaitHealthy, FIRST_TIMES, type HealthCheck, type HealthTimes, watchHealth } from "./health.ts";
import { BUILT, describeFailure, type Wrangler } from "./wrangler.ts";

/** The share of the new version, step by step, in percent. At 0 it is asked by the health check alone. */
const SHARES = [0, 10, 50, 100];

const uploadSchema = v.looseObject({ type: v.literal("version-upload"), version_id: v.string() });
const deploySchema = v.looseObject({ type: v.literal("deploy"), version_id: v.string() });

export type RolloutParts = {
  wrangler: Wrangler;
  /** The Worker's name, and where it is served. */
  worker: string;
  origin: string;
  /** Names the version in the dashboard and in /api/health: the commit. */
  tag: string;
  /** Milliseconds for which each step is watched. */
  pauseMs: number;
  /** Aborted by Ctrl-C: the rollout stops after the command that runs. */
  signal: AbortSignal;
  say: (line: string) => void;
  times?: HealthTimes;
};

/**
 * Uploads the built version and gives it the traffic in steps, each with health checks. If a step fails, all traffic goes
 * back to the version before. Throws a `Refusal` that says how things stand.
 */
export async function deployGradually(parts: RolloutParts, before: string): Promise<void> {
  const { say, signal } = parts;
  const versionId = await uploadVersion(parts);
  const check: HealthCheck = { ...parts, versionId };
  say(`Uploaded the version ${versionId}, tagged ${parts.tag}.`);
  for (const share of SHARES) {
    const fault = await takeStep(parts, check, { share, before });
    if (fault !== null) await rollBack(parts, before, fault);
    if (signal.aborted) throw new Refusal(describeStop({ versionId, before, share }));
  }
  // Domains and cron triggers belong to no version.
  await parts.wrangler.must(["triggers", "deploy", ...BUILT]);
  say(`All traffic goes to ${versionId}. Back to the version before: ${rollbackCommand(before)}`);
}

/**
 * Deploys the built version at once: the first version of a Worker, or one with a migration of object classes, which the
 * platform never deploys in steps.
 */
export async function deployAtOnce(parts: RolloutParts, before: string | null): Promise<void> {
  const args = ["deploy", ...BUILT, "--tag", parts.tag];
  const { answer, entry } = await parts.wrangler.runForEntry(args, deploySchema);
  if (entry === null) throw new Refusal(describeFailure(args, answer));
  parts.say(`Deployed the version ${entry.version_id}, tagged ${parts.tag}, to all traffic.`);
  const fault = await awaitHealthy({ ...parts, versionId: entry.version_id }, parts.times ?? FIRST_TIMES);
  if (fault === null) return;
  if (before === null) throw new Refusal(`It is not healthy: ${fault}. There is no version to go back to.`);
  await rollBack(parts, before, fault);
}

async function uploadVersion({ wrangler, tag }: RolloutParts): Promise<string> {
  const args = ["versions", "upload", ...BUILT, "--tag", tag];
  const { answer, entry } = await wrangler.runForEntry(args, uploadSchema);
  if (entry !== null) return entry.version_id;
  if (answer.stderr.includes("pending Durable Object migration")) {
    throw new Refusal(
      "This version is the first, or has a migration of object classes. The platform deploys such a version at once, and never goes " +
        "back to one before it. If that is what you want: npm run deploy -- --at-once",
    );
  }
  throw new Refusal(describeFailure(args, answer));
}

/** Returns why the new version can't have this share, or `null`. */
async function takeStep(
  { wrangler, pauseMs, signal, say, times }: RolloutParts,
  check: HealthCheck,
  { share, before }: { share: number; before: string },
): Promise<string | null> {
  const shares = share === 100 ? [] : [`${before}@${100 - share}%`];
  const args = ["versions", "deploy", `${check.versionId}@${share}%`, ...shares, "--yes", ...BUILT];
  const answer = await wrangler.run(args);
  if (!answer.ok) return describeFailure(args, answer);
  say(`${share}% of the traffic goes to ${check.versionId}.`);
  const fault = await awaitHealthy(check, times);
  if (fault !== null || share === 0) return fault;
  return watchHealth(check, pauseMs, signal, times);
}

/** Gives all traffic back to the version before. Always throws. */
async function rollBack({ wrangler, say }: RolloutParts, before: string, fault: string): Promise<never> {
  say(`The new version is not healthy: ${fault}. Rolling back …`);
  const answer = await wrangler.run(["versions", "deploy", `${before}@100%`, "--yes", ...BUILT]);
  if (answer.ok) throw new Refusal(`Rolled back: all traffic goes to ${before} again.`);
  const said = describeFailure(["versions", "deploy"], answer);
  throw new Refusal(`${said}\nThe roll-back failed. Try it by hand: ${rollbackCommand(before)}`);
}

/** Finds the one version that serves now. Throws a `Refusal` if an earlier rollout has not ended. */
export function findServingVersion(traffic: Traffic): string | null {
  const serving = traffic.filter(({ percentage }) => percentage > 0);
  const [only] = serving;
  if (only === undefined) return null;
  if (serving.length === 1) return only.versionId;
  const shares = serving.map(({ versionId, percentage }) => `${versionId} ${percentage}%`).join(", ");
  throw new Refusal(
    `A rollout has not ended: ${shares}. Give all traffic to one of them: ${rollbackCommand("VERSION")}`,
  );
}

function describeStop({
  versionId,
  before,
  share,
}: {
  versionId: string;
  before: string;
  share: number;
}): string {
  return [
    `Stopped: ${share}% of the traffic goes to ${versionId}.`,
    `On: ${rollbackCommand(versionId)}`,
    `Back: ${rollbackCommand(before)}`,
  ].join("\n");
}

function rollbackCommand(versionId: string): string {
  return `npx wrangler versions deploy ${versionId}@100% --yes --config wrangler.toml --env production`;
}
