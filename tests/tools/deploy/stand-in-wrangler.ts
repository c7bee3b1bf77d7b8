import { appendFileSync, readFileSync, writeFileSync } from "node:fs";

/*
 * Stands in for wrangler 4.135 and the account behind it, in a process of its own: `node stand-in-wrangler.ts ARGUMENTS…`. What the
 * account has is in the file STAND_IN_ACCOUNT; each command becomes a line of STAND_IN_COMMANDS. It prints what wrangler prints.
 */

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

const file = process.env["STAND_IN_ACCOUNT"] ?? "";
const account: StandInAccount = JSON.parse(readFileSync(file, "utf8"));
const args = process.argv.slice(2);
const flags = args.findIndex((arg) => arg.startsWith("--config"));
const words = args
  .slice(0, flags < 0 ? undefined : flags)
  .filter((arg) => !/^--(json|yes|format)$/.test(arg));
const command = words.join(" ");

appendFileSync(process.env["STAND_IN_COMMANDS"] ?? "", `${args.join(" ")}\n`);
process.stderr.write("A stand-in for wrangler answers.\n");
const fault = Object.entries(account.failing).find(([begin]) => command.startsWith(begin));
if (fault) fail(fault[1]);
answer();

function answer(): void {
  const [first = "", second = "", third = ""] = words;
  if (first === "whoami") print({ loggedIn: account.loggedIn });
  else if (command.startsWith("d1 info")) printDatabase(third);
  else if (command.startsWith("d1 migrations apply")) process.stdout.write("✅ No migrations to apply!\n");
  else if (command === "kv namespace list") {
    print(account.namespaces.map((id) => ({ id, title: "KV", supports_url_encoding: true })));
  } else if (command.startsWith("r2 bucket info")) printBucket(words[3] ?? "");
  else if (first === "secret") printSecrets();
  else if (command === "deployments status") printTraffic();
  else if (command.startsWith("versions view")) printVersion(third);
  else if (command === "versions upload") upload("version-upload");
  else if (first === "versions" && second === "deploy") moveTraffic(words.slice(2));
  else if (first === "deploy") upload("deploy");
  else if (command !== "triggers deploy") fail(`Unknown argument: ${command}`);
}

function printDatabase(binding: string): void {
  const database = account.databases[binding];
  if (!database)
    fail(`Couldn't find a D1 DB with the name or binding '${binding}' in your wrangler.toml file.`);
  const { uuid, name, replication } = database;
  print({ uuid, name, read_replication: { mode: replication } });
}

function printBucket(name: string): void {
  if (!account.buckets.includes(name)) fail("The specified bucket does not exist. [code: 10006]");
  print({ name, location: "WEUR" });
}

function printSecrets(): void {
  if (account.secrets === null) fail('Worker "talespark" (env: production) not found.');
  print(account.secrets.map((name) => ({ name, type: "secret_text" })));
}

function printTraffic(): void {
  if (account.traffic.length === 0) fail("The Worker talespark has no deployments.");
  print({ id: "a-deployment", source: "wrangler", strategy: "percentage", versions: account.traffic });
}

function printVersion(version: string): void {
  const bindings = Object.entries(account.serving).map(([name, id]) => ({ type: "d1", name, id }));
  print({
    id: version,
    number: 1,
    resources: { bindings: [...bindings, { type: "kv_namespace", name: "KV" }] },
  });
}

function upload(type: "version-upload" | "deploy"): void {
  if (type === "version-upload" && account.pendingObjectMigration) {
    fail(
      "This Worker has a pending Durable Object migration, which cannot be applied by `wrangler versions upload`.",
    );
  }
  const id = `version-${account.uploads.length + 1}`;
  account.uploads.push(id);
  if (type === "deploy") account.traffic = [{ version_id: id, percentage: 100 }];
  save();
  const entry = { type, version: 1, worker_name: "talespark", version_id: id };
  appendFileSync(process.env["WRANGLER_OUTPUT_FILE_PATH"] ?? "", `${JSON.stringify(entry)}\n`);
  process.stdout.write(`Worker Version ID: ${id}\n`);
}

function moveTraffic(specs: string[]): void {
  account.traffic = specs.map((spec) => {
    const [version_id = "", share = ""] = spec.split("@");
    return { version_id, percentage: Number.parseFloat(share) };
  });
  save();
}

function save(): void {
  writeFileSync(file, JSON.stringify(account));
}

function print(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

function fail(message: string): never {
  process.stderr.write(`✘ [ERROR] ${message}\n`);
  process.exit(1);
}
