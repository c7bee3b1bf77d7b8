import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import * as v from "valibot";
import { signal } from "#tools/orphans.ts";
import { PROJECT_ROOT } from "#tools/paths.ts";
import { anyFreePort } from "#tools/ports.ts";

const READY_LIMIT_MS = 120_000; // a first start builds

const recordSchema = v.object({ groups: v.array(v.number()) });

export type ProductOptions = {
  /** Settings, as a person would give them to `npm start`. */
  env?: Record<string, string>;
  /** The program that starts it; absent: that of `npm start`. */
  start?: string;
  /** A state folder that exists, in place of an empty one. */
  stateDir?: string;
};

/**
 * The product as `npm start` runs it, in a process of its own, on a free port and a state folder of its own. It ends
 * with the test's process, even after a crash.
 */
export class Product {
  /** The address in people's browsers. */
  readonly origin: string;
  readonly port: number;
  readonly stateDir: string;
  /** Everything that it has printed, over all its starts. */
  output = "";
  readonly #env: Record<string, string>;
  readonly #start: string;
  #process: ChildProcess | null = null;

  private constructor(port: number, stateDir: string, options: ProductOptions) {
    const { env = {}, start = "tools/start.ts" } = options;
    this.#start = start;
    this.origin = env["APP_ORIGIN"] ?? `http://localhost:${port}`;
    this.port = port;
    this.stateDir = stateDir;
    this.#env = { ...env, PORT: String(port), STATE_DIR: stateDir };
  }

  /** Starts it, on an empty state if none is given, and resolves when it is healthy. */
  static async start(options: ProductOptions = {}): Promise<Product> {
    const stateDir = options.stateDir ?? (await mkdtemp(path.join(tmpdir(), "talespark-")));
    const product = new Product(await anyFreePort(), stateDir, options);
    await product.startAgain();
    return product;
  }

  /** Starts it again on the same port and state, and resolves when it is healthy. */
  async startAgain(): Promise<void> {
    const child = spawn(process.execPath, [this.#start], {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ...this.#env, EXIT_WITH_STDIN: "1" },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => fail("was not ready in time"), READY_LIMIT_MS);
      const fail = (why: string) => {
        clearTimeout(limit);
        reject(new Error(`The product ${why}:\n${this.output}`));
      };
      const read = (piece: Buffer) => {
        this.output += piece.toString("utf8");
        if (!this.output.includes(`\nready ${this.origin}\n`, startedAt)) return;
        clearTimeout(limit);
        resolve();
      };
      const startedAt = Math.max(0, this.output.length - 1);
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("exit", (code) => fail(`ended with code ${code}`));
    });
  }

  /** Kills all its processes at once with -9, as a power failure would, and resolves when they have ended. */
  async kill9(): Promise<void> {
    const child = this.#running();
    const groups = await this.#groups();
    const gone = once(child, "exit");
    child.kill("SIGKILL"); // first, so that it does not notice the end of the others
    for (const group of groups) signal(-group, "SIGKILL");
    await gone;
    this.#process = null;
  }

  /** Kills only the command with -9. */
  async killCommand(): Promise<void> {
    const child = this.#running();
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    this.#process = null;
  }

  /** The process that all its others are started by. */
  get pid(): number {
    const { pid } = this.#running();
    if (pid === undefined) throw new Error("The product has not started.");
    return pid;
  }

  /** The memory of its processes, in bytes. */
  async memory(): Promise<number> {
    return (await this.#processes()).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** The files and sockets that its processes have open. Linux only. */
  async handles(): Promise<number> {
    const counts = (await this.#processes()).map(async ({ pid }) => {
      const open = await readdir(`/proc/${pid}/fd`).catch(() => []); // it has ended meanwhile
      return open.length;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  async #processes(): Promise<{ pid: number; bytes: number }[]> {
    const groups = new Set(await this.#groups());
    const listed = await promisify(execFile)("ps", ["-eo", "pgid=,pid=,rss="]);
    const lines = listed.stdout.trim().split("\n");
    return lines.flatMap((line) => {
      const [group = 0, pid = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
      return groups.has(group) ? [{ pid, bytes: kilobytes * 1024 }] : [];
    });
  }

  /** Stops it as Ctrl-C does. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    this.#process = null;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }

  /** Stops it and removes its state. */
  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.stateDir, { recursive: true, force: true });
  }

  async #groups(): Promise<number[]> {
    const record = await readFile(path.join(this.stateDir, "processes.json"), "utf8");
    return v.parse(recordSchema, JSON.parse(record)).groups;
  }

  #running(): ChildProcess {
    if (this.#process === null) throw new Error("The product is not running.");
    return this.#process;
  }
}
