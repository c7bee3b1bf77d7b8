import { describe, expect, it } from "vitest";
import { fillWindow } from "#workers/ai/context-window.ts";

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
