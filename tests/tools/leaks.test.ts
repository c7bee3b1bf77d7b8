import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { findLeaks, findLogLeaks } from "#tests/harness/leaks.ts";
import { LOCAL_STRIPE } from "#tools/local-services.ts";

it("reports forbidden values and their lines without repeating the values", () => {
  const stateDir = mkdtempSync(path.join(tmpdir(), "talespark-"));
  const output = [
    '{"event":"request","route":"/home"}',
    `{"authorization":"Bearer ${LOCAL_STRIPE.secretKey}"}`,
    '{"user":"reader-1@example.com"}',
    '{"cookie":"eyJhbGciOiJSUzI1NiIsImtpZCI6.e30.x"}',
  ].join("\n");

  const leaks = findLogLeaks({ output, stateDir });

  expect(leaks).toEqual([
    "the payment provider's key in line 2",
    "an e-mail address in line 3",
    "a token in line 4",
  ]);
  expect(findLeaks("nothing of it", { word: "something" })).toEqual([]);
});
