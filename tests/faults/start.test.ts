import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { startScriptedModelServer } from "#tests/fakes/scripted-model-server.ts";
import { databasesIn } from "#tests/harness/long-story.ts";
import { Product } from "#tests/harness/product.ts";
import { listD1Files } from "#tools/end-sessions.ts";
import { isGroupRunning } from "#tools/orphans.ts";
import { PROJECT_ROOT } from "#tools/paths.ts";
import { aFolder } from "./harness/state-files.ts";

/** A product with a scripted model and the local services, until the end of the test. */
async function aProduct(): Promise<Product> {
  const model = await startScriptedModelServer();
  onTestFinished(() => model.close());
  const product = await Product.start({
    env: { AI_BASE_URL: `${model.url}/v1`, AI_MODEL: "scripted" },
  });
  onTestFinished(() => product.dispose());
  return product;
}

async function groupsOf(product: Product): Promise<number[]> {
  const { groups } = JSON.parse(await readFile(path.join(product.stateDir, "processes.json"), "utf8"));
  return groups;
}

/** The message and the exit code of a start that is refused. */
async function refusal(env: Record<string, string>): Promise<{ stderr: string; code: number }> {
  const child = spawn(process.execPath, ["tools/start.ts"], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (piece: Buffer) => {
    stderr += piece.toString("utf8");
  });
  const [code]: number[] = await once(child, "close");
  return { stderr, code: code ?? -1 };
}

it("two copies each have their own services and state, which end with a killed command and leave nothing after a stop; what is in use is refused in a sentence", async () => {
  const [one, other] = await Promise.all([aProduct(), aProduct()]);
  const groups = [...(await groupsOf(one)), ...(await groupsOf(other))];
  expect(new Set(groups).size).toBe(6); // issuer, payment emulator and server each

  await one.killCommand();
  await expect.poll(() => groups.filter(isGroupRunning), { timeout: 60_000 }).toEqual(groups.slice(3));
  expect((await fetch(`${other.origin}/api/health`)).status).toBe(200);

  const empty = aFolder();
  const { port, origin, stateDir } = other;
  expect(await refusal({ PORT: String(port), STATE_DIR: empty })).toEqual({
    stderr: `PORT ${port} is already in use: stop what listens there or choose another PORT.\n`,
    code: 1,
  });
  const { stderr, code } = await refusal({ PORT: "5999", STATE_DIR: stateDir });
  expect(stderr).toMatch(
    new RegExp(`^STATE_DIR ${stateDir} is in use by process \\d+, which serves ${origin}: .*\\n$`),
  );
  expect(code).toBe(1);

  await other.stop();
  expect(groups.filter(isGroupRunning)).toEqual([]);
});

it("the seed fills a library through the product, and its long story has all its messages", async () => {
  const stateDir = path.join(aFolder(), "state");
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
