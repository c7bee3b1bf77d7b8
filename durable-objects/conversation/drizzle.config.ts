import { defineConfig } from "drizzle-kit";

/** The schema inside every conversation object. D1 has its own config at the top level. */
export default defineConfig({
  dialect: "sqlite",
  driver: "durable-sqlite",
  schema: "./durable-objects/conversation/schema.ts",
  out: "./durable-objects/conversation/migrations",
});
