import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  HINT_MS,
  HINTS,
  type Hint,
  rotateHints,
} from "#app/features/conversation/input-bar/hint-rotation.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function shownBy(options: { still: boolean }) {
  const shown: string[] = [];
  const stop = rotateHints((hint: Hint) => shown.push(HINTS[hint]), options);
  return { shown, stop };
}

test("the three hints follow one another every 2.5 s, again and again", () => {
  const { shown, stop } = shownBy({ still: false });
  expect(shown).toEqual(["Get AI suggestion"]);
  vi.advanceTimersByTime(2_499);
  expect(shown).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["Get AI suggestion", "Write what happens next"]);
  vi.advanceTimersByTime(2 * 2_500);
  expect(shown.slice(2)).toEqual(["Auto continue story", "Get AI suggestion"]);
  stop();
});

test("hints that are stopped change no more, and no timer is left", () => {
  const { shown, stop } = shownBy({ still: false });
  stop();
  vi.advanceTimersByTime(10 * HINT_MS);
  expect(shown).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test("with reduced motion one hint is shown, without rotation", () => {
  const { shown } = shownBy({ still: true });
  vi.advanceTimersByTime(10 * HINT_MS);
  expect(shown).toEqual(["Get AI suggestion"]);
  expect(vi.getTimerCount()).toBe(0);
});
