import type { Server } from "node:http";
import { Refusal } from "../refusal.ts";
import { onParentGone } from "../shutdown.ts";

/**
 * The life of a local service as a process: listen on 127.0.0.1, say so in exactly one line on stdout
 * (`ready http://127.0.0.1:PORT`), and end on SIGTERM or SIGINT or with whoever started it. Throws a `Refusal` when the
 * port is taken.
 */
export async function runService(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new Refusal(`PORT ${port} is already in use.`) : error);
    });
    server.listen(port, "127.0.0.1", resolve);
  });

  let ending = false;
  function end() {
    if (ending) return;
    ending = true;
    server.close(() => process.exit(0));
    // Streams and keep-alive connections would hold close() back for as long as their clients like.
    server.closeAllConnections();
  }
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  onParentGone(end);
  process.stdout.write(`ready http://127.0.0.1:${port}\n`);
}
