import { BlockList, isIP } from "node:net";
import { isLoopback } from "#domain/loopback.ts";

/** Where the product listens, and the address at which people open it. */
type Reach = { HOST: string; PORT: number; APP_ORIGIN?: string | undefined };

const ANY_ADDRESS = new Set(["0.0.0.0", "::"]);

/**
 * Whether a `Host` header names this machine or the host of `origin`. Under any other name the page of another site, whose name was
 * made to lead to this machine, could read the answers (DNS rebinding). Ports may differ: some proxies leave them out.
 */
export function isOwnHost(host: string | undefined, origin: string | null): boolean {
  const name = URL.parse(`http://${host}/`)?.hostname;
  return name !== undefined && (isLoopback(name) || (origin !== null && name === new URL(origin).hostname));
}

/**
 * Whether other machines can reach the product, directly or through a proxy. Everything local that trusts whoever can
 * reach it is then off: the sign-in without a passphrase, the payment emulator.
 */
export function isPublished({ HOST, APP_ORIGIN }: Pick<Reach, "HOST" | "APP_ORIGIN">): boolean {
  return !isLoopback(HOST) || (APP_ORIGIN !== undefined && !isLoopback(new URL(APP_ORIGIN).hostname));
}

/**
 * The address of the app in people's browsers. By default it is on `localhost` and the local services on 127.0.0.1,
 * because cookies are separated by host, not by port.
 */
export function appOrigin({ APP_ORIGIN, PORT }: Reach): string {
  return APP_ORIGIN ?? `http://localhost:${PORT}`;
}

/** The address at which this machine reaches the product. It differs from `appOrigin` behind a proxy. */
export function localOrigin({ HOST, PORT }: Reach): string {
  if (isLoopback(HOST)) return `http://localhost:${PORT}`;
  const host = ANY_ADDRESS.has(HOST) ? "127.0.0.1" : HOST;
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${PORT}`;
}

/** Whether a text is an address, or a network such as 10.0.0.0/8. */
export function isAddressRange(range: string): boolean {
  const [address = "", bits, ...more] = range.split("/");
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/u.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** The addresses of proxies whose `X-Forwarded-For` is believed. */
export class TrustedProxies {
  readonly #list = new BlockList();

  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [address = "", bits] = range.split("/");
      const family = isIP(address) === 6 ? "ipv6" : "ipv4";
      if (bits === undefined) this.#list.addAddress(address, family);
      else this.#list.addSubnet(address, Number(bits), family);
    }
  }

  /**
   * The address of the client. A proxy appends the address of its caller to `X-Forwarded-For`, so the list is read from
   * its end for as long as trusted proxies wrote it. What stands before may be invented, and is not read.
   */
  findClient(peer: string, forwardedFor: string | undefined): string {
    let client = toPlainAddress(peer);
    const hops = (forwardedFor ?? "").split(",").map((hop) => toPlainAddress(hop.trim()));
    while (this.#trusts(client)) {
      const hop = hops.pop();
      if (hop === undefined || isIP(hop) === 0) break;
      client = hop;
    }
    return client;
  }

  #trusts(address: string): boolean {
    const family = isIP(address);
    return family !== 0 && this.#list.check(address, family === 6 ? "ipv6" : "ipv4");
  }
}

/** A socket that listens on IPv6 shows IPv4 addresses inside IPv6. */
function toPlainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/iu, "");
}
