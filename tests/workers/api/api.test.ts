import { afterEach, describe, expect, inject, it, vi } from "vitest";
import { createId } from "#domain/ids.ts";
import { LENGTH_NOT_IN_PLAN } from "#domain/plan-offers.ts";
import { StoryReader } from "../../durable-objects/story-reader.ts";
import { d1 } from "../helpers/databases.ts";
import { failureAnswer } from "../helpers/failure.ts";
import type { Browser } from "../helpers/site.ts";
import { CONSENT, newSub, ORIGIN, TestSite } from "../helpers/site.ts";

const STORY = {
  genre: "Mystery",
  subGenre: "Locked Room Mystery",
  character: "A relief operator on her first night",
  description: "A voice on the harbour radio reads out the name of a lost boat.",
  storyLength: "short",
};

type Story = { storyId: string; title: string };

async function begin(browser: Browser, changes: Record<string, unknown> = {}): Promise<Story> {
  const response = await browser.send("POST", "/api/stories", { ...STORY, ...changes });
  if (response.status !== 201) throw new Error(await response.text());
  return response.json();
}

async function consentedOnPremium(site: TestSite) {
  const browser = await site.consented();
  await d1.prepare("UPDATE users SET tier = 'premium' WHERE id = ?").bind(browser.sub).run();
  return browser;
}

describe("POST /api/stories", () => {
  it("begins a story and gives all that the specification names", async () => {
    const browser = await new TestSite().consented();

    const response = await browser.send("POST", "/api/stories", { ...STORY, userId: "somebody else" });

    expect(response.status).toBe(201);
    const story = await response.json<Story>();
    expect(story).toMatchObject({
      chatId: story.storyId,
      title: "New Story",
      description: STORY.description,
      status: "active",
      currentChapter: 1,
      storyLength: "short",
      messages: [],
      mainCharacters: [],
      userCharacter: { name: "You", description: STORY.character, role: "Main Character" },
      metadata: {
        type: "story",
        lastMessage: "No messages yet",
        genre: "Mystery",
        subGenre: "Locked Room Mystery",
        categories: [],
        tropes: [],
        isNSFW: false,
        messageCount: 0,
        customData: {},
      },
    });
    const listed = await (await browser.get(`/api/stories/user/${browser.sub}`)).json<Story[]>();
    expect(listed.map(({ storyId }) => storyId)).toEqual([story.storyId]);
  });

  it("works with a bearer token from the record to the story", async () => {
    const site = new TestSite();
    const sub = newSub();
    const token = await site.issuer.accessToken({ sub });
    const user = `/api/users/${encodeURIComponent(sub)}`;

    const early = await site.call("POST", "/api/stories", { token, body: STORY });
    await site.call("POST", "/api/users", { token, body: { auth0Id: sub } });
    await site.call("PATCH", `${user}/age-confirmation`, { token, body: CONSENT });
    const created = await site.call("POST", "/api/stories", { token, body: STORY });

    expect(early.status).toBe(403);
    expect(await early.json()).toMatchObject({ code: "CONSENT_REQUIRED" });
    expect(created.status).toBe(201);
    expect(await (await site.call("GET", user, { token })).json()).toMatchObject({
      plan: { activeStoryCount: 1 },
    });
  });

  it("gives a missing description its default, and names the field of a wrong one", async () => {
    const browser = await consentedOnPremium(new TestSite());

    expect(await begin(browser, { description: undefined })).toMatchObject({
      description: "A new storytelling adventure",
    });
    const wrong = await browser.send("POST", "/api/stories", { ...STORY, description: "short" });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toEqual(
      failureAnswer({
        code: "INVALID_INPUT",
        message: "Description must be at least 10 characters",
        field: "description",
      }),
    );
  });

  it("applies the plan's limits, and the age check for adult content", async () => {
    const browser = await new TestSite().consented();
    await begin(browser);

    const second = await browser.send("POST", "/api/stories", STORY);
    const long = await browser.send("POST", "/api/stories", { ...STORY, storyLength: "long" });
    const adult = await browser.send("POST", "/api/stories", { ...STORY, isNSFW: true });

    expect([second.status, (await second.json<{ code: string }>()).code]).toEqual([
      402,
      "STORY_LIMIT_EXCEEDED",
    ]);
    expect(long.status).toBe(402);
    expect(await long.json()).toEqual(
      failureAnswer({
        code: "STORY_LENGTH_EXCEEDED",
        message: LENGTH_NOT_IN_PLAN,
        field: "storyLength",
      }),
    );
    expect([adult.status, (await adult.json<{ code: string }>()).code]).toEqual([
      403,
      "AGE_CONFIRMATION_REQUIRED",
    ]);
  });
});

describe("the person's own character", () => {
  it("has the name that was found when the story was begun: a list shows the stored value", async () => {
    const browser = await new TestSite().consented();
    const { storyId } = await begin(browser, { character: "Wren Halloran, a relief operator" });
    const listedName = async () => {
      const response = await browser.get(`/api/stories/user/${browser.sub}`);
      const [story] = await response.json<{ userCharacter: { name: string } }[]>();
      return story?.userCharacter.name;
    };

    expect(await listedName()).toBe("Wren Halloran");
    await d1.prepare("UPDATE stories SET player_name = 'Somebody Else' WHERE id = ?").bind(storyId).run();
    expect(await listedName()).toBe("Somebody Else");
  });
});

describe("POST /api/stories with a request's id", () => {
  it("eight times at the same time begins one story, and the ninth call finds it", async () => {
    const browser = await consentedOnPremium(new TestSite());
    const requestId = crypto.randomUUID();
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin(browser, { requestId })));
    const again = await begin(browser, { requestId });
    expect(new Set([...begun, again].map(({ storyId }) => storyId)).size).toBe(1);
    expect(await (await browser.get(`/api/stories/user/${browser.sub}`)).json()).toHaveLength(1);
  });

  it("finds its story even if the plan has no room", async () => {
    const browser = await new TestSite().consented();
    const requestId = crypto.randomUUID();
    const first = await begin(browser, { requestId });
    expect(await begin(browser, { requestId })).toMatchObject({ storyId: first.storyId });
    const another = await browser.send("POST", "/api/stories", { ...STORY, requestId: crypto.randomUUID() });
    expect(another.status).toBe(402);
  });

  it("that began another story is a conflict; another person's request id has no effect", async () => {
    const site = new TestSite();
    const [browser, somebodyElse] = [await consentedOnPremium(site), await consentedOnPremium(site)];
    const requestId = crypto.randomUUID();
    const { storyId } = await begin(browser, { requestId });
    const changed = { ...STORY, character: "Somebody else entirely", requestId };
    const answer = await browser.send("POST", "/api/stories", changed);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: "REQUEST_CONFLICT" });
    expect((await begin(somebodyElse, { requestId })).storyId).not.toBe(storyId);
  });
});

describe("without consent", () => {
  it("every write of stories is refused, and reading is not", async () => {
    const browser = await new TestSite().signedIn();
    const path = `/api/stories/${createId()}`;

    const writes = await Promise.all([
      browser.send("POST", "/api/stories", STORY),
      browser.send("PUT", path, { title: "Mine" }),
      browser.send("DELETE", path),
    ]);

    for (const response of writes) {
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: "CONSENT_REQUIRED" });
    }
    expect((await browser.get(path)).status).toBe(404);
    expect((await browser.get(`/api/stories/user/${browser.sub}`)).status).toBe(200);
  });
});

describe("a story", () => {
  it("is read, changed and deleted by its owner", async () => {
    const browser = await new TestSite().consented();
    const { storyId } = await begin(browser);
    const path = `/api/stories/${storyId}`;

    const changed = await browser.send("PUT", path, { title: "  The Ninth Signal " });
    expect(await changed.json()).toMatchObject({ title: "The Ninth Signal", description: STORY.description });
    expect(await (await browser.get(path)).json()).toMatchObject({ title: "The Ninth Signal" });

    const deleted = await browser.send("DELETE", path);
    expect(deleted.status).toBe(204);
    expect((await browser.get(path)).status).toBe(404);
    expect((await browser.get(`${path}/messages`)).status).toBe(404);
    expect((await browser.send("PUT", path, { title: "Again" })).status).toBe(404);
    expect(await (await browser.get(`/api/stories/user/${browser.sub}`)).json()).toEqual([]);
  });

  it("of another person, a missing one and an invalid id all get the same “not found”", async () => {
    const site = new TestSite();
    const { storyId } = await begin(await site.consented());
    const browser = await site.consented();

    for (const id of [storyId, createId(), "not-an-id", "%00", "..%2f..%2fusers"]) {
      const path = `/api/stories/${id}`;
      const answers = await Promise.all([
        browser.get(path),
        browser.get(`${path}/messages?include_story_info=true`),
        browser.send("PUT", path, { title: "Mine" }),
        browser.send("DELETE", path),
      ]);
      for (const answer of answers) {
        expect(answer.status).toBe(404);
        expect(await answer.json()).toEqual(failureAnswer({ code: "NOT_FOUND", message: "Not found." }));
      }
    }
  });

  it("needs a sign-in", async () => {
    const site = new TestSite();
    const { storyId } = await begin(await site.consented());

    for (const path of [`/api/stories/${storyId}`, `/api/stories/${storyId}/messages`]) {
      expect((await site.fetch(path)).status).toBe(401);
    }
    expect((await site.fetch("/api/stories", { method: "POST", body: "{}" })).status).toBe(401);
  });

  it("returns its messages as a list, or together with the story", async () => {
    const browser = await new TestSite().consented();
    const { storyId } = await begin(browser);

    const bare = await browser.get(`/api/stories/${storyId}/messages`);
    const withStory = await browser.get(`/api/stories/${storyId}/messages?include_story_info=true&limit=5`);
    const wrong = await browser.get(`/api/stories/${storyId}/messages?limit=many`);

    expect(await bare.json()).toEqual([]);
    expect(bare.headers.has("Link")).toBe(false);
    expect(await withStory.json()).toMatchObject({ messages: [], story: { storyId, mainCharacters: [] } });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ code: "INVALID_INPUT", field: "limit" });
  });
});

describe("a story's socket", () => {
  it("opens for its owner, by cookie from our own pages or by token", async () => {
    const site = new TestSite();
    const browser = await site.consented();
    const { storyId } = await begin(browser);
    const token = await site.issuer.accessToken({ sub: browser.sub });
    const headers = { Upgrade: "websocket" };

    for (const response of [
      await browser.get(`/live/stories/${storyId}`, { ...headers, Origin: ORIGIN }),
      await site.call("GET", `/live/stories/${storyId}`, { token, headers }),
    ]) {
      expect(response.status).toBe(101);
      response.webSocket?.accept();
      response.webSocket?.close(1000);
    }
  });

  it("does not open for another person, without a sign-in, or from another site", async () => {
    const site = new TestSite();
    const owner = await site.consented();
    const { storyId } = await begin(owner);
    const other = await site.consented();
    const path = `/live/stories/${storyId}`;
    const headers = { Upgrade: "websocket", Origin: ORIGIN };

    expect((await other.get(path, headers)).status).toBe(404);
    expect((await site.fetch(path, { headers })).status).toBe(401);
    expect((await owner.get(path, { ...headers, Origin: "https://evil.example" })).status).toBe(403);
    expect((await owner.get(path, { Upgrade: "websocket" })).status).toBe(403);
  });
});

describe("a list of stories", () => {
  it("continues at its Link, until there is none", async () => {
    const browser = await consentedOnPremium(new TestSite());
    for (const title of ["Ash", "birch", "Cedar", "dogwood", "Elm"]) await begin(browser, { title });

    const titles: string[] = [];
    let path: string | null = `/api/stories/user/${browser.sub}?sort=name-asc&limit=2`;
    for (let pages = 0; path !== null && pages < 5; pages += 1) {
      const response: Response = await browser.get(path);
      titles.push(...(await response.json<Story[]>()).map(({ title }) => title));
      path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1] ?? null;
    }

    expect(path).toBeNull();
    expect(titles).toEqual(["Ash", "birch", "Cedar", "dogwood", "Elm"]);
  });

  it("refuses an order, a cursor and a number that there are not", async () => {
    const browser = await new TestSite().consented();

    for (const [query, field] of [
      ["sort=best", "sort"],
      ["cursor=made-up", "cursor"],
      ["limit=0", "limit"],
      ["limit=-1", "limit"],
    ]) {
      const response = await browser.get(`/api/stories/user/${browser.sub}?${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: "INVALID_INPUT", field });
    }
  });
});

describe("GET /api/users/{userId}/chats", () => {
  it("lists the stories, with the last projected message if messages are requested", async () => {
    const browser = await consentedOnPremium(new TestSite());
    const quiet = await begin(browser, { title: "Quiet" });
    const told = await begin(browser, { title: "Told" });
    await d1
      .prepare(
        "UPDATE stories SET last_message_id = 'm1', last_message_role = 'assistant', last_message = 'The boat came home.' WHERE id = ?",
      )
      .bind(told.storyId)
      .run();

    const path = `/api/users/${browser.sub}/chats`;
    const bare = await (await browser.get(path)).json<Record<string, unknown>[]>();
    const full = await (await browser.get(`${path}?include_messages=true&type=story`)).json<
      { chatId: string; messages: unknown[] }[]
    >();

    expect(bare).toHaveLength(2);
    expect(bare[0]).not.toHaveProperty("messages");
    expect(bare.find(({ chatId }) => chatId === told.storyId)).toMatchObject({
      title: "Told",
      status: "active",
      metadata: {
        lastMessageId: "m1",
        lastMessageRole: "assistant",
        lastMessage: "The boat came home.",
        genre: "Mystery",
      },
    });
    expect(full.find(({ chatId }) => chatId === quiet.storyId)?.messages).toEqual([]);
    expect(full.find(({ chatId }) => chatId === told.storyId)?.messages).toEqual([
      expect.objectContaining({ content: "The boat came home." }),
    ]);
  });

  it("supports no other type than stories yet", async () => {
    const browser = await new TestSite().consented();

    const response = await browser.get(`/api/users/${browser.sub}/chats?type=character`);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "INVALID_INPUT", field: "type" });
  });
});

/** The local server makes an id up. */
const VERSION = { id: expect.any(String), tag: expect.any(String) };

describe("GET /api/health", () => {
  it("is ok when the database, KV, R2 and an object answer", async () => {
    const response = await new TestSite().fetch("/api/health");

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok", version: VERSION });
  });

  it("is live while nothing that it needs answers, and says which version does", async () => {
    const gone = () => Promise.reject(new Error("gone"));
    const site = new TestSite({
      VERSION: { id: "a-version", tag: "4f2a9c1", timestamp: "" },
      DB: { withSession: () => ({ batch: gone, getBookmark: () => null }) },
      KV: { get: gone },
    });

    const response = await site.fetch("/api/health/live");

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "ok", version: { id: "a-version", tag: "4f2a9c1" } });
  });

  it("names what does not answer", async () => {
    const gone = () => Promise.reject(new Error("gone"));
    const site = new TestSite({ KV: { get: gone }, PORTRAITS: { head: gone } });

    const response = await site.fetch("/api/health");

    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: "unavailable", version: VERSION, failing: ["kv", "r2"] });
  });
});

describe("GET /api/health, asked again and again", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("asks the services once in five seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    let asked = 0;
    const get = async () => {
      asked += 1;
      return null;
    };
    const site = new TestSite({ KV: { get } });

    for (let call = 0; call < 20; call += 1) await site.fetch("/api/health");
    expect(asked).toBe(1);

    vi.advanceTimersByTime(5_000);
    await site.fetch("/api/health");
    expect(asked).toBe(2);
  });
});

describe("a page of messages before one that does not exist", () => {
  it("is not found, not a fault of ours", async () => {
    const browser = await new TestSite().consented();
    const { storyId } = await begin(browser);
    const response = await browser.get(`/api/stories/${storyId}/messages?before=${createId()}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("/api/stories/{id}/suggestion", () => {
  it("returns a suggestion to its owner only, for a POST; GET returns only one that is shown already", async () => {
    const site = new TestSite({ AI_BASE_URL: `${inject("modelUrl")}/v1`, AI_MODEL: "scripted" });
    const owner = await site.consented();
    const { storyId } = await begin(owner);
    const early = await owner.send("POST", `/api/stories/${storyId}/suggestion`);
    expect([early.status, (await early.json<{ code: string }>()).code]).toEqual([409, "NOT_BEGUN"]);
    const reader = StoryReader.over(
      await owner.get(`/live/stories/${storyId}`, { Upgrade: "websocket", Origin: ORIGIN }),
      storyId,
    );
    reader.send({ type: "join-story", storyId });
    await reader.next("joined");
    reader.send({ type: "stream-continue", requestId: createId(), storyId, isInitialContinue: true });
    await reader.next("stream-complete");

    const path = `/api/stories/${storyId}/suggestion`;
    const countSuggestions = async () => {
      const query = "SELECT count(*) AS count FROM spark_ledger WHERE user_id = ? AND purpose = 'suggestion'";
      return d1.prepare(query).bind(owner.sub).first("count");
    };
    const before = await owner.get(path);
    expect(before.status).toBe(200);
    expect(await before.json()).toEqual({ suggestion: null });
    expect(await countSuggestions()).toBe(0);

    const asked = await owner.send("POST", path);
    expect(asked.status).toBe(200);
    expect(await asked.json()).toEqual({ suggestion: "A quiet moment." });
    expect(await (await owner.get(path)).json()).toEqual({ suggestion: "A quiet moment." });
    expect(await countSuggestions()).toBe(1);

    const other = await site.consented();
    for (const method of ["GET", "POST"]) {
      expect((await other.send(method, path)).status).toBe(404);
      expect((await site.fetch(path, { method })).status).toBe(401);
    }
    reader.close();
  });
});
