import { inflateRawSync } from "node:zlib";

/** More files than that are in no honest card or import. */
const FILES_MAX = 2_000;
/** Sizes of the records of a ZIP without names and comments (APPNOTE 4.3.7, 4.3.12, 4.3.16). */
const LOCAL_HEADER_BYTES = 30;
const ENTRY_BYTES = 46;
const END_BYTES = 22;
const COMMENT_MAX_BYTES = 0xffff;

export type Unpacked =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; why: "missing" | "too-large" | "broken" };

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/** A file in a ZIP. `unpack` never gives more than `max` bytes. */
export type Packed = { name: string; unpack: (max: number) => Unpacked };

/**
 * One file out of a ZIP, without unpacking the others, and never more than `max` bytes of it. It is found by the directory at the ZIP's
 * end; what stands in front of the ZIP does not matter.
 */
export function unpackFile(zip: Uint8Array, name: string, max: number): Unpacked {
  const files = listPacked(zip);
  if (files === null) return { ok: false, why: zip[0] === 0x50 ? "broken" : "missing" }; // a ZIP that is cut off, or a photo
  return (
    files.find((file) => file.name === name.normalize("NFC"))?.unpack(max) ?? { ok: false, why: "missing" }
  );
}

/** The files of a ZIP, as its directory has them; `null`: it has none that can be read, or more than `FILES_MAX`. */
export function listPacked(zip: Uint8Array): Packed[] | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  let at = end - view.getUint32(end + 12, true);
  /** The bytes in front of the ZIP, from which its own positions are counted. */
  const front = at - view.getUint32(end + 16, true);
  if (count > FILES_MAX) return null;
  const names = new TextDecoder();
  const files: Packed[] = [];
  for (let file = 0; file < count; file += 1) {
    if (at < 0 || at + ENTRY_BYTES > end || view.getUint32(at, true) !== 0x02014b50) return null;
    const nameAt = at + ENTRY_BYTES;
    const nameEnd = nameAt + view.getUint16(at + 28, true);
    const entry = {
      header: front + view.getUint32(at + 42, true),
      packedBytes: view.getUint32(at + 20, true),
      unpackedBytes: view.getUint32(at + 24, true),
      method: view.getUint16(at + 10, true),
    };
    // What was packed on a Mac has letters apart from their accents.
    const name = names.decode(zip.subarray(nameAt, nameEnd)).normalize("NFC");
    files.push({ name, unpack: (max) => unpackEntry(zip, view, end, entry, max) });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return files;
}

type Entry = { header: number; packedBytes: number; unpackedBytes: number; method: number };

function unpackEntry(
  zip: Uint8Array,
  view: DataView,
  end: number,
  { header, packedBytes, unpackedBytes, method }: Entry,
  max: number,
): Unpacked {
  if (header < 0 || header + LOCAL_HEADER_BYTES > end) return { ok: false, why: "broken" };
  const start =
    header + LOCAL_HEADER_BYTES + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  if (start + packedBytes > end) return { ok: false, why: "broken" };
  if (Math.max(packedBytes, unpackedBytes) > max) return { ok: false, why: "too-large" };
  const packed = zip.subarray(start, start + packedBytes);
  if (method === 0) return { ok: true, bytes: packed };
  return method === 8 ? inflate(packed, max) : { ok: false, why: "broken" };
}

/** Where the record at a ZIP's end begins; only a comment may stand after it. `null`: there is none. */
function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX_BYTES); at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  return null;
}

function inflate(packed: Uint8Array, max: number): Unpacked {
  try {
    return { ok: true, bytes: inflateRawSync(packed, { maxOutputLength: max }) };
  } catch {
    return { ok: false, why: "broken" };
  }
}
