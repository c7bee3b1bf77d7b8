import type { LanguageModelV4 } from "@ai-sdk/provider";
import { expect, it, vi } from "vitest";
import { Generation } from "#durable-objects/conversation/generation.ts";
import type { Patience } from "#workers/ai/patience.ts";
import { storyVoices } from "../workers/ai/reply/pass.ts";
import { fakeTimersInTests } from "../workers/helpers/fake-timers.ts";
import { createSlowModel, DEPLOYED, LOCAL } from "./fake-models.ts";

fakeTimersInTests();

async function generate(model: LanguageModelV4, patience: Patience) {
  let windows = 0;
  const generation = new Generation({
    model,
    prompt: [{ role: "user", content: "Write" }],
    findVoices: () => storyVoices(),
    patience,
    text: "",
    onFlush: () => {
      windows += 1;
    },
    onPhase: () => {},
  });
  const start = Date.now();
  const run = generation.run();
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  const end = await run;
  return { ...end, windows, ms: (end.firstDeltaAt ?? start) - start };
}

it("a reply of 400 pieces at 5 a second completes with a model of the person's own", async () => {
  const end = await generate(createSlowModel(400, 200), LOCAL);
  expect(end).toMatchObject({ state: "complete", errorCode: null });
  expect(end.text).toContain("word400.");
  expect(end.windows).toBe(400);
});

it("… and is cut off after 60 seconds in a deployment, with the text so far", async () => {
  const end = await generate(createSlowModel(400, 200), DEPLOYED);
  expect(end).toMatchObject({ state: "failed", errorCode: "STREAM_TIMEOUT" });
  expect(end.text).toContain("word299.");
});

it("a model of the person's own that is silent for 60 seconds is given up", async () => {
  expect(await generate(createSlowModel(2, 59_000), LOCAL)).toMatchObject({ state: "complete" });
  expect(await generate(createSlowModel(2, 61_000), LOCAL)).toMatchObject({
    state: "failed",
    errorCode: "STREAM_TIMEOUT",
    text: "",
  });
});
