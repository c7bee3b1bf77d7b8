import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import type { Plugin } from "miniflare";
import * as v from "valibot";
import type { RateLimitSettings } from "./binding.ts";

const PLUGIN = "talespark-rate-limits";
const BINDING_TYPE = "memory-rate-limit";
const BINDING_MODULE = `${PLUGIN}:binding`;

const bindingsSchema = v.record(
  v.string(),
  v.object({ simple: v.object({ limit: v.number(), period: v.number() }) }),
);

/**
 * The rate limits of wrangler.toml as bindings that count in memory, as Cloudflare's do. Miniflare's own write each count to the disk and
 * wait for it, three times for a page.
 */
export function bindRateLimits(ratelimits: unknown) {
  return Object.entries(v.parse(bindingsSchema, ratelimits)).map(([name, { simple }]) => ({
    name,
    type: BINDING_TYPE,
    plugin: { package: import.meta.filename, name: PLUGIN },
    options: simple satisfies RateLimitSettings,
  }));
}

const plugin: Plugin = {
  getBindings({ config }) {
    return Object.entries(config.env ?? {}).flatMap(([name, binding]) => {
      if (binding.type !== `unsafe:${BINDING_TYPE}`) return [];
      const { limit, period } = binding.dev.options;
      const innerBindings = Object.entries({ limit, period }).map(([setting, value]) => ({
        name: setting,
        json: JSON.stringify(value),
      }));
      return [{ name, wrapped: { moduleName: BINDING_MODULE, innerBindings } }];
    });
  },
  getNodeBindings: () => ({}),
  getServices: () => undefined,
  getExtensions() {
    const source = readFileSync(path.join(import.meta.dirname, "binding.ts"), "utf8");
    return [{ modules: [{ name: BINDING_MODULE, esModule: stripTypeScriptTypes(source), internal: true }] }];
  },
};

/** For Miniflare, which loads this file by its path. */
export const plugins = { [PLUGIN]: plugin };
