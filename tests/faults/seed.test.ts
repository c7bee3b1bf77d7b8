import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { databasesIn } from "#tests/harness/long-story.ts";
import { listD1Files } from "#tools/end-sessions.ts";
import { PROJECT_ROOT } from "#tools/paths.ts";

it("the seed fills a library through the product, and its long story has all its messages", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "talespark-seed-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const stateDir = path.join(folder, "state");
  const env = { ...process.env, STATE_DIR: stateDir };
  const args = ["tools/seed.ts", "--stories", "4", "--messages", "60"];
  const seed = () => promisify(execFile)(process.execPath, args, { cwd: PROJECT_ROOT, env });
  const { stdout } = await seed();
  expect(stdout).toMatch(/and sign in as alice, alice@example\.com\./u);

  const [file = ""] = listD1Files(stateDir);
  const database = new DatabaseSync(file, { readOnly: true });
  const counts = database
    .prepare(
      "SELECT message_count AS count, (SELECT count(*) FROM characters WHERE art_style IS NOT NULL) AS styled FROM stories ORDER BY 1",
    )
    .all();
  database.close();
  expect(counts.map(({ count }) => count)).toEqual([3, 5, 7, 60]);
  expect(counts[0]?.["styled"]).toBe(8);
  const long = databasesIn(path.join(stateDir, "v3", "do", "talespark-StoryObject")).map((object) => {
    const messages = new DatabaseSync(object, { readOnly: true });
    const row = messages.prepare("SELECT max(depth) AS depth, count(*) AS count FROM messages").get();
    messages.close();
    return [row?.["depth"], row?.["count"]];
  });
  expect(long).toContainEqual([60, 60]);
  await expect(seed()).rejects.toThrow("has a state: remove the folder or choose another one.");
});
