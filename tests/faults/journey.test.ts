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

it("without a browser, with a token of an issuer that is not the local one, a story is begun, read, written and come back to", async () => {
  const reader = await world.newReader();
  const storyId = await reader.beginStory();
  const socket = await reader.open(storyId);
  socket.send({ type: "stream-continue", requestId: crypto.randomUUID(), storyId, isInitialContinue: true });
  const opening = await socket.waitFor("stream-complete");
  expect(socket.texts.get(opening.messageId)).toBe(opening.message.content);

  const requestId = socket.say(replyScript({ id: "journey", pieces: 60, everyMs: 20 }));
  const { messageId } = await socket.waitFor(
    "stream-chunk",
    (event) => event.messageId !== opening.messageId,
  );
  socket.close();
  const seen = socket.texts.get(messageId) ?? "";
  const back = await reader.open(storyId, { messageId, offset: seen.length });
  const complete = await back.waitFor("stream-complete", (event) => event.requestId === requestId);

  expect(complete.message.content).toBe(scriptedText(60, "journey"));
  expect(seen + (back.texts.get(messageId) ?? "")).toBe(complete.message.content);
  expect((await reader.messages(storyId)).map(({ role }) => role)).toEqual([
    "assistant",
    "user",
    "assistant",
  ]);
  const story = await reader.call("GET", `/api/stories/${storyId}`);
  await expect
    .poll(() => reader.call("GET", `/api/stories/${storyId}`))
    .toMatchObject({ metadata: { messageCount: 3 } });
  expect(story).toMatchObject({ storyId, status: "active", metadata: { genre: "Mystery" } });
});

it("logs one line per turn, with its timings, rows written and code, and without its text", async () => {
  const reader = await world.newReader();
  const storyId = await reader.beginStory();
  const socket = await reader.open(storyId);
  const requestId = socket.say(replyScript({ id: "logged", pieces: 200, everyMs: 20 }));
  await socket.waitFor("stream-complete");
  const isLine = (one: string) => one.includes('"event":"turn"') && one.includes(requestId);
  const line = () => world.product.output.split("\n").find(isLine);
  await expect.poll(line).toBeDefined();
  const logged = JSON.parse(line() ?? "{}");
  expect(logged).toMatchObject({ kind: "message", state: "complete", code: null, attempt: 1 });
  for (const name of ["msAccepted", "msFirstDelta", "ms", "rowsWritten"])
    expect(logged[name]).toBeTypeOf("number");
  expect(logged.rowsWritten).toBeLessThanOrEqual(60);
  expect(world.product.output).not.toContain("logged-word1");
});
