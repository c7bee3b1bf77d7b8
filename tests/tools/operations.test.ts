import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { experimental_getWranglerCommands } from "wrangler";
import { inProject } from "#tools/paths.ts";

const operations = readFileSync(inProject("docs/operations.md"), "utf8");
/** The commands of the document: the lines of its blocks, and what is in backticks. Continued lines are joined. */
const commands = [...operations.matchAll(/```sh\n([\s\S]*?)```|`((?:npx|npm) [^`]+)`/g)]
  .map(([, block, inline]) => (block ?? inline ?? "").replaceAll("\\\n", " "))
  .flatMap((text) => (text.includes("```") ? [] : text.split("\n")))
  .join("\n");

it("every wrangler command of docs/operations.md exists, with its flags", () => {
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

  for (const [name, flags] of used) {
    const known = listFlags(name.split(" "));
    for (const flag of flags) expect(known, `wrangler ${name} ${flag}`).toContain(flag);
  }
});

/** The flags of a command of wrangler. Words behind a command are names of things. Throws if there is no such command. */
function listFlags(words: readonly string[]): string[] {
  const { registry, globalFlags } = experimental_getWranglerCommands();
  let node = registry;
  for (const word of words) {
    const next = node.subtree.get(word);
    if (next !== undefined) node = next;
    else if (node.definition?.type === "command") break;
    else throw new Error(`"wrangler ${words.join(" ")}" is no command.`);
  }
  const own = node.definition?.type === "command" ? node.definition.args : {};
  return Object.keys({ ...globalFlags, ...own }).map((flag) => `--${flag}`);
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
