import { PORTRAIT_MEDIA_TYPES, type PortraitMediaType } from "#domain/portraits.ts";

/** More pixels would fill the memory of the program that decodes them, however small the file is. */
export const PIXELS_MAX = 24_000_000;

/** The first bytes of each kind of file, as text in which `?` is any byte. */
const SIGNATURES: Record<PortraitMediaType, string> = {
  "image/png": "\x89PNG\r\n\x1a\n",
  "image/jpeg": "\xff\xd8\xff",
  "image/webp": "RIFF????WEBP",
};

/** The type of a picture, by its bytes alone; `null`: none that is accepted. */
export function sniffImageType(bytes: Uint8Array): PortraitMediaType | null {
  return PORTRAIT_MEDIA_TYPES.find((type) => startsWith(bytes, SIGNATURES[type])) ?? null;
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return [...signature].every((sign, at) => sign === "?" || bytes[at] === sign.charCodeAt(0));
}

/**
 * Reads a stream to its end. `null`: it has more than `most` bytes. In that case up to `dropped` further bytes are read and thrown away,
 * and the rest is not read.
 */
export async function readAtMost(
  stream: ReadableStream<Uint8Array>,
  most: number,
  dropped = 0,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.byteLength;
    if (length > most + dropped) return null; // leaving the loop cancels the stream
    if (length <= most) chunks.push(chunk);
  }
  if (length > most) return null;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
