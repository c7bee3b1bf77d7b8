import { expect, test } from "vitest";
import { finishedSentences } from "#app/features/conversation/list/spoken-sentences.ts";

test("a sentence is spoken when the next one has begun", () => {
  expect(finishedSentences("The rain stops", 0)).toEqual({ spoken: "", next: 0 });
  expect(finishedSentences("The rain stops.", 0).spoken).toBe("");
  expect(finishedSentences("The rain stops. Th", 0)).toEqual({ spoken: "The rain stops.", next: 15 });
});

test("a spoken sentence is not spoken again", () => {
  const text = "The rain stops. “Listen!” she says. Then";
  const first = finishedSentences(text, 15);
  expect(first.spoken).toBe("“Listen!” she says.");
  expect(finishedSentences(text, first.next).spoken).toBe("");
});

test("a paragraph ends a sentence that has no mark", () => {
  expect(finishedSentences("Chapter One\n\nThe rain", 0)).toEqual({ spoken: "Chapter One", next: 13 });
});
