import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // All routes are known from the start: asked for one by one, a request that fails ends in an error page.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
