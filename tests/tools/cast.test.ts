import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { inProject } from "#tools/paths.ts";

const run = promisify(execFile);

test("the cast of a file is printed as JSON, with its positions in the file", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "cast-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const text = "“Well, Mr. Finch?” asked Mara Voss. Mara’s lamp went out.";
  writeFileSync(path.join(folder, "passage.txt"), text);
  const { stdout } = await run(process.execPath, [
    inProject("tools/cast.ts"),
    path.join(folder, "passage.txt"),
  ]);
  expect(JSON.parse(stdout)).toEqual([
    {
      name: "Mara Voss",
      aliases: ["Mara"],
      mentions: 2,
      positions: [
        [25, 34],
        [36, 40],
      ],
    },
    { name: "Mr. Finch", aliases: [], mentions: 1, positions: [[7, 16]] },
  ]);
});

test("a file that isn't there is refused in one sentence", async () => {
  const failed = await run(process.execPath, [inProject("tools/cast.ts"), "/no/such/file"]).catch(
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^\/no\/such\/file can't be read: [^\n]+\n$/),
  });
});
