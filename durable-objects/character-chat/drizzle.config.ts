import { defineConfig } from "drizzle-kit";

/** The tables that a character chat's object has besides those of every conversation. */
export default defineConfig({
  dialect: "sqlite",
  driver: "durable-sqlite",
  schema: "./durable-objects/character-chat/schema.ts",
  out: "./durable-objects/character-chat/migrations",
});
