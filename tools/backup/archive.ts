import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import * as v from "valibot";
import { Refusal } from "../refusal.ts";
import { listFilesBelow } from "./state-files.ts";

const MANIFEST = "manifest.json";
const STATE = "state";

const manifestSchema = v.object({
  format: v.literal("talespark-backup-1"),
  createdAt: v.string(),
  /** By path from the state folder. */
  files: v.record(v.string(), v.object({ bytes: v.number(), sha256: v.string() })),
});

/** The folder inside a staging folder that is filled with the state before `writeArchive`, and by `readArchive`. */
export function toStagedState(staging: string): string {
  return path.join(staging, STATE);
}

/** Packs the staged state with a list of its files into `file`. Only its owner can read it: it has secrets. */
export async function writeArchive(staging: string, file: string, now: Date): Promise<{ files: number }> {
  const files: v.InferOutput<typeof manifestSchema>["files"] = {};
  for (const name of listFilesBelow(staging, STATE)) {
    const bytes = lstatSync(path.join(staging, name)).size;
    files[path.relative(STATE, name)] = { bytes, sha256: await hashFile(path.join(staging, name)) };
  }
  const manifest: v.InferOutput<typeof manifestSchema> = {
    format: "talespark-backup-1",
    createdAt: now.toISOString(),
    files,
  };
  writeFileSync(path.join(staging, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600 });
  const partial = `${file}.partial`;
  writeFileSync(partial, "", { mode: 0o600 }); // before tar could make it readable to others
  try {
    await runTar("-czf", partial, "-C", staging, MANIFEST, STATE);
    renameSync(partial, file);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  return { files: Object.keys(files).length };
}

/** Unpacks an archive into a staging folder and checks every file against the list. Throws a `Refusal`. */
export async function readArchive(file: string, staging: string): Promise<{ createdAt: string }> {
  await runTar("-xzf", file, "-C", staging, "--no-same-owner");
  const wrong = (why: string) => new Refusal(`${file} is not a whole backup of Talespark: ${why}.`);
  let manifest: v.InferOutput<typeof manifestSchema>;
  try {
    manifest = v.parse(manifestSchema, JSON.parse(readFileSync(path.join(staging, MANIFEST), "utf8")));
  } catch {
    throw wrong("its list of files can't be read");
  }
  const unpacked = new Set(listFilesBelow(staging, STATE).map((name) => path.relative(STATE, name)));
  for (const [name, { bytes, sha256 }] of Object.entries(manifest.files)) {
    const place = path.join(staging, STATE, name);
    if (!unpacked.delete(name)) throw wrong(`${name} is missing`);
    const found = lstatSync(place);
    if (!found.isFile() || found.size !== bytes || (await hashFile(place)) !== sha256)
      throw wrong(`${name} has changed`);
  }
  const [extra] = unpacked;
  if (extra !== undefined) throw wrong(`${extra} is not on its list`);
  return { createdAt: manifest.createdAt };
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

async function runTar(...args: string[]): Promise<void> {
  const child = spawn("tar", args, { stdio: ["ignore", "ignore", "pipe"] });
  const said = text(child.stderr);
  try {
    const [code] = await once(child, "close");
    if (code !== 0) throw new Refusal(`tar failed: ${(await said).trim().split("\n")[0]}`);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("The program tar is needed and could not be started.");
  }
}
