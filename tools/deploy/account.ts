import * as v from "valibot";
import { Refusal } from "../refusal.ts";
import { describeFailure, PRODUCTION, parsePrintedJson, type Wrangler } from "./wrangler.ts";
import type { WranglerConfig } from "./wrangler-config.ts";

const whoamiSchema = v.looseObject({ loggedIn: v.boolean() });
const databaseSchema = v.looseObject({
  uuid: v.string(),
  name: v.string(),
  read_replication: v.optional(v.nullable(v.looseObject({ mode: v.string() }))),
});
const namespacesSchema = v.array(v.looseObject({ id: v.string() }));
const bucketSchema = v.looseObject({ name: v.string() });
const secretsSchema = v.array(v.looseObject({ name: v.string() }));
const deploymentSchema = v.looseObject({
  versions: v.array(v.looseObject({ version_id: v.string(), percentage: v.number() })),
});

const versionSchema = v.looseObject({
  resources: v.looseObject({ bindings: v.array(v.looseObject({ type: v.string(), name: v.string() })) }),
});
/** A binding to D1. Cloudflare's API has both names for the id; the wrangler of package.json prints `id`. */
const databaseBindingSchema = v.looseObject({
  type: v.literal("d1"),
  name: v.string(),
  id: v.optional(v.string()),
  database_id: v.optional(v.string()),
});

/** The versions that serve now, with their shares in percent. */
export type Traffic = { versionId: string; percentage: number }[];

/** What the account has of what the configuration names. */
export type Account = {
  /** What is missing, one sentence each. */
  faults: string[];
  /** What the deployment works without, one sentence each. */
  advice: string[];
  /** Names of the Worker's secrets; none if there is no Worker yet. */
  secrets: string[];
  /** Empty: nothing is deployed. */
  traffic: Traffic;
};

/** Asks the account for everything that the configuration needs there. Throws a `Refusal` without a login. */
export async function readAccount(wrangler: Wrangler, config: WranglerConfig): Promise<Account> {
  await requireLogin(wrangler);
  const [databases, namespaces, buckets, secrets, traffic] = await Promise.all([
    Promise.all(config.d1_databases.map(({ binding }) => checkDatabase(wrangler, binding))),
    checkNamespaces(wrangler, config),
    Promise.all(config.r2_buckets.map(({ bucket_name }) => checkBucket(wrangler, bucket_name))),
    listSecrets(wrangler),
    readTraffic(wrangler),
  ]);
  const lost = await findLostDatabases(wrangler, config, traffic);
  return {
    faults: [...databases.flatMap(({ fault }) => fault), ...lost, ...namespaces, ...buckets.flat()],
    advice: databases.flatMap(({ hint }) => hint),
    secrets,
    traffic,
  };
}

async function requireLogin(wrangler: Wrangler): Promise<void> {
  const args = ["whoami", "--json"];
  const answer = await wrangler.run(args);
  const isLoggedIn = answer.stdout.includes("{") && parsePrintedJson(args, answer, whoamiSchema).loggedIn;
  if (!isLoggedIn) {
    throw new Refusal(
      "Wrangler is not logged in: run npx wrangler login, or set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.",
    );
  }
}

async function checkDatabase(
  wrangler: Wrangler,
  binding: string,
): Promise<{ fault: string[]; hint: string[] }> {
  const args = ["d1", "info", binding, "--json", ...PRODUCTION];
  const answer = await wrangler.run(args);
  if (!answer.ok) return { fault: [`The database ${binding}: ${describeFailure(args, answer)}`], hint: [] };
  const { uuid, name, read_replication } = parsePrintedJson(args, answer, databaseSchema);
  const isReplicated = read_replication?.mode === "auto";
  return { fault: [], hint: isReplicated ? [] : [adviseReplication(name, uuid)] };
}

/**
 * Databases in use that the configuration lacks, or binds to another name, one sentence each. The people in them would have
 * no account.
 */
async function findLostDatabases(
  wrangler: Wrangler,
  { d1_databases }: WranglerConfig,
  traffic: Traffic,
): Promise<string[]> {
  const serving = traffic.filter(({ percentage }) => percentage > 0);
  const versions = await Promise.all(
    serving.map(({ versionId }) =>
      wrangler.readJson(["versions", "view", versionId, "--json", ...PRODUCTION], versionSchema),
    ),
  );
  const bound = versions
    .flatMap(({ resources }) => resources.bindings)
    .filter((one) => v.is(databaseBindingSchema, one))
    .map(({ name, id, database_id }) => ({ name, id: database_id ?? id }));
  const lost = bound.filter(
    ({ name, id }) =>
      !d1_databases.some(({ binding, database_id }) => binding === name && database_id === id),
  );
  return [
    ...new Set(
      lost.map(({ name, id }) => `The database ${id} is in use as ${name}: it must keep this binding.`),
    ),
  ];
}

function adviseReplication(name: string, uuid: string): string {
  return [
    `The database ${name} has no read replicas: everybody's reads go to its one location. Switch them on, once:`,
    `  curl -X PUT "https://api.cloudflare.com/client/v4/accounts/$CLOUDFLARE_ACCOUNT_ID/d1/database/${uuid}" \\`,
    `    -H "Authorization: Bearer $(npx wrangler auth token --json | jq -r .token)" \\`,
    `    -H "Content-Type: application/json" -d '{"read_replication":{"mode":"auto"}}'`,
  ].join("\n");
}

async function checkNamespaces(wrangler: Wrangler, { kv_namespaces }: WranglerConfig): Promise<string[]> {
  const known = await wrangler.readJson(["kv", "namespace", "list", ...PRODUCTION], namespacesSchema);
  return kv_namespaces
    .filter(({ id }) => !known.some((namespace) => namespace.id === id))
    .map(({ binding, id }) => `The KV namespace ${binding} with the id ${id} is not in the account.`);
}

async function checkBucket(wrangler: Wrangler, bucket: string): Promise<string[]> {
  const args = ["r2", "bucket", "info", bucket, "--json", ...PRODUCTION];
  const answer = await wrangler.run(args);
  if (!answer.ok) return [`The R2 bucket ${bucket}: ${describeFailure(args, answer)}`];
  parsePrintedJson(args, answer, bucketSchema);
  return [];
}

async function listSecrets(wrangler: Wrangler): Promise<string[]> {
  const args = ["secret", "list", "--format", "json", ...PRODUCTION];
  const answer = await wrangler.run(args);
  if (answer.ok) return parsePrintedJson(args, answer, secretsSchema).map(({ name }) => name);
  if (isUnknownWorker(answer.stderr)) return [];
  throw new Refusal(describeFailure(args, answer));
}

async function readTraffic(wrangler: Wrangler): Promise<Traffic> {
  const args = ["deployments", "status", "--json", ...PRODUCTION];
  const answer = await wrangler.run(args);
  if (!answer.ok) {
    if (isUnknownWorker(answer.stderr)) return [];
    throw new Refusal(describeFailure(args, answer));
  }
  const { versions } = parsePrintedJson(args, answer, deploymentSchema);
  return versions.map(({ version_id, percentage }) => ({ versionId: version_id, percentage }));
}

/** There is no Worker of this name yet, or it has never been deployed. */
function isUnknownWorker(said: string): boolean {
  return /Worker "[^"]+".* not found|code: 10007|has no deployments/u.test(said);
}
