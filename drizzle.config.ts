import { defineConfig } from "drizzle-kit";

/** The tables of D1. Those of the objects are named in the command `npm run db:generate`. */
export default defineConfig({
  dialect: "sqlite",
  driver: "d1-http",
  schema: "./workers/db/schema/index.ts",
  out: "./migrations",
});
