import { inflateRawSync } from "node:zlib";

/** More files than that are in no honest card. */
const FILES_MAX = 2_000;
/** Sizes of the records of a ZIP without names and comments (APPNOTE 4.3.7, 4.3.12, 4.3.16). */
const LOCAL_HEADER_BYTES = 30;
const ENTRY_BYTES = 46;
const END_BYTES = 22;
const COMMENT_MAX_BYTES = 0xffff;

export type Unpacked =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; why: "missing" | "too-large" | "broken" };

/**
 * One file out of a ZIP, without unpacking the others, and never more than `max` bytes of it. It is found by the directory at the ZIP's
 * end; what stands in front of the ZIP does not matter.
 */
export function unpackFile(zip: Uint8Array, name: string, max: number): Unpacked {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const found = findPacked(zip, view, new TextEncoder().encode(name));
  if (!(found instanceof Object)) return { ok: false, why: found };
  const { packed, unpackedBytes, method } = found;
  if (Math.max(packed.length, unpackedBytes) > max) return { ok: false, why: "too-large" };
  if (method === 0) return { ok: true, bytes: packed };
  return method === 8 ? inflate(packed, max) : { ok: false, why: "broken" };
}

function findPacked(
  zip: Uint8Array,
  view: DataView,
  name: Uint8Array,
): { packed: Uint8Array; unpackedBytes: number; method: number } | "missing" | "broken" {
  const end = findEnd(view);
  if (end === null) return zip[0] === 0x50 ? "broken" : "missing"; // a ZIP that is cut off, or a photo
  const files = view.getUint16(end + 10, true);
  let at = end - view.getUint32(end + 12, true);
  /** The bytes in front of the ZIP, from which its own positions are counted. */
  const front = at - view.getUint32(end + 16, true);
  if (files > FILES_MAX) return "broken";
  for (let file = 0; file < files; file += 1) {
    if (at < 0 || at + ENTRY_BYTES > end || view.getUint32(at, true) !== 0x02014b50) return "broken";
    const nameAt = at + ENTRY_BYTES;
    const nameEnd = nameAt + view.getUint16(at + 28, true);
    if (isSame(zip.subarray(nameAt, nameEnd), name)) {
      const header = front + view.getUint32(at + 42, true);
      if (header < 0 || header + LOCAL_HEADER_BYTES > end) return "broken";
      const start =
        header + LOCAL_HEADER_BYTES + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
      const packedEnd = start + view.getUint32(at + 20, true);
      if (packedEnd > end) return "broken";
      return {
        packed: zip.subarray(start, packedEnd),
        unpackedBytes: view.getUint32(at + 24, true),
        method: view.getUint16(at + 10, true),
      };
    }
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return "missing";
}

/** Where the record at a ZIP's end begins; only a comment may stand after it. `null`: there is none. */
function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_BYTES;
  for (let at = last; at >= Math.max(0, last - COMMENT_MAX_BYTES); at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  return null;
}

function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return bytes.length === others.length && bytes.every((byte, index) => byte === others[index]);
}

function inflate(packed: Uint8Array, max: number): Unpacked {
  try {
    return { ok: true, bytes: inflateRawSync(packed, { maxOutputLength: max }) };
  } catch {
    return { ok: false, why: "broken" };
  }
}
