import path from "node:path";
import type { Serving } from "./product.ts";
import type { ServerOptions } from "./server.ts";
import type { LocalSettings } from "./settings.ts";

/** The copy of the build that a server of this machine serves. */
export function buildFolder(settings: LocalSettings): string {
  return path.join(settings.STATE_DIR, "build");
}

/** Starts the server of that copy. */
export const serveBuild: Serving["serve"] = (settings, { vars, gateway }, processes) => {
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
};
