import { describe, expect, it } from "vitest";
import type { CharacterRecord } from "#domain/character.ts";
import type { ChatRecord } from "#domain/chat.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { replyScript } from "../../fakes/reply-script.ts";
import { importCard, MARA, post, toCardFile } from "../characters/people.ts";
import { givePremium } from "../helpers/databases.ts";
import { type Person, TestSite } from "../helpers/site.ts";
import { joinStory, STORY } from "../helpers/stories.ts";

const ON = {
  ageConfirmed18NSFW: true,
  nsfwEnabled: true,
  nsfwConsent: { version: "2025-08-11", timestamp: "2026-01-15T09:30:00.000Z" },
};

async function choose(person: Person, settings: object): Promise<void> {
  const answer = await person.send("PATCH", `/api/users/${person.sub}/age-confirmation`, { settings });
  expect(answer.status).toBe(200);
}

/** Somebody with a story, a character and a chat of adult content. */
async function anAdult() {
  const person = await new TestSite().consented();
  await givePremium(person.sub);
  await choose(person, ON);
  const { storyId } = await post<StoryRecord>(person, "/api/stories", { ...STORY, isNSFW: true });
  const { characterId } = await post<CharacterRecord>(person, "/api/characters", { ...MARA, isNSFW: true });
  const { chatId } = await post<ChatRecord>(person, "/api/character-chats", { characterId });
  return { person, storyId, characterId, chatId };
}

describe.each([
  ["switched off", { nsfwEnabled: false }, "off in your settings"],
  ["taken back with the age", { ageConfirmed18NSFW: false }, "18 or older"],
])("adult content that was %s", (_, settings, sentence) => {
  async function expectRefused(answer: Promise<Response>) {
    const response = await answer;
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({
      code: "AGE_CONFIRMATION_REQUIRED",
      message: expect.stringContaining(sentence),
    });
  }

  it("is not asked for in what a model gets for the next reply of a story or a chat", async () => {
    const { person, storyId, chatId } = await anAdult();
    const ask = "has asked for adult content";
    const reader = await joinStory(person, storyId);
    const write = async () => {
      reader.write(replyScript({ text: "It rained." }, "I wait"));
      await reader.next("stream-complete");
      await post(person, `/api/character-chats/${chatId}/messages`, {
        content: replyScript({ text: "She nods." }, "And then?"),
      });
      return Promise.all(
        [`stories/${storyId}`, `character-chats/${chatId}`].map(async (path) =>
          (await person.get(`/api/${path}/last-prompt`)).text(),
        ),
      );
    };
    for (const prompt of await write()) expect(prompt).toContain(ask);
    await choose(person, settings);
    for (const prompt of await write()) {
      expect(prompt).not.toContain(ask);
      expect(prompt).toContain("general audience");
    }
  });

  it("is neither created nor imported nor set, in words", async () => {
    const { person, characterId } = await anAdult();
    await choose(person, settings);
    await expectRefused(person.send("POST", "/api/stories", { ...STORY, isNSFW: true }));
    await expectRefused(person.send("POST", "/api/characters", { ...MARA, isNSFW: true }));
    await expectRefused(person.send("POST", "/api/character-chats", { characterId }));
    await expectRefused(importCard(person, toCardFile({ ...MARA, tags: ["NSFW"] })));
    await expectRefused(person.send("PATCH", `/api/characters/${characterId}`, { isNSFW: true }));
  });

  it("comes back neither from Recently deleted nor from the archive, in words, until it is allowed again", async () => {
    const { person, storyId, characterId, chatId } = await anAdult();
    const archived = await post<StoryRecord>(person, "/api/stories", { ...STORY, isNSFW: true });
    await person.send("PUT", `/api/stories/${archived.storyId}`, { status: "archived" });
    await person.send("DELETE", `/api/stories/${storyId}`);
    await person.send("DELETE", `/api/character-chats/${chatId}`);
    await person.send("DELETE", `/api/characters/${characterId}`);
    await choose(person, settings);
    const ways = [
      () => person.send("POST", `/api/stories/${storyId}/restore`),
      () => person.send("POST", `/api/character-chats/${chatId}/restore`),
      () => person.send("POST", `/api/characters/${characterId}/restore`),
      () => person.send("PUT", `/api/stories/${archived.storyId}`, { status: "active" }),
    ];
    for (const bringBack of ways) await expectRefused(bringBack());
    await choose(person, ON);
    for (const bringBack of ways) expect((await bringBack()).status).toBe(200);
  });
});
