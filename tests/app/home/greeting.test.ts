import { expect, test } from "vitest";
import { findDaytime, findHour } from "#app/features/home/daytime.ts";
import { takeFirstName } from "#app/features/home/first-name.ts";

test.each([
  [4, "evening"],
  [5, "morning"],
  [11, "morning"],
  [12, "afternoon"],
  [17, "afternoon"],
  [18, "evening"],
  [0, "evening"],
])("at %d o'clock it is %s", (hour, daytime) => {
  expect(findDaytime(hour)).toBe(daytime);
});

test.each([
  ["Asia/Tokyo", 5],
  ["America/Chicago", 14],
  [null, 20],
])("20:30 UTC is in %s at the hour %d", (timeZone, hour) => {
  expect(findHour(timeZone, new Date("2026-11-20T20:30:00Z"))).toBe(hour);
});

test("midnight is the hour 0", () => {
  expect(findHour("Europe/London", new Date("2026-01-20T00:10:00Z"))).toBe(0);
});

test.each([
  ["Nora Lindqvist", "Nora"],
  ["  Ada  Lovelace ", "Ada"],
  ["Zoë", "Zoë"],
  ["李 小龍", "李"],
  ["nora@example.com", "nora"],
  ["", ""],
  ["   ", ""],
])("%j is greeted as %j", (name, first) => {
  expect(takeFirstName(name)).toBe(first);
});
