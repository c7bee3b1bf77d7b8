import { defineConfig } from "drizzle-kit";

/** D1. The objects' own schema has its config in durable-objects/conversation/drizzle.config.ts. */
export default defineConfig({
  dialect: "sqlite",
  driver: "d1-http",
  schema: "./workers/db/schema/index.ts",
  out: "./migrations",
});
