import { runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { RECENTLY_DELETED_MS } from "#domain/recently-deleted.ts";
import type { SearchItem, SearchPage } from "#domain/search.ts";
import { createCharacter, createChat, MARA, say } from "#tests/workers/characters/people.ts";
import { runNightly } from "#workers/nightly.ts";
import { deleteAgo, queryObject } from "../helpers/databases.ts";
import { writeMessages } from "../helpers/shares.ts";
import { type Person, TestSite } from "../helpers/site.ts";
import { beginStory, joinStory, onPremium } from "../helpers/stories.ts";
import { whileObjectCalls } from "../helpers/watched-calls.ts";

async function search(person: Person, query: Record<string, string>): Promise<SearchPage> {
  const response = await person.get(`/api/search?${new URLSearchParams(query)}`);
  expect(response.status).toBe(200);
  return response.json();
}

async function find(person: Person, q: string): Promise<SearchItem[]> {
  return (await search(person, { q })).items;
}

/** Messages arrive a moment after they are stored. */
async function expectFound(person: Person, q: string, expected: object[]): Promise<void> {
  await expect.poll(() => find(person, q), { timeout: 15_000 }).toMatchObject(expected);
}

async function expectBuilt(person: Person): Promise<void> {
  const isBuilding = async () => (await search(person, { q: "x" })).isBuilding;
  await expect.poll(isBuilding, { timeout: 15_000 }).toBe(false);
}

function indexOf({ sub }: Person) {
  return env.SEARCH.get(env.SEARCH.idFromName(sub));
}

it("what a person has written is found: stories, messages, characters, lore and notes, each with where it stands", async () => {
  const person = await onPremium();
  const { storyId } = await beginStory(person, {
    title: "The Kestrel Lamp",
    description: "A quernstone sinks.",
  });
  const reader = await joinStory(person, storyId);
  await reader.exchange("I lift the zephyrine lid");
  await person.send("PATCH", `/api/stories/${storyId}/notes`, { note: "Nobody says vellichor." });
  const ottoline = { name: "Ottoline Brume", description: "Keeps a gnomonist." };
  const { characterId } = await createCharacter(person, ottoline);
  const book = { name: "Kestrel Island" };
  const { lorebookId } = await person.post<{ lorebookId: string }>("/api/lorebooks", book);
  const entry = { name: "The Sowback", kind: "place", text: "A thalweg south of the light." };
  await person.send("POST", `/api/lorebooks/${lorebookId}/entries`, entry);
  const ofStory = { name: "This story", storyId };
  const own = await person.post<{ lorebookId: string }>("/api/lorebooks", ofStory);
  const oath = { name: "The oath", kind: "other", text: "Sworn on a horologe." };
  await person.send("POST", `/api/lorebooks/${own.lorebookId}/entries`, oath);

  await expectFound(person, "zephyrine", [
    {
      kind: "passage",
      storyId,
      title: "The Kestrel Lamp",
      role: "user",
      isOnOpenPath: true,
      snippet: "I lift the zephyrine lid",
      picture: { genre: "Mystery" },
    },
  ]);
  expect(await find(person, "quernstone")).toMatchObject([{ kind: "story", id: storyId, storyId }]);
  await expectFound(person, "vellichor", [
    { kind: "note", storyId, role: null, picture: { genre: "Mystery" } },
  ]);
  expect(await find(person, "gnomonist")).toMatchObject([
    {
      kind: "character",
      characterId,
      title: "Ottoline Brume",
      picture: { face: { name: "Ottoline Brume", metadata: { images: { primary: null } } } },
    },
  ]);
  expect(await find(person, "thalweg")).toMatchObject([
    {
      kind: "lore",
      bookId: lorebookId,
      title: "The Sowback",
      within: "Kestrel Island",
      picture: { loreKind: "place" },
    },
  ]);
  expect(await find(person, "horologe")).toMatchObject([{ storyId, within: "The Kestrel Lamp" }]);
  expect((await search(person, { q: "zephyrine", kind: "note" })).items).toEqual([]);
  expect((await search(person, { q: "zephyrine", role: "assistant" })).items).toEqual([]);
  expect((await search(person, { q: "zephyrine", storyId })).counts).toEqual({ passage: 1 });
  reader.close();
});

it("lore of a world leads to the story that uses it, and where none does to the latest, in which it can be chosen", async () => {
  const person = await onPremium();
  const [one, latest] = [await beginStory(person, { title: "One" }), await beginStory(person)];
  await createChat(person); // it uses no world
  const world = await person.post<{ lorebookId: string }>("/api/lorebooks", { name: "Kestrel Island" });
  const entry = { name: "The Sowback", text: "A thalweg south of the light." };
  await person.send("POST", `/api/lorebooks/${world.lorebookId}/entries`, entry);
  expect(await find(person, "thalweg")).toMatchObject([{ storyId: latest.storyId, chatId: null }]);
  const chosen = { lorebookIds: [world.lorebookId] };
  await person.send("PUT", `/api/stories/${one.storyId}/lorebooks`, chosen);
  expect(await find(person, "thalweg")).toMatchObject([{ storyId: one.storyId, chatId: null }]);
});

it("what a person has written comes in pages, each with the address of the next; what makes no sense is refused", async () => {
  const person = await onPremium();
  const titles = ["A quoin", "Two quoins", "A quoin and a lamp"];
  for (const title of titles) await beginStory(person, { title, setting: "A quoin" });
  const pages = await person.readPages<SearchPage>("/api/search?q=quoin&limit=2");
  expect(pages.map(({ next }) => next === null)).toEqual([false, true]);
  const found = pages.flatMap(({ items }) => items.map(({ title }) => title));
  expect(found.toSorted()).toEqual(titles.toSorted());
  expect((await search(person, { q: "quoin", since: "2100-01-01T00:00:00Z" })).items).toEqual([]);
  expect((await search(person, { q: "quoin", until: "2100-01-01T00:00:00Z" })).items).toHaveLength(3);
  for (const wrong of ["since=yesterday", "kind=poem", "role=nobody", "limit=0"]) {
    expect((await person.get(`/api/search?q=quoin&${wrong}`)).status, wrong).toBe(400);
  }
  expect((await search(person, { q: 'NEAR("\u0000*' })).items).toEqual([]);
});

it("what a person has written is found by nobody else, whatever they ask for", async () => {
  const site = new TestSite();
  const [person, other] = [await onPremium(site), await onPremium(site)];
  const { storyId } = await beginStory(person, { title: "A quoin" });
  expect(await find(person, "quoin")).toHaveLength(1);
  expect(await find(other, "quoin")).toEqual([]);
  expect((await search(other, { q: "quoin", storyId })).items).toEqual([]);
  expect((await new TestSite().browser().get("/api/search?q=quoin")).status).toBe(401);
});

it("what a person has written is not found while it is deleted, and is found again when it is restored", async () => {
  const person = await onPremium();
  const { storyId } = await beginStory(person, { title: "A quoin" });
  expect(await find(person, "quoin")).toHaveLength(1);
  await person.send("DELETE", `/api/stories/${storyId}`);
  expect(await find(person, "quoin")).toEqual([]);
  await person.send("POST", `/api/stories/${storyId}/restore`);
  expect(await find(person, "quoin")).toHaveLength(1);
  await person.send("PUT", `/api/stories/${storyId}`, { title: "A voussoir", status: "archived" });
  expect(await find(person, "quoin")).toEqual([]);
  expect(await find(person, "voussoir")).toMatchObject([{ title: "A voussoir", isArchived: true }]);
  expect((await search(person, { q: "voussoir", withoutArchived: "true" })).items).toEqual([]);
});

it("what a person has written leaves the index with the night, if nobody searches any more", async () => {
  const person = await onPremium();
  const { characterId } = await createCharacter(person, { ...MARA, name: "Quillon" });
  expect(await find(person, "quillon")).toHaveLength(1);
  await person.send("DELETE", `/api/characters/${characterId}`);
  await runNightly(env);
  expect(await queryObject(indexOf(person), "SELECT 1 FROM vocabulary WHERE word = 'quillon'")).toEqual([]);
});

it("what a person has written has left the index when its 30 days are over: a part and the name of its path, a story, a chat", async () => {
  const person = await onPremium();
  const expectLeft = async (...words: string[]) => {
    const all = await queryObject<{ word: string }>(indexOf(person), "SELECT word FROM vocabulary");
    const searched = ["lanthorn", "zephyrine", "quoin", "vellichor"];
    expect(searched.filter((one) => all.some(({ word }) => word === one))).toEqual(words);
  };
  const { storyId } = await beginStory(person);
  const reader = await joinStory(person, storyId);
  for (const word of ["lanthorn", "zephyrine"]) await reader.exchange(`I lift the ${word}`);
  reader.close();
  await expectFound(person, "zephyrine", [{ kind: "passage" }]);
  const [{ messageId: removed } = { messageId: null }] = await find(person, "zephyrine");
  await person.send("PATCH", `/api/stories/${storyId}/paths/${removed}`, { name: "A quoin" });
  const { chatId } = await createChat(person);
  await say(person, chatId, "I say vellichor");
  await expectFound(person, "vellichor", [
    { chatId, kind: "chat", picture: { face: { name: "Mara Voss" } } },
  ]);
  await expectFound(person, "quoin", [{ kind: "path", messageId: removed }]);
  await expectLeft("lanthorn", "zephyrine", "quoin", "vellichor");

  await person.send("DELETE", `/api/stories/${storyId}/messages/${removed}`);
  await expectFound(person, "zephyrine", []);
  await expectFound(person, "quoin", []);
  const story = env.STORY.get(env.STORY.idFromName(storyId));
  const makeOlder = async (statement: string) => {
    await queryObject(story, statement, RECENTLY_DELETED_MS + 60_000);
    await runDurableObjectAlarm(story);
  };
  await makeOlder("UPDATE messages SET removed_at = removed_at - ? WHERE removed_at IS NOT NULL");
  await expectLeft("lanthorn", "vellichor");

  await person.send("DELETE", `/api/stories/${storyId}`);
  expect(await find(person, "lanthorn")).toEqual([]);
  await expectLeft("lanthorn", "vellichor");
  await makeOlder("UPDATE conversation SET closed_at = closed_at - ?");
  await runNightly(env);
  await expectLeft("vellichor");

  // Its object was not told that it is deleted: the nightly run purges it.
  await deleteAgo("character_chats", chatId, RECENTLY_DELETED_MS + 25 * 3_600_000);
  await runNightly(env);
  await expectLeft();
  expect(await find(person, "vellichor")).toEqual([]);
});

/** Of a person with Premium; it has the word "zephyrine". */
async function aSearchedStory() {
  const person = await onPremium();
  const { storyId } = await beginStory(person, { title: "The Lamp" });
  const reader = await joinStory(person, storyId);
  await reader.exchange("I lift the zephyrine lid");
  reader.close();
  await expectFound(person, "zephyrine", [{ storyId }]);
  return { person, storyId };
}

it("the index that has lost everything is built again from the conversations by the next search", async () => {
  const { person, storyId } = await aSearchedStory();

  await indexOf(person).purge();

  expect((await search(person, { q: "zephyrine" })).isBuilding).toBe(true);
  await expectFound(person, "zephyrine", [{ storyId, title: "The Lamp" }]);
  await expectBuilt(person);
});

it.each([
  ["hundreds of messages", "SELECT 1"],
  ["hundreds that are in the bin", "UPDATE messages SET removed_at = 1 WHERE depth = 2"],
])("the index is told of %s in pieces, between which everybody else gets their turn", async (_, change) => {
  const person = await new TestSite().consented();
  const { storyId } = await beginStory(person);
  const story = env.STORY.idFromName(storyId);
  const lines = Array.from({ length: 120 }, (_, index) => `Line ${index} of the log.`);
  await writeMessages({ storyId, userId: person.sub }, lines);
  await queryObject(env.STORY.get(story), change);
  const order: string[] = [];
  // It answers without waiting, as an object in the same process does. Without a pause between the pieces nothing else would run.
  const answer = async <T>(name: string, call: () => Promise<T>) => {
    if (name !== "SEARCH.apply") return call();
    order.push("piece");
    setTimeout(() => order.push("others"), 0);
    return null as T;
  };
  await whileObjectCalls(answer, () => env.STORY.get(story).renewIndex(), [story]);

  expect(order.slice(0, 5)).toEqual(["piece", "others", "piece", "others", "piece"]);
});

it("the index that differs from a conversation is mended by the nightly comparison", async () => {
  const { person, storyId } = await aSearchedStory();
  await expectBuilt(person);
  const lose = async (which: string) => {
    await queryObject(
      indexOf(person),
      `DELETE FROM words WHERE rowid IN (SELECT id FROM documents ${which})`,
    );
    await queryObject(indexOf(person), `DELETE FROM documents ${which}`);
  };
  await lose("WHERE kind = 1");
  expect(await find(person, "zephyrine")).toEqual([]);

  const story = env.STORY.get(env.STORY.idFromName(storyId));
  const compare = () => story.compareWithRow({ projection: 0, lastMessageId: null, messageCount: 0 });
  await compare();

  expect(await find(person, "zephyrine")).toMatchObject([{ storyId }]);
  await person.send("PATCH", `/api/stories/${storyId}/notes`, { note: "Nobody says vellichor." });
  await expectFound(person, "vellichor", [{ kind: "note" }]);
  await lose("WHERE kind = 6");
  await compare();
  expect(await find(person, "vellichor")).toMatchObject([{ kind: "note" }]);
});
