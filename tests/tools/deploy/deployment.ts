import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { LEGAL_CONSENT_VERSION } from "#domain/legal.ts";
import { type DeployParts, deploy } from "#tools/deploy/deploy.ts";
import { Wrangler } from "#tools/deploy/wrangler.ts";
import { readWranglerConfig, type WranglerConfig } from "#tools/deploy/wrangler-config.ts";
import type { StandInAccount } from "./stand-in-wrangler.ts";

const STAND_IN = path.join(import.meta.dirname, "stand-in-wrangler.ts");
export const DATABASE_ID = "5b9d2c1e-7c55-4a39-a2f0-0f6f5e3f7d21";
export const SERVING = "version-before";

export const ACCOUNT: StandInAccount = {
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

/** The site as visitors reach it: the platform in front of it picks the version that answers. */
class Site {
  /** Versions that answer that they are not healthy. */
  readonly sick = new Set<string>();
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #account: () => StandInAccount;

  constructor(account: () => StandInAccount) {
    this.#account = account;
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  async start(): Promise<string> {
    await new Promise<void>((started) => this.#server.listen(0, "127.0.0.1", started));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer({ url, headers }: IncomingMessage, response: ServerResponse): void {
    const wanted = /^talespark="([^"]+)"$/.exec(String(headers["cloudflare-workers-version-overrides"]))?.[1];
    const { traffic } = this.#account();
    const id =
      traffic.find(({ version_id }) => version_id === wanted)?.version_id ?? traffic[0]?.version_id ?? "";
    this.asked.push(`${url} ${id}`);
    const isSick = this.sick.has(id);
    response.statusCode = isSick ? 503 : 200;
    const version = { id, tag: "" };
    const body = isSick ? { status: "unavailable", version, failing: ["d1"] } : { status: "ok", version };
    response.end(JSON.stringify(body));
  }
}

/** wrangler.toml as an operator fills it in. */
export function filledIn(vars: Record<string, unknown> = {}): WranglerConfig {
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

/** An account and a site for the tests of a file, new before each test. */
export function setUpDeployment() {
  let folder: string;
  let site: Site;
  let origin: string;
  const file = () => path.join(folder, "account.json");
  const account = (): StandInAccount => JSON.parse(readFileSync(file(), "utf8"));
  const commandsFile = () => path.join(folder, "commands.txt");
  const commands = () =>
    readFileSync(commandsFile(), "utf8")
      .split("\n")
      .filter((line) => line !== "");
  const give = (changes: Partial<StandInAccount>) =>
    writeFileSync(file(), JSON.stringify({ ...ACCOUNT, ...changes }));

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "talespark-test-"));
    give({});
    writeFileSync(commandsFile(), "");
    site = new Site(account);
    origin = await site.start();
  });

  afterEach(() => {
    site.stop();
    rmSync(folder, { recursive: true });
  });

  /** Runs a deployment. Returns what it says, and the sentence with which it refused. */
  async function run(
    changes: Partial<DeployParts> = {},
  ): Promise<{ said: string[]; refusal: string | null }> {
    const said: string[] = [];
    // The site of the tests is on this machine, which the checks refuse; the health check is sent there.
    const restore = redirectTo("https://talespark.app", origin);
    try {
      await deploy({
        wrangler: new Wrangler([process.execPath, STAND_IN], {
          STAND_IN_ACCOUNT: file(),
          STAND_IN_COMMANDS: commandsFile(),
        }),
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
    } finally {
      restore();
    }
  }

  /** The commands that change something in the account. */
  function changes(): string[] {
    return commands()
      .filter((command) => /^(d1 migrations|versions (upload|deploy)|deploy |triggers)/.test(command))
      .map((command) => command.replace(/ --(config|env|yes|remote).*$/, ""));
  }

  return { account, commands, give, run, changes, getSite: () => site };
}

function redirectTo(from: string, to: string): () => void {
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => real(String(input).replace(from, to), init);
  return () => {
    globalThis.fetch = real;
  };
}
