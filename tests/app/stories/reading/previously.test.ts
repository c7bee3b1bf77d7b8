import { expect, test } from "vitest";
import { pickSentences } from "#app/features/stories/reading/previously.tsx";
import type { MemoryLine } from "#domain/memory.ts";

function line(depth: number, text: string, more: Partial<MemoryLine> = {}): MemoryLine {
  const ids = { lineId: `line-${depth}`, fromId: `from-${depth}`, toId: `to-${depth}` };
  return {
    ...ids,
    text,
    depth,
    isPinned: false,
    isAdded: false,
    isCorrected: false,
    isForgotten: false,
    isStale: false,
    ...more,
  };
}

const LINES = [
  line(0, "A voice named a boat. It had gone down."),
  line(10, "The logbook was in her hand. She hid it."),
  line(20, "You took the bearing up. The wind rose."),
  line(30, "A light burned past the reef."),
];

test("what happened is one sentence of each of the last three lines of memory", () => {
  expect(pickSentences(LINES, 40)).toEqual([
    "The logbook was in her hand.",
    "You took the bearing up.",
    "A light burned past the reef.",
  ]);
});

test("it says nothing of what comes after the line that was left", () => {
  expect(pickSentences(LINES, 20)).toEqual([
    "A voice named a boat.",
    "The logbook was in her hand.",
    "You took the bearing up.",
  ]);
});

test("fewer lines give all their sentences, at most three, and none gives nothing", () => {
  expect(pickSentences(LINES, 5)).toEqual(["A voice named a boat.", "It had gone down."]);
  expect(pickSentences(LINES, 15)).toEqual([
    "It had gone down.",
    "The logbook was in her hand.",
    "She hid it.",
  ]);
  expect(pickSentences([], 40)).toEqual([]);
});

test("what the person has put away, and what only repeats a text, is left out", () => {
  const lines = [
    line(0, "It began."),
    line(10, "Secret.", { isForgotten: true }),
    line(20, "Raw.", { isStale: true }),
  ];
  expect(pickSentences(lines, 40)).toEqual(["It began."]);
});
