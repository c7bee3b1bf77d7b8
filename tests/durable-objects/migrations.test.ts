import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { migrateObject } from "#durable-objects/conversation/migrations.ts";

const CORE_TABLES = [
  "conversation",
  "known_facts",
  "last_prompt",
  "messages",
  "notes",
  "outbox",
  "paths",
  "prompt_steps",
  "reading_places",
  "revisions",
  "turns",
];
const CHAT_TABLES = ["memories", "memory_marks", "read_state"];
const STORY_TABLES = [
  "cast",
  "cast_facts",
  "demo",
  "locations",
  "memories",
  "memory_marks",
  "story",
  "suggestions",
];

function listTables(storage: DurableObjectStorage): string[] {
  return storage.sql
    .exec("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .toArray()
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith("_") && name !== "applied_migrations");
}

describe("the tables of an object", () => {
  it("of a story are the core's and the story's", async () => {
    const stub = env.STORY.get(env.STORY.idFromName(createId()));
    const tables = await runInDurableObject(stub, (_, { storage }) => listTables(storage));
    expect(tables).toEqual([...CORE_TABLES, ...STORY_TABLES].sort());
  });

  it("of a character chat are the core's and the chat's", async () => {
    const stub = env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(createId()));
    const tables = await runInDurableObject(stub, (_, { storage }) => listTables(storage));
    expect(tables).toEqual([...CORE_TABLES, ...CHAT_TABLES].sort());
  });

  it("grow by the migrations of each part that are not applied yet, in order, each once", async () => {
    const stub = env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(createId()));
    const scraps = await runInDurableObject(stub, (_, { storage }) => {
      const first = {
        "./0000.sql":
          "CREATE TABLE scraps (text TEXT);--> statement-breakpoint\nINSERT INTO scraps VALUES ('a')",
      };
      migrateObject(storage, { part: "scraps", files: first });
      const second = { "./0001.sql": "INSERT INTO scraps VALUES ('b')", ...first };
      migrateObject(storage, { part: "scraps", files: second });
      migrateObject(storage, { part: "scraps", files: second });
      return storage.sql.exec("SELECT text FROM scraps").toArray();
    });
    expect(scraps).toEqual([{ text: "a" }, { text: "b" }]);
  });

  it("stay unchanged if a migration fails", async () => {
    const stub = env.CHARACTER_CHAT.get(env.CHARACTER_CHAT.idFromName(createId()));
    const { fault, tables } = await runInDurableObject(stub, (_, { storage }) => {
      const files = { "./0000.sql": "CREATE TABLE scraps (text TEXT); INSERT INTO nowhere VALUES ('a')" };
      try {
        migrateObject(storage, { part: "scraps", files });
        return { fault: "", tables: [] };
      } catch (error) {
        return { fault: String(error), tables: listTables(storage) };
      }
    });
    expect(fault).toContain("no such table: nowhere");
    expect(tables).toEqual([...CORE_TABLES, ...CHAT_TABLES].sort());
  });
});
