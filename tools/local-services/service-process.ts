import type { Server } from "node:http";
import * as v from "valibot";
import { Refusal } from "../refusal.ts";
import { onParentGone } from "../shutdown.ts";

/**
 * Runs a local service as a process: it listens on 127.0.0.1, prints exactly one line on stdout (`ready
 * http://127.0.0.1:PORT`), and ends on SIGTERM, on SIGINT, or with the process that started it. Throws a `Refusal` if
 * the port is taken.
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
    // close() would wait for streams and keep-alive connections until their clients close them.
    server.closeAllConnections();
  }
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  onParentGone(end);
  process.stdout.write(`ready http://127.0.0.1:${port}\n`);
}

export const nonEmpty = v.pipe(v.string("is missing"), v.trim(), v.nonEmpty("is empty"));

export const portSetting = v.pipe(
  nonEmpty,
  v.transform(Number),
  v.integer("is not a whole number"),
  v.minValue(1, "is not a port"),
  v.maxValue(65535, "is not a port"),
);

/** Reads a local service's environment. Throws a `Refusal` with one sentence that names the wrong setting. */
export function readEnvironment<Schema extends v.GenericSchema>(
  schema: Schema,
  environment: Record<string, string | undefined>,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, environment);
  if (parsed.success) return parsed.output;
  const issue = parsed.issues[0];
  const name = String(issue.path?.[0]?.key ?? "The environment");
  throw new Refusal(`${name} ${environment[name] === undefined ? "is missing" : issue.message}.`);
}
