import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { judgeImports, readImports } from "#tools/import-directions.ts";
import { inProject } from "#tools/paths.ts";

/*
 * One exported name has one meaning, so that a search finds only that thing. Names of a package are counted apart from
 * those of the product.
 */

const PRODUCT = "{app,workers,durable-objects,domain,tools}";
const EXPORT = /^export (?:abstract |async )*(?:class|const|function\*?|interface|let|type) (\w+)/gmu;

/** The exports of a route module that React Router reads. */
const OF_ROUTES =
  /^(?:action|ErrorBoundary|headers|Layout|links|handle|loader|meta|middleware|shouldRevalidate)$/u;

type Exported = { name: string; file: string };

/** The names that the files of a folder declare and export. */
function readExports(folder: string): Exported[] {
  const exclude = ["**/node_modules/**", "**/*.d.ts"];
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: inProject(), exclude }).flatMap((file) => {
    const names = [...readFileSync(inProject(file), "utf8").matchAll(EXPORT)].map(([, name = ""]) => name);
    const isRoute = /^app\/(routes\/|root\.tsx$)/u.test(file);
    return names.filter((name) => !isRoute || !OF_ROUTES.test(name)).map((name) => ({ name, file }));
  });
}

/** The names that more than one file exports, with those files. */
function listDoubles(exported: readonly Exported[]): Record<string, string[]> {
  const files = Map.groupBy(exported, ({ name }) => name);
  return Object.fromEntries(
    [...files]
      .map(([name, all]) => [name, [...new Set(all.map(({ file }) => file))].sort()] as const)
      .filter(([, all]) => all.length > 1),
  );
}

it("no exported name means two things in the product", () => {
  const exported = readExports(PRODUCT);
  expect(exported.length).toBeGreaterThan(1000);
  expect(listDoubles(exported)).toEqual({});
});

it("no exported name means two things in a package", () => {
  const packages = globSync("packages/*/src", { cwd: inProject() });
  expect(packages).toContain("packages/storyteller/src");
  for (const sources of packages) expect(listDoubles(readExports(sources))).toEqual({});
});

it("an exported function is named by what it does, not by what it is given", () => {
  expect(readExports(PRODUCT).filter(({ name }) => /^[a-z]\w*Of$/u.test(name))).toEqual([]);
});

const ROUTES = new Set(["app/routes/stories/list.tsx"]);
const CORE = "durable-objects/conversation/conversation-turn.ts";
const KIND = "durable-objects/story/story-kind.ts";
const STORYTELLER = "packages/storyteller/src/server.ts";

function judge(from: string, source: string): string[] {
  return judgeImports(readImports(from, source), ROUTES);
}

it.each([
  ["app/context.ts", 'import { Services } from "#workers/services.ts";', "only as types"],
  ["domain/story.ts", 'import type { X } from "../workers/x.ts";', "must not import workers/x.ts"],
  ["workers/http/create-app.ts", 'export { StoryObject } from "#durable-objects/story.ts";', ""],
  ["durable-objects/story.ts", 'import { x } from "#workers/stories/service.ts";', ""],
  ["workers/stories/store.ts", 'import { x } from "./service.ts";', "is a store and must not import"],
  ["workers/characters/deleted-store.ts", 'import { x } from "./service.ts";', "is a store"],
  [CORE, 'import type { X } from "#domain/story.ts";', ""],
  [CORE, 'import { x } from "#durable-objects/story/cast-store.ts";', ""],
  [CORE, 'import { x } from "#workers/db/schema/index.ts";', ""],
  [KIND, 'import { x } from "../character-chat/character-chat-kind.ts";', ""],
  ["app/routes/stories/new.tsx", 'await import("./list.tsx");', ""],
  [STORYTELLER, 'import { x } from "#domain/text.ts";', ""],
  ["workers/ai/prompts/idea.ts", 'import "@talespark/storyteller";', "must not import"],
  ["tools/seed.ts", 'import "../packages/storyteller/src/answer.ts";', "by its name"],
])("refuses in %s: %s", (from, source, words) => {
  expect(judge(from, source)).toEqual([expect.stringContaining(words)]);
});

it("names a circle of values, and leaves one of types alone", () => {
  const there = readImports("domain/a.ts", 'import { b } from "./b.ts";');
  const back = readImports("domain/b.ts", 'import { a } from "./a.ts";');
  const backAsType = readImports("domain/b.ts", 'import type { A } from "./a.ts";');
  expect(judgeImports([...there, ...back], ROUTES)).toEqual([
    "domain/a.ts → domain/b.ts → domain/a.ts is a circle.",
  ]);
  expect(judgeImports([...there, ...backAsType], ROUTES)).toEqual([]);
});
