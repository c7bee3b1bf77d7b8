import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import type { CharacterRecord } from "#domain/character.ts";
import type { LastPrompt } from "#domain/last-prompt.ts";
import type {
  ImportedCharacter,
  ImportReport,
  LorebookRecord,
  LoreEntryRecord,
  LoreProposal,
} from "#domain/lore.ts";
import { PLAN_LIMITS } from "#domain/plan.ts";
import { characters, lorebooks, loreEntries } from "#workers/db/schema/index.ts";
import { purgeDeletedBooks } from "#workers/lorebooks/purge-deleted.ts";
import { eventually, jobsDone } from "../../durable-objects/story-reader.ts";
import { replyScript } from "../../fakes/reply-script.ts";
import { createChat, importCard, MARA, say, toCardFile } from "../characters/people.ts";
import { db } from "../helpers/databases.ts";
import { toFormBody } from "../helpers/forms.ts";
import { type Person, scriptedModels, TestSite } from "../helpers/site.ts";
import { beginStory, joinStory, onPremium } from "../helpers/stories.ts";

const REEF = { name: "The reef", text: "It has taken four boats.", keys: ["reef"], kind: "place" };
const ENTRY_OF_CARD = { extensions: {}, enabled: true, insertion_order: 1 };
const BOOK_OF_CARD = {
  name: "Mara's book",
  extensions: {},
  entries: [
    { ...ENTRY_OF_CARD, keys: ["lamp"], content: "{{char}} keeps the lamp for {{user}}." },
    { ...ENTRY_OF_CARD, keys: [], constant: true, content: "The island is called Kestrel." },
  ],
};

const createBook = (person: Person, fields: object = { name: "Kestrel Island" }) =>
  person.post<LorebookRecord>("/api/lorebooks", fields);
const createEntry = (
  person: Person,
  { lorebookId }: Pick<LorebookRecord, "lorebookId">,
  fields: object = REEF,
) => person.post<LoreEntryRecord>(`/api/lorebooks/${lorebookId}/entries`, fields);
const entriesOf = (person: Person, bookId: string) =>
  person.read<LoreEntryRecord[]>(`/api/lorebooks/${bookId}/entries`);
const proposalsOf = (person: Person, storyId: string) =>
  person.read<LoreProposal[]>(`/api/stories/${storyId}/lore-proposals`);

async function importFiles(person: Person, files: Record<string, BlobPart>): Promise<ImportReport[]> {
  const { body, headers } = await toFormBody(files);
  const answer = await person.sendRaw("POST", "/api/lorebooks/import", body, headers);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json<{ files: ImportReport[] }>()).files;
}

async function promptOf(person: Person, conversation: string): Promise<LastPrompt> {
  return (await person.read<{ prompt: LastPrompt }>(`/api/${conversation}/last-prompt`)).prompt;
}

/** The part of the last prompt that has the lore: the beginnings of its items. */
async function loreOf(person: Person, conversation: string): Promise<string[]> {
  const prompt = await promptOf(person, conversation);
  return prompt.parts.find(({ name }) => name === "lore")?.items.map(({ text }) => text) ?? [];
}

const aWriter = () => onPremium(new TestSite(scriptedModels()));

/** The nightly sweep, as in 31 days. */
const sweep = () =>
  purgeDeletedBooks({ db, now: () => new Date(Date.now() + 31 * 24 * 3_600_000), log: () => undefined });

/** A character whose card has a book. */
async function importWithBook(person: Person): Promise<string> {
  const answer = await importCard(person, toCardFile({ ...MARA, character_book: BOOK_OF_CARD }));
  return (await answer.json<CharacterRecord>()).characterId;
}

it("an entry has the usual rules, its name as a key, and counts in its book", async () => {
  const person = await onPremium();
  const book = await createBook(person);
  const entry = await createEntry(person, book, { name: "Harrow Light" });
  expect(entry).toMatchObject({
    keys: ["Harrow Light"],
    when: "mentioned",
    wholeWords: true,
    origin: null,
  });
  await createEntry(person, book);
  const [listed] = await person.read<LorebookRecord[]>("/api/lorebooks");
  expect(listed).toMatchObject({ lorebookId: book.lorebookId, entryCount: 2 });
  const path = `/api/lorebooks/${book.lorebookId}/entries/${entry.entryId}`;
  const changed = await person.send("PATCH", path, { sticky: 4 });
  expect(await changed.json()).toMatchObject({ sticky: 4, keys: ["Harrow Light"] });
});

it("a new entry that is sent again, because its answer was lost, is one entry with what it says now", async () => {
  const person = await onPremium();
  const book = await createBook(person);
  const requestId = crypto.randomUUID();
  const { entryId } = await createEntry(person, book, { ...REEF, requestId });
  const again = await createEntry(person, book, { ...REEF, text: "It has taken five.", requestId });
  expect(again).toMatchObject({ entryId, text: "It has taken five." });
  expect(await entriesOf(person, book.lorebookId)).toEqual([again]);
});

it("a pattern that can't be read is refused with a sentence", async () => {
  const person = await onPremium();
  const book = await createBook(person);
  const entry = { name: "A", keys: ["/(?<=a)b/"] };
  const answer = await person.send("POST", `/api/lorebooks/${book.lorebookId}/entries`, entry);
  expect(await answer.json()).toMatchObject({
    code: "INVALID_INPUT",
    field: "keys",
    message: expect.stringMatching(/can't be read/),
  });
});

it("what is deleted can be restored, books and entries, and is purged after 30 days", async () => {
  const person = await onPremium();
  const book = await createBook(person);
  const { entryId } = await createEntry(person, book);
  const path = `/api/lorebooks/${book.lorebookId}`;
  await person.send("DELETE", `${path}/entries/${entryId}`);
  expect(await entriesOf(person, book.lorebookId)).toEqual([]);
  await person.post(`${path}/entries/${entryId}/restore`);
  expect(await entriesOf(person, book.lorebookId)).toHaveLength(1);
  await person.send("DELETE", path);
  expect((await person.get(path)).status).toBe(404);
  expect(await person.read("/api/lorebooks/deleted")).toMatchObject([{ lorebookId: book.lorebookId }]);
  await person.post(`${path}/restore`);
  expect(await entriesOf(person, book.lorebookId)).toHaveLength(1);

  await person.send("DELETE", path);
  await sweep();
  expect((await person.send("POST", `${path}/restore`)).status).toBe(404);
  expect(await db.select().from(loreEntries).where(eq(loreEntries.id, entryId))).toEqual([]);
});

it("changes of an entry at the same time are all there, and it is found by them", async () => {
  const person = await onPremium();
  const book = await createBook(person);
  const { entryId } = await createEntry(person, book);
  const path = `/api/lorebooks/${book.lorebookId}/entries/${entryId}`;
  const changes = [{ sticky: 4 }, { cooldown: 3 }, { text: "It is black." }, { name: "Low Bell" }];
  const answers = await Promise.all(changes.map((change) => person.send("PATCH", path, change)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await person.read(path)).toMatchObject(Object.assign({}, ...changes));
  expect(await person.read("/api/lorebooks?search=low%20bell%20it%20is%20black")).toHaveLength(1);
});

it("of two changes of an entry that begin from the same text the second is told what is newer, and nothing is lost", async () => {
  const person = await onPremium();
  const book = await createBook(person);
  const { entryId } = await createEntry(person, book, { ...REEF, text: "Old." });
  const path = `/api/lorebooks/${book.lorebookId}/entries/${entryId}`;
  const change = (text: string, before: object) =>
    person.send("PATCH", path, { text, kind: "place", before: { kind: REEF.kind, ...before } });
  const answers = await Promise.all(["One.", "Two."].map((text) => change(text, { text: "Old." })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { text } = await person.read<LoreEntryRecord>(path);
  const refused = answers.find(({ status }) => status === 409);
  expect(await refused?.json()).toMatchObject({ code: "EDIT_CONFLICT", details: { newer: { text } } });
  expect((await change(text, { text: "Old." })).status, "its answer was lost").toBe(200);
  expect((await change("Three.", { text })).status).toBe(200);
  // What was imported may be longer than what can be typed.
  const keys = Array.from({ length: 60 }, (_, index) => `${"k".repeat(200)}${index}`);
  const before = { keys, text: "Old." };
  expect(await (await person.send("PATCH", path, { keys: ["shoal"], before })).json()).toMatchObject({
    details: { newer: { keys: REEF.keys } },
  });
});

it("an entry that is purged makes room", async () => {
  const person = await onPremium();
  const { lorebookId } = await createBook(person);
  const find = async () => (await db.select().from(lorebooks).where(eq(lorebooks.id, lorebookId)))[0];
  await createEntry(person, { lorebookId });
  const before = (await find())?.storedBytes ?? 0;
  const { entryId } = await createEntry(person, { lorebookId });
  await person.send("DELETE", `/api/lorebooks/${lorebookId}/entries/${entryId}`);
  expect((await find())?.storedBytes).toBe(2 * before);
  await sweep();
  expect((await find())?.storedBytes).toBe(before);
});

it("a search finds words of books and of entries, whatever their case and accents", async () => {
  const person = await onPremium();
  const book = await createBook(person);
  await createEntry(person, book, { name: "Café", text: "On the quay." });
  await createBook(person, { name: "Маяк de l’Île" });
  const find = async (words: string) => {
    const path = `/api/lorebooks?search=${encodeURIComponent(words)}`;
    return (await person.read<LorebookRecord[]>(path)).map(({ name }) => name);
  };
  expect(await find("CAFE")).toEqual(["Kestrel Island"]);
  expect(await find("ile")).toEqual(["Маяк de l’Île"]);
  expect(await find("МАЯК")).toEqual(["Маяк de l’Île"]);
});

/** Lets what a person has stored fill their plan but for these bytes. */
async function fillStorage(person: Person, left: number): Promise<void> {
  const { lorebookId } = await createBook(person, { name: "Full" });
  const storedBytes = PLAN_LIMITS.premium.storedBytes - left;
  await db.update(lorebooks).set({ storedBytes }).where(eq(lorebooks.id, lorebookId));
}

it("what a person stores of lore stays within their plan, also where an entry grows, and says so", async () => {
  const person = await onPremium();
  const book = await createBook(person);
  const { entryId } = await createEntry(person, book);
  await fillStorage(person, 1_000);
  const change = async (text: string) =>
    (await person.send("PATCH", `/api/lorebooks/${book.lorebookId}/entries/${entryId}`, { text })).json();
  expect(await change("雨".repeat(900))).toMatchObject({ code: "STORAGE_LIMIT_EXCEEDED" });
  expect(await change("Rain.")).toMatchObject({ text: "Rain." });
  // Fewer characters than there are bytes left.
  const world = { entries: { 0: { key: ["雨"], content: "雨".repeat(800) } } };
  const [report] = await importFiles(person, { "rain.json": JSON.stringify(world) });
  expect(report?.error).toMatch(/fill the/u);
});

it("what a book's file has beside its entries counts as stored", async () => {
  const person = await onPremium();
  const world = { originalData: "x".repeat(10_000), entries: { 0: { key: ["a"], content: "b" } } };
  await importFiles(person, { "Kestrel.json": JSON.stringify(world) });
  const [book] = await db.select().from(lorebooks).where(eq(lorebooks.userId, person.sub));
  expect(book?.storedBytes).toBeGreaterThan(10_000);
});

it("the free plan has 20 books, also for requests at the same time", async () => {
  const person = await new TestSite().consented();
  const made = await Promise.all(
    Array.from({ length: 24 }, (_, at) => person.send("POST", "/api/lorebooks", { name: `Book ${at}` })),
  );
  const statuses = made.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(20).fill(201), ...Array(4).fill(402)]);
});

it("a book has 500 entries at most, also with an imported one", async () => {
  const person = await onPremium();
  const entries = Array.from({ length: 500 }, (_, uid) => {
    return { uid, key: [`k${uid}`], content: `About ${uid}.` };
  });
  const [report] = await importFiles(person, { "Large.json": JSON.stringify({ entries }) });
  expect(report).toMatchObject({ taken: 500, error: null, lorebook: { name: "Large", entryCount: 500 } });
  const path = `/api/lorebooks/${report?.lorebook?.lorebookId}/entries`;
  const full = await person.send("POST", path, REEF);
  expect(await full.json()).toMatchObject({ code: "LOREBOOK_FULL" });
  const [first] = await person.read<LoreEntryRecord[]>(path);
  expect(first).toMatchObject({ keys: ["k0"], isNameGiven: false });
});

it("several files come in, each with its report; a wrong one stops no other and leaves nothing", async () => {
  const person = await onPremium();
  const world = {
    entries: { 0: { uid: 0, key: ["reef"], comment: "Reef", content: "Four boats.", position: 4 } },
  };
  const reports = await importFiles(person, {
    "worlds/Kestrel.json": JSON.stringify(world),
    "broken.json": "{",
    "many.json": JSON.stringify({
      entries: Array.from({ length: 501 }, () => ({ key: ["a"], content: "b" })),
    }),
  });
  expect(reports.map(({ file, taken, error }) => [file, taken, error === null])).toEqual([
    ["worlds/Kestrel.json", 1, true],
    ["broken.json", 0, false],
    ["many.json", 0, false],
  ]);
  expect(reports[0]?.notUnderstood).toEqual(["a place of its own in the prompt (1 entry)"]);
  expect(await person.read<LorebookRecord[]>("/api/lorebooks")).toHaveLength(1);
  const bookId = reports[0]?.lorebook?.lorebookId;
  expect(await person.read(`/api/lorebooks/${bookId}/export?format=sillytavern`)).toEqual(world);
  expect(await person.read(`/api/lorebooks/${bookId}/export?format=v3`)).toMatchObject({
    spec: "lorebook_v3",
  });
});

it("a card brings its book, and takes it along as it is by then", async () => {
  const person = await onPremium();
  const characterId = await importWithBook(person);
  const [book] = await person.read<LorebookRecord[]>("/api/lorebooks");
  expect(book).toMatchObject({ name: "Mara's book", characterId, entryCount: 2 });
  type Card = { data: { character_book?: typeof BOOK_OF_CARD } };
  const exported = async () =>
    (await person.read<Card>(`/api/characters/${characterId}/card.json`)).data.character_book;
  expect(await exported()).toEqual(BOOK_OF_CARD);
  const [lamp] = await entriesOf(person, book?.lorebookId ?? "");
  const path = `/api/lorebooks/${book?.lorebookId}`;
  await person.send("PATCH", `${path}/entries/${lamp?.entryId}`, { text: "New." });
  expect((await exported())?.entries[0]).toEqual({ ...BOOK_OF_CARD.entries[0], content: "New." });
  await person.send("DELETE", path);
  expect(await exported()).toBeUndefined();
  // Its card still has the book: one that is made anew begins with it.
  expect(await createBook(person, { name: "Again", characterId })).toMatchObject({
    entryCount: 2,
    characterId,
  });
  expect((await person.send("POST", "/api/lorebooks", { name: "Third", characterId })).status).toBe(409);
});

it("the import of a card says what became of its book", async () => {
  const person = await onPremium();
  const reportOf = async (entries: object[]) => {
    const answer = await importCard(
      person,
      toCardFile({ ...MARA, character_book: { ...BOOK_OF_CARD, entries } }),
    );
    return (await answer.json<ImportedCharacter>()).lorebook;
  };
  const { entries } = BOOK_OF_CARD;
  const many = Array.from({ length: 501 }, () => entries[0] ?? {});
  expect(await reportOf(entries)).toMatchObject({ file: MARA.name, taken: 2, error: null });
  expect(await reportOf(many)).toMatchObject({ taken: 0, error: expect.stringContaining("501 entries") });
  expect(await reportOf([])).toBeNull();
});

it("a purged book is gone from its character's card as well, and makes room", async () => {
  const person = await onPremium();
  const characterId = await importWithBook(person);
  const find = async () => (await db.select().from(characters).where(eq(characters.id, characterId)))[0];
  const before = await find();
  const [book] = await person.read<LorebookRecord[]>("/api/lorebooks");
  await person.send("DELETE", `/api/lorebooks/${book?.lorebookId}`);
  await sweep();
  const after = await find();
  expect(after?.card).not.toHaveProperty("character_book");
  const freed = JSON.stringify(before?.card).length - JSON.stringify(after?.card).length;
  expect(freed).toBeGreaterThan(100);
  expect(after?.storedBytes).toBe((before?.storedBytes ?? 0) - freed);
});

it("a character whose card has an empty book can be given one", async () => {
  const person = await onPremium();
  const card = toCardFile({ ...MARA, character_book: { ...BOOK_OF_CARD, entries: [] } });
  const { characterId } = await (await importCard(person, card)).json<CharacterRecord>();
  expect(await createBook(person, { name: "Mara", characterId })).toMatchObject({
    entryCount: 0,
    characterId,
  });
});

it("a story's prompt uses its own book and chosen ones, says why, and reads them again only when they have changed", async () => {
  const person = await aWriter();
  const { storyId } = await beginStory(person);
  const own = await createBook(person, { name: "Own", storyId });
  await createEntry(person, own, { name: "Kestrel", text: "It is an island.", when: "always" });
  const world = await createBook(person);
  const reef = await createEntry(person, world);
  const lorebookIds = [world.lorebookId];
  const chosen = await person.send("PUT", `/api/stories/${storyId}/lorebooks`, { lorebookIds });
  expect(await chosen.json()).toMatchObject({
    own: [{ name: "Own" }],
    chosen: [{ name: "Kestrel Island" }],
  });

  let reader = await joinStory(person, storyId);
  const say = async (text: string) => {
    await reader.exchange(replyScript({ text: "The rain fell." }, text));
    return loreOf(person, `stories/${storyId}`);
  };
  expect(await say("I wait")).toEqual(["Kestrel (always)\nIt is an island."]);
  expect(await say("I look at the reef")).toEqual([
    "Kestrel (always)\nIt is an island.",
    "The reef (because of: reef)\nIt has taken four boats.",
  ]);
  await evictDurableObject(env.STORY.get(env.STORY.idFromName(storyId)));
  const entry = `/api/lorebooks/${world.lorebookId}/entries/${reef.entryId}`;
  await person.send("PATCH", entry, { text: "It has taken five." });
  reader = await joinStory(person, storyId);
  expect(await say("I wait")).toContain("The reef (because of: reef)\nIt has taken five.");
  await person.send("DELETE", `/api/lorebooks/${world.lorebookId}`);
  const preview = await person.post<{ used: { name: string }[] }>(`/api/stories/${storyId}/lore-preview`, {
    text: "The reef!",
  });
  expect(preview.used.map(({ name }) => name)).toEqual(["Kestrel"]);
});

it("a chat uses its character's book, with the names filled in as they are now", async () => {
  const person = await aWriter();
  const characterId = await importWithBook(person);
  const { chatId } = await createChat(person, { characterId });
  const askForLamp = async () => {
    await say(person, chatId, "What about the lamp?");
    return loreOf(person, `character-chats/${chatId}`);
  };
  expect(await askForLamp()).toEqual([
    expect.stringMatching(/\(always\)\nThe island is called Kestrel\./),
    expect.stringMatching(/\(because of: lamp\)\nMara Voss keeps the lamp for /),
  ]);
  await person.send("PATCH", `/api/characters/${characterId}`, { name: "Mira Roe" });
  expect((await askForLamp()).join()).toContain("Mira Roe keeps the lamp for ");
  await person.send("PATCH", `/api/users/${person.sub}`, { name: "Tom Hale" });
  expect((await askForLamp()).join()).toContain("Mira Roe keeps the lamp for Tom Hale.");
});

it("books of somebody else are in no prompt, and can't be chosen", async () => {
  const [person, other] = [await aWriter(), await onPremium()];
  const { storyId } = await beginStory(person);
  const theirs = await createBook(other);
  const lorebookIds = [theirs.lorebookId];
  const answer = await person.send("PUT", `/api/stories/${storyId}/lorebooks`, { lorebookIds });
  expect(answer.status).toBe(404);
  const refused = await other.send("POST", "/api/lorebooks", { name: "Mine", storyId });
  expect(refused.status).toBe(404);
  expect(await person.read("/api/lorebooks")).toEqual([]);
});

const storyOf = (storyId: string) => ({ stub: env.STORY.getByName(storyId) });
const NAMES = ["Captain Roe", "Doctor Vane", "Old Tam", "Sister Ilse", "Mister Pell", "Lady Orme"];
const found = (name: string, text = `${name} is here.`) => ({ name, kind: "place", text });

it("over 30 turns at most three proposals wait, one is kept and used, one adds to an entry, and another path has none of them", async () => {
  const person = await aWriter();
  const lore = [
    [found("Signal Rock"), found("Low Bell")],
    [found("Signal Rock", "It is white."), found("Salt Stair"), found("North Quay")],
    [found("West Quay")],
  ];
  const { storyId } = await beginStory(person, { storyLength: "long" });
  const story = storyOf(storyId);
  const reader = await joinStory(person, storyId);
  const waiting = async () => (await proposalsOf(person, storyId)).map(({ name }) => name);
  const ends: string[] = [];
  for (let turn = 0; turn < 30; turn += 1) {
    const name = NAMES[turn / 5];
    const text = name === undefined ? `The rain fell, ${turn}.` : `Then ${name} came in. “Go,” said ${name}.`;
    const analysis = { characters: [], lore: name === undefined ? [] : (lore[turn / 5] ?? []) };
    const action = turn === 12 ? "I climb Signal Rock" : "I wait";
    reader.write(replyScript({ text, pieces: 2, answers: { analysis } }, action));
    ends.push((await reader.next("stream-complete")).message.messageId);
    if (turn === 0) {
      await jobsDone(story);
      expect(await waiting()).toEqual(["Signal Rock", "Low Bell"]);
      const [rock] = await proposalsOf(person, storyId);
      expect(rock).toMatchObject({ messageId: ends[0], kind: "place", addsTo: null });
      const keep = `/api/stories/${storyId}/lore-proposals/${rock?.proposalId}/keep`;
      const kept = await person.post<LoreEntryRecord>(keep, { text: "A rock with a light." });
      expect(kept).toMatchObject({ text: "A rock with a light.", origin: { storyId, messageId: ends[0] } });
      expect(await person.post(keep)).toEqual(kept); // sent again, it is the same entry
    }
    if (turn === 5) {
      // Its entry is known by now, so what is told of it adds to it; there is room for two more.
      await jobsDone(story);
      expect(await waiting()).toEqual(["Low Bell", "Signal Rock", "Salt Stair"]);
      // What the person has written into it since the last reply stays.
      const [book] = await person.read<LorebookRecord[]>("/api/lorebooks");
      const [rock] = await entriesOf(person, book?.lorebookId ?? "");
      const entry = `/api/lorebooks/${rock?.lorebookId}/entries/${rock?.entryId}`;
      await person.send("PATCH", entry, { text: "A rock with a lamp." });
      const [, more] = await proposalsOf(person, storyId);
      expect(more?.addsTo).toMatchObject({
        before: "A rock with a lamp.",
        after: "A rock with a lamp.\nIt is white.",
      });
      await person.post(`/api/stories/${storyId}/lore-proposals/${more?.proposalId}/keep`);
      const [low] = await proposalsOf(person, storyId);
      const dismissed = `/api/stories/${storyId}/lore-proposals/${low?.proposalId}`;
      await person.send("POST", `${dismissed}/dismiss`);
      expect(await waiting()).toEqual(["Salt Stair"]);
      await person.send("POST", `${dismissed}/restore`);
      expect(await waiting()).toEqual(["Low Bell", "Salt Stair"]);
      await person.send("POST", `${dismissed}/dismiss`);
    }
    if (turn === 10) {
      await jobsDone(story);
      expect(await waiting()).toEqual(["Salt Stair", "West Quay"]);
    }
    if (turn === 12) {
      const used = "Signal Rock (because of: Signal Rock)\nA rock with a lamp.\nIt is white.";
      expect(await loreOf(person, `stories/${storyId}`)).toEqual([used]);
    }
  }
  expect(await waiting()).toEqual(["Salt Stair", "West Quay"]);

  await evictDurableObject(env.STORY.get(env.STORY.idFromName(storyId)));
  expect(await waiting()).toEqual(["Salt Stair", "West Quay"]);
  // Its last use is known long after, on its own path alone.
  const uses = async () => (await promptOf(person, `stories/${storyId}`)).lore;
  const reason = { by: "message", key: "Signal Rock" };
  expect(await uses()).toMatchObject([{ messageId: ends[13], reason, refusal: null }]);
  await person.post(`/api/stories/${storyId}/messages/${ends[2]}/continue-from`);
  expect(await waiting()).toEqual([]);
  expect(await uses()).toEqual([]);
  await person.post(`/api/stories/${storyId}/paths/${ends.at(-1)}/open`);
  expect(await uses()).toHaveLength(1);
  expect(await waiting()).toEqual(["Salt Stair", "West Quay"]);
  await person.send("DELETE", `/api/stories/${storyId}/messages/${ends[10]}`);
  expect(await waiting()).toEqual(["Salt Stair"]);
  const edited = { content: "Nobody came in.", revision: 1 };
  await person.send("PATCH", `/api/stories/${storyId}/messages/${ends[5]}`, edited);
  expect(await waiting()).toEqual([]);
}, 120_000);

it("two proposals that are kept at the same time come into one book", async () => {
  const person = await aWriter();
  const { storyId } = await beginStory(person);
  const reader = await joinStory(person, storyId);
  const analysis = { characters: [], lore: [found("Low Bell"), found("Salt Stair")] };
  await reader.exchange(replyScript({ answers: { analysis }, text: "“Go,” said Captain Roe." }));
  await jobsDone(storyOf(storyId));
  expect(await proposalsOf(person, storyId)).toHaveLength(2);
  const keep = ({ proposalId }: LoreProposal) =>
    person.post<LoreEntryRecord>(`/api/stories/${storyId}/lore-proposals/${proposalId}/keep`);
  const [one, other] = await Promise.all((await proposalsOf(person, storyId)).map(keep));
  expect(other?.lorebookId).toBe(one?.lorebookId);
});

it("a locked entry is not added to by a proposal, and one that waited for it takes no room", async () => {
  const person = await aWriter();
  const black = found("The reef", "It is black.");
  const { storyId } = await beginStory(person);
  const book = await createBook(person, { name: "Own", storyId });
  const { entryId } = await createEntry(person, book, REEF);
  const reader = await joinStory(person, storyId);
  const tellOf = async (name: string, lore: object[]) => {
    const analysis = { characters: [], lore };
    await reader.exchange(replyScript({ answers: { analysis }, text: `${name} came. “Go,” said ${name}.` }));
    await jobsDone(storyOf(storyId));
  };
  const waiting = async () => (await proposalsOf(person, storyId)).map(({ name }) => name);
  await tellOf("Captain Roe", [black, found("Low Bell"), found("Salt Stair")]);
  expect(await waiting()).toEqual(["The reef", "Low Bell", "Salt Stair"]);
  await person.send("PATCH", `/api/lorebooks/${book.lorebookId}/entries/${entryId}`, { isLocked: true });
  await eventually(async () => expect(await waiting()).toEqual(["Low Bell", "Salt Stair"]));
  await tellOf("Mother Brand", [black, found("North Quay")]);
  expect(await waiting()).toEqual(["Low Bell", "Salt Stair", "North Quay"]);
});

/** A story with two proposals for one entry of its book. */
async function aGrownReef() {
  const person = await aWriter();
  const { storyId } = await beginStory(person);
  const book = await createBook(person, { name: "Own", storyId });
  const { entryId } = await createEntry(person, book, REEF);
  const reader = await joinStory(person, storyId);
  const lore = [found("The reef", "It is black."), found("The reef", "It hums at night.")];
  const answers = { analysis: { characters: [], lore } };
  await reader.exchange(replyScript({ answers, text: "Captain Roe came. “Go,” said Captain Roe." }));
  await jobsDone(storyOf(storyId));
  const waiting = await proposalsOf(person, storyId);
  const keep = ({ proposalId }: LoreProposal, body: object = {}) =>
    person.send("POST", `/api/stories/${storyId}/lore-proposals/${proposalId}/keep`, body);
  const entry = `/api/lorebooks/${book.lorebookId}/entries/${entryId}`;
  return { person, waiting, keep, entry };
}

it("two proposals for one entry that are kept at the same time are both in it", async () => {
  const { person, waiting, keep, entry } = await aGrownReef();
  await Promise.all(waiting.map((one) => keep(one)));
  const { text } = await person.read<LoreEntryRecord>(entry);
  expect(text.split("\n").sort()).toEqual([REEF.text, "It hums at night.", "It is black."]);
});

it("a proposal that is kept as changed does not undo what another device wrote into the entry meanwhile", async () => {
  const { person, waiting, keep, entry } = await aGrownReef();
  const [one] = waiting;
  if (!one?.addsTo) throw new Error("It adds to no entry.");
  const { before, after } = one.addsTo;
  await person.send("PATCH", entry, { text: "It has taken five boats." });
  const mine = { text: after.replace("black", "dark"), before: { text: before } };
  const answer = await keep(one, mine);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({
    code: "EDIT_CONFLICT",
    details: { newer: { text: "It has taken five boats." } },
  });
  expect(await person.read<LoreEntryRecord>(entry)).toMatchObject({ text: "It has taken five boats." });
  expect((await keep(one, { ...mine, before: { text: "It has taken five boats." } })).status).toBe(200);
  expect(await person.read<LoreEntryRecord>(entry)).toMatchObject({ text: mine.text });
});
