import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LOOK_EVERY_MS, watchPage } from "#app/features/conversation/live/watch-page.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
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

test("changes of the network are reported", () => {
  const { told, window } = watch();
  window.dispatchEvent(new Event("offline"));
  window.dispatchEvent(new Event("online"));
  expect(told).toEqual(["offline", "online"]);
});

test("a page that becomes visible, or is restored by the browser, checks its connection", () => {
  const { told, window, document } = watch();
  document.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("pageshow"));
  expect(told).toEqual(["wake", "wake"]);
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
