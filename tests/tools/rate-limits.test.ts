import * as v from "valibot";
import { expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { BINDING_LIMITS } from "#domain/rate-limits.ts";
import { inProject } from "#tools/paths.ts";

const bindingsSchema = v.array(
  v.object({
    name: v.string(),
    namespace_id: v.string(),
    simple: v.object({ limit: v.number(), period: v.number() }),
  }),
);

it.each([
  { name: "as it runs locally", env: {} },
  { name: "in production", env: { env: "production" } },
])("wrangler.toml has the limits of the table $name", ({ env }) => {
  const { ratelimits } = unstable_readConfig({ config: inProject("wrangler.toml"), ...env });
  const bindings = v.parse(bindingsSchema, ratelimits);

  expect(Object.fromEntries(bindings.map(({ name, simple }) => [name, simple]))).toEqual(
    Object.fromEntries(
      Object.entries(BINDING_LIMITS).map(([name, { limit, windowS }]) => [name, { limit, period: windowS }]),
    ),
  );
  expect(new Set(bindings.map(({ namespace_id }) => namespace_id)).size).toBe(bindings.length);
});
