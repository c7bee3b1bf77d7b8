import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readAccount } from "#tools/deploy/account.ts";
import { Wrangler } from "#tools/deploy/wrangler.ts";
import { readWranglerConfig } from "#tools/deploy/wrangler-config.ts";
import { AccountApi, type ApiAccount } from "./deployment.ts";

const PATIENCE_MS = 90_000; // each command starts wrangler, some seconds on a busy machine

const config = readWranglerConfig("production");
const COMPLETE: ApiAccount = {
  replication: "disabled",
  databases: ["YOUR-D1-DATABASE-ID"],
  namespaces: ["YOUR-KV-NAMESPACE-ID"],
  buckets: ["talespark-portraits"],
  secrets: ["OIDC_CLIENT_SECRET", "SESSION_SECRET"],
  versions: [
    { version_id: "3bf9a6c1-0b0f-4a51-8a46-6f3b35f3f6f8", percentage: 10 },
    { version_id: "d1f5ab9c-54a0-4d58-bf0f-0a51d6be3f86", percentage: 90 },
  ],
  serving: { DB: "YOUR-D1-DATABASE-ID" },
};

// The real wrangler, so that it is its own output that is read.
describe("what wrangler says of an account", { timeout: PATIENCE_MS }, () => {
  const home = mkdtempSync(path.join(tmpdir(), "talespark-test-"));
  const api = new AccountApi(COMPLETE);
  let wrangler: Wrangler;

  beforeAll(async () => {
    wrangler = new Wrangler(undefined, await api.start(home));
  });

  afterAll(() => {
    api.stop();
    rmSync(home, { recursive: true });
  });

  it("is understood where everything is there but the read replicas", async () => {
    api.account = COMPLETE;

    expect(await readAccount(wrangler, config)).toEqual({
      faults: [],
      advice: [expect.stringContaining("has no read replicas")],
      secrets: COMPLETE.secrets,
      traffic: [
        { versionId: "3bf9a6c1-0b0f-4a51-8a46-6f3b35f3f6f8", percentage: 10 },
        { versionId: "d1f5ab9c-54a0-4d58-bf0f-0a51d6be3f86", percentage: 90 },
      ],
    });
    expect(api.unknown).toEqual([]);
  });

  it("is understood where a database is in use that the configuration lacks", async () => {
    api.account = { ...COMPLETE, serving: { ...COMPLETE.serving, DB_1: "the-second" } };

    expect((await readAccount(wrangler, config)).faults).toEqual([
      "The database the-second is in use as DB_1: it must keep this binding.",
    ]);
  });

  it("is understood where nothing is there yet", async () => {
    api.account = {
      replication: "auto",
      databases: [],
      namespaces: [],
      buckets: [],
      secrets: null,
      versions: null,
      serving: {},
    };

    const { faults, secrets, traffic } = await readAccount(wrangler, config);

    expect(faults).toEqual([
      expect.stringContaining("The database YOUR-D1-DATABASE-ID could not be found"),
      "The KV namespace KV with the id YOUR-KV-NAMESPACE-ID is not in the account.",
      expect.stringContaining("The specified bucket does not exist."),
    ]);
    expect({ secrets, traffic }).toEqual({ secrets: [], traffic: [] });
  });
});

it("without a login, the real wrangler's answer is understood as well", {
  timeout: PATIENCE_MS,
}, async () => {
  const home = mkdtempSync(path.join(tmpdir(), "talespark-test-"));
  const wrangler = new Wrangler(undefined, {
    HOME: home,
    XDG_CONFIG_HOME: home,
    CLOUDFLARE_API_TOKEN: "",
    // Nothing listens there: no test asks the real account.
    CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9/client/v4",
  });

  await expect(readAccount(wrangler, config)).rejects.toThrow("Wrangler is not logged in");
  rmSync(home, { recursive: true });
});
