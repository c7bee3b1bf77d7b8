import { expect, it, test } from "vitest";
import { findNextMonth, isRunningOut } from "#domain/billing.ts";
import { countDaysUntil, formatRelativeDate, formatShortDate } from "#domain/dates.ts";

it("a month's Sparks run out from four fifths on", () => {
  const balance = { used: 40, allowance: 50, renewsAt: "" };
  expect([isRunningOut(balance), isRunningOut({ ...balance, used: 39 })]).toEqual([true, false]);
});

it("new Sparks come with the next calendar month, UTC", () => {
  const next = (moment: string) => findNextMonth(new Date(moment)).toISOString();
  expect(next("2026-12-31T23:59:59.000Z")).toBe("2027-01-01T00:00:00.000Z");
  expect(next("2026-01-31T00:00:00.000Z")).toBe("2026-02-01T00:00:00.000Z");
});

const now = new Date("2026-11-20T10:00:00.000Z");

test.each([
  ["2026-11-20T00:00:00.000Z", "Today"],
  ["2026-11-19T23:59:59.999Z", "Yesterday"],
  ["2026-11-18T12:00:00.000Z", "18 Nov"],
  ["2025-11-20T12:00:00.000Z", "20 Nov 2025"],
  ["2026-11-21T12:00:00.000Z", "21 Nov"],
])("a date in a list: %s is %s", (timestamp, day) => {
  expect(formatRelativeDate(timestamp, { now, timeZone: "UTC" })).toBe(day);
});

test("a date in a list is the day of the reader's clock, not of the server's", () => {
  const lateInNewYork = new Date("2026-11-20T04:30:00.000Z");
  const options = { now: lateInNewYork, timeZone: "America/New_York" };
  expect(formatRelativeDate("2026-11-19T06:00:00.000Z", options)).toBe("Today");
  expect(formatRelativeDate("2026-11-19T04:00:00.000Z", options)).toBe("Yesterday");
  expect(formatRelativeDate("2026-11-19T06:00:00.000Z", { now: lateInNewYork, timeZone: "UTC" })).toBe(
    "Yesterday",
  );
});

test("a date in a list recognises yesterday across a change of daylight saving time", () => {
  const options = { now: new Date("2026-10-25T23:30:00.000Z"), timeZone: "Europe/Berlin" };
  expect(formatRelativeDate("2026-10-24T22:30:00.000Z", options)).toBe("Yesterday");
});

test("a date in a list without words says the day alone, with the year where it is another", () => {
  expect(formatShortDate("2026-11-20T00:00:00.000Z", { now, timeZone: "UTC" })).toBe("20 Nov");
  expect(formatShortDate("2025-12-31T23:00:00.000Z", { now, timeZone: "UTC" })).toBe("31 Dec 2025");
  expect(formatShortDate("2025-12-31T23:30:00.000Z", { now, timeZone: "Europe/Berlin" })).toBe("1 Jan");
});

test.each([
  ["2026-12-20T10:00:00.000Z", 30],
  ["2026-11-21T10:00:00.001Z", 2],
  ["2026-11-20T10:00:00.001Z", 1],
  ["2026-11-20T10:00:00.000Z", 0],
  ["2026-11-01T10:00:00.000Z", 0],
])("the days that are left until %s are %d", (timestamp, days) => {
  expect(countDaysUntil(timestamp, now)).toBe(days);
});
