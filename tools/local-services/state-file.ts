import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import { Refusal } from "../refusal.ts";

/**
 * Reads a JSON file of a local service; null if there is none yet. Throws for a file that does not fit its schema:
 * starting again without it would lose data.
 */
export function readStateFile<T extends v.GenericSchema>(path: string, schema: T): v.InferOutput<T> | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (!parsed.success) throw new Refusal(`${path} cannot be read: ${parsed.issues[0].message}.`);
  return parsed.output;
}

/** Replaces a JSON file in one step (write beside it, then rename): others may be reading it. Only its owner can read it. */
export function writeStateFile(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const beside = `${path}.${process.pid}.new`;
  writeFileSync(beside, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true });
  chmodSync(beside, 0o600); // `mode` above applies only to a new file
  renameSync(beside, path);
}
