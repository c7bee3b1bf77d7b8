import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";
import { expect, it } from "vitest";
import { inProject } from "#tools/paths.ts";

/*
 * One exported name has one meaning, so that a search finds only that thing. Names of a package are counted apart from
 * those of the product.
 */

const PRODUCT = ["app", "workers", "durable-objects", "domain", "tools"];

/** The exports of a route module that React Router reads. */
const OF_ROUTES = new Set([
  "action",
  "ErrorBoundary",
  "headers",
  "Layout",
  "links",
  "handle",
  "loader",
  "meta",
  "middleware",
  "shouldRevalidate",
]);
const IS_ROUTE = /^app\/(routes\/|root\.tsx$)/;

type Exported = { name: string; file: string; isFunction: boolean };

/** The names that a file declares and exports. A re-exported name belongs to the file that declares it. */
function readExports(file: string, source: string): Exported[] {
  const exported: Exported[] = [];
  const add = (name: string, isFunction = false) => exported.push({ name, file, isFunction });
  for (const statement of parseSync(file, source).program.body) {
    if (statement.type !== "ExportNamedDeclaration" || statement.source !== null) continue;
    const { declaration } = statement;
    for (const { exported: name } of statement.specifiers)
      add(name.type === "Literal" ? name.value : name.name);
    if (declaration === null) continue;
    if (declaration.type === "VariableDeclaration") {
      for (const { id, init } of declaration.declarations)
        if (id.type === "Identifier") add(id.name, init?.type === "ArrowFunctionExpression");
    } else if ("id" in declaration && declaration.id?.type === "Identifier") {
      add(declaration.id.name, declaration.type === "FunctionDeclaration");
    }
  }
  return exported.filter(({ name }) => !(IS_ROUTE.test(file) && OF_ROUTES.has(name)));
}

function readFolders(folders: readonly string[]): Exported[] {
  return folders.flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, {
      cwd: inProject(),
      exclude: ["**/node_modules/**", "**/*.d.ts"],
    }).flatMap((file) => readExports(file, readFileSync(inProject(file), "utf8"))),
  );
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
  const exported = readFolders(PRODUCT);
  expect(exported.length).toBeGreaterThan(1000);
  expect(listDoubles(exported)).toEqual({});
});

it("no exported name means two things in a package", () => {
  const packages = globSync("packages/*/src", { cwd: inProject() });
  expect(packages).toContain("packages/storyteller/src");
  for (const sources of packages) expect(listDoubles(readFolders([sources]))).toEqual({});
});

it("an exported function is named by what it does, not by what it is given", () => {
  const functions = readFolders(PRODUCT).filter(({ isFunction }) => isFunction);
  const named = functions.filter(({ name }) => /Of$/.test(name));
  expect(named).toEqual([]);
});

it("a name that is declared twice is found, whatever it names, and one that is passed on is not", () => {
  const files = {
    "domain/a.ts": "export const A = 1, B = 2; export function c() {} export type D = string;",
    "workers/b.ts":
      'export class A {} export { c } from "#domain/a.ts"; const B = 3; export type D = number;',
    "app/routes/x.tsx": "export const loader = () => null;",
    "app/routes/y.tsx": "export function loader() {} export default function c() {}",
    "app/loader.ts": "const B = 1; export { B };",
  };
  const exported = Object.entries(files).flatMap(([file, source]) => readExports(file, source));
  expect(listDoubles(exported)).toEqual({
    A: ["domain/a.ts", "workers/b.ts"],
    B: ["app/loader.ts", "domain/a.ts"],
    D: ["domain/a.ts", "workers/b.ts"],
  });
});
