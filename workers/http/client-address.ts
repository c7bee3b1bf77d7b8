import {
  convertIPv4BinaryToString,
  convertIPv4MappedIPv6ToIPv4,
  convertIPv6BinaryToString,
  convertIPv6ToBinary,
  isIPv4MappedIPv6,
} from "hono/utils/ipaddr";
import { hashKeyed } from "#domain/hash.ts";

/**
 * The networks of an address, the narrowest first: an IPv4 address whole; of an IPv6 address the first 64, 56 and 48 bits.
 * Providers give a household one or many networks of 64 bits (RFC 6177), and a site or a tunnel 48 bits: one caller may have all the
 * addresses in them. An IPv4 address inside IPv6 counts as IPv4.
 */
export function listNetworks(address: string): [narrowest: string, ...wider: string[]] {
  if (!address.includes(":")) return [address]; // IPv4
  // As URLs write it: in lower case, and no name of a zone.
  const host = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1);
  if (host === undefined) return [address];
  const binary = convertIPv6ToBinary(host);
  if (isIPv4MappedIPv6(binary)) return [convertIPv4BinaryToString(convertIPv4MappedIPv6ToIPv4(binary))];
  const toPrefix = (bits: number) => {
    const others = BigInt(128 - bits);
    return `${convertIPv6BinaryToString((binary >> others) << others)}/${bits}`;
  };
  return [toPrefix(64), toPrefix(56), toPrefix(48)];
}

/** The key under which a limit counts an address: a keyed hash of its narrowest network, so that no address is stored. */
export function toAddressKey(address: string, secret: string): Promise<string> {
  return hashText(listNetworks(address)[0], secret);
}

/** The keys of all networks of an address. They are different each day, so that nobody can see that an address came back. */
export function listDailyKeys(address: string, secret: string, day: string): Promise<string[]> {
  return Promise.all(listNetworks(address).map((network) => hashText(`${day} ${network}`, secret)));
}

async function hashText(text: string, secret: string): Promise<string> {
  return btoa(String.fromCharCode(...(await hashKeyed(text, secret))));
}
