import { expect, it } from "vitest";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import { RequestLimits } from "#durable-objects/conversation/request-limits.ts";
import { SlidingWindow } from "#durable-objects/conversation/sliding-window.ts";

it("allows a number of requests within the window, and returns the exact seconds until there is room again", () => {
  let now = 0;
  const window = new SlidingWindow({ limit: 2, windowS: 10 }, () => now);
  expect(window.take()).toBeNull();
  now = 4_000;
  expect(window.take()).toBeNull();
  expect(window.take()).toBe(6);
  now = 9_999;
  expect(window.take()).toBe(1);
  now = 10_000;
  expect(window.take()).toBeNull();
  expect(window.take()).toBe(4);
});

it("has room again for one that is given back", () => {
  const window = new SlidingWindow({ limit: 1, windowS: 10 }, () => 0);
  expect(window.take()).toBeNull();
  window.giveBack();
  expect(window.take()).toBeNull();
  expect(window.take()).toBe(10);
});

it("continues from earlier requests", () => {
  const window = new SlidingWindow({ limit: 2, windowS: 10 }, () => 10_500, [500, 9_000]);
  expect(window.take()).toBeNull(); // the first one has just left the window
  expect(window.take()).toBe(9);
});

it("takes the counts of an earlier instance from the turns, separately for sends, regenerations and stops", () => {
  const { sends, regenerations } = CONVERSATION_LIMITS;
  const turn = { state: "complete", askedAt: 30_000 } as const;
  const limits = new RequestLimits(
    {
      findLatest: (most) =>
        [
          { ...turn, kind: "regenerate", state: "stopped" } as const,
          ...Array.from({ length: sends.limit }, () => ({ ...turn, kind: "message" }) as const),
        ].slice(0, most),
    },
    () => 40_000,
  );
  expect(limits.takeTurn("continue")).toBe(50);
  for (let count = 1; count < regenerations.limit; count += 1) {
    expect(limits.takeTurn("regenerate")).toBeNull();
  }
  expect(limits.takeTurn("regenerate")).toBe(50);
  for (let count = 1; count < CONVERSATION_LIMITS.stops.limit; count += 1) {
    expect(limits.takeStop()).toBeNull();
  }
  expect(limits.takeStop()).toBe(50);
});
