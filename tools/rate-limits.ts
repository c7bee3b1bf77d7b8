import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import type { V4ModuleDefinition } from "miniflare";
import * as v from "valibot";
import { inProject } from "./paths.ts";
import type { RateLimitProps } from "./rate-limits/counter.ts";

/*
 * Rate-limit bindings that count in memory, as Cloudflare's do. Miniflare's own write each count to the disk and wait for it: three
 * times for a page, 3 ms in all, and a worn SD card in a small server.
 */

const WORKER = "rate-limits";
const FILES = ["worker.ts", "counter.ts"]; // the main module first

const bindingsSchema = v.record(
  v.string(),
  v.object({ namespace_id: v.string(), simple: v.object({ limit: v.number(), period: v.number() }) }),
);

/** Service bindings in place of the rate limits of wrangler.toml, to the Worker of `createRateLimitsWorker`. */
export function bindRateLimits(ratelimits: unknown) {
  return Object.fromEntries(
    Object.entries(v.parse(bindingsSchema, ratelimits)).map(([name, { namespace_id, simple }]) => {
      const props: RateLimitProps = { namespace: namespace_id, ...simple };
      return [name, { name: WORKER, entrypoint: "RateLimits", props }];
    }),
  );
}

/** The Worker that answers them, beside the product's in the same workerd. */
export function createRateLimitsWorker(compatibilityDate: string | undefined) {
  const modulesRoot = inProject("tools", "rate-limits");
  return {
    name: WORKER,
    compatibilityDate,
    modulesRoot,
    modules: FILES.map((file): V4ModuleDefinition => {
      const source = path.join(modulesRoot, file);
      return { type: "ESModule", path: source, contents: stripTypeScriptTypes(readFileSync(source, "utf8")) };
    }),
  };
}
