import { expect, it } from "vitest";
import { allocate } from "#workers/ai/prompt-budget.ts";

it("gives each part what is left, in their order, and no more than its limit", () => {
  const items = allocate(700, [
    { name: "people", items: [50, 50, 50, 50], atMost: 120 },
    { name: "messages", items: [200, 200, 200, 200] },
  ]);
  expect(items).toEqual({ people: 2, messages: 3 });
});

it("reserves for a later part its minimum", () => {
  const items = allocate(1_000, [
    { name: "memory", items: Array.from({ length: 50 }, () => 40) },
    { name: "messages", items: [300, 300], atLeast: 600 },
  ]);
  expect(items).toEqual({ memory: 10, messages: 2 });
});

it("leaves a part empty if nothing fits", () => {
  const items = allocate(40, [
    { name: "memory", items: [10] },
    { name: "messages", items: [60, 10], atLeast: 50 },
  ]);
  expect(items).toEqual({ memory: 0, messages: 0 });
});

it("reads no item beyond the first that does not fit", () => {
  let read = 0;
  function* items() {
    for (; read < 1_000_000; read += 1) yield 30;
  }
  expect(allocate(100, [{ name: "messages", items: items() }]).messages).toBe(3);
  expect(read).toBeLessThan(5);
});
