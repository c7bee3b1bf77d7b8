import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { deploy } from "./deploy/deploy-production.ts";
import { Wrangler } from "./deploy/wrangler.ts";
import { readWranglerConfig } from "./deploy/wrangler-config.ts";
import { inProject, PROJECT_ROOT } from "./paths.ts";
import { Processes } from "./processes.ts";
import { ensureBuild } from "./production-build.ts";
import { Refusal, runCommand } from "./refusal.ts";
import { listenForShutdown } from "./shutdown.ts";

/*
 * `npm run deploy`: the environment "production" of wrangler.toml (docs/operations.md). `--check` only says what is missing,
 * `--at-once` deploys without steps, `--pause SECONDS` is how long each step is watched (60).
 */

await runCommand(async () => {
  const { check, atOnce, pauseMs } = readOptions();
  const processes = new Processes(PROJECT_ROOT, () => {});
  const shutdown = listenForShutdown(() => processes.kill());
  shutdown.asked.addEventListener("abort", () => processes.kill());
  await deploy({
    wrangler: new Wrangler(),
    config: readWranglerConfig("production"),
    localSecrets: readLocalSecrets(),
    build: () => ensureBuild(processes, "production"),
    tag: await findCommit(),
    checkOnly: check,
    atOnce,
    pauseMs,
    signal: shutdown.asked,
    say: (line) => process.stdout.write(`${line}\n`),
  });
  process.exit(0); // the listener for Ctrl-C would keep the process alive
});

function readOptions(): { check: boolean; atOnce: boolean; pauseMs: number } {
  const options = {
    check: { type: "boolean", default: false },
    "at-once": { type: "boolean", default: false },
    pause: { type: "string", default: "60" },
  } as const;
  try {
    const { values } = parseArgs({ options });
    if (!/^\d{1,4}$/.test(values.pause)) throw new Error("--pause is a number of seconds.");
    return { check: values.check, atOnce: values["at-once"], pauseMs: Number(values.pause) * 1000 };
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}

/** The session secrets that local starts have made on this machine. */
function readLocalSecrets(): string[] {
  const folders = [inProject(".wrangler/state"), process.env["STATE_DIR"] ?? ""].filter((one) => one !== "");
  const files = folders.map((folder) => path.resolve(PROJECT_ROOT, folder, "session-secret"));
  return files.filter(existsSync).map((file) => readFileSync(file, "utf8").trim());
}

/** The commit of the sources, for the version's tag; `-changed`: with changes that are not committed. */
async function findCommit(): Promise<string> {
  const git = promisify(execFile);
  try {
    const { stdout: commit } = await git("git", ["rev-parse", "--short", "HEAD"], { cwd: PROJECT_ROOT });
    const { stdout: changes } = await git("git", ["status", "--porcelain"], { cwd: PROJECT_ROOT });
    return `${commit.trim()}${changes === "" ? "" : "-changed"}`;
  } catch {
    return "unknown"; // the sources are in no repository
  }
}
