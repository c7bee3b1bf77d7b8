import { defineConfig } from "drizzle-kit";

/** D1. The objects' own tables have a config each: durable-objects/conversation/ and durable-objects/story/. */
export default defineConfig({
  dialect: "sqlite",
  driver: "d1-http",
  schema: "./workers/db/schema/index.ts",
  out: "./migrations",
});
