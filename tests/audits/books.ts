import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { makeBook } from "#tests/fakes/taken-story.ts";

/*
 * `npm run check:books`: makes 30 books of stories and chats with hostile text in five scripts, and has Debian's epubcheck read each. Exits
 * with 1 for an error or a warning. `EPUBCHECK_JAR` is the file that Java runs; where it is not there, it says so and fails.
 */

const BOOKS = 30;
const JAR = process.env["EPUBCHECK_JAR"] ?? "/usr/bin/epubcheck";

const folder = mkdtempSync(path.join(tmpdir(), "books-"));
let faults = 0;
for (let seed = 1; seed <= BOOKS; seed += 1) {
  const file = path.join(folder, `book-${seed}.epub`);
  writeFileSync(file, await makeBook(seed));
  const checked = spawnSync("java", ["-jar", JAR, "--failonwarnings", "--quiet", file], { encoding: "utf8" });
  if (checked.status === 0) continue;
  faults += 1;
  console.error(`Book ${seed}:\n${checked.stderr || checked.stdout || checked.error?.message}`);
}
rmSync(folder, { recursive: true });
console.log(`${BOOKS - faults} of ${BOOKS} books are without an error or a warning.`);
process.exitCode = faults === 0 ? 0 : 1;
