import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { scriptedPassage } from "#tests/fakes/scripted-story.ts";
import { type Program, startProgram } from "#tests/harness/program.ts";
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

/** Starts the engine's process on the real engine; resolves when the model is loaded. */
export function startEngine(file: string, ...more: string[]): Promise<Program> {
  // One thread: a test must not wait for a core that another program uses.
  const args = ["--file", file, "--name", "tiny-instruct", "--threads", "1", "--cpu", ...more];
  return startProgram("packages/local-model/src/serve.ts", ...args);
}
