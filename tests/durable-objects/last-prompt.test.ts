import { evictDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { PROMPT_PART_NAMES } from "#domain/prompt-parts.ts";
import { replyScript } from "../fakes/reply-script.ts";
import { anOpenStory, aStory, fillConversation, StoryReader } from "./story-reader.ts";

it("the prompt of the last reply is stored in its parts, across an eviction and until the next one", async () => {
  const story = await aStory({
    character: "Wren Halloran, an operator",
    description: "A voice reads out names.",
  });
  const { reader } = await StoryReader.join(story);
  expect(await story.stub.findLastPrompt()).toBeNull();
  const text = `It rained. ${Array.from({ length: 20 }, (_, turn) => `Turn ${turn} of the lamp.`).join(" ")}`;
  reader.write(replyScript({ text, firstMs: 30 }, "I look around"));
  await reader.next("stream-complete");
  reader.write(replyScript({}, "I wait"));
  await reader.next("stream-complete");
  await evictDurableObject(story.stub);

  const prompt = await story.stub.findLastPrompt();
  expect(prompt?.parts.map(({ name }) => name)).toEqual([...PROMPT_PART_NAMES]);
  expect(prompt).toMatchObject({ model: "scripted" });
  expect(prompt?.firstWordSeconds).toBeLessThanOrEqual(prompt?.seconds ?? 0);
  const part = (name: string) => prompt?.parts.find((one) => one.name === name);
  expect(
    part("facts")
      ?.items.map(({ text }) => text)
      .join("\n"),
  ).toContain("Wren Halloran");
  expect(part("messages")?.items.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  expect(part("messages")?.items[1]?.text).toMatch(/^It rained\. .{100,160}…$/u);
  expect(part("messages")?.items[2]?.text).toMatch(/^I wait/u);
  expect(part("messages")?.tokens).toBeGreaterThan(0);
  const used = prompt?.parts.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0;
  expect(used + (prompt?.replyTokens ?? 0)).toBeLessThanOrEqual(prompt?.contextTokens ?? 0);
});

it("for a long story it has the number of messages that the prompt left out", async () => {
  const { story, reader } = await anOpenStory({ character: "An operator" });
  await fillConversation(story.stub, 200, []);
  reader.write("I look around", createId());
  await reader.next("stream-complete");
  const messages = (await story.stub.findLastPrompt())?.parts.find(({ name }) => name === "messages");
  expect(messages?.leftOut).toBeGreaterThan(0);
  expect((messages?.items.length ?? 0) + (messages?.leftOut ?? 0)).toBe(201);
});
