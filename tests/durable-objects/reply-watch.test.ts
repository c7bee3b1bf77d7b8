import { describe, expect, it, vi } from "vitest";
import type { ReplyPhase } from "#domain/protocol.ts";
import type { ModelState, Patience } from "#workers/ai/patience.ts";
import { ReplyWatch } from "#workers/ai/reply-watch.ts";
import { fakeTimersInTests } from "../workers/helpers/fake-timers.ts";

const MINUTE = 60_000;
const LOCAL: Patience = { totalMs: 15 * MINUTE, silenceMs: MINUTE, watchModel: null };
const DEPLOYED: Patience = { totalMs: MINUTE, silenceMs: MINUTE, watchModel: null };

fakeTimersInTests();

function startWatch(patience: Patience) {
  const phases: ReplyPhase[] = [];
  let overAfter: number | null = null;
  const start = Date.now();
  const watch = new ReplyWatch({
    patience,
    onOver: () => {
      overAfter ??= Date.now() - start;
    },
    onPhase: (phase) => void phases.push(phase),
  });
  watch.start();
  return { watch, phases, overAfter: () => overAfter };
}

describe("the time of a reply", () => {
  it("ends after 60 seconds in a deployment, however much has come", async () => {
    const { watch, overAfter } = startWatch(DEPLOYED);
    for (let second = 0; second < 70; second += 1) {
      watch.note("text");
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(overAfter()).toBe(MINUTE);
  });

  it("with a model of the person's own ends 60 seconds after the last piece", async () => {
    const { watch, overAfter } = startWatch(LOCAL);
    await vi.advanceTimersByTimeAsync(59_000);
    watch.note("thought");
    await vi.advanceTimersByTimeAsync(59_000);
    watch.note("text");
    await vi.advanceTimersByTimeAsync(59_999);
    expect(overAfter()).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(overAfter()).toBe(118_000 + MINUTE);
  });

  it("… and after 15 minutes in all", async () => {
    const { watch, overAfter } = startWatch(LOCAL);
    for (let second = 0; second < 16 * 60; second += 1) {
      watch.note("text");
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(overAfter()).toBe(15 * MINUTE);
  });

  it("does not end without a notice while the server loads the model", async () => {
    let state: ModelState = "loading";
    const { overAfter, phases } = startWatch({ ...LOCAL, watchModel: () => async () => state });
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(overAfter()).toBeNull();
    state = "reading";
    await vi.advanceTimersByTimeAsync(MINUTE + 4_000);
    expect(overAfter()).toBeGreaterThan(6 * MINUTE - 4_000);
    expect(phases).toEqual(["loading", "reading"]);
  });

  it("does not count the time in which the model writes another text", async () => {
    const { overAfter, phases } = startWatch({ ...LOCAL, watchModel: () => async () => "waiting" });
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    expect(overAfter()).toBeNull();
    expect(phases).toEqual(["waiting"]);
  });

  it("leaves no timer behind when it is stopped", async () => {
    const { watch, overAfter } = startWatch({ ...LOCAL, watchModel: () => async () => "reading" });
    await vi.advanceTimersByTimeAsync(1_000);
    watch.stop();
    await vi.advanceTimersByTimeAsync(20 * MINUTE);
    expect(overAfter()).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("what a model does", () => {
  it("is reported when it changes, and no longer once there is text", () => {
    const { watch, phases } = startWatch(LOCAL);
    expect(watch.phase).toBe("reading");
    watch.note("thought");
    watch.note("thought");
    expect(watch.phase).toBe("thinking");
    watch.note("text");
    watch.note("thought");
    expect(watch.phase).toBeNull();
    expect(phases).toEqual(["thinking"]);
    watch.stop();
  });
});
