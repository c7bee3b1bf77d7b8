/*
 * PNG files as a signature and a list of chunks (W3C PNG, 5.3): four bytes of length, four of type, the data, four of CRC.
 * Only what cards need: text chunks in and out. The picture itself is not decoded here.
 */

export type PngChunk = { type: string; data: Uint8Array };

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Length, type and CRC. */
const CHUNK_FRAME_BYTES = 12;
/** What a picture consists of; all else may hold anything. */
const PICTURE_CHUNKS = new Set(["IHDR", "PLTE", "tRNS", "gAMA", "sRGB", "IDAT", "IEND"]);

export function isPng(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte);
}

/** The chunks of a PNG, up to its end; `null` when the file is cut off or is none. What follows its end is ignored. */
export function readChunks(bytes: Uint8Array): PngChunk[] | null {
  if (!isPng(bytes)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: PngChunk[] = [];
  for (let at = SIGNATURE.length; at + CHUNK_FRAME_BYTES <= bytes.length; ) {
    const length = view.getUint32(at);
    const end = at + CHUNK_FRAME_BYTES + length;
    if (end > bytes.length) return null;
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) });
    if (type === "IEND") return chunks;
    at = end;
  }
  return null;
}

export function writeChunks(chunks: readonly PngChunk[]): Uint8Array {
  const size = chunks.reduce((sum, { data }) => sum + CHUNK_FRAME_BYTES + data.length, SIGNATURE.length);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const { type, data } of chunks) {
    view.setUint32(at, data.length);
    for (let index = 0; index < 4; index += 1) bytes[at + 4 + index] = type.charCodeAt(index);
    bytes.set(data, at + 8);
    view.setUint32(at + 8 + data.length, computeCrc(bytes.subarray(at + 4, at + 8 + data.length)));
    at += CHUNK_FRAME_BYTES + data.length;
  }
  return bytes;
}

/** The text of the first `tEXt` chunk with this keyword, in Latin-1; `null`: there is none. */
export function findText(chunks: readonly PngChunk[], keyword: string): string | null {
  for (const { type, data } of chunks) {
    if (type !== "tEXt") continue;
    const end = data.indexOf(0);
    if (end > 0 && decodeLatin1(data.subarray(0, end)).toLowerCase() === keyword) {
      return decodeLatin1(data.subarray(end + 1));
    }
  }
  return null;
}

/** `text`: ASCII only. */
export function toTextChunk(keyword: string, text: string): PngChunk {
  return { type: "tEXt", data: new TextEncoder().encode(`${keyword}\0${text}`) };
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

function decodeLatin1(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

/** CRC-32 as PNG has it (W3C PNG, annex D): polynomial 0xedb88320, all bits turned before and after. */
function computeCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});
