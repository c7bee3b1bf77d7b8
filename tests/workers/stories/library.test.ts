import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { STORY_SORTS } from "#domain/library.ts";
import { RECENTLY_DELETED_MS } from "#domain/recently-deleted.ts";
import { DEFAULT_STORY_TITLE } from "#domain/story-record.ts";
import { aStory } from "#tests/durable-objects/story-reader.ts";
import { readCharges } from "#tests/workers/helpers/billing.ts";
import { stories } from "#workers/db/schema/index.ts";
import { listDeletedStories } from "#workers/stories/deleted-store.ts";
import { listStories, summariseLibrary } from "#workers/stories/library-store.ts";
import { projectStory } from "#workers/stories/store.ts";
import { copyRow, d1, db, deleteAgo, queryRows } from "../helpers/databases.ts";
import { type Person, scriptedModels, TestSite } from "../helpers/site.ts";
import { type BegunStory, beginStory, joinStory, onPremium } from "../helpers/stories.ts";

type Deleted = BegunStory & { deletedAt: string; goneAt: string };

async function titlesOf(person: Person, query: Record<string, string> = {}): Promise<string[]> {
  const path = `/api/stories/user/${person.sub}?${new URLSearchParams(query)}`;
  return (await person.read<BegunStory[]>(path)).map(({ title }) => title);
}

it("the order of titles is that of their numbers, and a search still finds them", async () => {
  const browser = await onPremium();
  for (const title of ["Part 10", "Part 2", "Part 1: Rain", "Part"]) await beginStory(browser, { title });
  expect(await titlesOf(browser, { sort: "name-asc" })).toEqual([
    "Part",
    "Part 1: Rain",
    "Part 2",
    "Part 10",
  ]);
  expect(await titlesOf(browser, { search: "part 1", sort: "name-desc" })).toEqual([
    "Part 10",
    "Part 1: Rain",
  ]);
  expect(await titlesOf(browser, { search: "1:" })).toEqual(["Part 1: Rain"]);
});

it("a search of the library finds words of the title and the description in any case, accent and order", async () => {
  const browser = await onPremium();
  await beginStory(browser, { title: "The Ninth Signal" });
  const description = "МОСКВА wartet, и никто не знает.";
  await beginStory(browser, { title: "Das Mädchen von Ölhafen", description });

  expect(await titlesOf(browser, { search: "boat  SIGNAL " })).toEqual(["The Ninth Signal"]);
  expect(await titlesOf(browser, { search: "москва ölh madchen" })).toEqual(["Das Mädchen von Ölhafen"]);
  expect(await titlesOf(browser, { search: "nobody" })).toEqual([]);
  expect(await titlesOf(browser, { search: "   " })).toHaveLength(2);
});

it("a search of the library searches for every sign literally, and accepts any length", async () => {
  const browser = await onPremium();
  await beginStory(browser, { title: "50% of a_boat" });
  await beginStory(browser, { title: "500 of a boat" });

  expect(await titlesOf(browser, { search: "%" })).toEqual(["50% of a_boat"]);
  expect(await titlesOf(browser, { search: "a_b" })).toEqual(["50% of a_boat"]);
  expect(await titlesOf(browser, { search: "*" })).toEqual([]);
  expect(await titlesOf(browser, { search: "\\" })).toEqual([]);
  expect(await titlesOf(browser, { search: "' OR 1=1 --" })).toEqual([]);
  expect(await titlesOf(browser, { search: "x".repeat(5_000) })).toEqual([]);
  expect(await titlesOf(browser, { search: "50% ".repeat(200) })).toEqual(["50% of a_boat"]);
});

it("a search of the library uses changed titles", async () => {
  const browser = await onPremium();
  const { storyId } = await beginStory(browser, { title: "The Ninth Signal" });

  await browser.send("PUT", `/api/stories/${storyId}`, { title: "The Tenth Signal" });

  expect(await titlesOf(browser, { search: "ninth" })).toEqual([]);
  expect(await titlesOf(browser, { search: "tenth" })).toEqual(["The Tenth Signal"]);
});

it("of two changes of a story's texts that begin from the same the second is told what is newer", async () => {
  const browser = await onPremium();
  const { storyId } = await beginStory(browser, { title: "The Ninth Signal" });
  const before = { title: "The Ninth Signal" };
  const change = (title: string) => browser.send("PUT", `/api/stories/${storyId}`, { title, before });
  const answers = await Promise.all(["One", "Two"].map(change));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { title } = await browser.read<BegunStory>(`/api/stories/${storyId}`);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({ code: "EDIT_CONFLICT", details: { newer: { title } } });
  expect((await change(title)).status, "its answer was lost").toBe(200);
  const found = { title: "Mine", before: { title: DEFAULT_STORY_TITLE } };
  const named = await browser.send("PUT", `/api/stories/${storyId}`, found);
  expect(named.status, "the AI has found a title meanwhile").toBe(200);
});

it("a search of the library goes with every order, a status and further pages", async () => {
  const browser = await onPremium();
  const begin = (title: string) => beginStory(browser, { title, description: "Nothing else to say here." });
  for (const title of ["Boat A", "Ash", "boat b", "Älter Boat", "Boat C"]) await begin(title);
  const { storyId } = await begin("Boat Z");
  await browser.send("PUT", `/api/stories/${storyId}`, { status: "archived" });

  const query = new URLSearchParams({ sort: "name-asc", search: "boat", status: "active", limit: "2" });
  const pages = await browser.readPages<BegunStory[]>(`/api/stories/user/${browser.sub}?${query}`);

  expect(pages.map((page) => page.map(({ title }) => title))).toEqual([
    ["Älter Boat", "Boat A"],
    ["boat b", "Boat C"],
  ]);
  expect(await titlesOf(browser, { search: "boat", sort: "name-desc" })).toEqual([
    "Boat Z",
    "Boat C",
    "boat b",
    "Boat A",
    "Älter Boat",
  ]);
  expect(await titlesOf(browser, { search: "boat", status: "archived" })).toEqual(["Boat Z"]);
});

const since = new Date(Date.now() - RECENTLY_DELETED_MS);

/** A person with this many stories of each kind. Every hundredth has the word `lighthouse`. */
async function somebodyWith(count: number): Promise<string> {
  const person = await onPremium();
  const { storyId } = await beginStory(person, { description: "It is about it." });
  const number = "(copy.key + 1)";
  await copyRow(person.sub, "stories", storyId, count * 3, {
    folded_title: `printf('story %06d', ${number})`,
    folded_description: `CASE ${number} % 100 WHEN 0 THEN 'a lighthouse' ELSE 'about it.' END`,
    status: `CASE ${number} % 3 WHEN 1 THEN 'archived' ELSE 'active' END`,
    deleted_at: `CASE ${number} % 3 WHEN 2 THEN original.updated_at END`,
    updated_at: `strftime('%Y-%m-%dT%H:%M:%fZ', original.updated_at, '-' || ${number} || ' seconds')`,
  });
  await queryRows("DELETE FROM stories WHERE id = ?", storyId);
  return person.sub;
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

it("a library of 5,000 stories is listed, page by page, by any order and on any shelf, at the cost of one of 50", async () => {
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
  const deleted = (owner: string) => listDeletedStories(db, owner, { since, after: null, limit });
  expect(await rowsRead(deleted(many))).toBe(await rowsRead(deleted(few)));
  const cost = await rowsRead(summariseLibrary(db, few, since));
  expect(await rowsRead(summariseLibrary(db, many, since))).toBe(cost);
  expect(cost).toBeLessThanOrEqual(8);
});

it("a library of 5,000 stories is searched no further than a page needs, and never beyond its owner", async () => {
  await somebodyWith(1_000);
  const many = await somebodyWith(5_000);
  const search = (word: string, limit: number) =>
    listStories(db, many, { sort: "recent", after: null, limit, status: "active", search: word });

  expect(await rowsRead(search("story", 21))).toBeLessThanOrEqual(44);
  expect(await rowsRead(search("lighthouse", 5))).toBeLessThan(1_100);
  expect(await rowsRead(search("014997", 21))).toBeLessThanOrEqual(10_002);
});

function deletedOf(person: Person): Promise<Deleted[]> {
  return person.read(`/api/stories/user/${person.sub}/deleted`);
}

it("an archived story does not count as active, can be read but not written, and notifies its readers", async () => {
  const browser = await new TestSite().consented();
  const { storyId, updatedAt } = await beginStory(browser);
  const reader = await joinStory(browser, storyId);

  const answer = await browser.send("PUT", `/api/stories/${storyId}`, { status: "archived" });

  expect(await answer.json()).toMatchObject({ status: "archived", title: "New Story", updatedAt });
  expect(await reader.next("conversation-updated")).toMatchObject({ status: "archived" });
  expect((await browser.get(`/api/stories/${storyId}/messages`)).status).toBe(200);
  reader.write("I look around");
  expect(await reader.next("stream-error")).toMatchObject({ code: "STORY_READ_ONLY", status: 403 });
  await beginStory(browser, { title: "Another" }); // the free plan's only one
  reader.close();
});

it("an archived story stays as it is where the plan has no room for it, whatever else the call changes", async () => {
  const browser = await new TestSite().consented();
  const { storyId } = await beginStory(browser, { title: "First" });
  const path = `/api/stories/${storyId}`;
  await browser.send("PUT", path, { status: "archived" });
  await beginStory(browser, { title: "Second" });

  const refused = await browser.send("PUT", path, { status: "active", title: "Renamed" });
  expect(await refused.json()).toMatchObject({ code: "STORY_LIMIT_EXCEEDED" });
  expect(await browser.read(path)).toMatchObject({ title: "First", status: "archived" });
});

/** A person whose only story is deleted. */
async function aDeletedStory() {
  const browser = await new TestSite().consented();
  const { storyId } = await beginStory(browser);
  await browser.send("DELETE", `/api/stories/${storyId}`);
  return { browser, storyId };
}

it("a deleted story stays in Recently deleted for 30 days, and is restored unchanged", async () => {
  const browser = await new TestSite().consented();
  const story = await beginStory(browser, { title: "The Ninth Signal" });
  await browser.send("DELETE", `/api/stories/${story.storyId}`);

  const [deleted] = await deletedOf(browser);
  expect(deleted).toMatchObject({ storyId: story.storyId, title: "The Ninth Signal" });
  expect(Date.parse(deleted?.goneAt ?? "") - Date.parse(deleted?.deletedAt ?? "")).toBe(RECENTLY_DELETED_MS);

  const restored = await browser.send("POST", `/api/stories/${story.storyId}/restore`);
  expect(restored.status).toBe(200);
  expect(await restored.json()).toMatchObject({ storyId: story.storyId, updatedAt: story.updatedAt });
  expect(await titlesOf(browser)).toEqual(["The Ninth Signal"]);
  expect(await deletedOf(browser)).toEqual([]);
});

it("a deleted story restored twice is restored once, and its object is called again", async () => {
  const { browser, storyId } = await aDeletedStory();
  await browser.send("POST", `/api/stories/${storyId}/restore`);
  const object = env.STORY.get(env.STORY.idFromName(storyId));
  await object.close({ conversationId: storyId, userId: browser.sub });

  expect((await browser.send("POST", `/api/stories/${storyId}/restore`)).status).toBe(200);

  expect(await runInDurableObject(object, (_, { storage }) => storage.getAlarm())).toBeNull();
  const reader = await joinStory(browser, storyId);
  await reader.exchange("I look around");
  reader.close();
});

it("a deleted story that was archived needs no room of the plan", async () => {
  const browser = await new TestSite().consented();
  const { storyId } = await beginStory(browser);
  await browser.send("PUT", `/api/stories/${storyId}`, { status: "archived" });
  await browser.send("DELETE", `/api/stories/${storyId}`);
  await beginStory(browser, { title: "The one there is room for" });

  expect((await browser.send("POST", `/api/stories/${storyId}/restore`)).status).toBe(200);
});

it("a deleted story of 30 days ago is not found, even before it is purged", async () => {
  const { browser, storyId } = await aDeletedStory();
  await deleteAgo("stories", storyId, RECENTLY_DELETED_MS + 1_000);

  expect(await deletedOf(browser)).toEqual([]);
  expect((await browser.send("POST", `/api/stories/${storyId}/restore`)).status).toBe(404);
});

it("a deleted story is listed page by page, the latest first", async () => {
  const browser = await onPremium();
  for (const title of ["One", "Two", "Three"]) {
    const { storyId } = await beginStory(browser, { title });
    await browser.send("DELETE", `/api/stories/${storyId}`);
  }
  const pages = await browser.readPages<Deleted[]>(`/api/stories/user/${browser.sub}/deleted?limit=2`);

  expect(pages.map((page) => page.map(({ title }) => title))).toEqual([["Three", "Two"], ["One"]]);
});

it("a projection of a story that arrives late is dropped, and the same one may come again", async () => {
  const { db, userId, storyId } = await aStory();
  const shown = async (projection: number, lastMessage: string) => {
    await projectStory(db, userId, storyId, {
      lastMessageId: createId(),
      lastMessageRole: "assistant",
      messageCount: 1,
      exchangeCount: 0,
      projection,
      lastMessage,
      updatedAt: new Date().toISOString(),
      cast: [],
      currentLocation: null,
    });
    const [row] = await db
      .select({ shown: stories.lastMessage })
      .from(stories)
      .where(eq(stories.id, storyId));
    return row?.shown;
  };
  expect(await shown(2, "The second.")).toBe("The second.");
  expect(await shown(1, "The first.")).toBe("The second.");
  // An earlier version numbered a projection when it delivered it: what was queued then has no number of its own.
  expect(await shown(2, "Queued before an update.")).toBe("Queued before an update.");
});

it("GET /api/users/{userId}/chats lists the stories, with the last projected message if messages are requested", async () => {
  const browser = await onPremium(new TestSite());
  const quiet = await beginStory(browser, { title: "Quiet" });
  const { storyId } = await beginStory(browser, { title: "Told" });
  const told = {
    lastMessageId: "m1",
    lastMessageRole: "assistant",
    lastMessage: "The boat came home.",
  } as const;
  await db.update(stories).set(told).where(eq(stories.id, storyId));

  const path = `/api/users/${browser.sub}/chats`;
  const bare = await browser.read<Record<string, unknown>[]>(path);
  const full = await browser.read<{ chatId: string; messages: unknown[] }[]>(
    `${path}?include_messages=true&type=story`,
  );

  expect(bare).toHaveLength(2);
  expect(bare[0]).not.toHaveProperty("messages");
  expect(bare.find(({ chatId }) => chatId === storyId)).toMatchObject({
    title: "Told",
    status: "active",
    metadata: { ...told, genre: "Mystery" },
  });
  expect(full.find(({ chatId }) => chatId === quiet.storyId)?.messages).toEqual([]);
  expect(full.find(({ chatId }) => chatId === storyId)?.messages).toEqual([
    expect.objectContaining({ content: "The boat came home." }),
  ]);
});

it("/api/stories/{id}/suggestion returns a suggestion for a POST; GET and the story have only one that is shown already", async () => {
  const owner = await new TestSite(scriptedModels()).consented();
  const { storyId } = await beginStory(owner);
  const reader = await joinStory(owner, storyId);
  await reader.askForOpening();

  const path = `/api/stories/${storyId}/suggestion`;
  const expectShown = async (suggestion: string | null) => {
    expect(await owner.read(path)).toEqual({ suggestion });
    const page = await owner.read(`/api/stories/${storyId}/messages?include_story_info=true`);
    expect(page).toMatchObject({ messages: [{}], story: { suggestedInput: suggestion } });
    const charges = await readCharges(owner.sub, "suggestion");
    expect(charges).toHaveLength(suggestion === null ? 0 : 1);
  };
  await expectShown(null);
  expect(await owner.post(path)).toEqual({ suggestion: "A quiet moment." });
  await expectShown("A quiet moment.");
  expect(await owner.read(`/api/stories/${storyId}`)).toMatchObject({ suggestedInput: "A quiet moment." });
  reader.close();
});
