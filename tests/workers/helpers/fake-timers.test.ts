import { expect, it, vi } from "vitest";
import { aStory, StoryReader } from "../../durable-objects/story-reader.ts";
import { replyScript } from "../../fakes/reply-script.ts";
import { fakeTimersInTests } from "./fake-timers.ts";

const HOUR_MS = 3_600_000;

fakeTimersInTests();

it("an object at work keeps the real timers and the real time while those of a test are fake", async () => {
  const story = await aStory();
  const { reader } = await StoryReader.join(story);
  reader.write(replyScript({ pieces: 40, everyMs: 10 }));
  await reader.next("stream-chunk");

  const began = Date.now();
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, HOUR_MS);
  await vi.advanceTimersByTimeAsync(HOUR_MS);

  expect(isOver).toBe(true);
  expect(Date.now() - began).toBe(HOUR_MS);
  const { message } = await reader.next("stream-complete");
  expect(Date.parse(message.timestamp)).toBeLessThan(began + HOUR_MS / 2);
  expect(vi.getTimerCount()).toBe(0);
});
