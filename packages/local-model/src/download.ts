import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { Stop } from "./stop.ts";

export type Download = {
  url: string;
  file: string;
  /** `null`: not known before. */
  bytes: number | null;
  sha256: string | null;
  signal: AbortSignal;
  /** Called for each piece, with what is here and the whole, in bytes. */
  onProgress: (have: number, whole: number) => void;
};

/** Without a byte for so long, the connection counts as broken. */
const SILENCE_MS = 60_000;
/** Left free on the disk beside the file, in bytes. */
const SPARE_BYTES = 200_000_000;
/** The beginning of every GGUF file. */
const MAGIC = "GGUF";

/** How much of a file is here already from a download that was stopped, in bytes. */
export async function findPart(file: string): Promise<number> {
  return stat(toPart(file)).then(
    ({ size }) => size,
    () => 0,
  );
}

/**
 * Downloads a file beside its place, checks it and moves it there. What is there of an earlier download is kept and not fetched again. Throws
 * a `Stop`, or the signal's reason when it aborts; the next download goes on from there.
 */
export async function download({ url, file, bytes, sha256, signal, onProgress }: Download): Promise<void> {
  const folder = path.dirname(file);
  const part = toPart(file);
  await mkdir(folder, { recursive: true });
  const hash = createHash("sha256");
  let have = await findPart(file);
  if (bytes !== null && have < bytes) await requireRoom(folder, bytes - have);
  if (have > 0) await hashFile(part, hash);
  let whole = bytes;
  if (whole === null || have < whole) {
    const answer = await request(url, have, signal);
    const begins = answer.status === 206 ? have : 0;
    if (begins < have) return restart();
    const { headers, body } = answer;
    const length = Number(headers.get("content-length") ?? Number.NaN);
    const total = begins + length;
    if (body === null || (whole !== null && !Number.isNaN(total) && total !== whole))
      throw new Stop(
        `${new URL(url).host} has another file at this address than expected. Try another model.`,
      );
    whole ??= Number.isNaN(total) ? null : total;
    if (whole !== null && bytes === null) await requireRoom(folder, whole - have);
    have = await receive(body, { part, have, whole, hash, signal, onProgress });
  }
  if (whole !== null && have < whole)
    throw new Stop(
      "The connection ended before the file was whole. Run npm run model again: it goes on from there.",
    );
  if (sha256 !== null && hash.digest("hex") !== sha256) {
    await rm(part);
    throw new Stop("The file is not the one that was published, so it was deleted. Run npm run model again.");
  }
  await requireModelFile(part);
  await rename(part, file);

  /** The server sends all of it again. */
  async function restart(): Promise<void> {
    await rm(part);
    return download({ url, file, bytes, sha256, signal, onProgress });
  }
}

/** Throws a `Stop` if a file is no model. */
export async function requireModelFile(file: string): Promise<void> {
  const handle = await open(file).catch(() => null);
  if (handle === null) throw new Stop(`There is no file ${file}.`);
  const { buffer } = await handle
    .read(Buffer.alloc(MAGIC.length), 0, MAGIC.length)
    .finally(() => handle.close());
  if (buffer.toString("latin1") !== MAGIC) throw new Stop(`${file} is no model in the GGUF format.`);
}

export function formatBytes(bytes: number): string {
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.round(bytes / 1e6)} MB`;
}

function toPart(file: string): string {
  return `${file}.part`;
}

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= bytes + SPARE_BYTES) return;
  throw new Stop(
    `The disk of ${folder} has ${formatBytes(free)} free, but ${formatBytes(bytes + SPARE_BYTES)} are needed. Make room there, or set MODEL_DIR to a folder on another disk.`,
  );
}

async function request(url: string, have: number, signal: AbortSignal): Promise<Response> {
  const { host } = new URL(url);
  const headers: Record<string, string> = have > 0 ? { range: `bytes=${have}-` } : {};
  let answer: Response;
  try {
    answer = await fetch(url, { headers, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new Stop(
      `${host} can't be reached. Connect this machine to the internet and run npm run model again, or give it a model that you have: npm run model -- FILE.gguf`,
    );
  }
  if (answer.ok) return answer;
  throw new Stop(`${host} answered ${answer.status} for this file. Try again later, or another model.`);
}

type Receiving = {
  part: string;
  have: number;
  whole: number | null;
  hash: Hash;
  signal: AbortSignal;
  onProgress: Download["onProgress"];
};

/** Writes what comes to the end of the part; returns how many bytes are there then. */
async function receive(
  body: ReadableStream<Uint8Array>,
  { part, have, whole, hash, signal, onProgress }: Receiving,
): Promise<number> {
  const handle = await open(part, "a");
  const reader = body.getReader();
  let got = have;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      timer = setTimeout(() => reader.cancel().catch(() => undefined), SILENCE_MS);
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      clearTimeout(timer);
      signal.throwIfAborted();
      if (done || value === undefined) return got;
      await handle.write(value).catch(refuseFullDisk);
      hash.update(value);
      got += value.length;
      onProgress(got, whole ?? got);
    }
  } finally {
    clearTimeout(timer);
    await handle.close();
  }
}

function refuseFullDisk(error: NodeJS.ErrnoException): never {
  if (error.code !== "ENOSPC") throw error;
  throw new Stop("The disk is full. Make room and run npm run model again: it goes on from there.");
}

async function hashFile(file: string, hash: Hash): Promise<void> {
  for await (const piece of createReadStream(file)) hash.update(piece);
}
