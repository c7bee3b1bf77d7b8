import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { REFRESH_AFTER_MS, refresh } from "#app/features/conversation/live/use-refresh.ts";
import { AppError } from "#domain/errors.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/**
 * Runs refreshes whose loads fail with `failures`, in this order, and then succeed. Returns the time of each load, in
 * ms.
 */
function refreshing(failures: AppError[] = []) {
  const left = new AbortController();
  const begun = Date.now();
  const times: number[] = [];
  const loaded: string[] = [];
  const load = async () => {
    times.push(Date.now() - begun);
    const failure = failures.shift();
    if (failure) throw failure;
    return "latest";
  };
  void refresh(
    load,
    (latest) => loaded.push(latest),
    left.signal,
    () => 1,
  );
  return { times, loaded, leave: () => left.abort() };
}

test("missed facts are loaded after one second", async () => {
  const { times, loaded } = refreshing();
  await vi.advanceTimersByTimeAsync(REFRESH_AFTER_MS - 1);
  expect(times).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(times).toEqual([1_000]);
  expect(loaded).toEqual(["latest"]);
});

test("a load that fails is tried again, each time after twice as long", async () => {
  const { times, loaded } = refreshing(Array.from({ length: 7 }, () => new AppError("UNREACHABLE")));
  await vi.advanceTimersByTimeAsync(200_000);
  expect(times.map((time, at) => time - (times[at - 1] ?? 0))).toEqual([
    1_000, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
  expect(loaded).toEqual(["latest"]);
});

test("the server's Retry-After is followed", async () => {
  const { times } = refreshing([new AppError("RATE_LIMITED", { retryAfterSeconds: 20 })]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(times).toEqual([1_000, 21_000]);
});

test.each(["UNAUTHENTICATED", "NOT_FOUND"] as const)("%s is final", async (code) => {
  const { times, loaded } = refreshing([new AppError(code)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([times, loaded]).toEqual([[1_000], []]);
});
