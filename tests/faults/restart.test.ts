import { afterAll, beforeAll, expect, it } from "vitest";
import { replyScript, scriptedText } from "#tests/fakes/reply-script.ts";
import { World } from "./harness/world.ts";

let world: World;

beforeAll(async () => {
  world = await World.start();
});
afterAll(async () => {
  await world.stop();
});

it("a reply that was running when everything was killed is complete after the restart", async () => {
  const reader = await world.newReader();
  const storyId = await reader.beginStory();
  const before = await reader.open(storyId);
  const pieces = 60;
  const requestId = before.say(replyScript({ id: "killed", pieces, everyMs: 50 }));
  await before.waitFor("message-accepted", (event) => event.requestId === requestId);
  const { messageId } = await before.waitFor("stream-chunk", ({ offset }) => offset > 100);

  await world.product.kill9();
  await before.closed;
  const seen = before.texts.get(messageId) ?? "";
  await world.product.startAgain();

  const after = await reader.open(storyId);
  await expect
    .poll(async () => (await reader.messages(storyId)).map(({ content }) => content), { timeout: 20_000 })
    .toEqual([expect.stringContaining("#reply"), scriptedText(pieces, "killed")]);
  const [, reply] = await reader.messages(storyId);
  expect(reply?.content.startsWith(seen)).toBe(true);
  after.close();
});
