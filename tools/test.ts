import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";
import { checkImportDirections } from "./import-directions.ts";
import { inProject, PROJECT_ROOT } from "./paths.ts";
import { Processes } from "./processes.ts";
import { ensureBuild } from "./production-build.ts";
import { Refusal } from "./refusal.ts";
import { runNode } from "./run-node.ts";
import { listenForShutdown } from "./shutdown.ts";

/*
 * `npm test`: all tests, the cheapest checks first. `node tools/test.ts SUITE… FILTER…` runs the given suites, and of
 * these only the files whose names contain a filter. The last line is `N passed, N failed`; a static check counts as
 * one test.
 */

type Result = { passed: number; failed: number };

const REPORTS = inProject(".cache", "tests");
const BIOME = "node_modules/@biomejs/biome/bin/biome";
const REACT_ROUTER = "node_modules/@react-router/dev/bin.cjs";
const TSC = "node_modules/typescript/lib/tsc.js";
const VITEST = "node_modules/vitest/vitest.mjs";
const WRANGLER = "node_modules/wrangler/bin/wrangler.js";

const SUITES = {
  validate: async () => {
    const formatted = await check("format and lint", BIOME, "check", "--error-on-warnings", ".");
    const directed = await checkDirections();
    const bindings = await check(
      "types of the bindings",
      WRANGLER,
      "types",
      "--strict-vars=false",
      "--include-runtime=false",
    );
    const routes = await check("types of the routes", REACT_ROUTER, "typegen");
    const worker = await check("types of the Worker and the app", TSC, "-p", "tsconfig.worker.json");
    const tools = await check("types of the tools and tests", TSC, "-p", "tsconfig.node.json");
    return sum([formatted, directed, bindings, routes, worker, tools]);
  },
  unit: (filters) => announce("unit", () => unitTests(filters)),
  build: () => announce("build", async () => oneTest(await buildSucceeds())),
  e2e: (filters) => announce("browser tests", () => playwright(filters)),
  faults: (filters) => announce("faults", () => vitest("faults", ["faults"], filters)),
  "timed-faults": (filters) =>
    announce("faults, with limits of time", () => vitest("timed-faults", ["timed-faults"], filters)),
} satisfies Record<string, (filters: string[]) => Promise<Result>>;

type SuiteName = keyof typeof SUITES;

/** The order of the suites. Those of one row run at the same time: fault tests mostly wait, browser tests compute. */
const ROWS: readonly (readonly SuiteName[])[] = [
  ["validate"],
  ["unit"],
  ["build"],
  ["e2e", "faults"],
  ["timed-faults"],
];

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const filters = wanted.filter((word) => !(word in SUITES));
  if (filters.length > 0 && filters.length === wanted.length) {
    process.stderr.write(`A suite is one of ${Object.keys(SUITES).join(", ")}.\n`);
    process.exit(1);
  }
  mkdirSync(REPORTS, { recursive: true });
  const results: Result[] = [];
  for (const row of ROWS) {
    const suites = row.filter((name) => wanted.length === 0 || wanted.includes(name));
    const ofRow = await Promise.all(suites.map((name) => SUITES[name](filters)));
    results.push(...ofRow);
    if (suites.includes("build") && sum(ofRow).failed > 0) break; // the later suites need the build
  }
  const { passed, failed } = sum(results);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

async function buildSucceeds(): Promise<boolean> {
  const processes = new Processes(PROJECT_ROOT, () => {});
  listenForShutdown(() => processes.kill()).asked.addEventListener("abort", () => processes.kill());
  try {
    await ensureBuild(processes);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

function check(title: string, ...args: string[]): Promise<Result> {
  return announce(title, async () => oneTest((await runNode(args, { quiet: true })) === 0));
}

function checkDirections(): Promise<Result> {
  return announce("import directions", async () => {
    const wrong = checkImportDirections();
    for (const sentence of wrong) process.stdout.write(`${sentence}\n`);
    return oneTest(wrong.length === 0);
  });
}

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.unknown()) })),
});

/**
 * Three parts at the same time. The tests of the Worker are two of them: one part runs on one thread of one workerd, and
 * often waits.
 */
async function unitTests(filters: string[]): Promise<Result> {
  const worker = ["workers", "shards"];
  const node = ["app", "tools"];
  if (filters.length > 0) return vitest("unit", [...worker, ...node], filters);
  return sum(
    await Promise.all([
      vitest("unit-1-of-2", worker, ["--shard=1/2"]),
      vitest("unit-2-of-2", worker, ["--shard=2/2"]),
      vitest("unit-node", node, []),
    ]),
  );
}

async function vitest(name: string, projects: string[], args: string[]): Promise<Result> {
  const report = freshReport(`vitest-${name}.json`);
  const code = await runNode([
    VITEST,
    "run",
    "--passWithNoTests", // a filter may be for another suite; a run without any test fails in the end
    ...args,
    ...projects.map((project) => `--project=${project}`),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  const parsed = readReport(report, vitestReport);
  if (parsed === null) return oneTest(false);
  // A file that can't be loaded reports no tests, so it counts as one failure.
  const broken = parsed.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length;
  return trustCode(code, { passed: parsed.numPassedTests, failed: parsed.numFailedTests + broken });
}

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  errors: v.array(v.unknown()),
});

async function playwright(filters: string[]): Promise<Result> {
  const report = freshReport("playwright.json");
  const code = await runNode(
    ["node_modules/@playwright/test/cli.js", "test", ...filters, "--reporter=list,json"],
    {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  );
  const parsed = readReport(report, playwrightReport);
  if (parsed === null) return oneTest(false);
  const { expected, unexpected, flaky } = parsed.stats;
  return trustCode(code, { passed: expected, failed: unexpected + flaky + parsed.errors.length });
}

/** A failing exit code counts as a failure, whatever the report says. */
function trustCode(code: number, result: Result): Result {
  return code !== 0 && result.failed === 0 ? { ...result, failed: 1 } : result;
}

function freshReport(name: string): string {
  const file = path.join(REPORTS, name);
  rmSync(file, { force: true });
  return file;
}

function readReport<T extends v.GenericSchema>(file: string, schema: T): v.InferOutput<T> | null {
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null; // the program ended before it wrote the report
  }
}

async function announce(title: string, run: () => Promise<Result>): Promise<Result> {
  process.stdout.write(`\n── ${title}\n`);
  const started = performance.now();
  const result = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${result.failed === 0 ? "✓" : "✗"} ${title} (${seconds} s)\n`);
  return result;
}

function oneTest(passed: boolean): Result {
  return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function sum(results: Result[]): Result {
  return {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failed: results.reduce((total, { failed }) => total + failed, 0),
  };
}

await main();
