import * as v from "valibot";
import { unstable_readConfig } from "wrangler";
import { inProject } from "../paths.ts";

const binding = v.looseObject({ binding: v.string() });
const named = v.looseObject({ name: v.string() });

const configSchema = v.looseObject({
  name: v.string(),
  routes: v.optional(v.array(v.looseObject({ pattern: v.string() })), []),
  workers_dev: v.optional(v.boolean()),
  preview_urls: v.optional(v.boolean()),
  upload_source_maps: v.optional(v.boolean()),
  vars: v.record(v.string(), v.unknown()),
  d1_databases: v.array(
    v.looseObject({
      ...binding.entries,
      database_name: v.string(),
      database_id: v.string(),
      migrations_dir: v.optional(v.string(), "migrations"),
    }),
  ),
  kv_namespaces: v.array(v.looseObject({ ...binding.entries, id: v.string() })),
  r2_buckets: v.array(v.looseObject({ ...binding.entries, bucket_name: v.string() })),
  durable_objects: v.looseObject({ bindings: v.array(named) }),
  ratelimits: v.array(named),
  assets: v.optional(binding),
  images: v.optional(binding),
  ai: v.optional(binding),
  version_metadata: v.optional(binding),
});

/** What the tools read of wrangler.toml, or of the configuration that a build makes from it. */
export type WranglerConfig = v.InferOutput<typeof configSchema>;

/** An environment of wrangler.toml, as wrangler itself understands it; `null`: the top level. */
export function readWranglerConfig(environment: "production" | null): WranglerConfig {
  const env = environment === null ? {} : { env: environment };
  return v.parse(configSchema, unstable_readConfig({ config: inProject("wrangler.toml"), ...env }));
}
