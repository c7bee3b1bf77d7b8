import { readdirSync, readFileSync } from "node:fs";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { describe, expect, it } from "vitest";
import * as chatSchema from "../../durable-objects/character-chat/schema.ts";
import * as conversationSchema from "../../durable-objects/conversation/schema.ts";
import * as storySchema from "../../durable-objects/story/schema.ts";
import * as d1Schema from "../../workers/db/schema/index.ts";

/** What `npm run db:generate` would still write. It is empty if the migrations lead to the schema. */
async function missingMigration(schema: Record<string, unknown>, folder: string): Promise<string[]> {
  const newest = readdirSync(`${folder}/meta`)
    .filter((name) => name.endsWith("_snapshot.json"))
    .sort()
    .at(-1);
  const before = JSON.parse(readFileSync(`${folder}/meta/${newest}`, "utf8"));
  return generateSQLiteMigration(before, await generateSQLiteDrizzleJson(schema, before.id));
}

describe("the migrations", () => {
  it("of D1 lead to the schema in the code", async () => {
    expect(await missingMigration(d1Schema, "migrations")).toEqual([]);
  });

  it("of the objects lead to the schema in the code", async () => {
    expect(await missingMigration(conversationSchema, "durable-objects/conversation/migrations")).toEqual([]);
    expect(await missingMigration(storySchema, "durable-objects/story/migrations")).toEqual([]);
    expect(await missingMigration(chatSchema, "durable-objects/character-chat/migrations")).toEqual([]);
  });

  it("would be missed if the schema went on without them", async () => {
    const { users: _, ...withoutUsers } = d1Schema;
    expect(await missingMigration(withoutUsers, "migrations")).not.toEqual([]);
  });
});
