import { buildFolder, provideBuild, serveBuild } from "./production-build.ts";
import { runCommand } from "./refusal.ts";
import { runProduct } from "./run-product.ts";
import { isWranglerDevState, prepareWranglerDev } from "./wrangler-dev.ts";

// `npm start`: the production build and everything that it needs, on this machine.

await runCommand(() =>
  runProduct({
    async prepare(settings, processes) {
      await provideBuild(buildFolder(settings), processes);
      if (isWranglerDevState(settings)) await prepareWranglerDev(settings);
    },
    serve: serveBuild,
  }),
);
