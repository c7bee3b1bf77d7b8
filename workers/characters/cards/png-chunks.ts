import { crc32 } from "node:zlib";

/*
 * PNG files as a signature and a list of chunks (W3C PNG, 5.3): four bytes of length, four of type, the data, four of CRC.
 * Only what cards need: text chunks in and out. The picture itself is not decoded here.
 */

/** `bytes`: the whole chunk, with length, type and CRC as they stand in the file. */
export type PngChunk = { type: string; data: Uint8Array; bytes: Uint8Array };

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, type and CRC. */
const CHUNK_FRAME_BYTES = 12;
/**
 * Each chunk costs time, however short it is. Chunks of 4 KiB and more are not counted: a large picture may have 1,280 of 8 KiB,
 * and no file more than 2,560.
 */
const SMALL_CHUNKS_MAX = 1_000;
const SMALL_CHUNK_BYTES = 4_096;
/** What a picture consists of; all else may hold anything. */
const PICTURE_CHUNKS = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "IEND"]);

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/**
 * The chunks of a PNG, up to its end; `null` when the file is cut off, is none, or has too many small chunks. What follows its end
 * is ignored.
 */
export function readChunks(file: Uint8Array): PngChunk[] | null {
  if (!isPng(file)) return null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const chunks: PngChunk[] = [];
  let small = 0;
  for (let at = SIGNATURE.length; at + CHUNK_FRAME_BYTES <= file.length; ) {
    const length = view.getUint32(at);
    const end = at + CHUNK_FRAME_BYTES + length;
    if (length < SMALL_CHUNK_BYTES) small += 1;
    if (end > file.length || small > SMALL_CHUNKS_MAX) return null;
    const bytes = file.subarray(at, end);
    const type = String.fromCharCode(...bytes.subarray(4, 8));
    chunks.push({ type, data: bytes.subarray(8, -4), bytes });
    if (type === "IEND") return chunks;
    at = end;
  }
  return null;
}

export function writeChunks(chunks: readonly Pick<PngChunk, "bytes">[]): Uint8Array {
  const file = new Uint8Array(chunks.reduce((sum, { bytes }) => sum + bytes.length, SIGNATURE.length));
  file.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const { bytes } of chunks) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}

export function toChunk(type: string, data: Uint8Array): PngChunk {
  const bytes = new Uint8Array(CHUNK_FRAME_BYTES + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index += 1) bytes[4 + index] = type.charCodeAt(index);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return { type, data, bytes };
}

/** The bytes of the text in the first `tEXt` chunk with this keyword, of lower-case ASCII; `null`: there is none. */
export function findText(chunks: readonly PngChunk[], keyword: string): Uint8Array | null {
  const found = chunks.find(({ type, data }) => type === "tEXt" && hasKeyword(data, keyword));
  return found ? found.data.subarray(keyword.length + 1) : null;
}

function hasKeyword(data: Uint8Array, keyword: string): boolean {
  const begin = new TextDecoder("latin1").decode(data.subarray(0, keyword.length + 1));
  return begin.toLowerCase() === `${keyword}\0`;
}

/** `text`: ASCII only. */
export function toTextChunk(keyword: string, text: string): PngChunk {
  return toChunk("tEXt", new TextEncoder().encode(`${keyword}\0${text}`));
}

/** The picture and nothing else: no texts, no camera's notes, no place. */
export function keepPicture(chunks: readonly PngChunk[]): PngChunk[] {
  return chunks.filter(({ type }) => PICTURE_CHUNKS.has(type));
}

/** Width and height in px as the header tells them; `null` where there is none. */
export function readSize(chunks: readonly PngChunk[]): { width: number; height: number } | null {
  const [header] = chunks;
  if (header?.type !== "IHDR" || header.data.length < 8) return null;
  const view = new DataView(header.data.buffer, header.data.byteOffset, header.data.byteLength);
  return { width: view.getUint32(0), height: view.getUint32(4) };
}
