/**
 * The part of an address that stands for one connection: an IPv4 address whole, of an IPv6 address the first 64 bits, which
 * a provider gives to one household (RFC 6177). An IPv4 address inside IPv6 counts as IPv4.
 */
export function toNetwork(address: string): string {
  if (!address.includes(":")) return address; // IPv4
  const host = URL.parse(`http://[${address}]/`)?.hostname;
  if (host === undefined) return address;
  const groups = expandGroups(host.slice(1, -1));
  const [high = 0, low = 0] = groups.slice(6);
  const isMappedIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMappedIpv4) return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/** The eight numbers of an IPv6 address as URLs write it: lower case, hexadecimal, the longest run of zeros left out. */
function expandGroups(address: string): number[] {
  const [head = [], tail = []] = address
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16))));
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/**
 * The key under which a limit counts an address: a keyed hash, so that no address is stored. With `day` the key is
 * different each day, so that nobody can see that an address came back.
 */
export async function toAddressKey(address: string, secret: string, day = ""): Promise<string> {
  const bytes = new TextEncoder().encode(`${day} ${toNetwork(address)}`.trim());
  const hash = await crypto.subtle.sign("HMAC", await getKey(secret), bytes);
  return btoa(String.fromCharCode(...new Uint8Array(hash, 0, 16)));
}

/** The imported key of each secret. A deployment has one secret. */
const keys = new Map<string, Promise<CryptoKey>>();

function getKey(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known) return known;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = crypto.subtle.importKey("raw", new TextEncoder().encode(secret), algorithm, false, ["sign"]);
  keys.set(secret, key);
  return key;
}
