import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

// Applies only what is not applied yet, so that it may run before every test file.
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
