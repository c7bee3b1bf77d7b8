import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { listAddedDatabases, listDatabases, provideDatabases } from "#tools/local-databases.ts";

function aStateFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "talespark-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const listBindings = (stateDir: string) => listDatabases(stateDir).map(({ binding }) => binding);

it("a state has one database, that of wrangler.toml, unless it was given more", () => {
  const stateDir = aStateFolder();
  provideDatabases(stateDir, undefined);
  expect(listBindings(stateDir)).toEqual(["DB"]);
  provideDatabases(stateDir, 1);
  expect(listAddedDatabases(stateDir)).toEqual([]);
});

it("a state keeps its databases, can be given more, and is never served with fewer", () => {
  const stateDir = aStateFolder();
  provideDatabases(stateDir, 2);
  expect(listBindings(stateDir)).toEqual(["DB", "DIRECTORY", "DB_1"]);
  provideDatabases(stateDir, undefined);
  const two = listDatabases(stateDir);
  provideDatabases(stateDir, 4);
  expect(listDatabases(stateDir)).toEqual([
    ...two,
    { binding: "DB_2", id: "local-DB_2" },
    { binding: "DB_3", id: "local-DB_3" },
  ]);
  expect(new Set(listDatabases(stateDir).map(({ id }) => id)).size).toBe(5);
  expect(() => provideDatabases(stateDir, 3)).toThrow(/^DATABASES 3 is too few: .* is in 4 databases/u);
});

it("a damaged number of databases is refused, not read as one", () => {
  const stateDir = aStateFolder();
  writeFileSync(path.join(stateDir, "databases"), "");
  expect(() => listDatabases(stateDir)).toThrow("is damaged");
});
