import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Product } from "#tests/harness/product.ts";
import { isGroupRunning } from "#tools/orphans.ts";
import { PROJECT_ROOT } from "#tools/paths.ts";
import { aProduct } from "./harness/a-product.ts";

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
  await expect.poll(() => groups.filter(isGroupRunning), { timeout: 20_000 }).toEqual(groups.slice(3));
  expect((await fetch(`${other.origin}/api/health`)).status).toBe(200);

  const empty = await mkdtemp(path.join(tmpdir(), "talespark-"));
  onTestFinished(() => rm(empty, { recursive: true, force: true }));
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
