import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { checkImportDirections } from "./import-directions.ts";
import { inProject, PROJECT_ROOT } from "./paths.ts";
import { Processes } from "./processes.ts";
import { ensureBuild } from "./production-build.ts";
import { Refusal } from "./refusal.ts";
import { runNode } from "./run-node.ts";
import { listenForShutdown } from "./shutdown.ts";
import { readPlaywrightReport, readVitestReport, type TestResult } from "./test-reports.ts";

/*
 * `npm test`: all tests, the cheapest checks first. `node tools/test.ts SUITE… FILTER…` runs the given suites, and of
 * these only the files whose names contain a filter. At the end it names each failure; the last line is `N passed, N
 * failed`. A static check counts as one test.
 */

const REPORTS = inProject(".cache", "tests");
// Hundreds of short programs are started (the product's services, stand-ins): each compiles its TypeScript once, not each time.
process.env["NODE_COMPILE_CACHE"] ??= inProject(".cache", "compiled");
const BIOME = "node_modules/@biomejs/biome/bin/biome";
const REACT_ROUTER = "node_modules/@react-router/dev/bin.cjs";
const TSC = "node_modules/typescript/lib/tsc.js";
const VITEST = "node_modules/vitest/vitest.mjs";
const WRANGLER = "node_modules/wrangler/bin/wrangler.js";

const SUITES = {
  validate: async () => {
    const quick = await Promise.all([
      check("format and lint", BIOME, "check", "--error-on-warnings", "."),
      check("types of the bindings", WRANGLER, "types", "--strict-vars=false", "--include-runtime=false"),
      check("types of the routes", REACT_ROUTER, "typegen"),
      checkDirections(),
    ]);
    const types = await Promise.all([
      check("types of the Worker and the app", TSC, "-p", "tsconfig.worker.json"),
      check("types of the tools and tests", TSC, "-p", "tsconfig.node.json"),
    ]);
    return sum([...quick, ...types]);
  },
  // Three files at a time: on two cores each often waits.
  unit: (filters) =>
    announce("unit", () =>
      vitest("unit", ["workers", "app", "tools", "shards"], ["--maxWorkers=3", ...filters]),
    ),
  build: () => announce("build", async () => oneTest("build", await buildSucceeds())),
  e2e: (filters) => announce("browser tests", () => playwright(filters)),
  faults: (filters) => announce("faults", () => vitest("faults", ["faults"], filters)),
  "timed-faults": (filters) =>
    announce("faults, with limits of time", () => vitest("timed-faults", ["timed-faults"], filters)),
} satisfies Record<string, (filters: string[]) => Promise<TestResult>>;

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
  const results: TestResult[] = [];
  for (const row of ROWS) {
    const suites = row.filter((name) => wanted.length === 0 || wanted.includes(name));
    const ofRow = await Promise.all(suites.map((name) => SUITES[name](filters)));
    results.push(...ofRow);
    if (suites.includes("build") && sum(ofRow).failures.length > 0) break; // the later suites need the build
  }
  const { passed, failures } = sum(results);
  for (const failure of failures) process.stdout.write(`\n✗ ${failure}\n`);
  process.stdout.write(`\n${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
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

function check(title: string, ...args: string[]): Promise<TestResult> {
  return announce(title, async () => oneTest(title, (await runNode(args, { quiet: true })) === 0));
}

function checkDirections(): Promise<TestResult> {
  const title = "import directions";
  return announce(title, async () => {
    const wrong = checkImportDirections();
    for (const sentence of wrong) process.stdout.write(`${sentence}\n`);
    return oneTest(title, wrong.length === 0);
  });
}

async function vitest(name: string, projects: string[], args: string[]): Promise<TestResult> {
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
  return trustCode(name, code, readVitestReport(report, PROJECT_ROOT));
}

async function playwright(filters: string[]): Promise<TestResult> {
  const report = freshReport("playwright.json");
  const code = await runNode(
    ["node_modules/@playwright/test/cli.js", "test", ...filters, "--reporter=list,json"],
    {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  );
  return trustCode("browser tests", code, readPlaywrightReport(report));
}

/** A missing report is a failure, and so is a failing exit code, whatever the report says. */
function trustCode(name: string, code: number, result: TestResult | null): TestResult {
  if (result !== null && (code === 0 || result.failures.length > 0)) return result;
  const reason = result === null ? "wrote no report" : "no failed test: its error is in the output above";
  return { passed: result?.passed ?? 0, failures: [`${name}: exit code ${code}, ${reason}`] };
}

function freshReport(name: string): string {
  const file = path.join(REPORTS, name);
  rmSync(file, { force: true });
  return file;
}

async function announce(title: string, run: () => Promise<TestResult>): Promise<TestResult> {
  process.stdout.write(`\n── ${title}\n`);
  const started = performance.now();
  const result = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${result.failures.length === 0 ? "✓" : "✗"} ${title} (${seconds} s)\n`);
  return result;
}

function oneTest(title: string, passed: boolean): TestResult {
  return passed ? { passed: 1, failures: [] } : { passed: 0, failures: [title] };
}

function sum(results: TestResult[]): TestResult {
  return {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failures: results.flatMap(({ failures }) => failures),
  };
}

await main();
