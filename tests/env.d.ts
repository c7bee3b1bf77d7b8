import type { D1Migration } from "cloudflare:test";

// The bindings of tests in workerd besides the Worker's own: see vitest.config.ts.

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
      EMPTY_KV: KVNamespace;
      EMPTY_BUCKET: R2Bucket;
      /** With `SHARDS` alone. */
      DIRECTORY?: D1Database;
    }
  }
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The issuer of the tests, without the name of one. */
    fakeIssuer: string;
    /** The scripted model server, without `/v1`. */
    modelUrl: string;
    /** The payment emulator. */
    stripeUrl: string;
  }
}
