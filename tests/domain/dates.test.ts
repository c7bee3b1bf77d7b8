import { describe, expect, it } from "vitest";
import { countDaysUntil, formatRelativeDate, formatShortDate } from "#domain/dates.ts";

const now = new Date("2026-11-20T10:00:00.000Z");

describe("a date in a list", () => {
  it.each([
    ["2026-11-20T00:00:00.000Z", "Today"],
    ["2026-11-19T23:59:59.999Z", "Yesterday"],
    ["2026-11-18T12:00:00.000Z", "18 Nov"],
    ["2025-11-20T12:00:00.000Z", "20 Nov 2025"],
    ["2026-11-21T12:00:00.000Z", "21 Nov"],
  ])("%s is %s", (timestamp, day) => {
    expect(formatRelativeDate(timestamp, { now, timeZone: "UTC" })).toBe(day);
  });

  it("is the day of the reader's clock, not of the server's", () => {
    const lateInNewYork = new Date("2026-11-20T04:30:00.000Z");
    const options = { now: lateInNewYork, timeZone: "America/New_York" };
    expect(formatRelativeDate("2026-11-19T06:00:00.000Z", options)).toBe("Today");
    expect(formatRelativeDate("2026-11-19T04:00:00.000Z", options)).toBe("Yesterday");
    expect(formatRelativeDate("2026-11-19T06:00:00.000Z", { now: lateInNewYork, timeZone: "UTC" })).toBe(
      "Yesterday",
    );
  });

  it("recognises yesterday across a change of daylight saving time", () => {
    const options = { now: new Date("2026-10-25T23:30:00.000Z"), timeZone: "Europe/Berlin" };
    expect(formatRelativeDate("2026-10-24T22:30:00.000Z", options)).toBe("Yesterday");
  });

  it("without words says the day alone, with the year where it is another", () => {
    expect(formatShortDate("2026-11-20T00:00:00.000Z", { now, timeZone: "UTC" })).toBe("20 Nov");
    expect(formatShortDate("2025-12-31T23:00:00.000Z", { now, timeZone: "UTC" })).toBe("31 Dec 2025");
    expect(formatShortDate("2025-12-31T23:30:00.000Z", { now, timeZone: "Europe/Berlin" })).toBe("1 Jan");
  });
});

describe("the days that are left", () => {
  it.each([
    ["2026-12-20T10:00:00.000Z", 30],
    ["2026-11-21T10:00:00.001Z", 2],
    ["2026-11-20T10:00:00.001Z", 1],
    ["2026-11-20T10:00:00.000Z", 0],
    ["2026-11-01T10:00:00.000Z", 0],
  ])("until %s are %d", (timestamp, days) => {
    expect(countDaysUntil(timestamp, now)).toBe(days);
  });
});
