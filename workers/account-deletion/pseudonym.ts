/**
 * What stands for a deleted person in consents and ledger: a keyed hash of their id. Nobody gets from it to the person without
 * the key; with it, a record can be found for somebody who asks about it.
 */
export async function toPseudonym(userId: string, secret: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  const hash = await crypto.subtle.sign("HMAC", key, encoder.encode(`deleted account ${userId}`));
  const hex = Array.from(new Uint8Array(hash, 0, 16), (byte) => byte.toString(16).padStart(2, "0"));
  return `deleted-${hex.join("")}`;
}
