import { defineConfig } from "drizzle-kit";

/** D1. `npm run db:generate` names the schemas of the objects' own tables. */
export default defineConfig({
  dialect: "sqlite",
  driver: "d1-http",
  schema: "./workers/db/schema/index.ts",
  out: "./migrations",
});
