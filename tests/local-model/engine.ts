import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { scriptedPassage } from "#tests/fakes/scripted-story.ts";
import { inProject } from "#tools/paths.ts";
import { type TinyModel, writeTinyModel } from "./tiny-model.ts";

/** Straight quotation marks, so that a text in JSON has an end that the model knows. */
export const QUOTED_PROSE = tellProse().replaceAll(/[“”]/gu, '"');

function tellProse(): string {
  return Array.from({ length: 12 }, (_, exchange) => scriptedPassage(exchange)).join("\n\n");
}

/** Writes a model into a folder of its own. */
export function writeModel(options: Partial<TinyModel> = {}): { file: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), "talespark-model-"));
  const file = path.join(folder, "tiny.gguf");
  writeTinyModel(file, { prose: tellProse(), ...options });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export type StartedEngine = { url: string; process: ChildProcess };

/** Starts the engine's process on the real engine; resolves when the model is loaded. */
export async function startEngine(file: string, ...more: string[]): Promise<StartedEngine> {
  // One thread: a test must not wait for a core that another program uses.
  const args = ["--file", file, "--name", "tiny-instruct", "--threads", "1", "--cpu", ...more];
  const child = spawn(process.execPath, [inProject("packages/local-model/src/serve.ts"), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^ready (\S+)$/u.exec(line)?.[1];
    if (url !== undefined) return { url, process: child };
  }
  throw new Error("The engine did not start.");
}

export async function stopEngine({ process: child }: StartedEngine): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
