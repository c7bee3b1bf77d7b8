import path from "node:path";
import type { DevServerOptions } from "./dev-server-options.ts";
import { listAddedDatabases } from "./local-databases.ts";
import { runCommand } from "./refusal.ts";
import { runProduct } from "./run-product.ts";

// `npm run dev`: like `npm start`, but Vite serves the sources, with hot reload.

await runCommand(() =>
  runProduct({
    isForThisMachine: true,
    prepare: ({ STATE_DIR }, processes) => processes.migrate(STATE_DIR),
    serve(settings, { vars }, processes) {
      const options: DevServerOptions = {
        stateDir: settings.STATE_DIR,
        vars,
        userConfigPath: path.join(settings.STATE_DIR, "wrangler.toml"),
        moreDatabases: listAddedDatabases(settings.STATE_DIR),
      };
      processes.start({
        name: "server",
        args: [
          "--conditions=development", // without it the program restarts itself with it, and we can't stop that process
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
          CLOUDFLARE_CF_FETCH_ENABLED: "false", // no request to Cloudflare for the location of this machine
          WRANGLER_SEND_METRICS: "false",
        },
      });
    },
  }),
);
