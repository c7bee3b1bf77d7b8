import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WakeUp } from "#durable-objects/conversation/wake-up.ts";

const NOW = Date.parse("2026-03-01T10:00:00Z");

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => vi.useRealTimers());

/** A wake-up, and what its storage was told so far: seconds from now, or "none". */
function aWakeUp() {
  const told: (number | "none")[] = [];
  const wakeUp = new WakeUp({
    setAlarm: async (time) => {
      told.push((Number(time) - NOW) / 1000);
    },
    deleteAlarm: async () => {
      told.push("none");
    },
  });
  return { wakeUp, told };
}

it("an alarm is brought forward, and put off where it is far away", async () => {
  const { wakeUp, told } = aWakeUp();
  await wakeUp.at(NOW + 60_000);
  await wakeUp.at(NOW + 1_000);
  await wakeUp.at(NOW + 500);
  expect(told).toEqual([60, 1, 0.5]);
});

it("an alarm that goes off soon is left to, whatever comes later; when it has gone off another one is set", async () => {
  const { wakeUp, told } = aWakeUp();
  await wakeUp.at(NOW + 1_900);
  await wakeUp.at(NOW + 2_500);
  await wakeUp.at(null);
  expect(told).toEqual([1.9]);
  vi.setSystemTime(NOW + 1_900);
  wakeUp.wentOff();
  await wakeUp.at(NOW + 3_800);
  expect(told).toEqual([1.9, 3.8]);
});

it("one that is far away is taken back when there is nothing to do, once", async () => {
  const { wakeUp, told } = aWakeUp();
  await wakeUp.at(NOW + 60_000);
  await wakeUp.at(null);
  await wakeUp.at(null);
  expect(told).toEqual([60, "none"]);
});

it("of an alarm that an earlier instance set nothing is known, and it is set or taken back", async () => {
  const first = aWakeUp();
  await first.wakeUp.at(null);
  expect(first.told).toEqual(["none"]);
  const second = aWakeUp();
  await second.wakeUp.at(NOW + 1_000);
  expect(second.told).toEqual([1]);
});
