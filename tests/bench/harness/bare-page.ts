import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { inProject, PROJECT_ROOT } from "#tools/paths.ts";
import { anyFreePort } from "#tools/ports.ts";
import type { ServerOptions } from "#tools/server.ts";

const BUILD = inProject(".cache", "bench", "bare-page");
const READY_LIMIT_MS = 30_000;

export type BarePage = { url: string; stop: () => Promise<void> };

/** Builds and serves `tests/bench/bare-page` as `npm start` serves the product, on an empty state. */
export async function startBarePage(): Promise<BarePage> {
  await runNode(
    ["node_modules/@react-router/dev/bin.cjs", "build", "tests/bench/bare-page", "--emptyOutDir"],
    { NODE_ENV: "production" },
  );
  const stateDir = await mkdtemp(path.join(tmpdir(), "talespark-bare-page-"));
  const port = await anyFreePort();
  const options: ServerOptions = { port, gateway: null, stateDir, buildDir: BUILD, vars: {} };
  const server = startNode(["tools/server.ts"], { SERVER_OPTIONS: JSON.stringify(options) });
  const url = `http://localhost:${port}/`;
  await waitUntilServed(url);
  return {
    url,
    stop: async () => {
      const gone = once(server, "exit");
      server.kill("SIGTERM");
      await gone;
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}

function startNode(args: string[], env: Record<string, string>) {
  return spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...env, EXIT_WITH_STDIN: "1" },
    stdio: ["pipe", "ignore", "inherit"],
  });
}

async function runNode(args: string[], env: Record<string, string>): Promise<void> {
  const [code] = await once(startNode(args, env), "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} ended with code ${code}.`);
}

async function waitUntilServed(url: string): Promise<void> {
  const deadline = performance.now() + READY_LIMIT_MS;
  for (;;) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    if (performance.now() > deadline) throw new Error(`${url} is not served.`);
    await delay(100);
  }
}
