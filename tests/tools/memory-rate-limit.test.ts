import { afterEach, beforeEach, expect, it, vi } from "vitest";
import bindRateLimit from "#tools/rate-limits/binding.ts";

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
