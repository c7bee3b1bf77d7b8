import { describe, expect, it } from "vitest";
import { StreamBuffer, WINDOW_MS } from "#durable-objects/conversation/stream-buffer.ts";

/** A buffer with a clock that only the test moves. */
function aBuffer(text = "") {
  const flushed: [string, number][] = [];
  const clock = { now: 0, timer: null as { at: number; run: () => void } | null };
  const buffer = new StreamBuffer(
    {
      flush: (window, offset) => flushed.push([window, offset]),
      now: () => clock.now,
      schedule: (run, ms) => {
        clock.timer = { at: clock.now + ms, run };
        return () => {
          clock.timer = null;
        };
      },
    },
    text,
  );
  const passTo = (now: number) => {
    clock.now = now;
    const { timer } = clock;
    if (timer && timer.at <= now) timer.run();
  };
  return { buffer, flushed, passTo, clock };
}

describe("the stream buffer", () => {
  it("sends the first piece at once and gathers the next ones in a window", () => {
    const { buffer, flushed, passTo } = aBuffer();
    buffer.push("a");
    passTo(20);
    buffer.push("b");
    passTo(40);
    buffer.push("c");
    expect(flushed).toEqual([["a", 0]]);
    passTo(WINDOW_MS);
    expect(flushed).toEqual([
      ["a", 0],
      ["bc", 1],
    ]);
  });

  it("sends what comes after a pause as soon as all of it is there", () => {
    const { buffer, flushed, passTo } = aBuffer();
    buffer.push("a");
    passTo(500);
    buffer.push("b");
    buffer.push("c");
    passTo(500);
    expect(flushed).toEqual([
      ["a", 0],
      ["bc", 1],
    ]);
  });

  it("keeps its pace when a window comes late", () => {
    const { buffer, flushed, passTo } = aBuffer();
    buffer.push("a");
    buffer.push("b");
    passTo(WINDOW_MS + 60);
    buffer.push("c");
    passTo(2 * WINDOW_MS);
    expect(flushed.map(([text]) => text)).toEqual(["a", "b", "c"]);
  });

  it("goes on at the offset where an earlier attempt stopped", () => {
    const { buffer, flushed } = aBuffer("Once 👋");
    buffer.push(" upon");
    expect(flushed).toEqual([[" upon", 7]]);
    expect(buffer.text).toBe("Once 👋 upon");
  });

  it("knows what has been sent and what has only arrived", () => {
    const { buffer, clock } = aBuffer();
    buffer.push("a");
    buffer.push("b");
    expect(buffer.flushed).toBe("a");
    expect(buffer.text).toBe("ab");
    buffer.stop();
    expect(clock.timer).toBeNull();
    expect(buffer.text).toBe("ab");
  });
});
