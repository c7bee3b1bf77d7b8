import { defineConfig } from "drizzle-kit";

/** The tables that a story's object has besides those of every conversation. */
export default defineConfig({
  dialect: "sqlite",
  driver: "durable-sqlite",
  schema: "./durable-objects/story/schema.ts",
  out: "./durable-objects/story/migrations",
});
