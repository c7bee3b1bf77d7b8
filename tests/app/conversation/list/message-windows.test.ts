import { expect, it } from "vitest";
import { splitIntoWindows } from "#app/features/conversation/list/message-windows.tsx";
import { message } from "../live/events.ts";

const story = Array.from({ length: 95 }, (_, index) => message({ messageId: `m${index}` }));
const idsOf = (first: number) =>
  Object.fromEntries(
    splitIntoWindows(story.slice(first), first).map(({ key, messages }) => [
      key,
      messages.map(({ messageId }) => messageId),
    ]),
  );

it("windows hold every message once, in order", () => {
  expect(Object.values(idsOf(0)).flat()).toEqual(story.map(({ messageId }) => messageId));
  expect(Object.values(idsOf(45)).flat()).toEqual(story.slice(45).map(({ messageId }) => messageId));
  expect(splitIntoWindows([], 0)).toEqual([]);
});

it("windows are counted downwards before the first one, as upwards after it", () => {
  expect(
    splitIntoWindows(story.slice(0, 50), -50).map(({ key, messages }) => [key, messages.length]),
  ).toEqual([
    [-3, 10],
    [-2, 20],
    [-1, 20],
  ]);
});

it("older messages before them leave the windows below as they were", () => {
  const before = idsOf(45);
  const after = idsOf(5);
  expect(Object.keys(before)).toEqual(["2", "3", "4"]);
  expect(after[3]).toEqual(before[3]);
  expect(after[4]).toEqual(before[4]);
  expect(before[2]).toEqual(story.slice(45, 60).map(({ messageId }) => messageId));
});
