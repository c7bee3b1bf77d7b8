import { describe, expect, it } from "vitest";
import { StreamBuffer } from "#durable-objects/conversation/stream-buffer.ts";
import { WINDOW_MS } from "#workers/ai/cadence.ts";

/** A buffer with a clock that only the test advances. */
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
  it("sends the first pieces at once and gathers the later ones in windows", () => {
    const { buffer, flushed, passTo } = aBuffer();
    for (const [index, piece] of [..."abcdefgh"].entries()) {
      passTo(index * 20);
      buffer.push(piece);
      passTo(index * 20);
    }
    expect(flushed.map(([text]) => text)).toEqual(["a", "b", "c", "d"]);
    passTo(4 * 20 + WINDOW_MS);
    expect(flushed.at(-1)).toEqual(["efgh", 4]);
  });

  it("never delays pieces that were read together until a second window", () => {
    const { buffer, flushed, passTo } = aBuffer();
    let times = 0;
    for (const at of [0, 20, 100, 180, 300, 390, 500, 575, 700]) {
      passTo(at);
      buffer.push("a");
      buffer.push("b");
      passTo(at);
      times += 1;
      expect(flushed.map(([text]) => text).join("")).toBe("ab".repeat(times));
    }
  });

  it("sends no more than once in a window, and three times ahead, however the pieces come", () => {
    const { buffer, flushed, passTo } = aBuffer();
    const ms = 100 * WINDOW_MS;
    for (let now = 0; now < ms; now += 1) {
      passTo(now);
      if (now % 7 === 0 || now % 113 < 30) buffer.push("a");
    }
    expect(flushed.length).toBeGreaterThan(95);
    expect(flushed.length).toBeLessThanOrEqual(104);
  });

  it("continues at the offset where an earlier attempt stopped", () => {
    const { buffer, flushed } = aBuffer("Once 👋");
    buffer.push(" upon");
    expect(flushed).toEqual([[" upon", 7]]);
    expect(buffer.flushed).toBe("Once 👋 upon");
  });

  it("sends no text after it was stopped", () => {
    const { buffer, clock } = aBuffer();
    buffer.push("a");
    buffer.push("b");
    expect(clock.timer).not.toBeNull();
    buffer.stop();
    expect(clock.timer).toBeNull();
    expect(buffer.flushed).toBe("a");
  });
});
