import { expect, test } from "vitest";
import { findFinishedSentences } from "#app/features/conversation/list/spoken-sentences.ts";

test("a sentence is spoken when the next one has begun", () => {
  expect(findFinishedSentences("The rain stops", 0)).toEqual({ spoken: "", next: 0 });
  expect(findFinishedSentences("The rain stops.", 0).spoken).toBe("");
  expect(findFinishedSentences("The rain stops. Th", 0)).toEqual({ spoken: "The rain stops.", next: 15 });
});

test("a spoken sentence is not spoken again", () => {
  const text = "The rain stops. “Listen!” she says. Then";
  const first = findFinishedSentences(text, 15);
  expect(first.spoken).toBe("“Listen!” she says.");
  expect(findFinishedSentences(text, first.next).spoken).toBe("");
});

test("a paragraph ends a sentence that has no mark", () => {
  expect(findFinishedSentences("Chapter One\n\nThe rain", 0)).toEqual({ spoken: "Chapter One", next: 13 });
});
