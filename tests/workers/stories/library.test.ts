import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { RESTORED_STORY, restoreAction } from "#app/features/stories/library/restore-action.ts";
import { RECENTLY_DELETED_MS } from "#domain/deletion.ts";
import { createId } from "#domain/ids.ts";
import { STORY_SORTS } from "#domain/library.ts";
import { openAccountDatabase } from "#workers/db/account-database.ts";
import { buildServices } from "#workers/services.ts";
import { parseSettings } from "#workers/settings.ts";
import { findShelfStories, listDeletedStories, listStories } from "#workers/stories/store.ts";
import { StoryReader } from "../../durable-objects/story-reader.ts";
import { d1, db } from "../helpers/databases.ts";
import type { Browser } from "../helpers/site.ts";
import { ORIGIN, TestSite } from "../helpers/site.ts";

const STORY = {
  genre: "Mystery",
  character: "A relief operator on her first night",
  description: "A voice on the harbour radio reads out the name of a lost boat.",
  storyLength: "short",
};

type Owner = Browser & { sub: string };
type Story = { storyId: string; title: string; status: string; updatedAt: string };
type Deleted = Story & { deletedAt: string; goneAt: string };

async function begin(browser: Browser, changes: Record<string, unknown> = {}): Promise<Story> {
  const response = await browser.send("POST", "/api/stories", { ...STORY, ...changes });
  if (response.status !== 201) throw new Error(await response.text());
  return response.json();
}

async function onPremium(site = new TestSite()): Promise<Owner> {
  const browser = await site.consented();
  await d1.prepare("UPDATE users SET tier = 'premium' WHERE id = ?").bind(browser.sub).run();
  return browser;
}

async function titlesOf(browser: Owner, query: Record<string, string> = {}): Promise<string[]> {
  const response = await browser.get(`/api/stories/user/${browser.sub}?${new URLSearchParams(query)}`);
  return (await response.json<Story[]>()).map(({ title }) => title);
}

async function deletedOf(browser: Owner): Promise<Deleted[]> {
  return (await browser.get(`/api/stories/user/${browser.sub}/deleted`)).json();
}

async function codeOf(response: Response): Promise<[number, unknown]> {
  return [response.status, (await response.json<{ code: unknown }>()).code];
}

async function readerOf(browser: Browser, storyId: string): Promise<StoryReader> {
  const upgrade = await browser.get(`/live/stories/${storyId}`, { Upgrade: "websocket", Origin: ORIGIN });
  const reader = StoryReader.over(upgrade, storyId);
  reader.send({ type: "join-story", storyId });
  await reader.next("joined");
  return reader;
}

describe("a search of the library", () => {
  it("finds words of the title and the description in any case, accent and order", async () => {
    const browser = await onPremium();
    await begin(browser, { title: "The Ninth Signal" });
    await begin(browser, {
      title: "Das Mädchen von Ölhafen",
      description: "МОСКВА wartet, и никто не знает.",
    });
    await begin(browser, { title: "Éclair", description: "Two bakers don’t speak to each other any more." });

    expect(await titlesOf(browser, { search: "ninth" })).toEqual(["The Ninth Signal"]);
    expect(await titlesOf(browser, { search: "boat  SIGNAL " })).toEqual(["The Ninth Signal"]);
    expect(await titlesOf(browser, { search: "ölh" })).toEqual(["Das Mädchen von Ölhafen"]);
    expect(await titlesOf(browser, { search: "madchen москва" })).toEqual(["Das Mädchen von Ölhafen"]);
    expect(await titlesOf(browser, { search: "ECLAIR don't" })).toEqual(["Éclair"]);
    expect(await titlesOf(browser, { search: "nobody" })).toEqual([]);
    expect(await titlesOf(browser, { search: "   " })).toHaveLength(3);
  });

  it("searches for every sign literally, and accepts any length", async () => {
    const browser = await onPremium();
    await begin(browser, { title: "50% of a_boat" });
    await begin(browser, { title: "500 of a boat" });

    expect(await titlesOf(browser, { search: "%" })).toEqual(["50% of a_boat"]);
    expect(await titlesOf(browser, { search: "a_b" })).toEqual(["50% of a_boat"]);
    expect(await titlesOf(browser, { search: "*" })).toEqual([]);
    expect(await titlesOf(browser, { search: "\\" })).toEqual([]);
    expect(await titlesOf(browser, { search: "' OR 1=1 --" })).toEqual([]);
    expect(await titlesOf(browser, { search: "x".repeat(5_000) })).toEqual([]);
    expect(await titlesOf(browser, { search: "50% ".repeat(200) })).toEqual(["50% of a_boat"]);
  });

  it("uses changed titles, and never finds another person's stories", async () => {
    const site = new TestSite();
    const browser = await onPremium(site);
    const other = await onPremium(site);
    const { storyId } = await begin(browser, { title: "The Ninth Signal" });

    await browser.send("PUT", `/api/stories/${storyId}`, { title: "The Tenth Signal" });

    expect(await titlesOf(browser, { search: "ninth" })).toEqual([]);
    expect(await titlesOf(browser, { search: "tenth" })).toEqual(["The Tenth Signal"]);
    expect(await titlesOf(other, { search: "tenth" })).toEqual([]);
  });

  it("goes with every order, a status and further pages", async () => {
    const browser = await onPremium();
    for (const title of ["Boat A", "Ash", "boat b", "Älter Boat", "Boat C"])
      await begin(browser, { title, description: "Nothing else to say here." });
    const { storyId } = await begin(browser, { title: "Boat Z", description: "Nothing else to say here." });
    await browser.send("PUT", `/api/stories/${storyId}`, { status: "archived" });

    const found: string[] = [];
    const query = new URLSearchParams({ sort: "name-asc", search: "boat", status: "active", limit: "2" });
    let path: string | null = `/api/stories/user/${browser.sub}?${query}`;
    for (let pages = 0; path !== null && pages < 5; pages += 1) {
      const response: Response = await browser.get(path);
      found.push(...(await response.json<Story[]>()).map(({ title }) => title));
      path = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1] ?? null;
    }

    expect(found).toEqual(["Älter Boat", "Boat A", "boat b", "Boat C"]);
    expect(await titlesOf(browser, { search: "boat", sort: "name-desc" })).toEqual([
      "Boat Z",
      "Boat C",
      "boat b",
      "Boat A",
      "Älter Boat",
    ]);
    expect(await titlesOf(browser, { search: "boat", status: "archived" })).toEqual(["Boat Z"]);
  });

  it("refuses a status that there is not", async () => {
    const browser = await onPremium();
    const response = await browser.get(`/api/stories/user/${browser.sub}?status=lost`);
    expect(await response.json()).toMatchObject({ code: "INVALID_INPUT", field: "status" });
  });
});

describe("an archived story", () => {
  it("does not count as active, can be read but not written, and notifies its readers", async () => {
    const browser = await new TestSite().consented();
    const { storyId, updatedAt } = await begin(browser);
    const reader = await readerOf(browser, storyId);

    const answer = await browser.send("PUT", `/api/stories/${storyId}`, { status: "archived" });

    expect(await answer.json()).toMatchObject({ status: "archived", title: "New Story", updatedAt });
    expect(await reader.next("conversation-updated")).toMatchObject({ status: "archived" });
    expect((await browser.get(`/api/stories/${storyId}/messages`)).status).toBe(200);
    reader.write("I look around");
    expect(await reader.next("stream-error")).toMatchObject({ code: "STORY_READ_ONLY", status: 403 });
    await begin(browser, { title: "Another" }); // the free plan's only one
    reader.close();
  });

  it("is restored only if the plan has room, whatever else the call changes", async () => {
    const browser = await new TestSite().consented();
    const first = await begin(browser, { title: "First" });
    await browser.send("PUT", `/api/stories/${first.storyId}`, { status: "archived" });
    const second = await begin(browser, { title: "Second" });
    const path = `/api/stories/${first.storyId}`;

    const refused = await browser.send("PUT", path, { status: "active", title: "Renamed" });
    expect(await codeOf(refused)).toEqual([402, "STORY_LIMIT_EXCEEDED"]);
    expect(await (await browser.get(path)).json()).toMatchObject({ title: "First", status: "archived" });

    await browser.send("PUT", `/api/stories/${second.storyId}`, { status: "archived" });
    expect((await browser.send("PUT", path, { status: "active" })).status).toBe(200);
    // A story that is active already takes no more room.
    expect((await browser.send("PUT", path, { status: "active" })).status).toBe(200);
  });

  it("of eight simultaneous restores, one gets the plan's last place", async () => {
    const browser = await onPremium();
    const stories = await Promise.all(Array.from({ length: 8 }, () => begin(browser)));
    for (const { storyId } of stories) {
      await browser.send("PUT", `/api/stories/${storyId}`, { status: "archived" });
    }
    await d1.prepare("UPDATE users SET tier = 'free' WHERE id = ?").bind(browser.sub).run();

    const answers = await Promise.all(
      stories.map(({ storyId }) => browser.send("PUT", `/api/stories/${storyId}`, { status: "active" })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(402)]);
    expect(await titlesOf(browser, { status: "active" })).toHaveLength(1);
  });

  it("has no other status than those there are", async () => {
    const browser = await new TestSite().consented();
    const { storyId } = await begin(browser);
    const response = await browser.send("PUT", `/api/stories/${storyId}`, { status: "lost" });
    expect(await response.json()).toMatchObject({ code: "INVALID_INPUT", field: "status" });
  });
});

describe("a deleted story", () => {
  it("stays in Recently deleted for 30 days, and is restored unchanged", async () => {
    const browser = await new TestSite().consented();
    const story = await begin(browser, { title: "The Ninth Signal" });
    await browser.send("DELETE", `/api/stories/${story.storyId}`);

    const [deleted, ...others] = await deletedOf(browser);
    expect(others).toEqual([]);
    expect(deleted).toMatchObject({ storyId: story.storyId, title: "The Ninth Signal" });
    expect(Date.parse(deleted?.goneAt ?? "") - Date.parse(deleted?.deletedAt ?? "")).toBe(
      RECENTLY_DELETED_MS,
    );

    const restored = await browser.send("POST", `/api/stories/${story.storyId}/restore`);
    expect(restored.status).toBe(200);
    expect(await restored.json()).toMatchObject({ storyId: story.storyId, updatedAt: story.updatedAt });
    expect(await titlesOf(browser)).toEqual(["The Ninth Signal"]);
    expect(await deletedOf(browser)).toEqual([]);
  });

  it("is open again for its readers once it is restored, and has no day to go any more", async () => {
    const browser = await new TestSite().consented();
    const { storyId } = await begin(browser);
    (await readerOf(browser, storyId)).close();
    await browser.send("DELETE", `/api/stories/${storyId}`);
    const object = env.STORY.get(env.STORY.idFromName(storyId));
    const alarm = () => runInDurableObject(object, (_, state) => state.storage.getAlarm());
    expect(await alarm()).toBeGreaterThan(Date.now() + RECENTLY_DELETED_MS - 60_000);

    await browser.send("POST", `/api/stories/${storyId}/restore`);

    expect(await alarm()).toBeNull();
    const reader = await readerOf(browser, storyId);
    reader.write("I look around");
    expect(await reader.next("message-accepted")).toMatchObject({ message: { content: "I look around" } });
    reader.close();
  });

  it("restored twice is restored once, and its object is called again", async () => {
    const browser = await new TestSite().consented();
    const { storyId } = await begin(browser);
    await browser.send("DELETE", `/api/stories/${storyId}`);
    await browser.send("POST", `/api/stories/${storyId}/restore`);
    const object = env.STORY.get(env.STORY.idFromName(storyId));
    await object.close({ conversationId: storyId, userId: browser.sub });

    expect((await browser.send("POST", `/api/stories/${storyId}/restore`)).status).toBe(200);

    const reader = await readerOf(browser, storyId);
    reader.close();
  });

  it("is restored only if the plan has room; an archived one needs none", async () => {
    const browser = await new TestSite().consented();
    const active = await begin(browser);
    await browser.send("DELETE", `/api/stories/${active.storyId}`);
    const archived = await begin(browser);
    await browser.send("PUT", `/api/stories/${archived.storyId}`, { status: "archived" });
    await browser.send("DELETE", `/api/stories/${archived.storyId}`);
    await begin(browser, { title: "The one there is room for" });

    const refused = await browser.send("POST", `/api/stories/${active.storyId}/restore`);
    expect(await refused.json()).toMatchObject({
      code: "STORY_LIMIT_EXCEEDED",
      message:
        "You have reached the maximum number of stories for your current plan. Please upgrade to create more stories.",
    });
    expect((await browser.send("POST", `/api/stories/${archived.storyId}/restore`)).status).toBe(200);
    expect((await deletedOf(browser)).map(({ storyId }) => storyId)).toEqual([active.storyId]);
  });

  it("of eight simultaneous restores, one gets the last place", async () => {
    const browser = await onPremium();
    const stories = await Promise.all(Array.from({ length: 8 }, () => begin(browser)));
    for (const { storyId } of stories) await browser.send("DELETE", `/api/stories/${storyId}`);
    await d1.prepare("UPDATE users SET tier = 'free' WHERE id = ?").bind(browser.sub).run();

    const answers = await Promise.all(
      stories.map(({ storyId }) => browser.send("POST", `/api/stories/${storyId}/restore`)),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(402)]);
  });

  it("of 30 days ago is not found, even before it is purged", async () => {
    const browser = await new TestSite().consented();
    const { storyId } = await begin(browser);
    await browser.send("DELETE", `/api/stories/${storyId}`);
    await d1
      .prepare("UPDATE stories SET deleted_at = ? WHERE id = ?")
      .bind(new Date(Date.now() - RECENTLY_DELETED_MS - 1_000).toISOString(), storyId)
      .run();

    expect(await deletedOf(browser)).toEqual([]);
    expect((await browser.send("POST", `/api/stories/${storyId}/restore`)).status).toBe(404);
  });

  it("is listed page by page, the latest first", async () => {
    const browser = await onPremium();
    for (const title of ["One", "Two", "Three"]) {
      const { storyId } = await begin(browser, { title });
      await browser.send("DELETE", `/api/stories/${storyId}`);
    }
    const first = await browser.get(`/api/stories/user/${browser.sub}/deleted?limit=2`);
    const next = /^<([^>]+)>/.exec(first.headers.get("Link") ?? "")?.[1] ?? "";
    const second = await browser.get(next);

    expect((await first.json<Story[]>()).map(({ title }) => title)).toEqual(["Three", "Two"]);
    expect((await second.json<Story[]>()).map(({ title }) => title)).toEqual(["One"]);
    expect(second.headers.has("Link")).toBe(false);
  });

  it("of another person, one that is not deleted and an invalid id are not found", async () => {
    const site = new TestSite();
    const owner = await onPremium(site);
    const { storyId } = await begin(owner);
    await owner.send("DELETE", `/api/stories/${storyId}`);
    const other = await onPremium(site);

    for (const id of [storyId, createId(), "not-an-id"]) {
      expect(await codeOf(await other.send("POST", `/api/stories/${id}/restore`))).toEqual([
        404,
        "NOT_FOUND",
      ]);
      expect(await codeOf(await other.send("PUT", `/api/stories/${id}`, { status: "archived" }))).toEqual([
        404,
        "NOT_FOUND",
      ]);
    }
    expect((await other.get(`/api/stories/user/${owner.sub}/deleted`)).status).toBe(404);
    expect((await site.fetch(`/api/stories/user/${owner.sub}/deleted`)).status).toBe(401);
    expect((await site.fetch(`/api/stories/${storyId}/restore`, { method: "POST" })).status).toBe(401);
    expect(await deletedOf(other)).toEqual([]);
    expect(await deletedOf(owner)).toHaveLength(1);
  });

  it("is not restored without consent", async () => {
    const browser = await new TestSite().signedIn();
    const response = await browser.send("POST", `/api/stories/${createId()}/restore`);
    expect(await codeOf(response)).toEqual([403, "CONSENT_REQUIRED"]);
  });
});

describe("a library of 5,000 stories", () => {
  const since = new Date(Date.now() - RECENTLY_DELETED_MS);

  /** A person with this many stories of each kind. Every hundredth title has the word `lighthouse`. */
  async function somebodyWith(count: number): Promise<string> {
    const userId = `test|${createId()}`;
    const now = new Date().toISOString();
    await d1.batch([
      d1
        .prepare(
          "INSERT INTO users (id, name, provider, tier, created_at, updated_at) VALUES (?1, 'Reader', 'other', 'premium', ?2, ?2)",
        )
        .bind(userId, now),
      d1
        .prepare(`
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?2 * 3)
        INSERT INTO stories (id, user_id, title, description, status, story_length, genre, categories, tropes, character,
          player_name, custom_data, created_at, updated_at, deleted_at, "cast", folded_title, folded_description)
        SELECT ?1 || printf('-%06d', n), ?1, printf('Story %06d', n), 'About it.',
          CASE n % 3 WHEN 1 THEN 'archived' ELSE 'active' END, 'short', 'Mystery', '[]', '[]', 'Somebody', 'Somebody', '{}', ?3,
          strftime('%Y-%m-%dT%H:%M:%fZ', ?3, '-' || n || ' seconds'), CASE n % 3 WHEN 2 THEN ?3 END, '[]',
          printf('story %06d', n), CASE n % 100 WHEN 0 THEN 'a lighthouse' ELSE 'about it.' END
        FROM number`)
        .bind(userId, count, now),
    ]);
    return userId;
  }

  async function rowsRead(query: { toSQL: () => { sql: string; params: unknown[] } }): Promise<number> {
    const { sql, params } = query.toSQL();
    const { meta, results } = await d1
      .prepare(sql)
      .bind(...params)
      .all();
    expect(results.length).toBeGreaterThan(0);
    return meta.rows_read;
  }

  it("is listed, page by page, by any order and on any shelf, at the cost of one of 50", async () => {
    const [few, many] = await Promise.all([somebodyWith(50), somebodyWith(5_000)]);
    const limit = 21;
    // Far into the long list.
    const place = (sort: string) => ({
      key: sort.startsWith("name") ? "story 007500" : new Date(Date.now() - 7_500_000).toISOString(),
      id: "",
    });
    for (const status of ["active", "archived", undefined] as const) {
      const shelf = status === undefined ? {} : { status };
      for (const sort of STORY_SORTS) {
        const cost = await rowsRead(listStories(db, few, { sort, after: null, limit, ...shelf }));
        expect(await rowsRead(listStories(db, many, { sort, after: null, limit, ...shelf }))).toBe(cost);
        const deep = listStories(db, many, { sort, after: place(sort), limit, ...shelf });
        expect(await rowsRead(deep)).toBeLessThanOrEqual(cost + 1);
        expect(cost).toBeLessThanOrEqual(limit * 2 + 2);
      }
    }
    for (const page of [{ since, after: null, limit }]) {
      expect(await rowsRead(listDeletedStories(db, many, page))).toBe(
        await rowsRead(listDeletedStories(db, few, page)),
      );
    }
    for (const [at, query] of findShelfStories(db, many, since).entries()) {
      const ofFew = findShelfStories(db, few, since)[at];
      expect(await rowsRead(query)).toBe(ofFew && (await rowsRead(ofFew)));
    }
  });

  it("is searched no further than a page needs, and never beyond its owner", async () => {
    await somebodyWith(1_000);
    const many = await somebodyWith(5_000);
    const search = (word: string, limit: number) =>
      listStories(db, many, { sort: "recent", after: null, limit, status: "active", search: word });

    expect(await rowsRead(search("story", 21))).toBeLessThanOrEqual(44);
    expect(await rowsRead(search("lighthouse", 5))).toBeLessThan(1_100);
    expect(await rowsRead(search("014997", 21))).toBeLessThanOrEqual(10_002);
  });
});

describe("a form that changes a story", () => {
  function stories(site: TestSite, browser: Owner) {
    const services = buildServices({
      env: site.env,
      settings: parseSettings(site.env),
      person: {
        kind: "bearer",
        userId: browser.sub,
        expiresAt: Date.now() + 60_000,
        signedInAt: null,
        identity: {
          sub: browser.sub,
          name: null,
          username: null,
          nickname: null,
          email: null,
          emailVerified: false,
          picture: null,
        },
      },
      clientIp: null,
      ctx: { waitUntil: () => undefined },
      database: openAccountDatabase(site.env, { userId: browser.sub, shard: null }),
      origin: ORIGIN,
      cookieHeader: null,
    });
    return services.stories;
  }

  it("without JavaScript leads to a page that shows the result", async () => {
    const site = new TestSite();
    const browser = await site.consented();
    const { storyId } = await begin(browser);
    await browser.send("DELETE", `/api/stories/${storyId}`);
    const lead = async (services = stories(site, browser)) => {
      const form = new FormData();
      form.set(RESTORED_STORY, storyId);
      const request = new Request(`${ORIGIN}/stories/deleted`, { method: "POST", body: form });
      const response = await restoreAction(services, request);
      return [response.status, response.headers.get("Location")];
    };
    const other = await begin(browser);
    expect(await lead()).toEqual([303, "/stories?toast=story-limit"]);
    await browser.send("DELETE", `/api/stories/${other.storyId}`);
    expect(await lead(stories(site, await site.consented()))).toEqual([
      303,
      "/stories?toast=story-not-changed",
    ]);
    expect(await lead()).toEqual([303, "/stories?toast=story-changed"]);
  });
});
