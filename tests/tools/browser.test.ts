import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { restoreEnvironment } from "#tests/harness/browser.ts";

it("after the browser is unpacked the process has the environment that it had, for Node as well", () => {
  const before = { ...process.env };
  const temporary = tmpdir();
  process.env["TMPDIR"] = "/nowhere/unpacking";
  process.env["TALESPARK_ADDED"] = "yes";

  restoreEnvironment(before);

  expect(tmpdir()).toBe(temporary);
  expect({ ...process.env }).toEqual(before);
});
