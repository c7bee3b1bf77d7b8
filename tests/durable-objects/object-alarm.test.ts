import { expect, it, vi } from "vitest";
import { ObjectAlarm } from "#durable-objects/conversation/object-alarm.ts";
import { fakeTimersInTests } from "../workers/helpers/fake-timers.ts";

const NOW = Date.parse("2026-03-01T10:00:00Z");

fakeTimersInTests(NOW);

/** An alarm and the calls to its storage: seconds from now, or "none". */
function anAlarm() {
  const calls: (number | "none" | "unconfirmed")[] = [];
  const alarm = new ObjectAlarm({
    setAlarm: async (time, options) => {
      if (options?.allowUnconfirmed) calls.push("unconfirmed");
      calls.push((Number(time) - NOW) / 1000);
    },
    deleteAlarm: async () => {
      calls.push("none");
    },
  });
  return { alarm, calls };
}

it("an alarm is moved forward, and postponed if it is far away", async () => {
  const { alarm, calls } = anAlarm();
  await alarm.moveTo(NOW + 60_000);
  await alarm.moveTo(NOW + 1_000);
  await alarm.moveTo(NOW + 500);
  expect(calls).toEqual([60, 1, 0.5]);
});

it("an alarm that fires soon is kept when a later one is requested; after it has fired another one is set", async () => {
  const { alarm, calls } = anAlarm();
  await alarm.moveTo(NOW + 1_900);
  await alarm.moveTo(NOW + 2_500);
  await alarm.moveTo(null);
  expect(calls).toEqual([1.9]);
  vi.setSystemTime(NOW + 1_900);
  alarm.noteFired();
  await alarm.moveTo(NOW + 3_800);
  expect(calls).toEqual([1.9, 3.8]);
});

it("an alarm that is far away is deleted once when there is nothing to do", async () => {
  const { alarm, calls } = anAlarm();
  await alarm.moveTo(NOW + 60_000);
  await alarm.moveTo(null);
  await alarm.moveTo(null);
  expect(calls).toEqual([60, "none"]);
});

it("an alarm of an earlier instance is unknown, so it is always set or deleted", async () => {
  const first = anAlarm();
  await first.alarm.moveTo(null);
  expect(first.calls).toEqual(["none"]);
  const second = anAlarm();
  await second.alarm.moveTo(NOW + 1_000);
  expect(second.calls).toEqual([1]);
});

it("an alarm is on the disk before anything is sent, unless it is asked for as unconfirmed", async () => {
  const { alarm, calls } = anAlarm();
  await alarm.moveTo(NOW + 60_000);
  await alarm.moveTo(NOW + 1_900, { isUnconfirmed: true });
  expect(calls).toEqual([60, "unconfirmed", 1.9]);
});
