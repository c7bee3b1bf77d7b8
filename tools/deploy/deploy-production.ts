import { Refusal } from "../refusal.ts";
import { readAccount } from "./account.ts";
import { findConfigFaults } from "./check-config.ts";
import { deployAtOnce, deployGradually, findServingVersion, type RolloutParts } from "./rollout.ts";
import { PRODUCTION } from "./wrangler.ts";
import type { WranglerConfig } from "./wrangler-config.ts";

export type DeployParts = Omit<RolloutParts, "worker" | "origin"> & {
  config: WranglerConfig;
  /** Values that belong to this machine and must not be deployed. */
  localSecrets: readonly string[];
  /** Makes the production build, or throws a `Refusal`. */
  build: () => Promise<void>;
  /** Only checks; changes nothing. */
  checkOnly: boolean;
  atOnce: boolean;
};

/** Secrets without which nothing is served: the account says later whether it has them. */
const ALWAYS_NEEDED = ["OIDC_CLIENT_SECRET", "SESSION_SECRET"];

/**
 * Deploys production: checks, builds, migrates the databases, uploads, moves the traffic. Nothing is changed before every check
 * has passed. A migration only adds to the schema, so the version that serves works with the new schema. Throws a `Refusal`.
 */
export async function deploy(parts: DeployParts): Promise<void> {
  const { wrangler, config, localSecrets, build, say, signal } = parts;
  // What can be known without the account comes first.
  const early = findConfigFaults(config, { secrets: ALWAYS_NEEDED, localSecrets });
  if (early.length > 0) throw refuse(early);
  const { faults, advice, secrets, traffic } = await readAccount(wrangler, config);
  const all = [...findConfigFaults(config, { secrets, localSecrets }), ...faults];
  if (all.length > 0) throw refuse(all);
  for (const line of advice) say(line);
  const before = findServingVersion(traffic);
  say("The configuration and the account have everything that a deployment needs.");
  if (parts.checkOnly) return;

  await build();
  for (const { binding } of config.d1_databases) {
    stopIfAsked(signal);
    say(`Migrating the database ${binding} …`);
    await wrangler.must(["d1", "migrations", "apply", binding, "--remote", ...PRODUCTION]);
  }
  stopIfAsked(signal);
  const rollout = { ...parts, worker: config.name, origin: String(config.vars["APP_ORIGIN"]) };
  if (parts.atOnce || before === null) await deployAtOnce(rollout, before);
  else await deployGradually(rollout, before);
}

function stopIfAsked(signal: AbortSignal): void {
  if (signal.aborted) throw new Refusal("Stopped: no version was uploaded.");
}

function refuse(faults: string[]): Refusal {
  return new Refusal(
    [
      `Nothing was deployed, for ${faults.length === 1 ? "one reason" : `${faults.length} reasons`}:`,
      ...faults,
    ].join("\n- "),
  );
}
