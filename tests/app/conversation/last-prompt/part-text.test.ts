import { expect, test } from "vitest";
import {
  countItems,
  describeLeftOut,
  formatSeconds,
  nameModel,
  toShare,
} from "#app/features/conversation/last-prompt/part-text.ts";
import type { LastPrompt } from "#domain/last-prompt.ts";

function part(name: LastPrompt["parts"][number]["name"], count: number, leftOut = 0) {
  return {
    name,
    tokens: 10,
    leftOut,
    items: Array.from({ length: count }, () => ({ role: null, text: "It rained." })),
  };
}

test("the entries of a part are counted if it is a list", () => {
  expect(countItems(part("messages", 1))).toBe("1 message");
  expect(countItems(part("people", 1_200))).toBe("1,200 people");
  expect(countItems(part("rules", 3))).toBeNull();
  expect(countItems(part("memory", 0))).toBe("none");
});

test("a sentence says which messages were left out", () => {
  expect(describeLeftOut(part("messages", 3, 1), true)).toBe(
    "1 older message is not among them; the memory stands for it.",
  );
  expect(describeLeftOut(part("messages", 3, 12), false)).toBe("12 older messages are not among them.");
  expect(describeLeftOut(part("people", 30, 4), true)).toContain("4 others had no room.");
  expect(describeLeftOut(part("memory", 3), true)).toBeNull();
});

test("shares and times are round", () => {
  expect(toShare(4_040, 8_000)).toBe("51 %");
  expect(toShare(10, 8_000)).toBe("under 1 %");
  expect(toShare(0, 8_000)).toBe("0 %");
  expect(formatSeconds(1)).toBe("1 second");
  expect(formatSeconds(1.234)).toBe("1.2 seconds");
  expect(formatSeconds(75.4)).toBe("75 seconds");
});

test("the storyteller is not called an AI model", () => {
  expect(nameModel("booky-storyteller")).toMatch(/not an AI model/u);
  expect(nameModel("llama3.1:8b")).toBe("llama3.1:8b");
});
