import { expect, it } from "vitest";
import { allocate } from "#workers/ai/prompt-budget.ts";

it("gives required parts all they need, and the others the rest, in their order", () => {
  const rooms = allocate(1_000, [
    { name: "people", items: [50, 50, 50, 50], atMost: 120 },
    { name: "rules", items: [300], isRequired: true },
    { name: "messages", items: [200, 200, 200, 200] },
  ]);
  expect(rooms.rules.tokens).toBe(300);
  expect(rooms.people).toEqual({ items: 2, tokens: 100, room: 120 });
  expect(rooms.messages).toEqual({ items: 3, tokens: 600, room: 600 });
});

it("reserves for a later part its minimum", () => {
  const rooms = allocate(1_000, [
    { name: "memory", items: Array.from({ length: 50 }, () => 40) },
    { name: "messages", items: [300, 300], atLeast: 600 },
  ]);
  expect(rooms.memory.tokens).toBe(400);
  expect(rooms.messages.items).toBe(2);
});

it("leaves a part empty if nothing fits, and never exceeds the budget", () => {
  const rooms = allocate(100, [
    { name: "rules", items: [300], isRequired: true },
    { name: "memory", items: [10] },
    { name: "messages", items: [10], atLeast: 50 },
  ]);
  expect(rooms.memory.items + rooms.messages.items).toBe(0);
});

it("reads no item beyond the first that does not fit", () => {
  let read = 0;
  function* items() {
    for (; read < 1_000_000; read += 1) yield 30;
  }
  expect(allocate(100, [{ name: "messages", items: items() }]).messages.items).toBe(3);
  expect(read).toBeLessThan(5);
});

it("takes no more items than a plan allows", () => {
  const rooms = allocate(10_000, [{ name: "messages", items: Array(50).fill(10), itemsAtMost: 20 }]);
  expect(rooms.messages.items).toBe(20);
});
