import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** What the account has. */
export type ApiAccount = {
  replication: "auto" | "disabled";
  databases: string[];
  namespaces: string[];
  buckets: string[];
  secrets: string[] | null;
  versions: { version_id: string; percentage: number }[] | null;
  /** The database ids of the version that serves, by binding. */
  serving: Record<string, string>;
};

const WORKER_NOT_FOUND = { code: 10007, message: "This Worker does not exist on your account." };

/** The reading part of Cloudflare's API, over HTTP, for the real wrangler (CLOUDFLARE_API_BASE_URL). */
export class AccountApi {
  account: ApiAccount;
  readonly unknown: string[] = [];
  readonly #server: Server;

  constructor(account: ApiAccount) {
    this.account = account;
    this.#server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://api");
      const isPastEnd = Number(searchParams.get("page") ?? 1) > 1; // everything fits on one page
      const { status, body } = isPastEnd ? succeed([]) : this.#answer(pathname.replace("/client/v4", ""));
      request.resume();
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    });
  }

  /** Returns the environment with which wrangler asks this account. */
  async start(home: string): Promise<Record<string, string>> {
    await new Promise<void>((started) => this.#server.listen(0, "127.0.0.1", started));
    const { port } = this.#server.address() as AddressInfo;
    return {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: "a token of the tests",
      CLOUDFLARE_ACCOUNT_ID: "the-account",
      HOME: home,
      XDG_CONFIG_HOME: home,
    };
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #answer(path: string): { status: number; body: unknown } {
    const { databases, namespaces, buckets, secrets, versions, replication, serving } = this.account;
    const last = path.split("/").at(-1) ?? "";
    switch (
      path
        .replace(/^\/accounts\/the-account/, "")
        .replace(/^(\/d1\/database|\/r2\/buckets|.*\/versions)\/.*/, "$1")
    ) {
      case "/user/tokens/verify":
        return succeed({ id: "a-token", status: "active" });
      case "/user":
        return succeed({ id: "a-user", email: "operator@talespark.app" });
      case "/accounts":
        return succeed([{ id: "the-account", name: "Talespark" }]);
      case "/memberships":
        return succeed([]);
      case "/graphql":
        return { status: 200, body: { data: { viewer: { accounts: [] } }, errors: null } };
      case "/d1/database":
        if (!databases.includes(last))
          return fail({ code: 7404, message: `The database ${last} could not be found` });
        return succeed({
          uuid: last,
          name: "talespark",
          version: "production",
          num_tables: 17,
          file_size: 4096,
          read_replication: { mode: replication },
        });
      case "/storage/kv/namespaces":
        return succeed(namespaces.map((id) => ({ id, title: "KV", supports_url_encoding: true })));
      case "/r2/buckets":
        if (!buckets.includes(last))
          return fail({ code: 10006, message: "The specified bucket does not exist." });
        return succeed({
          name: last,
          creation_date: "2026-11-01T10:00:00.000Z",
          location: "WEUR",
          storage_class: "Standard",
        });
      case "/workers/scripts/talespark/secrets":
        return secrets === null
          ? fail(WORKER_NOT_FOUND)
          : succeed(secrets.map((name) => ({ name, type: "secret_text" })));
      case "/workers/scripts/talespark/deployments":
        return versions === null
          ? fail(WORKER_NOT_FOUND)
          : succeed({
              deployments: [
                {
                  id: "d",
                  source: "wrangler",
                  strategy: "percentage",
                  author_email: "operator@talespark.app",
                  created_on: "2026-11-20T10:00:00Z",
                  versions,
                },
              ],
            });
      case "/workers/scripts/talespark/versions":
        return succeed({
          id: last,
          number: 7,
          metadata: { created_on: "2026-11-20T10:00:00Z", author_email: "operator@talespark.app" },
          resources: {
            bindings: Object.entries(serving).map(([name, id]) => ({ type: "d1", name, id })),
            script: { etag: "e", handlers: ["fetch", "scheduled"] },
            script_runtime: { usage_model: "standard" },
          },
        });
      default:
        this.unknown.push(path);
        return fail({ code: 7000, message: "No route for that URI" });
    }
  }
}

function succeed(result: unknown): { status: number; body: unknown } {
  const page = Array.isArray(result)
    ? { result_info: { page: 1, per_page: 1000, count: result.length, total_count: result.length } }
    : {};
  return { status: 200, body: { success: true, errors: [], messages: [], result, ...page } };
}

function fail(error: { code: number; message: string }): { status: number; body: unknown } {
  return { status: 404, body: { success: false, errors: [error], messages: [], result: null } };
}
