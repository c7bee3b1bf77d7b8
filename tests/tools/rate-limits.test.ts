import * as v from "valibot";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { unstable_readConfig } from "wrangler";
import { BINDING_LIMITS } from "#domain/rate-limits.ts";
import { inProject } from "#tools/paths.ts";
import bindRateLimit from "#tools/rate-limits/binding.ts";

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

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: 5 * MINUTE_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

it("a key may ask as often as the limit says in each window, whatever other keys ask for", async () => {
  const binding = bindRateLimit({ limit: 2, period: 60 });
  const ask = async (key: string) => (await binding.limit({ key })).success;

  expect([await ask("a"), await ask("b"), await ask("a"), await ask("a")]).toEqual([true, true, true, false]);
  vi.advanceTimersByTime(MINUTE_MS - 1);
  expect([await ask("a"), await ask("b"), await ask("b")]).toEqual([false, true, false]);
  vi.advanceTimersByTime(1);
  expect([await ask("a"), await ask("a"), await ask("a")]).toEqual([true, true, false]);
});

it("two bindings count by themselves", async () => {
  const [once, twice] = [bindRateLimit({ limit: 1, period: 60 }), bindRateLimit({ limit: 2, period: 60 })];
  const outcomes = [];
  for (const binding of [once, twice, once, twice])
    outcomes.push((await binding.limit({ key: "a" })).success);

  expect(outcomes).toEqual([true, true, false, true]);
});
