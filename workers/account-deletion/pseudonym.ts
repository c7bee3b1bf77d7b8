/**
 * Replaces a deleted person's id in consents and ledger: a keyed hash of the id. Without the key nobody can find the
 * person from it; with the key, the records of a person who asks can be found.
 */
export async function toPseudonym(userId: string, secret: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const hash = await crypto.subtle.sign("HMAC", key, encoder.encode(`deleted account ${userId}`));
  const hex = Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, "0"));
  return `deleted-${hex.join("")}`;
}
