import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { inProject } from "#tools/paths.ts";
import { runNode } from "#tools/run-node.ts";
import { readPlaywrightReport, readVitestReport } from "#tools/test-reports.ts";

/** A folder with these files inside the project, so that they find its packages. */
function folderWith(files: Record<string, string>): string {
  mkdirSync(inProject(".cache"), { recursive: true });
  const folder = mkdtempSync(inProject(".cache", "test-reports-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

test("a report of Vitest names each failed test with its error, and a file that fails as a whole", async () => {
  const folder = folderWith({
    "vitest.config.ts": "export default {};",
    "some.test.ts": `
      import { describe, expect, test } from "vitest";
      test("passes", () => {});
      describe("a group", () => test("fails", () => expect(1).toBe(2)));
      test.skip("is skipped", () => {});
    `,
    "broken.test.ts": 'throw new Error("no such setting");',
    "hook.test.ts": `
      import { beforeAll, test } from "vitest";
      beforeAll(() => { throw new Error("no such server"); });
      test("never runs", () => {});
    `,
  });
  const report = path.join(folder, "report.json");
  const vitest = "node_modules/vitest/vitest.mjs";
  const code = await runNode(
    [vitest, "run", `--root=${folder}`, "--reporter=json", `--outputFile=${report}`],
    { quiet: true },
  );

  expect(code).toBe(1);
  const result = readVitestReport(report, folder);
  expect(result?.passed).toBe(1);
  const [broken = "", hook = "", some = "", ...more] = result?.failures.toSorted() ?? [];
  expect(broken).toMatch(/^broken\.test\.ts\n {4}.*no such setting/);
  expect(hook).toMatch(/^hook\.test\.ts\n {4}.*no such server/);
  expect(some).toMatch(/^some\.test\.ts › a group fails\n {4}AssertionError: expected 1 to be 2/);
  expect(more).toEqual([]);
});

test("a report of Playwright names each failed test, one that passed only at its second try, and what failed outside", async () => {
  const folder = folderWith({
    "playwright.config.ts": 'export default { retries: 1, projects: [{ name: "phone" }] };',
    "some.spec.ts": `
      import { expect, test } from "@playwright/test";
      test("passes", () => {});
      test.describe("a group", () => test("fails", () => expect(1).toBe(2)));
      test("passes later", ({}, info) => expect(info.retry).toBe(1));
      test.skip("is skipped", () => {});
    `,
    "broken.spec.ts": 'throw new Error("no such setting");',
  });
  const report = path.join(folder, "report.json");
  const playwright = [
    "node_modules/@playwright/test/cli.js",
    "test",
    `--config=${folder}`,
    "--reporter=json",
  ];
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report };

  expect(await runNode([...playwright, "some.spec"], { quiet: true, env })).toBe(1);
  const result = readPlaywrightReport(report);
  expect(result?.passed).toBe(1);
  const [fails = "", later = "", ...more] = result?.failures.toSorted() ?? [];
  expect(fails).toMatch(/^\[phone\] some\.spec\.ts:4 › fails\n {4}.*expect/);
  expect(later).toMatch(/^\[phone\] some\.spec\.ts:5 › passes later\n/);
  expect(more).toEqual([]);

  expect(await runNode([...playwright, "broken"], { quiet: true, env })).toBe(1);
  expect(readPlaywrightReport(report)?.failures[0]).toMatch(
    /^outside of the tests\n {4}Error: no such setting/,
  );
});

test("a report that is missing or half written is none", () => {
  const folder = folderWith({ "report.json": '{"numPassedTests": 1' });
  for (const name of ["report.json", "other.json"]) {
    expect(readVitestReport(path.join(folder, name), folder)).toBeNull();
    expect(readPlaywrightReport(path.join(folder, name))).toBeNull();
  }
});
