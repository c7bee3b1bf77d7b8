import { existsSync } from "node:fs";
import { LocalServices } from "./local-services.ts";
import { inProject } from "./paths.ts";
import { Processes } from "./processes.ts";
import { provision } from "./provision.ts";
import { Refusal, runCommand } from "./refusal.ts";
import { readSettings } from "./settings.ts";
import { listenForShutdown } from "./shutdown.ts";
import { formatTable } from "./table.ts";
import { forWranglerDev, writeWranglerDevConfig } from "./wrangler-dev.ts";

// `npm run services`: only the local services, for a Worker that `npx wrangler dev` serves in another terminal.

await runCommand(async () => {
  if (!existsSync(inProject("build", "server"))) throw new Refusal("There is no build yet: npm run build.");
  const settings = forWranglerDev(readSettings());
  const processes = new Processes(settings.STATE_DIR, () => {});
  const { asked } = listenForShutdown(() => processes.kill());
  const stopAsked = new Promise<void>((resolve) => asked.addEventListener("abort", () => resolve()));
  try {
    const { vars, rows } = await provision(settings, new LocalServices(processes, settings.PORT));
    writeWranglerDevConfig(vars);
    process.stdout.write(`${formatTable(rows)}\n\nready for npx wrangler dev\n`);
    await Promise.race([stopAsked, processes.refuseEnd()]);
  } finally {
    await processes.stop();
  }
});
