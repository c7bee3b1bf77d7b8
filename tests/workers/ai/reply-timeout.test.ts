import { describe, expect, it, vi } from "vitest";
import type { ReplyPhase } from "#domain/protocol.ts";
import type { ModelState } from "#workers/ai/model-state.ts";
import { ReplyTimeout, type Timeouts } from "#workers/ai/reply-timeout.ts";
import { fakeTimersInTests } from "../helpers/fake-timers.ts";
import { DEPLOYED, LOCAL } from "./fake-models.ts";

const MINUTE = 60_000;
fakeTimersInTests();

function startTimeout(timeouts: Timeouts) {
  const phases: ReplyPhase[] = [];
  let overAfter: number | null = null;
  const start = Date.now();
  const timeout = new ReplyTimeout({
    timeouts,
    onOver: () => {
      overAfter ??= Date.now() - start;
    },
    onPhase: (phase) => void phases.push(phase),
  });
  timeout.start();
  return { timeout, phases, overAfter: () => overAfter };
}

describe("the time of a reply", () => {
  it("ends after 60 seconds in a deployment, however much has come", async () => {
    const { timeout, overAfter } = startTimeout(DEPLOYED);
    for (let second = 0; second < 70; second += 1) {
      timeout.note("text");
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(overAfter()).toBe(MINUTE);
  });

  it("with a model of the person's own ends 60 seconds after the last piece", async () => {
    const { timeout, overAfter } = startTimeout(LOCAL);
    await vi.advanceTimersByTimeAsync(59_000);
    timeout.note("thought");
    await vi.advanceTimersByTimeAsync(59_000);
    timeout.note("text");
    await vi.advanceTimersByTimeAsync(59_999);
    expect(overAfter()).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(overAfter()).toBe(118_000 + MINUTE);
  });

  it("… and after 15 minutes in all", async () => {
    const { timeout, overAfter } = startTimeout(LOCAL);
    for (let second = 0; second < 16 * 60; second += 1) {
      timeout.note("text");
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(overAfter()).toBe(15 * MINUTE);
  });

  it("does not end without a notice while the server loads the model", async () => {
    let state: ModelState = "loading";
    const { overAfter, phases } = startTimeout({ ...LOCAL, watchModel: () => async () => state });
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(overAfter()).toBeNull();
    state = "reading";
    await vi.advanceTimersByTimeAsync(MINUTE + 4_000);
    expect(overAfter()).toBeGreaterThan(6 * MINUTE - 4_000);
    expect(phases).toEqual(["loading", "reading"]);
  });

  it("does not count the time in which the model writes another text", async () => {
    const { overAfter, phases } = startTimeout({ ...LOCAL, watchModel: () => async () => "waiting" });
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(overAfter()).toBeNull();
    expect(phases).toEqual(["waiting"]);
  });

  it("leaves no timer behind when it is stopped", async () => {
    const { timeout, overAfter } = startTimeout({ ...LOCAL, watchModel: () => async () => "reading" });
    await vi.advanceTimersByTimeAsync(1_000);
    timeout.stop();
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    expect(overAfter()).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("what a model does", () => {
  it("is reported when it changes, and no longer once there is text", () => {
    const { timeout, phases } = startTimeout(LOCAL);
    expect(timeout.phase).toBe("reading");
    timeout.note("thought");
    timeout.note("thought");
    expect(timeout.phase).toBe("thinking");
    timeout.note("text");
    timeout.note("thought");
    expect(timeout.phase).toBeNull();
    expect(phases).toEqual(["thinking"]);
    timeout.stop();
  });
});
