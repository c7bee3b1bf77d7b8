import { Unzip, UnzipInflate } from "fflate";

/** More files than that are in no honest card. */
const FILES_MAX = 2_000;
/** Input that is unpacked at once, so that a file that grows without end is left early. */
const STEP_BYTES = 16 * 1024;

export type Unpacked =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; why: "missing" | "too-large" | "broken" };

/** One file out of a ZIP, without unpacking the others, and never more than `max` bytes of it. */
export function unpackFile(zip: Uint8Array, name: string, max: number): Unpacked {
  const pieces: Uint8Array[] = [];
  let size = 0;
  let files = 0;
  let state: "searching" | "unpacking" | "whole" | "too-large" | "broken" = "searching";
  const unzip = new Unzip((file) => {
    files += 1;
    if (files > FILES_MAX) state = "broken";
    if (file.name !== name || state !== "searching") return;
    state = "unpacking";
    file.ondata = (error, piece, last) => {
      if (state !== "unpacking") return;
      size += piece?.length ?? 0;
      if (error) state = "broken";
      else if (size > max) state = "too-large";
      else {
        pieces.push(piece);
        if (last) state = "whole";
      }
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  const isDone = () => state !== "searching" && state !== "unpacking";
  try {
    for (let at = 0; at < zip.length && !isDone(); at += STEP_BYTES) {
      unzip.push(zip.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= zip.length);
    }
  } catch {
    return { ok: false, why: "broken" };
  }
  if (state === "searching") return { ok: false, why: "missing" };
  if (state === "too-large") return { ok: false, why: "too-large" };
  if (state !== "whole") return { ok: false, why: "broken" };
  return { ok: true, bytes: join(pieces, size) };
}

function join(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
