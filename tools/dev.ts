import path from "node:path";
import type { DevServerOptions } from "./dev-server-options.ts";
import { runProduct } from "./product.ts";
import { Refusal, runCommand } from "./refusal.ts";

// `npm run dev`: like `npm start`, but the sources served by Vite, with hot reload.

await runCommand(() =>
  runProduct({
    async prepare(settings, processes) {
      const migrated = await processes.run({
        name: "migration",
        args: ["tools/apply-migrations.ts", settings.STATE_DIR],
      });
      if (!migrated) throw new Refusal("The migration of the local database failed.");
    },
    serve(settings, vars, processes) {
      const options: DevServerOptions = {
        stateDir: settings.STATE_DIR,
        vars,
        userConfigPath: path.join(settings.STATE_DIR, "wrangler.toml"),
      };
      processes.start({
        name: "server",
        args: [
          "--conditions=development", // else it starts itself again with it, out of our reach
          "--import",
          "./tools/exit-with-parent.ts",
          "node_modules/@react-router/dev/bin.cjs",
          "dev",
          "--host",
          "127.0.0.1",
          "--port",
          String(settings.PORT),
          "--strictPort",
        ],
        env: {
          DEV_SERVER_OPTIONS: JSON.stringify(options),
          CLOUDFLARE_CF_FETCH_ENABLED: "false", // the location of this machine is not Cloudflare's to look up
          WRANGLER_SEND_METRICS: "false",
        },
      });
    },
  }),
);
