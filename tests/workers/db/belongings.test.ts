import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { describe, expect, it } from "vitest";
import {
  OWNED_ELSEWHERE,
  OWNED_TABLES,
  STORED_BY,
  TABLES_OF_THINGS,
  THING_KINDS,
} from "#workers/db/belongings.ts";
import * as schema from "#workers/db/schema/index.ts";

/** The tables that are about no person. */
const OF_NOBODY = [schema.shardSizes].map(getTableName);

const STORES = new Set(["DurableObjectNamespace", "KvNamespace", "R2Bucket"]);
/** Bindings that only tests have. */
const OF_TESTS = /^EMPTY_/;

const tables = Object.values<unknown>(schema).filter((value) => is(value, SQLiteTable));
const names = (owned: readonly { table: SQLiteTable }[]) => owned.map(({ table }) => getTableName(table));

describe("what belongs to an account", () => {
  it("names every table once", () => {
    const named = [...names(OWNED_TABLES), ...names(OWNED_ELSEWHERE), ...OF_NOBODY];
    expect(named.toSorted()).toEqual(tables.map((table) => getTableName(table)).toSorted());
  });

  it("names every binding that stores something", () => {
    const storing = Object.entries(env).filter(
      ([name, binding]) => STORES.has(binding?.constructor?.name ?? "") && !OF_TESTS.test(name),
    );
    expect(Object.keys(STORED_BY).toSorted()).toEqual(storing.map(([name]) => name).toSorted());
    const kinds = Object.values(STORED_BY).flatMap((kind) => (Array.isArray(kind) ? kind : []));
    expect(new Set(kinds)).toEqual(new Set(THING_KINDS));
  });

  it("has rows inserted after the rows that they refer to", () => {
    const order = names(OWNED_TABLES);
    for (const { table } of OWNED_TABLES) {
      for (const { reference } of getTableConfig(table).foreignKeys) {
        const referred = getTableName(reference().foreignTable);
        expect(order.indexOf(referred), referred).toBeLessThan(order.indexOf(getTableName(table)));
      }
    }
  });

  it("leaves no row of a person behind a deletion: each goes, or nothing in it names the person", () => {
    const withThings = OWNED_TABLES.filter(({ atDeletion }) => /things|object/.test(atDeletion));
    expect(names(withThings).toSorted()).toEqual(
      Object.values(TABLES_OF_THINGS).map(getTableName).toSorted(),
    );
    for (const { table, atDeletion } of OWNED_TABLES) {
      const { columns, foreignKeys } = getTableConfig(table);
      if (atDeletion === "expire") expect(columns.map(({ name }) => name)).not.toContain("user_id");
      if (atDeletion !== "cascade") continue;
      expect(foreignKeys.length).toBeGreaterThan(0);
      for (const { onDelete } of foreignKeys) expect(onDelete).toBe("cascade");
    }
  });
});
