import { randomInt } from "node:crypto";
import net from "node:net";
import { Refusal } from "./refusal.ts";

// `localhost` means both. If another server listened on ::1 alone, it would get the browser's requests.
const LOOPBACK_ADDRESSES = ["127.0.0.1", "::1"];

/** Whether nothing listens on this port of the loopback interface, and of the address `host`. */
export async function isPortFree(port: number, host = "localhost"): Promise<boolean> {
  const addresses = host === "localhost" ? LOOPBACK_ADDRESSES : new Set([...LOOPBACK_ADDRESSES, host]);
  for (const address of addresses) {
    if (!(await canListen(port, address))) return false;
  }
  return true;
}

/** The first free port after `port`. Throws a `Refusal` when there is none. */
export async function nextFreePort(port: number): Promise<number> {
  for (let candidate = port + 1; candidate <= 65_535; candidate++) {
    if (await isPortFree(candidate)) return candidate;
  }
  throw new Refusal(`No port after ${port} is free for the local services.`);
}

/**
 * Below the ports of outgoing connections (32768 and more in Linux): the system could give away such a port between this check
 * and the start of the server.
 */
const ANY_PORT = { from: 10_000, to: 32_000 };

/** A port that is free now. The ports right after it are probably free as well. */
export async function anyFreePort(): Promise<number> {
  return nextFreePort(randomInt(ANY_PORT.from, ANY_PORT.to));
}

function canListen(port: number, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      // EADDRNOTAVAIL, EAFNOSUPPORT: a machine without IPv6. EACCES: a port below 1024, which we can't use either.
      if (error.code === "EADDRINUSE" || error.code === "EACCES") resolve(false);
      else if (error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT") resolve(true);
      else reject(error);
    });
    server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
