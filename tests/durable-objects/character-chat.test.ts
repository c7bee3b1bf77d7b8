import { evictDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { replyScript, scriptedText } from "../fakes/reply-script.ts";
import {
  aChat,
  eventually,
  fillConversation,
  jobsDone,
  killObject,
  ledgerOf,
  messagesOf,
  modelRequests,
  promptFor,
  StoryReader,
} from "./story-reader.ts";

it("a character chat is answered by its character, as configured, charged as a chat reply and projected to D1", async () => {
  const chat = await aChat({ config: { responseStyle: "formal", includeActions: false } });
  const id = createId();
  const { reader } = await StoryReader.join(chat);
  const { message } = await reader.exchange(replyScript({ id, pieces: 3 }, "Good evening"));

  expect(message.content).toBe(scriptedText(3, id));
  expect(await messagesOf(chat.stub)).toHaveLength(2);
  const [request] = await modelRequests(id);
  expect(request?.messages[0]?.content).toContain("Be formal");
  expect(request?.messages[0]?.content).toContain("Only speak");
  expect(request?.messages[0]?.content).toContain("Quirks: counts ships");
  await eventually(async () => {
    expect(await chat.row()).toMatchObject({ lastMessage: message.content, messageCount: 2 });
    expect(await ledgerOf(chat.userId)).toEqual(["charged"]);
  });
});

it("a character chat counts two versions of one unread reply as one, and each further reply, until it is opened again", async () => {
  const chat = await aChat();
  const ask = (kind: "message" | "regenerate") =>
    chat.stub.ask(chat.owner, { requestId: createId(), kind, content: kind === "message" ? "Hello" : "" });
  await ask("message");
  await ask("regenerate");
  await eventually(async () => expect(await chat.row()).toMatchObject({ unreadCount: 1 }));
  await ask("message");
  await eventually(async () => expect(await chat.row()).toMatchObject({ unreadCount: 2, messageCount: 4 }));
  await evictDurableObject(chat.stub);
  await StoryReader.join(chat);
  await eventually(async () => expect(await chat.row()).toMatchObject({ unreadCount: 0 }));
});

it("a character chat begins with greetings once, also if called twice and after a restart", async () => {
  const chat = await aChat();
  await chat.stub.begin(chat.owner, ["Good evening.", "Tea?"]);
  await chat.stub.begin(chat.owner, ["Good evening.", "Tea?"]);
  await killObject(chat.stub);
  await chat.stub.begin(chat.owner, ["Good evening.", "Tea?"]);
  const messages = await messagesOf(chat.stub);
  expect(messages).toMatchObject([{ content: "Good evening.", versions: { index: 1, count: 2 } }]);
  await eventually(async () => expect(await chat.row()).toMatchObject({ messageCount: 1, unreadCount: 0 }));
});

it("a character chat stores a memory of messages that have left the model's window, by a job of its own", async () => {
  const chat = await aChat();
  const { reader } = await StoryReader.join(chat);
  await fillConversation(chat.stub, 120, ["Good evening.", "FACT my sister is called Ines. I love rain."]);
  const id = createId();
  await reader.exchange(replyScript({ id, pieces: 1 }, "What do you see?"));
  await jobsDone(chat);
  const prompt = await promptFor(reader, "Who is my sister?");
  expect(prompt[0]?.content).toContain("<memory>\nFACT my sister is called Ines.");
  expect(prompt.map(({ content }) => content).join()).not.toContain("Passage 9:");
  // In a prompt of its own, or at the end of the chat's, which has the script of the latest message.
  const asked = (await Promise.all(["", id].map((one) => modelRequests(`memory:${one}`)))).flat();
  const texts = asked.map(({ messages }) => messages.map(({ content }) => content).join("\n"));
  expect(texts.some((text) => text.includes("You keep a character's memory"))).toBe(true);
}, 60_000);

it("a character chat remembers nothing on a plan with a limited history", async () => {
  const chat = await aChat({ tier: "free" });
  const { reader } = await StoryReader.join(chat);
  await fillConversation(chat.stub, 60, ["Good evening.", "FACT my sister is called Ines."]);
  const messages = await promptFor(reader, "Who is my sister?");
  expect(messages.map(({ content }) => content).join()).not.toContain("Ines");
  expect(messages.length).toBeLessThanOrEqual(22); // instructions, the last twenty, the request
});
