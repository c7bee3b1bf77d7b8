import { appendFileSync } from "node:fs";
import { type Answer, Wrangler } from "#tools/deploy/wrangler.ts";

export type StandInAccount = {
  loggedIn: boolean;
  databases: Record<string, { uuid: string; name: string; replication: "auto" | "disabled" }>;
  namespaces: string[];
  buckets: string[];
  /** `null`: there is no such Worker. */
  secrets: string[] | null;
  traffic: { version_id: string; percentage: number }[];
  /** The database ids of the version that serves, by binding. */
  serving: Record<string, string>;
  uploads: string[];
  pendingObjectMigration: boolean;
  /** Commands that fail, by how they begin, with what they say. */
  failing: Record<string, string>;
};

/** Stands in for wrangler 4.135 and the account behind it: prints what wrangler prints. */
export class StandInWrangler extends Wrangler {
  account: StandInAccount;
  /** The command lines, in their order. */
  readonly commands: string[] = [];

  constructor(account: StandInAccount) {
    super();
    this.account = account;
  }

  override async run(args: readonly string[], env: Record<string, string> = {}): Promise<Answer> {
    this.commands.push(args.join(" "));
    const flags = args.findIndex((arg) => arg.startsWith("--config"));
    const words = args
      .slice(0, flags < 0 ? undefined : flags)
      .filter((arg) => !/^--(json|yes|format)$/.test(arg));
    try {
      return { ok: true, stdout: this.#answer(words, env), stderr: "A stand-in for wrangler answers.\n" };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { ok: false, stdout: "", stderr: `✘ [ERROR] ${error.message}\n` };
    }
  }

  #answer(words: readonly string[], env: Record<string, string>): string {
    const { account } = this;
    const [first = "", second = "", third = "", fourth = ""] = words;
    const command = words.join(" ");
    const fault = Object.entries(account.failing).find(([begin]) => command.startsWith(begin));
    if (fault) throw new Failure(fault[1]);
    if (first === "whoami") return print({ loggedIn: account.loggedIn });
    if (command.startsWith("d1 info")) return this.#printDatabase(third);
    if (command.startsWith("d1 migrations apply")) return "✅ No migrations to apply!\n";
    if (command === "kv namespace list") {
      return print(account.namespaces.map((id) => ({ id, title: "KV", supports_url_encoding: true })));
    }
    if (command.startsWith("r2 bucket info")) return this.#printBucket(fourth);
    if (first === "secret") return this.#printSecrets();
    if (command === "deployments status") return this.#printTraffic();
    if (command.startsWith("versions view")) return this.#printVersion(third);
    if (command === "versions upload") return this.#upload("version-upload", env);
    if (first === "versions" && second === "deploy") return this.#moveTraffic(words.slice(2));
    if (first === "deploy") return this.#upload("deploy", env);
    if (command === "triggers deploy") return "";
    throw new Failure(`Unknown argument: ${command}`);
  }

  #printDatabase(binding: string): string {
    const database = this.account.databases[binding];
    if (!database) {
      throw new Failure(
        `Couldn't find a D1 DB with the name or binding '${binding}' in your wrangler.toml file.`,
      );
    }
    const { uuid, name, replication } = database;
    return print({ uuid, name, read_replication: { mode: replication } });
  }

  #printBucket(name: string): string {
    if (!this.account.buckets.includes(name))
      throw new Failure("The specified bucket does not exist. [code: 10006]");
    return print({ name, location: "WEUR" });
  }

  #printSecrets(): string {
    const { secrets } = this.account;
    if (secrets === null) throw new Failure('Worker "talespark" (env: production) not found.');
    return print(secrets.map((name) => ({ name, type: "secret_text" })));
  }

  #printTraffic(): string {
    const { traffic } = this.account;
    if (traffic.length === 0) throw new Failure("The Worker talespark has no deployments.");
    return print({ id: "a-deployment", source: "wrangler", strategy: "percentage", versions: traffic });
  }

  #printVersion(version: string): string {
    const bindings = Object.entries(this.account.serving).map(([name, id]) => ({ type: "d1", name, id }));
    const resources = { bindings: [...bindings, { type: "kv_namespace", name: "KV" }] };
    return print({ id: version, number: 1, resources });
  }

  #upload(type: "version-upload" | "deploy", env: Record<string, string>): string {
    const { account } = this;
    if (type === "version-upload" && account.pendingObjectMigration) {
      throw new Failure(
        "This Worker has a pending Durable Object migration, which cannot be applied by `wrangler versions upload`.",
      );
    }
    const id = `version-${account.uploads.length + 1}`;
    account.uploads.push(id);
    if (type === "deploy") account.traffic = [{ version_id: id, percentage: 100 }];
    const entry = { type, version: 1, worker_name: "talespark", version_id: id };
    appendFileSync(env["WRANGLER_OUTPUT_FILE_PATH"] ?? "", `${JSON.stringify(entry)}\n`);
    return `Worker Version ID: ${id}\n`;
  }

  #moveTraffic(specs: readonly string[]): string {
    this.account.traffic = specs.map((spec) => {
      const [version_id = "", share = ""] = spec.split("@");
      return { version_id, percentage: Number.parseFloat(share) };
    });
    return "";
  }
}

/** A command that ends with an error, and what it says. */
class Failure extends Error {}

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
