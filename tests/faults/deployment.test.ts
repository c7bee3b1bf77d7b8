import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { LEGAL_CONSENT_VERSION } from "#domain/legal.ts";
import { inProject } from "#tools/paths.ts";

const run = promisify(execFile);

/** What the production build reads. */
const SOURCES = [
  "app",
  "domain",
  "durable-objects",
  "migrations",
  "public",
  "tools",
  "workers",
  "package.json",
  "package-lock.json",
  "react-router.config.ts",
  "tsconfig.base.json",
  "tsconfig.worker.json",
  "vite.config.ts",
  "wrangler.toml",
];

/** A copy of the checkout, so that the production build does not replace the local one. */
let checkout: string;

beforeAll(async () => {
  checkout = await mkdtemp(path.join(tmpdir(), "talespark-deployment-"));
  await mkdir(path.join(checkout, "home"));
  for (const source of SOURCES) await cp(inProject(source), path.join(checkout, source), { recursive: true });
  await symlink(inProject("node_modules"), path.join(checkout, "node_modules"));
  await fillInConfig();
  await node("tools/build.ts");
});

afterAll(() => rm(checkout, { recursive: true }));

/** wrangler.toml as an operator fills it in. */
async function fillInConfig(): Promise<void> {
  const file = path.join(checkout, "wrangler.toml");
  const text = await readFile(file, "utf8");
  const filled = text
    .replaceAll("YOUR-DOMAIN", "talespark.app")
    .replace("YOUR-ISSUER", "login.talespark.app")
    .replaceAll(/YOUR-[A-Z0-9-]+/g, "0123456789abcdef")
    .replace("# OPERATOR_NAME = ", "OPERATOR_NAME = ")
    .replace("# OPERATOR_ADDRESS = ", "OPERATOR_ADDRESS = ")
    .replace(/^.*: LEGAL_TEXTS_REVIEWED = "…"$/m, `LEGAL_TEXTS_REVIEWED = "${LEGAL_CONSENT_VERSION}"`);
  await writeFile(file, filled);
}

/** Runs a Node program in the copy, as somebody who has never logged in. */
async function node(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, args, {
    cwd: checkout,
    env: {
      PATH: process.env["PATH"],
      HOME: path.join(checkout, "home"),
      CLOUDFLARE_ENV: "production",
      CLOUDFLARE_API_BASE_URL: "http://127.0.0.1:9/client/v4", // nothing listens there
      WRANGLER_SEND_METRICS: "false",
    },
  });
  return stripVTControlCharacters(stdout);
}

it("the production build is what wrangler would deploy, with every binding that the code asks for and none besides", async () => {
  const printed = await node(
    "node_modules/wrangler/bin/wrangler.js",
    "deploy",
    "--dry-run",
    "--config",
    "build/server/wrangler.json",
  );

  expect(printed).toContain("--dry-run: exiting now.");
  const bindings = [...printed.matchAll(/^env\.(\w+)(.*?)\s{2,}(.+?)\s*$/gm)];
  const kinds = new Map(bindings.map(([, name = "", , kind = ""]) => [name, kind]));
  const settings = [...kinds].filter(([, kind]) => kind === "Environment Variable").map(([name]) => name);
  for (const name of settings) kinds.delete(name);
  expect([...kinds.keys()].sort()).toEqual(await listBindingsInCode());
  expect(kinds.get("VERSION")).toBe("Worker Version Metadata");
  expect(settings).toContain("APP_ORIGIN");
  // The platform allows 10 MB, compressed.
  const [, size] = /gzip: ([\d.]+) KiB/.exec(printed) ?? [];
  expect(Number(size)).toBeLessThan(3_000);
});

it("the production build has source maps of the server, and none that a browser could load", async () => {
  const map = JSON.parse(await readFile(path.join(checkout, "build/server/index.js.map"), "utf8"));

  expect(map.sources).toContainEqual(expect.stringMatching(/durable-objects\/conversation\/outbox\.ts$/));
  expect(await listFiles("build/client", ".map")).toEqual([]);
});

it("the production build contains no setting besides those of wrangler.toml", async () => {
  const config = JSON.parse(await readFile(path.join(checkout, "build/server/wrangler.json"), "utf8"));
  const text = await readFile(path.join(checkout, "wrangler.toml"), "utf8");

  expect(Object.keys(config.vars).length).toBeGreaterThan(8);
  for (const [name, value] of Object.entries(config.vars)) expect(text).toContain(`${name} = "${value}"`);
  expect(existsSync(path.join(checkout, "build/server/.dev.vars"))).toBe(false);
});

it("npm run deploy gets as far as the login with this configuration, and changes nothing without it", async () => {
  await expect(node("tools/deploy.ts")).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Wrangler is not logged in: run npx wrangler login"),
  });
});

/** Names after `env.` in the code, and those of the rate limits, which are asked for by their name in the table. */
async function listBindingsInCode(): Promise<string[]> {
  const { BINDING_LIMITS } = await import("#domain/rate-limits.ts");
  const names = new Set(["ASSETS", ...Object.keys(BINDING_LIMITS)]); // the platform itself serves the assets
  for (const folder of ["workers", "durable-objects"]) {
    for (const file of await listFiles(folder, ".ts")) {
      const code = await readFile(path.join(checkout, file), "utf8");
      for (const [, name = ""] of code.matchAll(/(?<!\bmeta\.)\b(?:env|bindings)\??\.([A-Z][A-Z0-9_]*)\b/g))
        names.add(name);
    }
  }
  return [...names].sort();
}

async function listFiles(folder: string, ending: string): Promise<string[]> {
  const entries = await readdir(path.join(checkout, folder), { recursive: true });
  return entries.filter((name) => name.endsWith(ending)).map((name) => path.join(folder, name));
}
