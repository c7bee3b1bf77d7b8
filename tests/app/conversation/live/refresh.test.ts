import { beforeEach, expect, test, vi } from "vitest";
import { LOOK_EVERY_MS, watchPage } from "#app/features/conversation/live/reconnecting-client.ts";
import { REFRESH_AFTER_MS, refresh, toReloadQuery } from "#app/features/conversation/live/use-refresh.ts";
import { AppError } from "#domain/errors.ts";

beforeEach(() => {
  vi.useFakeTimers();
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
  void refresh(load, (latest) => loaded.push(latest), left.signal, { random: () => 1 });
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

test("as many messages are loaded again as are there, and some that may have come, up to a page of the largest size", () => {
  expect([0, 20, 50, 51, 200, 10_000].map((loaded) => toReloadQuery(loaded).limit)).toEqual([
    undefined,
    undefined,
    undefined,
    101,
    200,
    200,
  ]);
});

function watch() {
  const told: string[] = [];
  const window = new EventTarget();
  const document = Object.assign(new EventTarget(), {
    visibilityState: "visible" as DocumentVisibilityState,
  });
  const unwatch = watchPage(
    {
      wake: () => told.push("wake"),
      online: () => told.push("online"),
      offline: () => told.push("offline"),
    },
    { window, document },
  );
  return { told, window, document, unwatch };
}

test("changes of the network are reported, and a page that becomes visible or is restored checks its connection", () => {
  const { told, window, document } = watch();
  window.dispatchEvent(new Event("offline"));
  window.dispatchEvent(new Event("online"));
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("pageshow"));
  expect(told).toEqual(["offline", "online", "wake", "wake"]);
});

test("after the machine has slept, the first tick checks the connection", () => {
  const { told } = watch();
  vi.advanceTimersByTime(10 * LOOK_EVERY_MS);
  expect(told).toEqual([]);
  vi.setSystemTime(Date.now() + 3_600_000); // the clock advanced while the timers were suspended
  vi.advanceTimersByTime(LOOK_EVERY_MS);
  expect(told).toEqual(["wake"]);
  vi.advanceTimersByTime(10 * LOOK_EVERY_MS);
  expect(told).toEqual(["wake"]);
});

test("a page that is left is not watched any more", () => {
  const { told, window, document, unwatch } = watch();
  unwatch();
  window.dispatchEvent(new Event("online"));
  window.dispatchEvent(new Event("offline"));
  window.dispatchEvent(new Event("pageshow"));
  document.dispatchEvent(new Event("visibilitychange"));
  vi.setSystemTime(Date.now() + 3_600_000);
  vi.advanceTimersByTime(LOOK_EVERY_MS);
  expect(told).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
