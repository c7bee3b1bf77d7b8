import { cloudflare } from "@cloudflare/vite-plugin";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { readDevServerOptions } from "./tools/dev-server-options.ts";

const dev = readDevServerOptions();

export default defineConfig({
  plugins: [
    cloudflare({
      viteEnvironment: { name: "ssr" },
      remoteBindings: false, // an AI binding would ask for a Cloudflare account
      inspectorPort: false,
      ...(dev === null
        ? {}
        : {
            persistState: { path: dev.stateDir },
            config: { vars: dev.vars, userConfigPath: dev.userConfigPath },
          }),
    }),
    reactRouter(),
  ],
  // All pages' packages are prepared at the start of `npm run dev`; found one by one they would reload the page each time.
  optimizeDeps: { entries: ["app/**/*.{ts,tsx}"] },
});
