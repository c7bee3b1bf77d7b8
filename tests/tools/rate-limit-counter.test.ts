import { expect, it } from "vitest";
import { RateLimitCounter } from "#tools/rate-limits/counter.ts";

const MINUTE_MS = 60_000;

it("a key gets as many requests as the limit in each window, whatever other keys ask for", () => {
  const counter = new RateLimitCounter({ limit: 2, period: 60 });
  const start = 5 * MINUTE_MS;
  const take = (key: string, at: number) => counter.take(key, start + at);

  expect([take("a", 0), take("b", 1), take("a", 2), take("a", MINUTE_MS - 1)]).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(take("b", MINUTE_MS - 1)).toBe(true);
  expect([take("a", MINUTE_MS), take("a", MINUTE_MS), take("a", MINUTE_MS)]).toEqual([true, true, false]);
});
