import { describe, expect, it } from "vitest";
import { Cadence, WINDOW_MS } from "#workers/ai/cadence.ts";

/** How long each of these waits, if it continues at once or alone. */
function waits(early: number, arrivals: readonly number[]): number[] {
  const cadence = new Cadence(early);
  return arrivals.map((now) => {
    const wait = cadence.noteArrival(now);
    cadence.noteSent();
    return wait;
  });
}

describe("the cadence", () => {
  it("sends the first piece at once, and the others when their windows end", () => {
    expect(waits(0, [0, 1, 100, 201])).toEqual([0, 99, 100, 99]);
  });

  it("is not moved by an arrival that comes late", () => {
    expect(waits(0, [0, 160, 190, 300])).toEqual([0, 0, 10, 0]);
  });

  it("ends a window early when a piece arrives shortly before its end", () => {
    expect(waits(25, [0, 74, 176, 300])).toEqual([0, 26, 0, 0]);
  });

  it("lets nothing wait for longer than a window", () => {
    expect(waits(25, [0, 80, 81])).toEqual([0, 0, WINDOW_MS]);
  });

  it("gives all pieces of a window the same end", () => {
    const cadence = new Cadence(25);
    cadence.noteArrival(0);
    cadence.noteSent();
    expect([20, 40, 60, 80].map((now) => cadence.noteArrival(now))).toEqual([80, 60, 40, 0]);
  });
});
