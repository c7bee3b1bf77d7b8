/** FNV-1a, 32 bits: the same number for the same text, everywhere. Not for secrets. */
export function hashFnv1a(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  }
  return value >>> 0;
}

/** SHA-256 of bytes or of a text in UTF-8, in hexadecimal. */
export async function hashSha256(content: Uint8Array<ArrayBuffer> | string): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return toHex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The imported key of each secret, so that it is imported once. A deployment has one secret, which never changes: nobody empties it. */
const keys = new Map<string, Promise<CryptoKey>>();

/** The first 128 bits of an HMAC-SHA-256 of a text: without the secret, nobody can make them, or guess the text and check the guess. */
export async function hashKeyed(text: string, secret: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key =
    keys.get(secret) ?? crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  keys.set(secret, key);
  return new Uint8Array(await crypto.subtle.sign("HMAC", await key, encoder.encode(text)), 0, 16);
}
