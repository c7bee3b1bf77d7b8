import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import * as v from "valibot";
import { inProject, PROJECT_ROOT } from "../paths.ts";
import { Refusal } from "../refusal.ts";

/** wrangler.toml and its environment, for commands about the account. */
export const PRODUCTION = ["--config", "wrangler.toml", "--env", "production"];
/** The configuration that the production build has made of it, for commands that upload. */
export const BUILT = ["--config", "build/server/wrangler.json"];

/** How a command ended: its output without colours. */
export type Answer = { ok: boolean; stdout: string; stderr: string };

const entrySchema = v.looseObject({ type: v.string() });

/** Runs wrangler as a program. It asks no questions, because it has no terminal. */
export class Wrangler {
  readonly #program: readonly string[];
  readonly #env: Record<string, string>;

  /** `program`: the command line that starts wrangler; `env`: added to the environment. */
  constructor(
    program: readonly string[] = [process.execPath, inProject("node_modules/wrangler/bin/wrangler.js")],
    env: Record<string, string> = {},
  ) {
    this.#program = program;
    this.#env = env;
  }

  async run(args: readonly string[], env: Record<string, string> = {}): Promise<Answer> {
    const [command = "", ...first] = this.#program;
    const child = spawn(command, [...first, ...args], {
      cwd: PROJECT_ROOT,
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", NO_COLOR: "1", ...this.#env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // Ctrl-C ends the deployment between two commands, never in the middle of one
    });
    const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await once(child, "close");
    const [stdout, stderr] = await outputs;
    return {
      ok: code === 0,
      stdout: stripVTControlCharacters(stdout),
      stderr: stripVTControlCharacters(stderr),
    };
  }

  /** Runs a command that must succeed. Throws a `Refusal` with what wrangler says. */
  async must(args: readonly string[]): Promise<Answer> {
    const answer = await this.run(args);
    if (!answer.ok) throw new Refusal(describeFailure(args, answer));
    return answer;
  }

  /** What a command prints as JSON. Throws a `Refusal` if it fails or prints something else. */
  async readJson<Schema extends v.GenericSchema>(
    args: readonly string[],
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    return parsePrintedJson(args, await this.must(args), schema);
  }

  /**
   * Runs a command and returns the entry that it writes for programs (WRANGLER_OUTPUT_FILE_PATH), beside what it prints for
   * people; `null` if it failed.
   */
  async runForEntry<Schema extends v.GenericSchema>(
    args: readonly string[],
    schema: Schema,
  ): Promise<{ answer: Answer; entry: v.InferOutput<Schema> | null }> {
    const folder = await mkdtemp(path.join(tmpdir(), "talespark-deploy-"));
    try {
      const file = path.join(folder, "output.ndjson");
      const answer = await this.run(args, { WRANGLER_OUTPUT_FILE_PATH: file });
      if (!answer.ok) return { answer, entry: null };
      const lines = (await readFile(file, "utf8")).trim().split("\n");
      const entries = lines.map((line) => v.parse(entrySchema, JSON.parse(line)));
      const entry = entries.find((one) => v.is(schema, one));
      if (entry === undefined) throw new Refusal(`wrangler ${args.join(" ")} did not say what it has made.`);
      return { answer, entry: v.parse(schema, entry) };
    } finally {
      await rm(folder, { recursive: true });
    }
  }
}

/** The JSON that a command has printed; throws a `Refusal` if it is something else. */
export function parsePrintedJson<Schema extends v.GenericSchema>(
  args: readonly string[],
  { stdout }: Answer,
  schema: Schema,
): v.InferOutput<Schema> {
  let printed: unknown;
  try {
    printed = JSON.parse(stdout);
  } catch {
    throw new Refusal(`wrangler ${args.join(" ")} printed no JSON: ${stdout.slice(0, 300)}`);
  }
  const result = v.safeParse(schema, printed);
  if (result.success) return result.output;
  const place = v.getDotPath(result.issues[0]) ?? "its answer";
  throw new Refusal(`wrangler ${args.join(" ")} answered in a form that is not known here: ${place}.`);
}

/** A command that failed, with the sentences in which wrangler says why. */
export function describeFailure(args: readonly string[], { stdout, stderr }: Answer): string {
  const said = `${stderr}\n${stdout}`
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/Logs were written to|^npm notice|⛅️|^─+$/u.test(line));
  return `wrangler ${args.join(" ")} failed:\n${said.join("\n")}`;
}
