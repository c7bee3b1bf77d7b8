import { expect, it } from "vitest";
import { findRestOfWord, planFades } from "#app/features/conversation/list/fading.ts";

it("the last characters fade from the solid text to the newest", () => {
  expect(planFades(40, 20)).toEqual([
    { name: "fade-1", start: 20, end: 25 },
    { name: "fade-2", start: 25, end: 30 },
    { name: "fade-3", start: 30, end: 35 },
    { name: "fade-4", start: 35, end: 40 },
  ]);
  expect(planFades(27, 20).map(({ end }) => end)).toEqual([25, 27]);
  expect(planFades(60, 20).at(-1)).toEqual({ name: "fade-4", start: 35, end: 60 });
});

it("a finished text does not fade", () => {
  expect(planFades(40, 40)).toEqual([]);
});

it("the rest of a word is known while its beginning is shown", () => {
  expect(findRestOfWord("The radio hissed", 6)).toBe("dio");
  expect(findRestOfWord("The radio hissed", 4)).toBe("");
  expect(findRestOfWord("The radio hissed", 9)).toBe("");
  expect(findRestOfWord("The radio hissed", 0)).toBe("");
  expect(findRestOfWord("字".repeat(200), 100)).toHaveLength(24);
});
