import { createHash } from "node:crypto";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { expect, it } from "vitest";
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

/** A line for each migration that has landed, as `sha256sum` writes it. */
const LANDED = "tests/tools/landed-migrations.txt";

function listLanded(): Map<string, string> {
  const lines = readFileSync(LANDED, "utf8").trim().split("\n");
  return new Map(lines.map((line): [string, string] => [line.slice(66), line.slice(0, 64)]));
}

function findMigrations(): string[] {
  return [...globSync("migrations/*.sql"), ...globSync("durable-objects/*/migrations/*.sql")].sort();
}

it("a migration that has landed is never changed: people have databases that it made", () => {
  for (const [file, recorded] of listLanded()) {
    const hash = createHash("sha256").update(readFileSync(file)).digest("hex");
    expect(hash, `${file} has landed: put it back, and write what is missing into a new migration`).toBe(
      recorded,
    );
  }
});

it("a migration that has landed is on record from the day it lands", () => {
  const landed = listLanded();
  const missing = findMigrations().filter((file) => !landed.has(file));
  expect(missing, `add them: sha256sum ${missing.join(" ")} >> ${LANDED}`).toEqual([]);
});

it("the migrations of D1 lead to the schema in the code", async () => {
  expect(await missingMigration(d1Schema, "migrations")).toEqual([]);
});

it("the migrations of the objects lead to the schema in the code", async () => {
  expect(await missingMigration(conversationSchema, "durable-objects/conversation/migrations")).toEqual([]);
  expect(await missingMigration(storySchema, "durable-objects/story/migrations")).toEqual([]);
  expect(await missingMigration(chatSchema, "durable-objects/character-chat/migrations")).toEqual([]);
});
