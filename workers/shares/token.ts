import { base64url } from "jose";

const TOKEN_BYTES = 16;

/**
 * The token of a share: 128 bits that follow from its id and the server's secret, so that its author can be shown the address again
 * although the database has only its hash.
 */
export async function makeShareToken(shareId: string, secret: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encode(secret), algorithm, false, ["sign"]);
  const signed = await crypto.subtle.sign("HMAC", key, encode(`share ${shareId}`));
  return base64url.encode(new Uint8Array(signed, 0, TOKEN_BYTES));
}

/** SHA-256 in Base64url. */
export async function hashShareToken(token: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest("SHA-256", encode(token))));
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
