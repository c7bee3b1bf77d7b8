import type { D1Migration } from "cloudflare:test";

// What the tests in workerd have besides the Worker's own bindings: see vitest.config.ts.

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
    }
  }
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The scripted model server, without `/v1`. */
    modelUrl: string;
    /** The payment emulator. */
    stripeUrl: string;
  }
}
