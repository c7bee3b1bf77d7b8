import { provideDatabases } from "./local-databases.ts";
import { PROJECT_ROOT } from "./paths.ts";
import { Processes } from "./processes.ts";
import { ensureBuild, LOCAL } from "./production-build.ts";
import { runCommand } from "./refusal.ts";
import { readSettings } from "./settings.ts";
import { listenForShutdown } from "./shutdown.ts";
import { forWranglerDev, prepareWranglerDev } from "./wrangler-dev.ts";

/*
 * `npm run build`: the production build in build/, and what `npx wrangler dev` needs to serve it: local settings and a
 * migrated local database. With CLOUDFLARE_ENV=production it is what `npm run deploy` uploads. `--bare` makes
 * the build alone: the settings for `npx wrangler dev` have secrets, which no image may have.
 */

await runCommand(async () => {
  const processes = new Processes(PROJECT_ROOT, () => {});
  listenForShutdown(() => processes.kill()).asked.addEventListener("abort", () => processes.kill());
  const environment = process.env["CLOUDFLARE_ENV"] ?? LOCAL;
  await ensureBuild(processes, environment);
  if (environment !== LOCAL || process.argv.includes("--bare")) return;
  const settings = forWranglerDev(readSettings());
  provideDatabases(settings.STATE_DIR, settings.DATABASES);
  await processes.migrate(settings.STATE_DIR);
  await prepareWranglerDev(settings);
  process.stdout.write(
    "Built. npm start serves it; or npx wrangler dev, with npm run services for sign-in and text.\n",
  );
});
