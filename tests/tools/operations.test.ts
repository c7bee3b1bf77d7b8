import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { inProject } from "#tools/paths.ts";

const operations = readFileSync(inProject("docs/operations.md"), "utf8");
/** The commands of the document: the lines of its blocks, and what is in backticks. Continued lines are joined. */
const commands = [...operations.matchAll(/```sh\n([\s\S]*?)```|`((?:npx|npm) [^`]+)`/g)]
  .map(([, block, inline]) => (block ?? inline ?? "").replaceAll("\\\n", " "))
  .flatMap((text) => (text.includes("```") ? [] : text.split("\n")))
  .join("\n");

it("every wrangler command of docs/operations.md exists, with its flags", { timeout: 120_000 }, async () => {
  const used = new Map<string, Set<string>>();
  for (const [, line = ""] of commands.matchAll(/npx wrangler ([^\n|>)#]+)/g)) {
    const words = line.trim().split(/\s+/);
    const end = words.findIndex((word) => !/^[a-z][a-z0-9-]*$/.test(word));
    const name = words.slice(0, end < 0 ? undefined : end).join(" ");
    const flags = used.get(name) ?? new Set();
    for (const [flag] of line.matchAll(/--[a-z-]+/g)) flags.add(flag);
    used.set(name, flags);
  }
  expect(used.size).toBeGreaterThan(10);

  await Promise.all(
    [...used].map(async ([name, flags]) => {
      const help = await showHelp(name.split(" "));
      for (const flag of flags) expect(help, `wrangler ${name} ${flag}`).toContain(flag);
    }),
  );
});

/** The longest beginning of the words that is a command: what follows are names of things. */
async function showHelp(words: string[]): Promise<string> {
  const wrangler = inProject("node_modules/wrangler/bin/wrangler.js");
  const env = { ...process.env, WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" };
  const { stdout } = await promisify(execFile)(process.execPath, [wrangler, ...words, "--help"], { env });
  const [first = ""] = stdout.trim().split("\n");
  const named = /^wrangler ((?:[a-z0-9-]+ ?)+)/.exec(first)?.[1]?.trim() ?? "";
  expect(
    words.join(" ").startsWith(named),
    `"wrangler ${words.join(" ")}" shows the help of "${first}"`,
  ).toBe(true);
  return stdout;
}

it("every npm script that docs/operations.md names exists", () => {
  const { scripts } = JSON.parse(readFileSync(inProject("package.json"), "utf8"));
  const named = new Set([...commands.matchAll(/npm run ([a-z:]+)/g)].map(([, name = ""]) => name));

  expect(named).toContain("deploy");
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
});

it("every SQL statement of docs/operations.md fits the schema of D1", () => {
  const database = new DatabaseSync(":memory:");
  for (const name of readdirSync(inProject("migrations"))
    .filter((file) => file.endsWith(".sql"))
    .sort()) {
    database.exec(readFileSync(inProject("migrations", name), "utf8"));
  }
  const statements = [...commands.matchAll(/--command "([^"]+)"/g)].map(([, sql = ""]) => sql);

  expect(statements.length).toBeGreaterThan(4);
  for (const statement of statements) database.prepare(`EXPLAIN ${statement}`).all();
});

it("every event of the log that docs/operations.md names is written somewhere", () => {
  const code = ["workers", "durable-objects", "app"]
    .flatMap((folder) =>
      readdirSync(inProject(folder), { recursive: true, encoding: "utf8" }).map((file) =>
        inProject(folder, file),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const inQuestions = [...operations.matchAll(/\.event == "([^"]+)"/g)];
  const inText = [
    ...operations.matchAll(
      /`((?:account|billing|consistency|nightly|operator|outbox|purge|shards|stripe)\.[a-z-]+)`/g,
    ),
  ];
  const events = new Set([...inQuestions, ...inText].map(([, event = ""]) => event));

  expect(events.size).toBeGreaterThan(15);
  for (const event of events) expect(code, event).toContain(`"${event}"`);
});
