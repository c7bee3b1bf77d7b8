import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inProject } from "#tools/paths.ts";

/*
 * Checks docs/security.md: every test that it names is there under that name, and every requirement of OWASP ASVS 5.0.0 up to
 * level 2 has exactly one place in it.
 */

/** How many requirements of levels 1 and 2 each section has, or which, where those of level 3 stand in between. */
const REQUIREMENTS: Record<string, number | readonly number[]> = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
  "17.1": 1,
  "17.2": 4,
  "17.3": 2,
};

const document = readFileSync(inProject("docs", "security.md"), "utf8");

/** The numbers in the first column of all tables. */
function listRequirements(text: string): string[] {
  const cells = text.split("\n").flatMap((line) => /^\| ([\d., ]+) \|/u.exec(line)?.[1] ?? []);
  return cells.flatMap((cell) => cell.split(", "));
}

function listAllRequirements(): string[] {
  return Object.entries(REQUIREMENTS).flatMap(([section, items]) => {
    const numbers =
      typeof items === "number" ? Array.from({ length: items }, (_, index) => index + 1) : items;
    return numbers.map((number) => `${section}.${number}`);
  });
}

/** The tests of the table: file and name. */
function listTests(text: string): { file: string; name: string }[] {
  return [...text.matchAll(/`(tests\/[^`]+)` › ([^|]+?)(?=<br>| \|)/gu)].map(([, file = "", name = ""]) => ({
    file,
    name,
  }));
}

/** Whether a test has that name, as its file writes it. */
function isThere({ file, name }: { file: string; name: string }): boolean {
  if (!existsSync(inProject(file))) return false;
  const text = readFileSync(inProject(file), "utf8");
  return text.includes(`"${name}"`) || text.includes(`"${name}: %j"`);
}

describe("docs/security.md", () => {
  it("names tests that are there", () => {
    const tests = listTests(document);

    expect(tests.length).toBeGreaterThan(150);
    expect(tests.filter((test) => !isThere(test))).toEqual([]);
  });

  it("has every requirement of levels 1 and 2 once", () => {
    const found = listRequirements(document);

    expect(found.filter((one, index) => found.indexOf(one) !== index)).toEqual([]);
    expect(found.sort()).toEqual(listAllRequirements().sort());
  });

  it("shows what it says of each requirement that is met", () => {
    const met = document.slice(document.indexOf("## Met"), document.indexOf("## Met in part"));
    const rows = met.split("\n").filter((line) => /^\| [\d., ]+ \|/u.test(line));

    expect(rows.length).toBeGreaterThan(80);
    expect(rows.filter((row) => listTests(row).length === 0)).toEqual([]);
  });

  it("would not pass with a test that is gone", () => {
    expect(isThere({ file: "tests/tools/security-table.test.ts", name: ["is", "gone"].join(" ") })).toBe(
      false,
    );
    expect(isThere({ file: "tests/gone.test.ts", name: "names tests that are there" })).toBe(false);
    expect(listTests("| 1.1.1 | a | b | `tests/a.test.ts` › one<br>`tests/b.test.ts` › two |")).toEqual([
      { file: "tests/a.test.ts", name: "one" },
      { file: "tests/b.test.ts", name: "two" },
    ]);
  });
});
