import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { PROJECT_ROOT } from "./paths.ts";

type Options = {
  env?: Record<string, string>;
  /** Prints its output only if it fails. */
  quiet?: boolean;
};

/** Runs a Node program in the terminal of this command and returns its exit code. Ctrl-C ends both. */
export async function runNode(args: string[], { env = {}, quiet = false }: Options = {}): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...env },
    stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (piece: Buffer) => output.push(piece));
  let asked = false;
  const passOn = (name: NodeJS.Signals) => {
    asked = true;
    child.kill(name);
  };
  process.on("SIGTERM", passOn);
  process.on("SIGINT", passOn);
  const [code, name]: (number | NodeJS.Signals | null)[] = await once(child, "close");
  process.off("SIGTERM", passOn);
  process.off("SIGINT", passOn);
  if (code !== 0) process.stdout.write(Buffer.concat(output));
  if (asked) process.exit(1); // Ctrl-C ends the whole command, not only the current program
  if (typeof code === "number") return code;
  return 128 + (typeof name === "string" ? constants.signals[name] : 0);
}
