import path from "node:path";
import { runProduct } from "./product.ts";
import { provideBuild } from "./production-build.ts";
import { runCommand } from "./refusal.ts";
import type { ServerOptions } from "./server.ts";
import type { LocalSettings } from "./settings.ts";
import { isWranglerDevState, prepareWranglerDev } from "./wrangler-dev.ts";

// `npm start`: the production build and everything that it needs, on this machine.

function buildFolder(settings: LocalSettings): string {
  return path.join(settings.STATE_DIR, "build");
}

await runCommand(() =>
  runProduct({
    async prepare(settings, processes) {
      await provideBuild(buildFolder(settings), processes);
      if (isWranglerDevState(settings)) await prepareWranglerDev(settings);
    },
    serve(settings, { vars, gateway }, processes) {
      const options: ServerOptions = {
        port: settings.PORT,
        gateway,
        stateDir: settings.STATE_DIR,
        buildDir: buildFolder(settings),
        vars,
      };
      processes.start({
        name: "server",
        args: ["tools/server.ts"],
        env: { SERVER_OPTIONS: JSON.stringify(options) },
      });
    },
  }),
);
