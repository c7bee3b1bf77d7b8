import path from "node:path";
import { LEGAL_CONSENT_VERSION } from "#domain/legal.ts";
import { findDeploymentFaults, SECRET_SETTINGS } from "#workers/settings.ts";
import type { WranglerConfig } from "./wrangler-config.ts";

/** In place of the value of a secret: the account shows only the names. */
const UNREAD_SECRET = "a secret whose value only the platform knows";
/** The ids that wrangler.toml has for the local databases. */
const LOCAL_ID = /^0{8}-/;
const MIGRATIONS = "migrations";

/**
 * What forbids to deploy this configuration, one sentence each. `secrets`: the names of those that the Worker has in the
 * account; `localSecrets`: values that belong to this machine.
 */
export function findConfigFaults(
  config: WranglerConfig,
  { secrets, localSecrets }: { secrets: readonly string[]; localSecrets: readonly string[] },
): string[] {
  const unread = Object.fromEntries(secrets.map((name) => [name, UNREAD_SECRET]));
  const placeholders = findPlaceholders(config);
  const inPlaceholders = (fault: string) => placeholders.some(({ name }) => fault.startsWith(`${name} `));
  return [
    ...placeholders.map(({ path, value }) => `${path} still has the placeholder ${value}.`),
    ...findMisplacedSecrets(config, localSecrets),
    ...findDeploymentFaults({ ...config.vars, ...unread }).filter((fault) => !inPlaceholders(fault)),
    ...findLocalAddresses(config),
    ...findRouteFaults(config),
    ...findDatabaseFaults(config),
    ...findLegalFaults(config),
  ];
}

/** The legal pages were written for nobody in particular: their operator answers for them. */
function findLegalFaults({ vars }: WranglerConfig): string[] {
  if (vars["LEGAL_TEXTS_REVIEWED"] === LEGAL_CONSENT_VERSION) return [];
  return [
    `LEGAL_TEXTS_REVIEWED must be "${LEGAL_CONSENT_VERSION}", the version of the legal pages, once a lawyer has reviewed them.`,
  ];
}

/** People's rows are in `DB`, `DB_1`, `DB_2` …: the Worker finds none after a gap (`workers/db/shards.ts`). */
function findDatabaseFaults({ d1_databases }: WranglerConfig): string[] {
  const bindings = new Set(d1_databases.map(({ binding }) => binding));
  return d1_databases.flatMap(({ binding, database_id, migrations_dir }, index) => {
    const number = Number(/^DB_(\d+)$/.exec(binding)?.[1] ?? 0);
    const before = number > 1 ? `DB_${number - 1}` : "DB";
    const same = d1_databases.slice(0, index).find((other) => other.database_id === database_id);
    return [
      LOCAL_ID.test(database_id) ? `The database ${binding} has the local id: set database_id.` : null,
      bindings.has(before) ? null : `The database ${binding} needs one that is bound as ${before}.`,
      same ? `The databases ${same.binding} and ${binding} have the same database_id.` : null,
      path.normalize(migrations_dir) === MIGRATIONS
        ? null
        : `The database ${binding} has the migrations_dir ${migrations_dir}: it must be ${MIGRATIONS}.`,
    ].filter((fault) => fault !== null);
  });
}

type Placeholder = { path: string; name: string; value: string };

function findPlaceholders(value: unknown, path = "", name = ""): Placeholder[] {
  if (typeof value === "string") return value.includes("YOUR-") ? [{ path, name, value }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    findPlaceholders(part, path === "" ? key : `${path}.${key}`, key),
  );
}

/** wrangler.toml is in the repository, and `vars` are shown in the dashboard. */
function findMisplacedSecrets({ vars }: WranglerConfig, localSecrets: readonly string[]): string[] {
  const misplaced = SECRET_SETTINGS.filter((name) => vars[name] !== undefined).map(
    (name) => `${name} is a secret: take it out of vars, and set it with "npx wrangler secret put ${name}".`,
  );
  const local = Object.entries(vars)
    .filter(([, value]) => typeof value === "string" && localSecrets.includes(value))
    .map(([name]) => `${name} has the value of the session secret of this machine.`);
  return [...misplaced, ...local];
}

function findLocalAddresses({ vars }: WranglerConfig): string[] {
  return Object.entries(vars).flatMap(([name, value]) => {
    const url = typeof value === "string" ? URL.parse(value) : null;
    if (url === null || !/^https?:$/.test(url.protocol)) return [];
    if (isLocal(url.hostname)) return [`${name} is an address of this machine or its network: ${value}.`];
    return url.protocol === "https:" ? [] : [`${name} must begin with https://: ${value}.`];
  });
}

const LOCAL_HOST =
  /^(localhost|.*\.(localhost|local|internal|lan|home\.arpa|test|example)|0\.0\.0\.0|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|\[(::1?|f[cde].*)\])$/;

function isLocal(host: string): boolean {
  return LOCAL_HOST.test(host);
}

/** Nothing is reached under APP_ORIGIN unless a route leads there. */
function findRouteFaults({ routes, vars }: WranglerConfig): string[] {
  const host = URL.parse(String(vars["APP_ORIGIN"]))?.host;
  if (host === undefined || host.includes("your-")) return [];
  const leads = routes.some(({ pattern }) => pattern === host || pattern === `${host}/*`);
  return leads ? [] : [`No route leads to ${host}, the host of APP_ORIGIN: add it to routes.`];
}
