import { describe, expect, it } from "vitest";
import { AGE_FIELD, AGE_PAGE } from "#app/features/adult-content/age-consent.tsx";
import type { CharacterRecord } from "#domain/character.ts";
import type { ChatRecord } from "#domain/chat.ts";
import { LEGAL_CONSENT_VERSION, NSFW_CONSENT_VERSION } from "#domain/legal.ts";
import { FEEDBACK_LIMIT } from "#domain/rate-limits.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import { importCard, MARA, toCardFile } from "#tests/workers/characters/people.ts";
import { givePremium, queryRows } from "#tests/workers/helpers/databases.ts";
import { renderPages } from "#tests/workers/helpers/pages.ts";
import { postForm } from "#tests/workers/helpers/shares.ts";
import { CONSENT, newSub, ORIGIN, type Person, TestSite } from "#tests/workers/helpers/site.ts";
import { joinStory, STORY } from "#tests/workers/helpers/stories.ts";

const NSFW = { version: NSFW_CONSENT_VERSION, timestamp: "2020-01-01T00:00:00.000Z" };
const ADULT = { ageConfirmed18NSFW: true, nsfwEnabled: true, nsfwConsent: NSFW };

function consentsOf(userId: string) {
  return queryRows("SELECT * FROM consents WHERE user_id = ? ORDER BY timestamp, id", userId);
}

function confirm(person: Person, settings: object, headers = {}): Promise<Response> {
  return person.send("PATCH", `/api/users/${person.sub}/age-confirmation`, { settings }, headers);
}

/** Creates the record of somebody with a token that contains these claims. */
async function create(claims: { sub: string; [name: string]: unknown }, body: object): Promise<Response> {
  const site = new TestSite();
  const token = await site.issuer.accessToken(claims);
  return site.call("POST", "/api/users", { token, body: { auth0Id: claims.sub, ...body } });
}

it("creating the caller's record takes from the body what the token does not contain, but never an e-mail", async () => {
  const sub = newSub();

  const response = await create(
    { sub, email: "token@example.com", email_verified: true },
    {
      email: "body@example.com",
      name: "Grace",
      picture: "https://pictures.example/grace.png",
      provider: "google",
      createdAt: "1990-01-01T00:00:00.000Z",
    },
  );

  expect(response.status).toBe(201);
  const user = await response.json<{ createdAt: string }>();
  expect(user).toMatchObject({ sub, name: "Grace", email: null, provider: "other" });
  expect(user).toMatchObject({ picture: "https://pictures.example/grace.png" });
  expect(Date.parse(user.createdAt)).toBeGreaterThan(Date.now() - 60_000);
});

it("creating the caller's record many times at the same time makes one", async () => {
  const sub = newSub();

  const responses = await Promise.all(Array.from({ length: 8 }, () => create({ sub }, {})));

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
});

it("creating the caller's record for somebody else is forbidden", async () => {
  const response = await create({ sub: newSub() }, { auth0Id: newSub() });

  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: "FORBIDDEN", field: "auth0Id" });
});

it("creating the caller's record shows no picture that is not a web address", async () => {
  const response = await create({ sub: newSub() }, { picture: "javascript:alert(1)" });

  expect(await response.json()).toMatchObject({ picture: null });
});

it("the age and terms confirmation is put on record with the server's time and the connection's address", async () => {
  const browser = await new TestSite().signedIn();
  const before = new Date().toISOString();

  const response = await confirm(browser, CONSENT.settings, { "CF-Connecting-IP": "198.51.100.9" });

  const user = await response.json<{ acceptedTermsAt: string; acceptedPrivacyAt: string }>();
  expect(user).toMatchObject({ ageConfirmed13: true, ageConfirmed18NSFW: false, nsfwEnabled: false });
  expect(user.acceptedTermsAt >= before).toBe(true);
  expect(user.acceptedPrivacyAt).toBe(user.acceptedTermsAt);
  const record = { kind: "legal", version: LEGAL_CONSENT_VERSION, source: "web", ip: "198.51.100.9" };
  expect(await consentsOf(browser.sub)).toMatchObject([{ ...record, timestamp: user.acceptedTermsAt }]);
});

it("the age and terms confirmation sent again keeps the time of the first, and puts nothing more on record", async () => {
  const browser = await new TestSite().consented();
  const first = await browser.read(`/api/users/${browser.sub}`);

  expect(await (await confirm(browser, CONSENT.settings)).json()).toEqual(first);
  expect(await consentsOf(browser.sub)).toHaveLength(1);
});

it("the age and terms confirmation needs the consent itself, of the version that is in force", async () => {
  const browser = await new TestSite().signedIn();
  const { legalConsent, ...flags } = CONSENT.settings;

  const without = await confirm(browser, flags);
  const outdated = await confirm(browser, {
    ...flags,
    legalConsent: { ...legalConsent, version: "1999-01-01" },
  });

  expect(await without.json()).toMatchObject({ code: "INVALID_INPUT", field: "settings.legalConsent" });
  expect(await outdated.json()).toMatchObject({ code: "INVALID_INPUT" });
  expect(await browser.read(`/api/users/${browser.sub}`)).toMatchObject({
    ageConfirmed13: false,
    acceptedTermsAt: null,
  });
  expect(await consentsOf(browser.sub)).toEqual([]);
});

it("the age and terms confirmation is on record for good: the database refuses to change, replace or delete it", async () => {
  const { sub } = await new TestSite().consented();
  const before = await consentsOf(sub);
  const statements = [
    "UPDATE consents SET version = 'another' WHERE user_id = ?",
    "UPDATE consents SET ip = NULL WHERE user_id = ?",
    "UPDATE consents SET user_id = 'deleted-x', ip = NULL, timestamp = '2000' WHERE user_id = ?",
    "DELETE FROM consents WHERE user_id = ?",
    `REPLACE INTO consents (id, user_id, kind, decision, version, source, timestamp)
       SELECT id, user_id, kind, 'withdrawn', version, source, timestamp FROM consents WHERE user_id = ?`,
  ];

  for (const statement of statements) {
    await expect(queryRows(statement, sub), statement).rejects.toThrow("append-only");
  }

  expect(await consentsOf(sub)).toEqual(before);
});

it("the age and terms confirmation of being an adult needs its own consent, once; adult content needs both, and is withdrawn with it", async () => {
  const browser = await new TestSite().consented();

  const without = await confirm(browser, { ageConfirmed18NSFW: true });
  const withoutAge = await confirm(browser, { nsfwEnabled: true, nsfwConsent: NSFW });
  const confirmed = await confirm(browser, ADULT);
  const off = await confirm(browser, { nsfwEnabled: false });
  const on = await confirm(browser, { nsfwEnabled: true });
  const withdrawn = await confirm(browser, { ageConfirmed18NSFW: false });
  const consents = (await consentsOf(browser.sub)).map(({ kind, decision }) => `${kind} ${decision}`);

  expect([without.status, withoutAge.status]).toEqual([400, 400]);
  expect(await without.json()).toMatchObject({ field: "settings.nsfwConsent" });
  expect(await withoutAge.json()).toMatchObject({ field: "settings.ageConfirmed18NSFW" });
  expect(await confirmed.json()).toMatchObject({ ageConfirmed18NSFW: true, nsfwEnabled: true });
  expect(await off.json()).toMatchObject({ ageConfirmed18NSFW: true, nsfwEnabled: false });
  expect(await on.json()).toMatchObject({ nsfwEnabled: true });
  expect(await withdrawn.json()).toMatchObject({ ageConfirmed18NSFW: false, nsfwEnabled: false });
  expect(consents).toEqual([
    "legal given",
    ...["nsfw given", "nsfw withdrawn", "nsfw given", "nsfw withdrawn"],
  ]);
});

function storedBy(userId: string) {
  return queryRows("SELECT user_email, feedback FROM feedback WHERE user_id = ?", userId);
}

it("POST /api/feedback stores the words with the address of the account, whatever the body claims", async () => {
  const browser = await new TestSite().consented({ email: "ada@example.com", email_verified: true });

  const response = await browser.send("POST", "/api/feedback", {
    feedback: "  The two buttons stand too close. ",
    userId: "somebody else",
    userEmail: "mallory@example.com",
  });

  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ feedbackId: expect.any(String), createdAt: expect.any(String) });
  expect(await storedBy(browser.sub)).toEqual([
    { user_email: "ada@example.com", feedback: "The two buttons stand too close." },
  ]);
});

it("POST /api/feedback accepts a fixed number a day from one person, also of simultaneous requests, and returns the time to wait", async () => {
  const site = new TestSite();
  const browser = await site.consented();
  const other = await site.consented();

  const answers = await Promise.all(
    Array.from({ length: FEEDBACK_LIMIT.limit + 5 }, (_, index) =>
      browser.send("POST", "/api/feedback", { feedback: `Thought ${index}` }),
    ),
  );

  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  const wait = Number(refused[0]?.headers.get("Retry-After"));
  expect(wait).toBeLessThanOrEqual(FEEDBACK_LIMIT.windowS);
  expect(wait).toBeGreaterThan(FEEDBACK_LIMIT.windowS - 60);
  expect(await storedBy(browser.sub)).toHaveLength(FEEDBACK_LIMIT.limit);
  expect((await other.send("POST", "/api/feedback", { feedback: "Hello" })).status).toBe(201);
});

/** A person without JavaScript, on the pages that the build serves. */
async function aPlainReader(claims: Record<string, unknown> = {}) {
  const bare = new TestSite();
  const person = await bare.consented(claims);
  const reader = new TestSite({ OIDC_ISSUER: bare.issuer.url }, renderPages).browser(person.cookies);
  const post = (form: Record<string, string>, path: string) => postForm(reader, path, form);
  return { person, post };
}

function leadsTo(response: Response): string {
  return `${response.status} ${response.headers.get("Location")?.replace(ORIGIN, "")}`;
}

it("without a script a person can confirm their age, which is put on record", async () => {
  const { person, post } = await aPlainReader();

  const confirmed = await post({ [AGE_FIELD]: "on", returnTo: "/settings" }, AGE_PAGE);
  expect(leadsTo(confirmed)).toBe("302 /settings");

  const [user] = await queryRows("SELECT * FROM users WHERE id = ?", person.sub);
  expect(user).toMatchObject({ nsfw_enabled: 1, age_confirmed_18_nsfw: 1 });
  const record = { kind: "nsfw", decision: "given", source: "age-confirmation" };
  expect(await queryRows("SELECT * FROM consents WHERE user_id = ?", person.sub)).toContainEqual(
    expect.objectContaining(record),
  );
});

it("without a script a person can log out everywhere, and delete the account after its words are typed", async () => {
  const { person, post } = await aPlainReader({ email: "ada@example.com", email_verified: true });

  const wrong = await post({ intent: "delete", confirmation: "no" }, "/account/delete");
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain("This is not what we asked you to type.");
  const out = await post({ everywhere: "on" }, "/logout");
  expect(out.headers.get("Refresh")).toMatch(/^0; url=http.*\/end-session\?/);
  expect(await out.text()).toMatch(/<a href="http[^"]*\/end-session\?[^"]*">/);
  expect((await person.get(`/api/users/${person.sub}`)).status).toBe(401);

  const leaver = await aPlainReader({ email: "ada@example.com", email_verified: true });
  const gone = await leaver.post({ intent: "delete", confirmation: "ada@example.com" }, "/account/delete");
  expect(leadsTo(gone)).toBe("302 /account/deleted");
  expect((await leaver.person.get(`/api/users/${leaver.person.sub}`)).status).toBe(401);
});

/** Somebody with a story, a character and a chat of adult content. */
async function anAdult() {
  const person = await new TestSite().consented();
  await givePremium(person.sub);
  await confirm(person, ADULT);
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
    await confirm(person, settings);
    for (const prompt of await write()) {
      expect(prompt).not.toContain(ask);
      expect(prompt).toContain("general audience");
    }
  });

  it("is neither created nor imported nor set, in words", async () => {
    const { person, characterId } = await anAdult();
    await confirm(person, settings);
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
    await confirm(person, settings);
    const ways = [
      () => person.send("POST", `/api/stories/${storyId}/restore`),
      () => person.send("POST", `/api/character-chats/${chatId}/restore`),
      () => person.send("POST", `/api/characters/${characterId}/restore`),
      () => person.send("PUT", `/api/stories/${archived.storyId}`, { status: "active" }),
    ];
    for (const bringBack of ways) await expectRefused(bringBack());
    await confirm(person, ADULT);
    for (const bringBack of ways) expect((await bringBack()).status).toBe(200);
  });
});
