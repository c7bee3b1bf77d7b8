import { describe, expect, it } from "vitest";
import { AGE_FIELD, AGE_PAGE } from "#app/features/adult-content/age-consent.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import type { ChatRecord } from "#domain/chat.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import { importCard, MARA, toCardFile } from "#tests/workers/characters/people.ts";
import { d1, givePremium } from "#tests/workers/helpers/databases.ts";
import { renderPages } from "#tests/workers/helpers/pages.ts";
import { ORIGIN, type Person, TestSite } from "#tests/workers/helpers/site.ts";
import { joinStory, STORY } from "#tests/workers/helpers/stories.ts";

/** A person without JavaScript, on the pages that the build serves. */
async function aPlainReader(claims: Record<string, unknown> = {}) {
  const bare = new TestSite();
  const person = await bare.consented(claims);
  const site = new TestSite({ OIDC_ISSUER: bare.issuer.url }, renderPages);
  const send = (path: string, init: RequestInit = {}) =>
    site.fetch(path, { ...init, headers: { ...init.headers, Cookie: person.cookieHeader } });
  return {
    person,
    post: (form: Record<string, string>, path: string) =>
      send(path, { method: "POST", headers: { Origin: ORIGIN }, body: new URLSearchParams(form) }),
  };
}

function leadsTo(response: Response): string {
  return `${response.status} ${response.headers.get("Location")?.replace(ORIGIN, "")}`;
}

describe("without a script a person can", () => {
  it("confirm their age, which is put on record", async () => {
    const { person, post } = await aPlainReader();

    const confirmed = await post({ [AGE_FIELD]: "on", returnTo: "/settings" }, AGE_PAGE);
    expect(leadsTo(confirmed)).toBe("302 /settings");

    const user = await d1
      .prepare("SELECT nsfw_enabled, age_confirmed_18_nsfw FROM users WHERE id = ?")
      .bind(person.sub)
      .first();
    expect(user).toEqual({ nsfw_enabled: 1, age_confirmed_18_nsfw: 1 });
    const { results } = await d1
      .prepare("SELECT decision, source FROM consents WHERE user_id = ? AND kind = 'nsfw'")
      .bind(person.sub)
      .all();
    expect(results).toEqual([{ decision: "given", source: "age-confirmation" }]);
  });

  it("log out everywhere, and delete the account after its words are typed", async () => {
    const { person, post } = await aPlainReader({ email: "ada@example.com", email_verified: true });

    const wrong = await post({ intent: "delete", confirmation: "no" }, "/account/delete");
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("This is not what we asked you to type.");
    const out = await post({ everywhere: "on" }, "/logout");
    expect(out.status).toBe(302);
    expect((await person.get(`/api/users/${person.sub}`)).status).toBe(401);

    const leaver = await aPlainReader({ email: "ada@example.com", email_verified: true });
    const gone = await leaver.post({ intent: "delete", confirmation: "ada@example.com" }, "/account/delete");
    expect(leadsTo(gone)).toBe("302 /account/deleted");
    expect((await leaver.person.get(`/api/users/${leaver.person.sub}`)).status).toBe(401);
  });
});

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
  const { storyId } = await person.post<StoryRecord>("/api/stories", { ...STORY, isNSFW: true });
  const { characterId } = await person.post<CharacterRecord>("/api/characters", { ...MARA, isNSFW: true });
  const { chatId } = await person.post<ChatRecord>("/api/character-chats", { characterId });
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
      await reader.exchange(replyScript({ text: "It rained." }, "I wait"));
      await person.post(`/api/character-chats/${chatId}/messages`, {
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
    const archived = await person.post<StoryRecord>("/api/stories", { ...STORY, isNSFW: true });
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
