import * as v from "valibot";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { BINDING_LIMITS } from "#domain/rate-limits.ts";
import { readWranglerConfig, type WranglerConfig } from "#tools/deploy/wrangler-config.ts";
import bindRateLimit from "#tools/rate-limits/binding.ts";

/** The names under which the Worker finds its bindings, in alphabetical order. */
function listBindings(config: WranglerConfig): string[] {
  const single = [config.assets, config.images, config.ai, config.version_metadata];
  return [
    ...[...config.d1_databases, ...config.kv_namespaces, ...config.r2_buckets].map((one) => one.binding),
    ...single.flatMap((one) => (one === undefined ? [] : [one.binding])),
    ...[...config.durable_objects.bindings, ...config.ratelimits].map(({ name }) => name),
  ].sort();
}

const local = readWranglerConfig(null);
const production = readWranglerConfig("production");

const BOTH = [
  { name: "as it runs locally", config: local },
  { name: "in production", config: production },
];

it.each(BOTH)(
  "wrangler.toml $name keeps no record of requests, whose addresses have codes and searches, and no query strings",
  ({ config }) => {
    expect(config["observability"]).toEqual({
      enabled: true,
      redact_query_string: true,
      logs: { enabled: true, invocation_logs: false },
    });
  },
);

it("wrangler.toml in production is served on its own domain alone", () => {
  expect(production.routes).toEqual([{ pattern: "YOUR-DOMAIN", custom_domain: true }]);
  expect(production.vars["APP_ORIGIN"]).toBe("https://YOUR-DOMAIN");
  expect(production.workers_dev).toBe(false);
  expect(production.preview_urls).toBe(false);
});

it("wrangler.toml in production runs the nightly jobs once a night, and the tasks of operators every five minutes", () => {
  expect(production["triggers"]).toEqual({ crons: ["17 3 * * *", "*/5 * * * *"] });
});

it("wrangler.toml in production has what it has locally, and the model besides", () => {
  expect(listBindings(production)).toEqual([...listBindings(local), "AI"].sort());
  for (const part of ["migrations", "triggers", "assets"]) expect(production[part]).toEqual(local[part]);
});

describe("the limits of requests", () => {
  const bindingsSchema = v.array(
    v.object({
      name: v.string(),
      namespace_id: v.string(),
      simple: v.object({ limit: v.number(), period: v.number() }),
    }),
  );

  it.each(BOTH)("wrangler.toml has the limits of the table $name", ({ config }) => {
    const bindings = v.parse(bindingsSchema, config.ratelimits);

    expect(Object.fromEntries(bindings.map(({ name, simple }) => [name, simple]))).toEqual(
      Object.fromEntries(
        Object.entries(BINDING_LIMITS).map(([name, { limit, windowS }]) => [
          name,
          { limit, period: windowS },
        ]),
      ),
    );
    expect(new Set(bindings.map(({ namespace_id }) => namespace_id)).size).toBe(bindings.length);
  });

  const MINUTE_MS = 60_000;

  beforeEach(() => {
    vi.useFakeTimers({ now: 5 * MINUTE_MS });
  });

  it("a key may ask as often as the limit says in each window, whatever other keys ask for or other bindings have counted", async () => {
    const binding = bindRateLimit({ limit: 2, period: 60 });
    const ask = async (key: string) => (await binding.limit({ key })).success;

    expect([await ask("a"), await ask("b"), await ask("a"), await ask("a")]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    vi.advanceTimersByTime(MINUTE_MS - 1);
    expect([await ask("a"), await ask("b"), await ask("b")]).toEqual([false, true, false]);
    vi.advanceTimersByTime(1);
    expect([await ask("a"), await ask("a"), await ask("a")]).toEqual([true, true, false]);
    expect((await bindRateLimit({ limit: 1, period: 60 }).limit({ key: "a" })).success).toBe(true);
  });
});
