import { describe, expect, it } from "vitest";
import { LEGAL_CONSENT_VERSION } from "#domain/legal.ts";
import { readWranglerConfig } from "#tools/deploy/wrangler-config.ts";
import { ACCOUNT, filledIn, SERVING, setUpDeployment } from "./deployment.ts";
import type { StandInAccount } from "./stand-in-wrangler.ts";

const { account, commands, give, run, changes, getSite } = setUpDeployment();

describe("npm run deploy", () => {
  it("migrates, uploads, and moves the traffic step by step", async () => {
    const { said, refusal } = await run();

    expect(refusal).toBeNull();
    expect(changes()).toEqual([
      "d1 migrations apply DB",
      "versions upload",
      "versions deploy version-1@0% version-before@100%",
      "versions deploy version-1@10% version-before@90%",
      "versions deploy version-1@50% version-before@50%",
      "versions deploy version-1@100%",
      "triggers deploy",
    ]);
    expect(commands()).toContain("versions upload --config build/server/wrangler.json --tag 4f2a9c1");
    expect(account().traffic).toEqual([{ version_id: "version-1", percentage: 100 }]);
    expect(said.at(-1)).toContain("npx wrangler versions deploy version-before@100%");
  });

  it("asks the new version itself for its health, from the moment on at which nobody else reaches it", async () => {
    await run();

    expect(new Set(getSite().asked)).toEqual(new Set(["/api/health version-1"]));
    expect(getSite().asked.length).toBeGreaterThanOrEqual(4);
  });

  it("gives everything back to the version before if the new one is not healthy", async () => {
    getSite().sick.add("version-1");

    const { refusal } = await run();

    expect(refusal).toBe("Rolled back: all traffic goes to version-before again.");
    expect(changes().slice(2)).toEqual([
      "versions deploy version-1@0% version-before@100%",
      "versions deploy version-before@100%",
    ]);
  });

  it("notices a version that falls ill while a step is watched", async () => {
    const { refusal, said } = await run({
      say: (line) => {
        if (line.startsWith("50%")) setTimeout(() => getSite().sick.add("version-1"), 30);
      },
      pauseMs: 2_000,
    });

    expect(said).toEqual([]);
    expect(refusal).toContain("Rolled back");
    expect(account().traffic).toEqual([{ version_id: SERVING, percentage: 100 }]);
  });

  it("says how to roll back by hand if that fails too", async () => {
    getSite().sick.add("version-1");
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
    expect(account().traffic).toEqual([
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
    expect(changes()).toEqual([]);
  });

  it("uploads nothing if a migration of the database fails", async () => {
    give({ failing: { "d1 migrations apply": 'near "CREAT": syntax error' } });

    expect((await run()).refusal).toContain("syntax error");
    expect(changes()).toEqual(["d1 migrations apply DB"]);
  });

  it("changes nothing with --check", async () => {
    const { refusal, said } = await run({ checkOnly: true });

    expect(refusal).toBeNull();
    expect(said).toEqual(["The configuration and the account have everything that a deployment needs."]);
    expect(changes()).toEqual([]);
  });
});

describe("a version with a migration of object classes", () => {
  it("is not deployed without being asked for", async () => {
    give({ pendingObjectMigration: true });

    expect((await run()).refusal).toContain("npm run deploy -- --at-once");
    expect(account().uploads).toEqual([]);
  });

  it("is deployed at once with --at-once, and checked", async () => {
    give({ pendingObjectMigration: true });

    expect((await run({ atOnce: true })).refusal).toBeNull();
    expect(changes()).toEqual(["d1 migrations apply DB", "deploy"]);
    expect(getSite().asked).toEqual(["/api/health version-1"]);
  });

  it("is rolled back if it is not healthy and the platform allows it", async () => {
    getSite().sick.add("version-1");

    expect((await run({ atOnce: true })).refusal).toContain("all traffic goes to version-before again");
  });
});

describe("the first deployment", () => {
  it("goes out at once; there is nothing to go back to", async () => {
    give({ traffic: [] });
    expect((await run()).refusal).toBeNull();
    expect(changes()).toEqual(["d1 migrations apply DB", "deploy"]);

    give({ traffic: [] });
    getSite().sick.add("version-1");
    expect((await run()).refusal).toContain("There is no version to go back to.");
  });
});

describe("a deployment is refused", () => {
  it("with the file as it comes: each placeholder and each missing setting is named, and the account is not asked", async () => {
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
    expect(commands()).toEqual([]);
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
    { vars: { AI_PROVIDER: "openai-compatible" }, says: "AI_BASE_URL is missing." },
    { vars: { AI_MODEL: " " }, says: "AI_MODEL is missing." },
    {
      vars: { SUPPORT_EMAIL: "support@YOUR-DOMAIN" },
      says: "vars.SUPPORT_EMAIL still has the placeholder support@YOUR-DOMAIN.",
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
  ])("$says", async ({ vars, says }) => {
    const { refusal } = await run({ config: filledIn(vars), localSecrets: ["0a1b".repeat(16)] });

    expect(refusal).toContain(says);
    expect(commands()).toEqual([]);
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
  ] satisfies { has: Partial<StandInAccount>; says: string }[])("$says", async ({ has, says }) => {
    give(has);

    expect((await run()).refusal).toContain(says);
    expect(changes()).toEqual([]);
  });
});
