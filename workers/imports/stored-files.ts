import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { toImportFilesKey } from "#domain/imports.ts";
import type { ImportFile } from "./read-import.ts";

/*
 * The files of an import as they came, in one object of R2: a line of JSON with their names and lengths, then their bytes. They are written
 * as a stream, so that a request holds them once.
 */

const headSchema = v.array(v.object({ name: v.string(), size: v.number() }));

export function toFileName(file: File | undefined): string {
  return file?.name.slice(0, 200) || "file";
}

export async function storeFiles(bucket: R2Bucket, importId: string, files: readonly File[]): Promise<void> {
  const list = files.map((file) => ({ name: toFileName(file), size: file.size }));
  const head = new TextEncoder().encode(`${JSON.stringify(list)}\n`);
  const total = list.reduce((sum, { size }) => sum + size, head.length);
  const { readable, writable } = new FixedLengthStream(total);
  const write = async () => {
    const writer = writable.getWriter();
    await writer.write(head);
    writer.releaseLock();
    for (const file of files) await file.stream().pipeTo(writable, { preventClose: true });
    await writable.close();
  };
  await Promise.all([bucket.put(toImportFilesKey(importId), readable), write()]);
}

/** Throws INVALID_INPUT where they are gone. */
export async function loadFiles(bucket: R2Bucket, importId: string): Promise<ImportFile[]> {
  const stored = await bucket.get(toImportFilesKey(importId));
  if (!stored) throw new AppError("INVALID_INPUT", { message: "The files of this import are gone." });
  const bytes = new Uint8Array(await stored.arrayBuffer());
  const headEnd = bytes.indexOf(0x0a);
  const list = v.parse(headSchema, JSON.parse(new TextDecoder().decode(bytes.subarray(0, headEnd))));
  let at = headEnd + 1;
  return list.map(({ name, size }) => {
    at += size;
    return { name, bytes: bytes.subarray(at - size, at) };
  });
}
