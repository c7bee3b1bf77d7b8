import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { killGroup, STATE_DIR_MARK, signal } from "./orphans.ts";
import { PROJECT_ROOT } from "./paths.ts";
import { Refusal } from "./refusal.ts";

const STOP_LIMIT_MS = 5_000; // time to end after SIGTERM; then the group is killed

export type Program = {
  /** The name in messages, such as "issuer". */
  name: string;
  /** Arguments of Node. Never secrets: everybody on the machine can read them. */
  args: string[];
  env?: Record<string, string>;
  /** Where its stdout goes; "lines" returns it line by line. Its stderr is always that of the command. */
  stdout?: "inherit" | "lines";
};

export type Child = {
  name: string;
  /** How it ended, as a clause such as "ended with code 1". */
  ended: Promise<string>;
  /** The lines of stdout, of a program with `stdout: "lines"`. */
  lines: AsyncIterable<string> | null;
  /** Asks it to end, kills it if it does not, and resolves when no process of its group is left. */
  stop(): Promise<void>;
};

/**
 * The child processes of a command. They end with it, for three reasons. Each is the leader of a process group, so that
 * Ctrl-C reaches only the command, which stops them in order. Each reads an open pipe as stdin, which closes when the
 * command ends, even by a crash. And the groups are recorded, so that the next start can kill what is left.
 */
export class Processes {
  readonly #stateDir: string;
  readonly #record: (groups: number[]) => void;
  readonly #children: { child: Child; process: ChildProcess; group: number }[] = [];
  #stopping = false;

  constructor(stateDir: string, record: (groups: number[]) => void) {
    this.#stateDir = stateDir;
    this.#record = record;
  }

  /** Starts a program on this Node. */
  start({ name, args, env = {}, stdout = "inherit" }: Program): Child {
    if (this.#stopping) throw new Error(`${name} is not started any more.`);
    const process_ = spawn(process.execPath, args, {
      cwd: PROJECT_ROOT,
      detached: true,
      env: { ...process.env, ...env, EXIT_WITH_STDIN: "1", [STATE_DIR_MARK]: this.#stateDir },
      stdio: ["pipe", stdout === "lines" ? "pipe" : "inherit", "inherit"],
    });
    const group = process_.pid;
    if (group === undefined) throw new Error(`${name} could not be started.`);

    const ended = once(process_, "exit").then(async ([code, signalName]) => {
      await killGroup(group); // also ends the processes that the child has started
      this.#forget(group);
      return signalName === null ? `ended with code ${code}` : `was ended by ${signalName}`;
    });
    const child: Child = {
      name,
      ended,
      lines: process_.stdout === null ? null : createInterface({ input: process_.stdout }),
      stop: async () => {
        process_.kill("SIGTERM");
        const kill = setTimeout(() => signal(-group, "SIGKILL"), STOP_LIMIT_MS);
        await ended;
        clearTimeout(kill);
      },
    };
    this.#children.push({ child, process: process_, group });
    this.#record(this.#groups());
    return child;
  }

  /** Applies the migrations that the databases of a state folder lack. Throws a `Refusal`. */
  async migrate(stateDir: string): Promise<void> {
    const migration = this.start({ name: "migration", args: ["tools/apply-migrations.ts", stateDir] });
    if ((await migration.ended) !== "ended with code 0")
      throw new Refusal("The migration of the local database failed.");
  }

  /** Throws a `Refusal` when the first child ends. */
  async refuseEnd(): Promise<never> {
    const ends = this.#children.map(async ({ child }) => `The ${child.name} ${await child.ended}.`);
    throw new Refusal(await Promise.race(ends));
  }

  /** Stops all, the last started first: the server before the services that it uses. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const { child } of [...this.#children].reverse()) await child.stop();
  }

  /** Kills all at once. */
  kill(): void {
    for (const { group } of this.#children) signal(-group, "SIGKILL");
  }

  #groups(): number[] {
    return this.#children.map(({ group }) => group);
  }

  #forget(group: number): void {
    const index = this.#children.findIndex((entry) => entry.group === group);
    if (index >= 0) this.#children.splice(index, 1);
    this.#record(this.#groups());
  }
}
