import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import * as v from "valibot";
import { inProject, PROJECT_ROOT } from "./paths.ts";
import { Refusal, runCommand } from "./refusal.ts";
import { formatTable } from "./table.ts";

/*
 * `npm run update`: which packages have newer versions, also those that others need. `npm run update -- NAME…` installs the
 * newest of these, exactly, together with the packages that belong to them, and says which tests to run. Nothing is committed.
 */

/** Packages that were made for each other: one alone breaks the others. */
const GROUPS: { names: RegExp; tests: string[] }[] = [
  {
    names: /^(?:wrangler|miniflare|@cloudflare\/(?:vite-plugin|vitest-plugin|workers-types))$/u,
    tests: ["npm run typegen", "npm run test:unit", "npm run test:faults", "npm run image:rehearse"],
  },
  {
    names: /^(?:react-router|@react-router\/.*)$/u,
    tests: ["npm run test:unit", "npm run test:e2e", "npm run weight"],
  },
  { names: /^(?:react|react-dom|@types\/react.*)$/u, tests: ["npm run test:e2e", "npm run weight"] },
  {
    names: /^(?:ai|@ai-sdk\/.*|workers-ai-provider)$/u,
    tests: ["npm run test:unit", "npm run test:faults", "npm run bench"],
  },
  { names: /^drizzle-(?:orm|kit)$/u, tests: ["npm run test:unit"] },
  {
    names: /^(?:playwright|@playwright\/test|@axe-core\/playwright|@sparticuz\/chromium)$/u,
    tests: ["npm run test:e2e"],
  },
  { names: /^(?:vitest|vite)$/u, tests: ["npm test"] },
  { names: /^node$/u, tests: ["npm test", "write its major version into .nvmrc and the Dockerfile"] },
  { names: /^(?:stripe|@opensdks\/sdk-stripe)$/u, tests: ["npm run test:unit", "npm run test:e2e"] },
  {
    names: /^(?:arctic|jose|oidc-provider)$/u,
    tests: ["npm run test:unit", "npm run test:faults -- published"],
  },
];

/**
 * npm's list: `current` is what is installed, `wanted` the newest that `dependent` allows, `latest` the newest that is
 * marked as such. A package that several others need has an entry for each of them.
 */
const entrySchema = v.object({
  current: v.optional(v.string()),
  wanted: v.string(),
  latest: v.string(),
  dependent: v.string(),
  location: v.optional(v.string()),
});
const outdatedSchema = v.record(v.string(), v.union([v.array(entrySchema), entrySchema]));
type Outdated = v.InferOutput<typeof entrySchema> & { name: string };
const manifestSchema = v.object({
  dependencies: v.record(v.string(), v.string()),
  devDependencies: v.record(v.string(), v.string()),
});
const npm = promisify(execFile);

/** Packages whose version is that of another one. */
const FOLLOWING: Record<string, () => string> = {
  miniflare: () => {
    const schema = v.object({ dependencies: v.object({ miniflare: v.string() }) });
    return readInstalled("wrangler", schema).dependencies.miniflare;
  },
  // The types of the workerd that runs have its date in their version: 1.20260918.1 and 5.20260918.1.
  "@cloudflare/workers-types": () => {
    const { version } = readInstalled("workerd", v.object({ version: v.string() }));
    return `5.${version.split(".")[1]}.*`;
  },
};
/** Packages of which only one major version is wanted: Node's even ones are supported for long. */
const SAME_MAJOR = /^(?:node|@types\/node)$/u;

function readInstalled<Schema extends v.GenericSchema>(name: string, schema: Schema): v.InferOutput<Schema> {
  return v.parse(schema, JSON.parse(readFileSync(inProject("node_modules", name, "package.json"), "utf8")));
}

function chooseVersion(name: string, known: Record<string, string>): string {
  return SAME_MAJOR.test(name) ? `^${known[name]?.split(".")[0]}` : "latest";
}

await runCommand(async () => {
  const wanted = process.argv.slice(2);
  if (wanted.length === 0) {
    process.stdout.write(`${await listOutdated()}\n`);
    return;
  }
  const { dependencies, devDependencies } = v.parse(
    manifestSchema,
    JSON.parse(readFileSync(inProject("package.json"), "utf8")),
  );
  const known = { ...dependencies, ...devDependencies };
  const unknown = wanted.find((name) => !(name in known));
  if (unknown !== undefined)
    throw new Refusal(`${unknown} is not a dependency. npm run update lists what is newer.`);
  const groups = GROUPS.filter(({ names }) => wanted.some((name) => names.test(name)));
  const together = new Set([
    ...wanted,
    ...Object.keys(known).filter((name) => groups.some(({ names }) => names.test(name))),
  ]);
  const install = async (name: string, version: string) => {
    const flag = name in dependencies ? "--save" : "--save-dev";
    process.stdout.write(`npm install ${flag} --save-exact ${name}@${version}\n`);
    await npm("npm", ["install", flag, "--save-exact", `${name}@${version}`], { cwd: PROJECT_ROOT });
  };
  for (const name of together) if (!(name in FOLLOWING)) await install(name, chooseVersion(name, known));
  // These follow from what was just installed.
  for (const [name, findVersion] of Object.entries(FOLLOWING)) {
    if (together.has(name)) await install(name, findVersion());
  }
  const steps = [...new Set(["npm run validate", ...groups.flatMap(({ tests }) => tests)])];
  const perhaps = groups.length === 0 ? ["npm run test:unit"] : [];
  process.stdout.write(`\nNow run:\n${[...steps, ...perhaps].map((step) => `  ${step}`).join("\n")}\n`);
});

async function listOutdated(): Promise<string> {
  const [direct, all] = await Promise.all([askForOutdated(), askForOutdated("--all")]);
  const indirect = listUpdatable(all.filter(({ name }) => direct.every((other) => other.name !== name)));
  const rows = (entries: Outdated[], newest: "latest" | "wanted") =>
    formatTable(entries.map((entry) => [entry.name, entry.current ?? "missing", entry[newest]]));
  return [
    direct.length === 0 ? "Everything is the newest." : rows(direct, "latest"),
    ...(indirect.length === 0
      ? []
      : [
          "",
          "Packages that others need, with the newest version that these allow: npm update NAME…",
          rows(indirect, "wanted"),
        ]),
  ].join("\n");
}

async function askForOutdated(...options: string[]): Promise<Outdated[]> {
  // npm ends with 1 if anything is outdated.
  const { stdout } = await npm("npm", ["outdated", "--json", ...options], { cwd: PROJECT_ROOT }).catch(
    (error: unknown) => v.parse(v.object({ stdout: v.string() }), error),
  );
  const outdated = v.parse(outdatedSchema, JSON.parse(stdout || "{}"));
  return Object.entries(outdated).flatMap(([name, entries]) =>
    [entries].flat().map((entry) => ({ name, ...entry })),
  );
}

/** The installed copies of packages that can be newer: every package that needs them allows it. */
function listUpdatable(outdated: Outdated[]): Outdated[] {
  const copies = Map.groupBy(
    outdated.filter(({ current }) => current !== undefined),
    ({ location }) => location,
  );
  return [...copies.values()].flatMap((entries) => {
    const isAllowed = entries.every(({ current, wanted }) => wanted !== current);
    return isAllowed ? entries.slice(0, 1) : [];
  });
}
