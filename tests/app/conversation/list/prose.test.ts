import { expect, test } from "vitest";
import { splitParagraphs } from "#app/features/conversation/list/prose.ts";

test("a text has a paragraph a line, however many lines are left empty", () => {
  expect(splitParagraphs("One.\n\n\nTwo. \nThree.\n")).toEqual([
    { start: 0, text: "One." },
    { start: 7, text: "Two." },
    { start: 13, text: "Three." },
  ]);
});

test("a text of nothing but space has none", () => {
  expect(splitParagraphs(" \n \n")).toEqual([]);
});
