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
