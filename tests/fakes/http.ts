import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on this machine, on a free port. Returns the server's address, such as `http://127.0.0.1:4000`. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends all connections, also those of requests that will never be answered. */
export function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

export type Fake = { url: string; hangUp: () => void; close: () => Promise<void> };

/** A fake service. Where `handle` fails, the connection is cut. */
export async function startFake(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void,
): Promise<Fake> {
  const server = createServer(async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      response.destroy(error instanceof Error ? error : undefined);
    }
  });
  // If the server closed a connection while the next request is sent on it, that would be a fault that no test asked for.
  server.keepAliveTimeout = 120_000;
  const url = await listen(server);
  return { url, hangUp: () => server.closeAllConnections(), close: () => close(server) };
}

export function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(value));
}

/** An answer that nobody waits for any more does not keep the process alive. */
export function wait(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms).unref());
}
