import { describe, expect, it } from "vitest";
import { fillWindow } from "#workers/ai/context-window.ts";
import { allocate } from "#workers/ai/prompt-budget.ts";

describe("the context window", () => {
  const messages = Array.from({ length: 30 }, (_, index) => ({ content: `${index} ${"lamp ".repeat(80)}` }));

  it("takes the latest messages that fit, oldest first, and never cuts one", () => {
    const window = fillWindow(messages.toReversed(), { tokens: 550, messages: null });
    expect(window).toEqual(messages.slice(-5));
  });

  it("takes no more messages than the plan gives", () => {
    expect(fillWindow(messages.toReversed(), { tokens: 100_000, messages: 20 })).toEqual(messages.slice(-20));
  });

  it("always takes the last one, and stops reading when it is full", () => {
    let read = 0;
    function* newestFirst() {
      for (const message of messages.toReversed()) {
        read += 1;
        yield message;
      }
    }
    expect(fillWindow(newestFirst(), { tokens: 1, messages: null })).toEqual(messages.slice(-1));
    expect(read).toBe(2);
  });
});

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

it("reads no item beyond the first that does not fit", () => {
  let read = 0;
  function* items() {
    for (; read < 1_000_000; read += 1) yield 30;
  }
  expect(allocate(100, [{ name: "messages", items: items() }]).messages).toBe(3);
  expect(read).toBeLessThan(5);
});
