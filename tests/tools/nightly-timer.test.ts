import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startNightlyTimer } from "#tools/nightly-timer.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("the nightly jobs of one's own machine run ten minutes after the start, and then every day, also after a failure", async () => {
  let runs = 0;
  const reported: unknown[] = [];
  const run = async () => {
    runs += 1;
    if (runs === 1) throw new Error("the first one fails");
  };
  startNightlyTimer(run, (error) => reported.push(error));

  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS - 1);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(1);
  expect(reported).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2 * DAY_MS);
  expect(runs).toBe(3);
});
