import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

// Applies only the missing migrations, so it may run before every test file.
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
