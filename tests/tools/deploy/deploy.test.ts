import type { IncomingMessage, ServerResponse } from "node:http";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { LEGAL_CONSENT_VERSION } from "#domain/legal.ts";
import { json, startFake } from "#tests/fakes/http.ts";
import { type DeployParts, deploy } from "#tools/deploy/deploy-production.ts";
import { Wrangler } from "#tools/deploy/wrangler.ts";
import { readWranglerConfig, type WranglerConfig } from "#tools/deploy/wrangler-config.ts";
import { type StandInAccount, StandInWrangler } from "./stand-in-wrangler.ts";

const DATABASE_ID = "5b9d2c1e-7c55-4a39-a2f0-0f6f5e3f7d21";
const SERVING = "version-before";

const ACCOUNT: StandInAccount = {
  loggedIn: true,
  databases: { DB: { uuid: DATABASE_ID, name: "talespark", replication: "auto" } },
  namespaces: ["6f1d0a2b9c"],
  buckets: ["talespark-portraits"],
  secrets: ["OIDC_CLIENT_SECRET", "SESSION_SECRET"],
  traffic: [{ version_id: SERVING, percentage: 100 }],
  serving: { DB: DATABASE_ID },
  uploads: [],
  pendingObjectMigration: false,
  failing: {},
};

/** wrangler.toml as an operator fills it in. */
function filledIn(vars: Record<string, unknown> = {}): WranglerConfig {
  const config = structuredClone(readWranglerConfig("production"));
  return {
    ...config,
    routes: [{ pattern: "talespark.app", custom_domain: true }],
    d1_databases: config.d1_databases.map((one) => ({ ...one, database_id: DATABASE_ID })),
    kv_namespaces: config.kv_namespaces.map((one) => ({ ...one, id: "6f1d0a2b9c" })),
    vars: {
      ...config.vars,
      APP_ORIGIN: "https://talespark.app",
      OIDC_ISSUER: "https://login.talespark.app/",
      OIDC_CLIENT_ID: "a-client",
      OIDC_AUDIENCE: "https://talespark.app/api",
      OPERATOR_NAME: "Talespark Ltd.",
      OPERATOR_ADDRESS: "1 Main Street, 12345 Town",
      SUPPORT_EMAIL: "support@talespark.app",
      LEGAL_TEXTS_REVIEWED: LEGAL_CONSENT_VERSION,
      ...vars,
    },
  };
}

let wrangler: StandInWrangler;
/** Versions that answer that they are not healthy. */
let sick: Set<string>;
/** What the site was asked, and the version that answered. */
let asked: string[];

const give = (changes: Partial<StandInAccount>) => {
  wrangler.account = structuredClone({ ...ACCOUNT, ...changes });
};

beforeEach(async () => {
  wrangler = new StandInWrangler(structuredClone(ACCOUNT));
  sick = new Set();
  asked = [];
  const site = await startFake(answerAsSite);
  onTestFinished(site.close);
  // The site of the tests is on this machine, which the checks refuse; the health check is sent there.
  const send = fetch;
  vi.stubGlobal("fetch", (address: string, init: RequestInit) =>
    send(address.replace("https://talespark.app", site.url), init),
  );
});

/** The site as visitors reach it: the platform in front of it picks the version that answers. */
function answerAsSite({ url, headers }: IncomingMessage, response: ServerResponse): void {
  const wanted = /^talespark="([^"]+)"$/.exec(String(headers["cloudflare-workers-version-overrides"]))?.[1];
  const versions = wrangler.account.traffic.map(({ version_id }) => version_id);
  const id = versions.find((version) => version === wanted) ?? versions[0] ?? "";
  asked.push(`${url} ${id}`);
  const version = { id, tag: "" };
  if (sick.has(id)) json(response, 503, { status: "unavailable", version, failing: ["d1"] });
  else json(response, 200, { status: "ok", version });
}

/** Runs a deployment. Returns what it says, and the sentence with which it refused. */
async function run(changes: Partial<DeployParts> = {}): Promise<{ said: string[]; refusal: string | null }> {
  const said: string[] = [];
  try {
    await deploy({
      wrangler,
      config: filledIn(),
      localSecrets: [],
      build: async () => {},
      tag: "4f2a9c1",
      checkOnly: false,
      atOnce: false,
      pauseMs: 20,
      signal: new AbortController().signal,
      say: (line) => said.push(line),
      times: { knownWithinMs: 50, retryMs: 10, checkMs: 5 },
      ...changes,
    });
    return { said, refusal: null };
  } catch (error) {
    if (!(error instanceof Error && error.name === "Refusal")) throw error;
    return { said, refusal: error.message };
  }
}

/** The commands that change something in the account. */
function listChanges(): string[] {
  return wrangler.commands
    .filter((command) => /^(d1 migrations|versions (upload|deploy)|deploy |triggers)/.test(command))
    .map((command) => command.replace(/ --(config|env|yes|remote).*$/, ""));
}

describe("npm run deploy", () => {
  it("migrates, uploads, and moves the traffic step by step, while the new version itself is asked for its health", async () => {
    const { said, refusal } = await run();

    expect(refusal).toBeNull();
    expect(listChanges()).toEqual([
      "d1 migrations apply DB",
      "versions upload",
      "versions deploy version-1@0% version-before@100%",
      "versions deploy version-1@10% version-before@90%",
      "versions deploy version-1@50% version-before@50%",
      "versions deploy version-1@100%",
      "triggers deploy",
    ]);
    expect(wrangler.commands).toContain("versions upload --config build/server/wrangler.json --tag 4f2a9c1");
    expect(wrangler.account.traffic).toEqual([{ version_id: "version-1", percentage: 100 }]);
    expect(said.at(-1)).toContain("npx wrangler versions deploy version-before@100%");
    // From the moment on at which nobody else reaches it.
    expect(new Set(asked)).toEqual(new Set(["/api/health version-1"]));
    expect(asked.length).toBeGreaterThanOrEqual(4);
  });

  it("gives everything back to the version before if the new one is not healthy", async () => {
    sick.add("version-1");

    const { refusal } = await run();

    expect(refusal).toBe("Rolled back: all traffic goes to version-before again.");
    expect(listChanges().slice(2)).toEqual([
      "versions deploy version-1@0% version-before@100%",
      "versions deploy version-before@100%",
    ]);
  });

  it("notices a version that falls ill while a step is watched", async () => {
    const { refusal, said } = await run({
      say: (line) => {
        if (line.startsWith("50%")) setTimeout(() => sick.add("version-1"), 30);
      },
      pauseMs: 300,
    });

    expect(said).toEqual([]);
    expect(refusal).toContain("Rolled back");
    expect(wrangler.account.traffic).toEqual([{ version_id: SERVING, percentage: 100 }]);
  });

  it("says how to roll back by hand if that fails too", async () => {
    sick.add("version-1");
    give({ failing: { "versions deploy version-before": "The service is unavailable. [code: 7010]" } });

    const { refusal } = await run();

    expect(refusal).toContain("The service is unavailable.");
    expect(refusal).toContain(
      "npx wrangler versions deploy version-before@100% --yes --config wrangler.toml --env production",
    );
  });

  it("stops between two steps at Ctrl-C, and says how to go on or back", async () => {
    const stop = new AbortController();
    const { refusal } = await run({
      signal: stop.signal,
      say: (line) => {
        if (line.startsWith("10%")) stop.abort();
      },
    });

    expect(refusal).toContain("Stopped: 10% of the traffic goes to version-1.");
    expect(refusal).toContain("Back: npx wrangler versions deploy version-before@100%");
    expect(wrangler.account.traffic).toEqual([
      { version_id: "version-1", percentage: 10 },
      { version_id: SERVING, percentage: 90 },
    ]);
  });

  it("does not begin while an earlier rollout has not ended", async () => {
    give({
      traffic: [
        { version_id: "a", percentage: 30 },
        { version_id: "b", percentage: 70 },
      ],
    });

    expect((await run()).refusal).toContain("A rollout has not ended: a 30%, b 70%.");
    expect(listChanges()).toEqual([]);
  });

  it("uploads nothing if a migration of the database fails", async () => {
    give({ failing: { "d1 migrations apply": 'near "CREAT": syntax error' } });

    expect((await run()).refusal).toContain("syntax error");
    expect(listChanges()).toEqual(["d1 migrations apply DB"]);
  });

  it("changes nothing with --check", async () => {
    const { refusal, said } = await run({ checkOnly: true });

    expect(refusal).toBeNull();
    expect(said).toEqual(["The configuration and the account have everything that a deployment needs."]);
    expect(listChanges()).toEqual([]);
  });
});

it("wrangler is run as a program, whose output is read without colours", async () => {
  const script =
    'console.log("\\x1b[31m" + process.argv[1] + "\\x1b[0m"); console.error(process.env.NO_COLOR); process.exit(2)';
  const program = new Wrangler([process.execPath, "-e", script]);

  expect(await program.run(["whoami"])).toEqual({ ok: false, stdout: "whoami\n", stderr: "1\n" });
});

it("a version with a migration of object classes is not deployed without being asked for", async () => {
  give({ pendingObjectMigration: true });

  expect((await run()).refusal).toContain("npm run deploy -- --at-once");
  expect(wrangler.account.uploads).toEqual([]);
});

it("a version with a migration of object classes is deployed at once with --at-once, and checked", async () => {
  give({ pendingObjectMigration: true });

  expect((await run({ atOnce: true })).refusal).toBeNull();
  expect(listChanges()).toEqual(["d1 migrations apply DB", "deploy"]);
  expect(asked).toEqual(["/api/health version-1"]);
});

it("a version with a migration of object classes is rolled back if it is not healthy and the platform allows it", async () => {
  sick.add("version-1");

  expect((await run({ atOnce: true })).refusal).toContain("all traffic goes to version-before again");
});

it("the first deployment goes out at once; there is nothing to go back to", async () => {
  give({ traffic: [] });
  expect((await run()).refusal).toBeNull();
  expect(listChanges()).toEqual(["d1 migrations apply DB", "deploy"]);

  give({ traffic: [] });
  sick.add("version-1");
  expect((await run()).refusal).toContain("There is no version to go back to.");
});

it("a deployment is refused with the file as it comes: each placeholder and each missing setting is named, and the account is not asked", async () => {
  const { refusal } = await run({ config: readWranglerConfig("production") });

  for (const name of [
    "routes.0.pattern",
    "vars.APP_ORIGIN",
    "vars.OIDC_ISSUER",
    "vars.OIDC_CLIENT_ID",
    "vars.OIDC_AUDIENCE",
    "vars.SUPPORT_EMAIL",
    "d1_databases.0.database_id",
    "kv_namespaces.0.id",
  ]) {
    expect(refusal).toContain(`${name} still has the placeholder`);
  }
  expect(refusal).toContain("OPERATOR_NAME is missing.");
  expect(refusal).toContain("OPERATOR_ADDRESS is missing.");
  expect(wrangler.commands).toEqual([]);
});

it.each([
  { vars: { APP_ORIGIN: "http://localhost:5173" }, says: "APP_ORIGIN is an address of this machine" },
  { vars: { APP_ORIGIN: "http://talespark.app" }, says: "APP_ORIGIN must begin with https://" },
  { vars: { APP_ORIGIN: undefined }, says: "APP_ORIGIN is missing." },
  { vars: { APP_ORIGIN: "https://other.app" }, says: "No route leads to other.app" },
  { vars: { OIDC_ISSUER: "http://127.0.0.1:9000" }, says: "OIDC_ISSUER is an address of this machine" },
  {
    vars: { AI_PROVIDER: "openai-compatible", AI_BASE_URL: "http://192.168.1.5/v1" },
    says: "AI_BASE_URL is an address",
  },
  { vars: { OPERATOR_NAME: "YOUR-NAME" }, says: "vars.OPERATOR_NAME still has the placeholder YOUR-NAME." },
  { vars: { LEGAL_TEXTS_REVIEWED: undefined }, says: "LEGAL_TEXTS_REVIEWED must be" },
  {
    vars: { LEGAL_TEXTS_REVIEWED: "2020-01-01" },
    says: `LEGAL_TEXTS_REVIEWED must be "${LEGAL_CONSENT_VERSION}"`,
  },
  { vars: { SESSION_SECRET: "0".repeat(64) }, says: "SESSION_SECRET is a secret: take it out of vars" },
  {
    vars: { OIDC_CLIENT_ID: "0a1b".repeat(16) },
    says: "OIDC_CLIENT_ID has the value of the session secret of this machine.",
  },
  { vars: { AI_TEMPERATURE: "9" }, says: "AI_TEMPERATURE must be a number from 0 to 2." },
])("a deployment is refused: $says", async ({ vars, says }) => {
  const { refusal } = await run({ config: filledIn(vars), localSecrets: ["0a1b".repeat(16)] });

  expect(refusal).toContain(says);
  expect(wrangler.commands).toEqual([]);
});

it.each([
  { has: { loggedIn: false }, says: "Wrangler is not logged in" },
  { has: { databases: {} }, says: "The database DB:" },
  { has: { namespaces: [] }, says: "The KV namespace KV with the id 6f1d0a2b9c is not in the account." },
  { has: { buckets: [] }, says: "The R2 bucket talespark-portraits:" },
  { has: { secrets: ["SESSION_SECRET"] }, says: "OIDC_CLIENT_SECRET is missing." },
  { has: { secrets: null, traffic: [] }, says: "SESSION_SECRET is missing." },
  {
    has: { secrets: [...(ACCOUNT.secrets ?? []), "STRIPE_SECRET_KEY"] },
    says: "STRIPE_WEBHOOK_SECRET is missing.",
  },
] satisfies { has: Partial<StandInAccount>; says: string }[])(
  "a deployment is refused: $says",
  async ({ has, says }) => {
    give(has);

    expect((await run()).refusal).toContain(says);
    expect(listChanges()).toEqual([]);
  },
);

const MORE = ["DB_1", "DIRECTORY"];
const databases = Object.fromEntries(
  ["DB", ...MORE].map((name) => [
    name,
    { uuid: `${DATABASE_ID}-${name}`, name: `talespark-${name}`, replication: "auto" as const },
  ]),
);
const serving = Object.fromEntries(Object.entries(databases).map(([name, { uuid }]) => [name, uuid]));

/** wrangler.toml with these databases in place of its own. */
function bindDatabases(changes: Record<string, Partial<WranglerConfig["d1_databases"][number]>> = {}) {
  const config = filledIn();
  const [first] = config.d1_databases;
  if (first === undefined) throw new Error("wrangler.toml has no database.");
  const d1_databases = Object.entries(databases).map(([binding, { uuid, name }]) => ({
    ...{ ...first, binding, database_name: name, database_id: uuid },
    ...changes[binding],
  }));
  return { ...config, d1_databases };
}

it("several databases are each checked and migrated before anything is uploaded", async () => {
  give({ databases, serving });

  expect((await run({ config: bindDatabases() })).refusal).toBeNull();
  expect(wrangler.commands.filter((command) => command.startsWith("d1 info"))).toHaveLength(3);
  expect(listChanges().slice(0, 4)).toEqual([
    "d1 migrations apply DB",
    "d1 migrations apply DB_1",
    "d1 migrations apply DIRECTORY",
    "versions upload",
  ]);
});

it("several databases can be added, but one in use can neither be removed nor get another binding", async () => {
  give({ databases });
  expect((await run({ config: bindDatabases(), checkOnly: true })).refusal).toContain(
    `The database ${DATABASE_ID} is in use as DB: it must keep this binding.`,
  );
  give({ databases, serving: { DB: serving["DB"] ?? "" } });
  expect((await run({ config: bindDatabases(), checkOnly: true })).refusal).toBeNull();
  give({ databases, serving: { ...serving, DB_2: "the-third" } });
  expect((await run({ config: bindDatabases(), checkOnly: true })).refusal).toContain(
    "The database the-third is in use as DB_2",
  );
});

it("several databases are refused with a gap, with one id for two, with other migrations, and where the account lacks one", async () => {
  give({ databases, serving });
  const refusalOf = async (changes: Parameters<typeof bindDatabases>[0]) =>
    (await run({ config: bindDatabases(changes) })).refusal;

  expect(await refusalOf({ DB_1: { binding: "DB_2" } })).toContain(
    "The database DB_2 needs one that is bound as DB_1.",
  );
  expect(await refusalOf({ DB_1: { database_id: serving["DB"] ?? "" } })).toContain(
    "The databases DB and DB_1 have the same database_id.",
  );
  expect(await refusalOf({ DB_1: { migrations_dir: "./others" } })).toContain(
    "The database DB_1 has the migrations_dir ./others",
  );
  expect(wrangler.commands).toEqual([]);
  const { DB_1: _, ...others } = databases;
  give({ databases: others, serving });
  expect(await refusalOf({})).toContain("The database DB_1:");
  expect(listChanges()).toEqual([]);
});
