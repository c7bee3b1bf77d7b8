import { readFileSync } from "node:fs";
import path from "node:path";
import * as v from "valibot";

/** What a suite found. A failure is the test's name, with the first lines of its error below it. */
export type TestResult = { passed: number; failures: string[] };

/** Lines of an error that are shown: enough for the message and the first place of its stack. */
const ERROR_LINES = 8;

const vitestReport = v.object({
  numPassedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          status: v.string(),
          failureMessages: v.nullable(v.array(v.string())),
        }),
      ),
    }),
  ),
});

/** Reads a JSON report of Vitest. `null`: it is missing or incomplete. The names of files are relative to `root`. */
export function readVitestReport(file: string, root: string): TestResult | null {
  const report = readReport(file, vitestReport);
  if (report === null) return null;
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const testFile = path.relative(root, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    // A file that can't be loaded, or whose hooks fail, is one failure.
    if (failed.length === 0 && status === "failed") return [describeFailure(testFile, message)];
    return failed.map(({ fullName, failureMessages }) =>
      describeFailure(`${testFile} › ${fullName}`, failureMessages?.[0]),
    );
  });
  return { passed: report.numPassedTests, failures };
}

type PlaywrightSuite = { specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] | undefined };
type PlaywrightSpec = v.InferOutput<typeof playwrightSpec>;

const playwrightError = v.object({ message: v.optional(v.string()) });

const playwrightSpec = v.object({
  title: v.string(),
  file: v.string(),
  line: v.number(),
  tests: v.array(
    v.object({
      projectName: v.string(),
      status: v.string(),
      results: v.array(v.object({ errors: v.array(playwrightError) })),
    }),
  ),
});

const playwrightSuite: v.GenericSchema<PlaywrightSuite> = v.object({
  specs: v.array(playwrightSpec),
  suites: v.optional(v.array(v.lazy(() => playwrightSuite))),
});

const playwrightReport = v.object({
  suites: v.array(playwrightSuite),
  errors: v.array(playwrightError),
  stats: v.object({ expected: v.number() }),
});

/** Reads a JSON report of Playwright. `null`: it is missing or incomplete. A test that needed a second try counts as failed. */
export function readPlaywrightReport(file: string): TestResult | null {
  const report = readReport(file, playwrightReport);
  if (report === null) return null;
  const failures = report.suites.flatMap(specsOf).flatMap(({ title, file: testFile, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) => {
        const error = results.flatMap(({ errors }) => errors)[0];
        return describeFailure(`[${projectName}] ${testFile}:${line} › ${title}`, error?.message);
      }),
  );
  const outside = report.errors.map(({ message }) => describeFailure("outside of the tests", message));
  return { passed: report.stats.expected, failures: [...failures, ...outside] };
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}

function describeFailure(name: string, error = ""): string {
  const lines = error.split("\n").filter((line) => line.trim() !== "");
  return [name, ...lines.slice(0, ERROR_LINES).map((line) => `    ${line}`)].join("\n");
}

function readReport<T extends v.GenericSchema>(file: string, schema: T): v.InferOutput<T> | null {
  try {
    return v.parse(schema, JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null; // the program ended before it wrote the report
  }
}
