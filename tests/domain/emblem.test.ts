import { expect, test } from "vitest";
import { chooseEmblem, toInitials } from "#domain/emblem.ts";

test.each([
  ["Mara Voss", "MV"],
  ["Captain Eddis Roe", "ER"],
  ["Dr. Anselm Fyfe", "AF"],
  ["The Voice", "V"],
  ["Mara", "M"],
  ["Jean-Luc O’Neill", "JO"],
  ["Ana María Pérez", "AP"],
  ["Émile ßorn", "ÉS"],
  ["Count Rostov of the Northern Marches", "C"],
  ["Анна Каренина", "А"],
  ["王小明", "王"],
  ["“Nine”", "N"],
  ["9", "9"],
  ["🜁 —", ""],
  ["", ""],
])("the letters of %j are %j", (name, initials) => {
  expect(toInitials(name)).toBe(initials);
});

test("the second person has the hue that is farthest from the first's", () => {
  const first = chooseEmblem("Drama", "one");
  const second = chooseEmblem("Drama", "two", [first]);
  const gap = Math.abs(first.hue - second.hue);
  expect(Math.min(gap, 360 - gap)).toBeGreaterThanOrEqual(120);
});
