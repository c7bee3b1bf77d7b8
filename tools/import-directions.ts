import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "vite";
import { PROJECT_ROOT } from "./paths.ts";

/*
 * Checks "Imports point one way" of docs/architecture.md. dependency-cruiser needs the TypeScript 6 API to read these
 * files, and TypeScript 7 does not have it. Vite's parser also distinguishes type imports.
 */

/** An import between files of the project, by their paths from its root; for a workspace package, by its name. */
export type Import = { from: string; to: string; typeOnly: boolean };

type Direction = {
  from: RegExp;
  /** What it may import, besides packages. */
  may: RegExp[];
  /** What it may import as types only. */
  mayAsTypes?: RegExp[];
};

const STORE = /^workers\/[^/]+\/(?:[\w-]+-)?store\.ts$/;
/**
 * The parts of the Worker that every part of an object may use. A kind of conversation may also use the stores of its
 * tables in D1.
 */
const FOR_OBJECTS = [/^workers\/(ai|db|pictures)\//, /^workers\/(logging|settings)\.ts$/];

// The first rule that matches a file applies.
const DIRECTIONS: Direction[] = [
  { from: /^domain\//, may: [/^domain\//] },
  { from: /^app\//, may: [/^app\//, /^domain\//], mayAsTypes: [/^workers\//, /^durable-objects\//] },
  {
    from: /^workers\/app\.ts$/,
    may: [/^workers\//, /^domain\//, /^durable-objects\/[^/]+\.ts$/, /^app\/(context|report-errors)\.ts$/],
  },
  { from: /^workers\//, may: [/^workers\//, /^domain\//], mayAsTypes: [/^durable-objects\//] },
  {
    // The core knows no kind of conversation. It may use the types of domain/ that all kinds share, the streaming of
    // text from the models and a helper for SQL, but no store.
    from: /^durable-objects\/conversation\//,
    may: [
      /^durable-objects\/conversation\//,
      /^domain\/(choose-lore|edit-conflict|errors|ids|incoming-tree|input|json|last-prompt|lore|memory|message|notes|paths|passage-markup|recently-deleted)\.ts$/,
      /^domain\/(protocol|rate-limits|search-update|share|story-file|text|turn-kinds)\.ts$/,
      /^workers\/ai\/(ask-with-timeout|flush-schedule|reply-timeout|reply-writer|stream-reply)\.ts$/,
      /^workers\/ai\/prompts\/prompt\.ts$/,
      /^workers\/ai\/reply\/(stage|speakers)\.ts$/,
      /^workers\/db\/limited\.ts$/,
      /^workers\/logging\.ts$/,
    ],
    mayAsTypes: [/^durable-objects\/memory\/memory-store\.ts$/],
  },
  {
    // Shared by the kinds with a long memory.
    from: /^durable-objects\/memory\//,
    may: [/^durable-objects\/(memory|conversation)\//, /^domain\//, /^workers\/ai\//],
  },
  ...["story", "character-chat"].map((kind) => ({
    from: new RegExp(`^durable-objects/${kind}/`),
    may: [
      new RegExp(`^durable-objects/(${kind}|conversation|memory)/`),
      /^durable-objects\/(owners-account|writing-parts)\.ts$/,
      /^domain\//,
      ...FOR_OBJECTS,
      STORE,
    ],
  })),
  {
    // The job that deletes an account uses the stores of several areas.
    from: /^durable-objects\/account-deletion/,
    may: [
      /^durable-objects\/account-deletion\//,
      /^domain\//,
      /^workers\/account-deletion\/store\.ts$/,
      /^workers\/billing\/stripe-client\.ts$/,
      ...FOR_OBJECTS,
    ],
    mayAsTypes: [/^durable-objects\/conversation-object\.ts$/],
  },
  {
    // The job of an import reads files and writes what they hold.
    from: /^durable-objects\/import\.ts$/,
    may: [
      /^domain\//,
      /^workers\/imports\/run-import\.ts$/,
      /^workers\/conversations\/tree-writer\.ts$/,
      ...FOR_OBJECTS,
    ],
  },
  {
    from: /^durable-objects\//,
    may: [/^durable-objects\//, /^domain\//, ...FOR_OBJECTS, STORE],
  },
  { from: /^packages\/storyteller\//, may: [/^packages\/storyteller\//] },
  { from: /^packages\/local-model\//, may: [/^packages\/local-model\//] },
];
/** A workspace package by its name: only what its package.json exports. */
const PACKAGE_ENTRY = /^@talespark\//;
const PACKAGE_FILE = /^(packages\/[^/]+)\//;
const SERVICE = /^workers\/([^/]+\/service|services)\.ts$/;
const SOURCE_FOLDERS = ["app", "domain", "durable-objects", "packages", "tools", "workers"];

/** The forbidden imports of the project, one sentence each. */
export function checkImportDirections(): string[] {
  const imports = SOURCE_FOLDERS.flatMap(listSources).flatMap((file) =>
    readImports(file, readFileSync(path.join(PROJECT_ROOT, file), "utf8")),
  );
  return judgeImports(imports, readRouteModules());
}

/** Judges imports by the rules; `routeModules` are the files that app/routes.ts names. */
export function judgeImports(imports: Import[], routeModules: Set<string>): string[] {
  const wrong = imports.flatMap(({ from, to, typeOnly }) => {
    const direction = DIRECTIONS.find((candidate) => candidate.from.test(from));
    const allowed = direction?.may.some((pattern) => pattern.test(to)) ?? true;
    const allowedAsType = direction?.mayAsTypes?.some((pattern) => pattern.test(to)) ?? false;
    if (!allowed && !allowedAsType) return [`${from} must not import ${to}.`];
    if (!allowed && !typeOnly) return [`${from} may import ${to} only as types.`];
    const [, wholePackage] = PACKAGE_FILE.exec(to) ?? [];
    if (wholePackage !== undefined && !from.startsWith(`${wholePackage}/`))
      return [`${from} must import the package of ${to} by its name.`];
    if (routeModules.has(to)) return [`${from} must not import the route ${to}: share a module beside it.`];
    if (STORE.test(from) && SERVICE.test(to))
      return [`${from} is a store and must not import the service ${to}.`];
    return [];
  });
  return [...wrong, ...findCycles(imports.filter(({ typeOnly }) => !typeOnly))];
}

/** The imports of project files in a source, without generated files. */
export function readImports(file: string, source: string): Import[] {
  return readSpecifiers(file, source).flatMap(({ specifier, typeOnly }) => {
    const to = resolve(file, specifier);
    return to === null ? [] : [{ from: file, to, typeOnly }];
  });
}

/** What a source imports, as it stands there. */
export function readSpecifiers(file: string, source: string): { specifier: string; typeOnly: boolean }[] {
  const { module } = parseSync(file, source);
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest === null ? [] : [{ specifier: moduleRequest.value, typeOnly: isType }],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      specifier: source.slice(start + 1, end - 1),
      typeOnly: false,
    })),
  ];
}

function resolve(file: string, specifier: string): string | null {
  const plain = specifier.replace(/\?.*$/, "");
  if (PACKAGE_ENTRY.test(plain)) return plain;
  if (plain.startsWith("#")) return plain.slice(1); // as in "imports" of package.json
  if (!plain.startsWith(".") || plain.includes("/+types/")) return null;
  return path.posix.join(path.posix.dirname(file), plain);
}

function findCycles(imports: Import[]): string[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const cycles: string[] = [];
  const done = new Set<string>();
  function visit(file: string, trail: string[]): void {
    const start = trail.indexOf(file);
    if (start >= 0) cycles.push(`${[...trail.slice(start), file].join(" → ")} is a circle.`);
    if (start >= 0 || done.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  }
  for (const file of targets.keys()) visit(file, []);
  return cycles;
}

function readRouteModules(): Set<string> {
  const source = readFileSync(path.join(PROJECT_ROOT, "app/routes.ts"), "utf8");
  return new Set([...source.matchAll(/"(routes\/[^"]+\.tsx?)"/g)].map(([, file]) => `app/${file}`));
}

/** The TypeScript files of a folder and its subfolders, by their paths from the project's root. */
export function listSources(folder: string): string[] {
  return readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(PROJECT_ROOT, path.join(entry.parentPath, entry.name)));
}
