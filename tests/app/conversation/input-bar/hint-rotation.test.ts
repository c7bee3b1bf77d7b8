import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Hint, rotateHints } from "#app/features/conversation/input-bar/hint-rotation.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("each hint is shown once for 2.5 s, then none", () => {
  const shown: (Hint | null)[] = [];
  rotateHints(
    null,
    (hint) => shown.push(hint),
    () => false,
  );
  expect(shown).toEqual(["suggest"]);
  vi.advanceTimersByTime(2_499);
  expect(shown).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual(["suggest", "write", "continue", null]);
  expect(vi.getTimerCount()).toBe(0);
});

test("hints wait while something covers the bar, and go on after the last one", () => {
  const shown: (Hint | null)[] = [];
  let isCovered = true;
  const stop = rotateHints(
    "suggest",
    (hint) => shown.push(hint),
    () => isCovered,
  );
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual([]);
  isCovered = false;
  vi.advanceTimersByTime(2_500);
  expect(shown).toEqual(["write"]);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual(["write"]);
});
