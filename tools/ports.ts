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

/** A port that is free now, chosen by the system. */
export async function anyFreePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("A TCP server without a port.");
  return address.port;
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
