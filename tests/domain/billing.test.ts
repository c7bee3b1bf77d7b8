import { expect, it } from "vitest";
import { findNextMonth, isRunningOut } from "#domain/billing.ts";

it("a month's Sparks run out from four fifths on", () => {
  const balance = { used: 40, allowance: 50, renewsAt: "" };
  expect([isRunningOut(balance), isRunningOut({ ...balance, used: 39 })]).toEqual([true, false]);
});

it("new Sparks come with the next calendar month, UTC", () => {
  const next = (moment: string) => findNextMonth(new Date(moment)).toISOString();
  expect(next("2026-12-31T23:59:59.000Z")).toBe("2027-01-01T00:00:00.000Z");
  expect(next("2026-01-31T00:00:00.000Z")).toBe("2026-02-01T00:00:00.000Z");
});
