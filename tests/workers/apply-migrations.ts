import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { allDatabases } from "./helpers/databases.ts";

// Applies only the missing migrations, so it may run before every test file.
for (const database of allDatabases) await applyD1Migrations(database, env.TEST_MIGRATIONS);
