import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { migrateObject } from "#durable-objects/conversation/migrations.ts";

function listTables(storage: DurableObjectStorage): string[] {
  return storage.sql
    .exec("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .toArray()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith("_") && name !== "applied_migrations");
}

describe("the tables of an object", () => {
  it("stay unchanged if a migration fails", async () => {
    const stub = env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(createId()));
    const { fault, before, after } = await runInDurableObject(stub, (_, { storage }) => {
      const files = { "./0000.sql": "CREATE TABLE scraps (text TEXT); INSERT INTO nowhere VALUES ('a')" };
      const before = listTables(storage);
      try {
        migrateObject(storage, { part: "scraps", files });
        return { fault: "", before, after: listTables(storage) };
      } catch (error) {
        return { fault: String(error), before, after: listTables(storage) };
      }
    });
    expect(fault).toContain("no such table: nowhere");
    expect(before).toContain("messages");
    expect(after).toEqual(before);
  });
});
