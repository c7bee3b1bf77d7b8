import type { LanguageModelV4 } from "@ai-sdk/provider";
import { describe, expect, inject, it, vi } from "vitest";
import type { ReplyPhase } from "#domain/protocol.ts";
import { parsedSettings } from "#tests/workers/helpers/site.ts";
import { type AnswerPhase, askWithTimeout } from "#workers/ai/ask-with-timeout.ts";
import type { ModelState } from "#workers/ai/model-state.ts";
import { ReplyTimeout, type Timeouts, toTimeouts } from "#workers/ai/reply-timeout.ts";
import { askText } from "#workers/ai/structured.ts";
import { fakeTimersInTests } from "../helpers/fake-timers.ts";
import { createSlowModel, DEPLOYED, LOCAL, SILENT_MODEL } from "./fake-models.ts";

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

it.each([
  ["a minute in a deployment", DEPLOYED, MINUTE],
  ["15 minutes with a model of the person's own", LOCAL, 15 * MINUTE],
] as const)("the time of a reply ends after %s, however much has come", async (_, timeouts, ms) => {
  const { timeout, overAfter } = startTimeout(timeouts);
  for (let passed = 0; passed < ms + MINUTE; passed += 1_000) {
    timeout.note("text");
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(overAfter()).toBe(ms);
});

it("the time of a reply with a model of the person's own ends 60 seconds after the last piece", async () => {
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

it("the time of a reply does not end without a notice while the server loads the model", async () => {
  let state: ModelState = "loading";
  const { overAfter, phases } = startTimeout({ ...LOCAL, watchModel: () => async () => state });
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(overAfter()).toBeNull();
  state = "reading";
  await vi.advanceTimersByTimeAsync(MINUTE + 4_000);
  expect(overAfter()).toBeGreaterThan(6 * MINUTE - 4_000);
  expect(phases).toEqual(["loading", "reading"]);
});

it("the time of a reply does not count the time in which the model writes another text", async () => {
  const { overAfter, phases } = startTimeout({ ...LOCAL, watchModel: () => async () => "waiting" });
  await vi.advanceTimersByTimeAsync(5 * MINUTE);
  expect(overAfter()).toBeNull();
  expect(phases).toEqual(["waiting"]);
});

it("the time of a reply leaves no timer behind when it is stopped", async () => {
  const { timeout, overAfter } = startTimeout({ ...LOCAL, watchModel: () => async () => "reading" });
  await vi.advanceTimersByTimeAsync(1_000);
  timeout.stop();
  await vi.advanceTimersByTimeAsync(20 * MINUTE);
  expect(overAfter()).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});

it("what a model does is reported when it changes, and no longer once there is text", () => {
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

function timeouts(settings: Record<string, string> = {}) {
  return toTimeouts(parsedSettings({ AI_MODEL: "scripted", ...settings }));
}

it("the time of a reply is 60 seconds in all, where the settings say nothing else", () => {
  expect(timeouts()).toEqual({ totalMs: 60_000, silenceMs: 60_000, watchModel: null });
  expect(timeouts({ AI_REPLY_SECONDS: "900" })).toMatchObject({ totalMs: 900_000, silenceMs: 900_000 });
  expect(timeouts({ AI_REPLY_SECONDS: "900", AI_SILENCE_SECONDS: "60" })).toMatchObject({
    totalMs: 900_000,
    silenceMs: 60_000,
  });
});

describe.each(["ollama", "llama.cpp", "lm-studio"])("the model of %s", (server) => {
  async function find(at: string) {
    const base = at === "nowhere" ? "http://127.0.0.1:1/v1" : `${inject("modelUrl")}/${at}/v1`;
    const findState = timeouts({ AI_SERVER: server, AI_BASE_URL: base }).watchModel?.();
    return findState?.(new AbortController().signal);
  }

  it("is being loaded, or reads, as the server says", async () => {
    expect(await find("loading")).toBe("loading");
    expect(await find("loaded")).toBe("reading");
  });

  it("writes another text first, where the server can say so", async () => {
    expect(await find("writing")).toBe(server === "llama.cpp" ? "waiting" : "reading");
  });

  it("is believed to read where the server does not say", async () => {
    expect(await find("elsewhere")).toBe("reading");
    expect(await find("nowhere")).toBe("reading");
  });
});

type Answered = { text: string | null; ms: number; phases: AnswerPhase[] };

/** Asks for a short text, and what became of that within twenty minutes. `leftAfter`: the person goes on after so long. */
async function ask(model: LanguageModelV4, timeouts: Timeouts, leftAfter?: number): Promise<Answered> {
  const left = new AbortController();
  if (leftAfter !== undefined) setTimeout(() => left.abort(), leftAfter);
  const phases: AnswerPhase[] = [];
  const start = Date.now();
  const question = { left: left.signal, timeouts, onPhase: (phase: AnswerPhase) => void phases.push(phase) };
  const answer = askWithTimeout(question, async (options) => {
    const text = await askText(model, [{ role: "user", content: "Why?" }], { ...options, maxLength: 9_000 });
    return { text, ms: Date.now() - start, phases };
  });
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  return answer;
}

it("a question about a story of 400 pieces at 5 a second is answered by a model of the person's own", async () => {
  const { text, ms } = await ask(createSlowModel(400, 200), LOCAL);
  expect(text).toContain("word400.");
  expect(ms).toBeGreaterThan(80_000);
});

it("a question about a story ends as soon as the person goes on", async () => {
  expect(await ask(createSlowModel(400, 200), LOCAL, 3_000)).toMatchObject({ text: null, ms: 3_000 });
});

it("a question about a story is asked at once, and given up after its time in all, in a deployment", async () => {
  let aborted = 0;
  const model: LanguageModelV4 = {
    ...SILENT_MODEL,
    doGenerate: ({ abortSignal }) =>
      new Promise((_, reject) => {
        abortSignal?.addEventListener("abort", () => {
          aborted += 1;
          reject(abortSignal.reason);
        });
      }),
  };
  expect(await ask(model, DEPLOYED)).toMatchObject({ text: null, ms: 60_000 });
  expect(aborted).toBe(1);
});
