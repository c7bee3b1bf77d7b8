import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import { createId } from "#domain/ids.ts";
import type { ImportRecord, StartedImport } from "#domain/imports.ts";
import type { LorebookRecord } from "#domain/lore.ts";
import type { Message } from "#domain/message.ts";
import { PORTRAIT_SIZE } from "#domain/portraits.ts";
import { storyFileSchema } from "#domain/story-file.ts";
import type { StoryRecord } from "#domain/story-record.ts";
import type { Around } from "#tests/harness/watched-bindings.ts";
import { characterChats, characters, imports, lorebooks } from "#workers/db/schema/index.ts";
import type { ImportRow } from "#workers/imports/store.ts";
import { eventually } from "../../durable-objects/story-reader.ts";
import { createCharacter, createChat, MARA, say, toCardFile } from "../characters/people.ts";
import { db, givePremium, queryRows } from "../helpers/databases.ts";
import { awaitImport, beginImport, bringIn, followImport, sendImport } from "../helpers/forms.ts";
import { type Person, siteWithImages, TestSite } from "../helpers/site.ts";
import { beginStory, onPremium } from "../helpers/stories.ts";
import { whileObjectCalls } from "../helpers/watched-calls.ts";

async function titlesOf(person: Person): Promise<string[]> {
  const list = await person.read<StoryRecord[]>(`/api/stories/user/${person.sub}`);
  return list.map(({ title }) => title);
}

/** All rows of a person's stories, also of those that nobody sees. */
function storedStories({ sub }: Person) {
  return queryRows("SELECT * FROM stories WHERE user_id = ?", sub);
}

async function textsOf(person: Person, path: string): Promise<string[]> {
  return (await person.read<Message[]>(`${path}/messages`)).map(({ content }) => content);
}

/** Does something after each call of a method of objects, before its answer is used. */
function after(method: string, act: () => unknown): Around {
  return async (name, call) => {
    const answer = await call();
    if (name.includes(method)) await act();
    return answer;
  };
}

/** Breaks off the nth call of a method of objects after its answer is there, and never again. */
function crashAt(method: string, nth: number) {
  const crash = { calls: 0, around: after(method, breakOff) };
  function breakOff(): void {
    crash.calls += 1;
    if (crash.calls === nth) throw new Error("The connection to the object broke off.");
  }
  return crash;
}

const line = (mes: string, more = {}) => JSON.stringify({ name: "Mara Voss", is_user: false, mes, ...more });
const CHAT = `${line("The lamp is out.")}\n${line("I climb.", { is_user: true, name: "Nel" })}\n`;
const NOTED = `${JSON.stringify({ chat_metadata: { note_prompt: "Say little." } })}\n`;
const KOBOLD = JSON.stringify({
  prompt: "The lamp is out.",
  actions: [],
  memory: "Rain.",
  worldinfo: [{ key: "lamp", content: "Lit in 1871." }],
});
/** A chat of that many messages, each of some hundred characters. */
const long = (count: number) =>
  Array.from({ length: count }, (_, index) => line(`${index}: ${"rain ".repeat(100)}`)).join("\n");
const jobOf = (importId: string) => env.IMPORT.get(env.IMPORT.idFromName(importId));
const isAtWork = (importId: string) =>
  runInDurableObject(jobOf(importId), (_, { storage }) => storage.kv.get("job") !== undefined);
/** The files of an import as they are stored; `null`: they are gone. */
const findFiles = (importId: string) => env.PORTRAITS.head(`imports/${importId}/files`);

describe("an import", () => {
  it("answers at once with its address, and tells what came, what was left out and why", async () => {
    const person = await onPremium();
    const answer = await sendImport(person, {
      "Mara, 2 Nov.jsonl": `${NOTED}${CHAT}${line("She waits.")}`,
      "Mara, 3 Nov.jsonl": `${NOTED}${CHAT}${line("")}\n${line("She follows.")}`,
      "harrow.json": KOBOLD,
      "x.json": "{}",
    });
    const { importId } = (await answer.json<StartedImport>()).import;
    expect(answer.headers.get("Location")).toBe(`/api/imports/${importId}`);
    const report = await awaitImport(person, importId);
    expect(report).toMatchObject({
      state: "done",
      fileCount: 4,
      error: null,
      progress: { written: 5, total: 5 },
    });
    const [kobold, chat] = report.report.conversations;
    expect(kobold).toMatchObject({ kind: "story", title: "harrow", messageCount: 1 });
    expect(chat).toMatchObject({
      kind: "story",
      title: "Mara Voss",
      format: "SillyTavern chat",
      messageCount: 4,
      pathCount: 2,
    });
    expect(report.report.leftOut.map(({ what }) => what)).toEqual(["“x.json”", "1 empty version"]);
    const why = "With their words, and when they count.";
    const place = { kind: "story", id: kobold?.id, sheet: "lore" };
    expect(report.report.cameAlong).toEqual([
      { what: "2 lore entries", why, place },
      {
        what: "1 author’s note",
        why: "The instructions of 2 chats were the same, so they are kept once.",
        place: { kind: "story", id: chat?.id, sheet: "notes" },
      },
    ]);
    expect((await titlesOf(person)).toSorted()).toEqual(["Mara Voss", "harrow"]);
    expect(await textsOf(person, `/api/stories/${chat?.id}`)).toHaveLength(3);
    const lore = await person.read(`/api/stories/${kobold?.id}/lorebooks`);
    expect(lore).toMatchObject({ own: [{ entryCount: 2 }] });
    // The files are gone, and the job with them
    expect(await findFiles(importId)).toBeNull();
    expect(await isAtWork(importId)).toBe(false);
  });

  it("of a pasted draft is the beginning of a story", async () => {
    const person = await onPremium();
    const { report } = await bringIn(person, {}, { text: "# Harrow\n\nOne evening.\n\n***\n\nAnother." });
    const [story] = report.conversations;
    expect(story?.title).toBe("Harrow");
    expect(await textsOf(person, `/api/stories/${story?.id}`)).toEqual(["One evening.\n\n***", "Another."]);
  });

  it("of a save with more lore than a book can have brings what there is room for, and says so", async () => {
    const person = await onPremium();
    const save = (count: number) => ({
      ...{ prompt: "The lamp is out.", actions: [], memory: "Rain." },
      worldinfo: Array.from({ length: count }, (_, at) => ({ key: `k${at}`, content: `About ${at}.` })),
    });
    const files = { "harrow.json": JSON.stringify(save(500)), "kestrel.json": JSON.stringify(save(502)) };
    const { report } = await bringIn(person, files);
    expect(report.leftOut.map(({ what }) => what)).toEqual(["4 lore entries"]);
    expect(report.cameAlong.map(({ what }) => what)).toEqual(["500 lore entries", "500 lore entries"]);
    const books = await person.read<LorebookRecord[]>("/api/lorebooks");
    expect(books.map(({ entryCount }) => entryCount)).toEqual([500, 500]);
  });

  it("with a card becomes a chat with that character", async () => {
    const person = await onPremium();
    const card = toCardFile(MARA);
    const { report } = await bringIn(person, { "mara.json": card, "chat.jsonl": CHAT });
    const [chat] = report.conversations;
    expect(chat).toMatchObject({ kind: "character-chat", title: "Chat with Mara Voss" });
    const [mara] = await db.select().from(characters).where(eq(characters.userId, person.sub));
    const place = { kind: "character", id: mara?.id, sheet: null };
    expect(report.cameAlong[0]).toEqual({ what: "1 character", why: "Mara Voss", place });
    expect(await textsOf(person, `/api/character-chats/${chat?.id}`)).toEqual([
      "The lamp is out.",
      "I climb.",
    ]);
    const alone = await sendImport(person, { "mara.json": card });
    expect(await alone.json()).toMatchObject({ code: "INVALID_INPUT", field: "file" });
  });

  it("of the same files is the same import, unless one says so, nothing of it is left, or it is somebody else's", async () => {
    const person = await onPremium();
    const files = { "a.jsonl": CHAT, "b.json": KOBOLD };
    const first = await bringIn(person, files);
    const again = await beginImport(person, { "renamed.json": KOBOLD, "other.jsonl": CHAT });
    expect(again).toMatchObject({ isRepeat: true, import: { importId: first.importId } });
    expect(await beginImport(await onPremium(), files)).toMatchObject({ isRepeat: false });
    expect(await titlesOf(person)).toHaveLength(2);
    const wanted = await bringIn(person, files, { again: "true" });
    expect(wanted.importId).not.toBe(first.importId);
    expect(await titlesOf(person)).toHaveLength(4);
    for (const { id } of first.report.conversations) await person.send("DELETE", `/api/stories/${id}`);
    const later = await beginImport(person, files);
    expect(later.isRepeat).toBe(false);
  });

  it("sent twice at the same moment comes once", async () => {
    const person = await onPremium();
    const started = await Promise.all([1, 2].map(() => beginImport(person, { "a.jsonl": CHAT })));
    expect(started.map(({ isRepeat }) => isRepeat).toSorted()).toEqual([false, true]);
    await Promise.all(started.map(({ import: { importId } }) => awaitImport(person, importId)));
    expect(await titlesOf(person)).toEqual(["Mara Voss"]);
  });

  it("that is undone is off the shelf, and may come again", async () => {
    const person = await onPremium();
    const { importId } = await bringIn(person, { "a.jsonl": CHAT });
    expect((await person.send("DELETE", `/api/imports/${importId}`)).status).toBe(204);
    expect((await person.send("DELETE", `/api/imports/${importId}`)).status).toBe(204);
    expect(await followImport(person, importId)).toMatchObject({ state: "undone" });
    expect(await titlesOf(person)).toEqual([]);
    expect(await bringIn(person, { "a.jsonl": CHAT })).toMatchObject({ state: "done" });
    const wanted = await bringIn(person, { "a.jsonl": CHAT }, { again: "true" });
    await person.send("DELETE", `/api/imports/${wanted.importId}`);
    expect(await followImport(person, wanted.importId)).toMatchObject({ state: "undone" });
  });

  it("tells of each story whether it is still on the shelf, and its genre as it is now", async () => {
    const person = await onPremium();
    const { importId, report } = await bringIn(person, { "a.txt": "One.", "b.txt": "Two.", "c.jsonl": CHAT });
    const [first, second] = report.conversations;
    await person.send("DELETE", `/api/stories/${first?.id}`);
    await person.send("PUT", `/api/stories/${second?.id}`, { genre: "Mystery" });
    const told = (await followImport(person, importId)).report.conversations;
    expect(told.map(({ isOnShelf }) => isOnShelf)).toEqual([false, true, true]);
    expect(told[1]?.genre).toBe("Mystery");
    await person.send("POST", `/api/stories/${first?.id}/restore`);
    expect((await followImport(person, importId)).report.conversations[0]?.isOnShelf).toBe(true);
  });

  it("waits its turn while three others run, and its files are stored nowhere", async () => {
    const person = await onPremium();
    const { importId } = await bringIn(person, { "a.jsonl": CHAT });
    const [row] = await db.select().from(imports).where(eq(imports.id, importId));
    for (const id of [createId(), createId(), createId()])
      await db.insert(imports).values({ ...(row as ImportRow), id, key: id, state: "running" });
    const before = (await env.PORTRAITS.list({ prefix: "imports/" })).objects.length;
    const refused = await sendImport(person, { "b.json": KOBOLD });
    expect(refused.status).toBe(429);
    expect((await env.PORTRAITS.list({ prefix: "imports/" })).objects).toHaveLength(before);
  });

  it("leaves out the story that the plan has no room for, and keeps the others whole", async () => {
    const person = await new TestSite().consented();
    const report = await bringIn(person, { "a.txt": "One.", "b.txt": "Two." });
    expect(report.report.conversations.map(({ title }) => title)).toEqual(["a"]);
    const why = expect.stringMatching(/maximum number of stories/u);
    expect(report.report.leftOut).toEqual([{ what: "“b”", why, number: 1, isPlanLimit: true }]);
    expect(await storedStories(person)).toMatchObject([{ title: "a" }]);
    const other = await new TestSite().consented();
    await beginStory(other);
    expect(await bringIn(other, { "a.txt": "One." })).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/maximum/u),
    });
  });

  it("that can't be read says why", async () => {
    const person = await onPremium();
    expect(await bringIn(person, { "a.json": "{}" })).toMatchObject({
      state: "failed",
      error: expect.stringMatching(/known here/u),
    });
    for (const [files, fields] of [
      [{}, {}],
      [{ "a.zip": "PK\u0003\u0004xxxx" }, {}],
      [{}, { text: "  " }],
    ] as const) {
      expect(await (await sendImport(person, files, fields)).json()).toMatchObject({ code: "INVALID_INPUT" });
    }
    expect((await sendImport(person, { "a.txt": "x".repeat(20 * 1024 * 1024 + 1) })).status).toBe(413);
  });
});

const GREETING = line("Who comes up my stairs?");
const files = { "Mara, 2 Nov.jsonl": CHAT, "test.jsonl": GREETING };
const titleOf = "1 chat, “test”";

/** Asks for what was left out, at the same time as often as that, and waits until it is there or refused again. */
async function bring(person: Person, { importId, updatedAt }: ImportRecord, number: number, times = 1) {
  const path = `/api/imports/${importId}/left-out/${number}`;
  const answers = await Promise.all(Array.from({ length: times }, () => person.send("POST", path)));
  expect(answers.map(({ status }) => status)).toEqual(Array(times).fill(202));
  await eventually(async () => expect((await followImport(person, importId)).updatedAt).not.toBe(updatedAt));
  return awaitImport(person, importId);
}

it("what an import has left out is a chat without an answer beside others; it comes once, however often it is wanted, and an undo takes it too", async () => {
  const person = await onPremium();
  const first = await bringIn(person, files);
  const number = first.report.leftOut[0]?.number ?? -1;
  expect(first.report.leftOut).toMatchObject([
    { what: titleOf, why: "It has a first message and no answer." },
  ]);
  expect(first.report.conversations).toHaveLength(1);
  expect(await findFiles(first.importId)).not.toBeNull();

  const { report, state } = await bring(person, first, number, 2);
  expect([state, report.leftOut, report.conversations.length]).toEqual(["done", [], 2]);
  expect(report.filesKeptUntil).toBeNull();
  const again = await person.send("POST", `/api/imports/${first.importId}/left-out/${number}`);
  expect(again.status).toBe(202);
  expect(await titlesOf(person)).toHaveLength(2);
  expect(await textsOf(person, `/api/stories/${report.conversations[1]?.id}`)).toEqual([
    "Who comes up my stairs?",
  ]);
  await eventually(async () => expect(await findFiles(first.importId)).toBeNull());
  await person.send("DELETE", `/api/imports/${first.importId}`);
  expect(await titlesOf(person)).toEqual([]);
});

it("what an import has left out comes once after a crash in the middle of it", async () => {
  const person = await onPremium();
  const first = await bringIn(person, files);
  const crash = crashAt("endTree", 1);
  const { report } = await whileObjectCalls(crash.around, () => bring(person, first, 1));

  expect([crash.calls, report.leftOut, report.conversations.length]).toEqual([2, [], 2]);
  expect(await titlesOf(person)).toHaveLength(2);
});

it("what an import has left out is brought in by itself, for there is nothing else", async () => {
  const person = await onPremium();
  const { report } = await bringIn(person, { "test.jsonl": GREETING });
  expect([report.leftOut, report.conversations.length]).toEqual([[], 1]);
});

it("what an import has left out comes where a larger plan has room for it, from a failed import too", async () => {
  const person = await new TestSite().consented();
  await beginStory(person);
  const first = await bringIn(person, { "a.txt": "One." });
  expect(first).toMatchObject({ state: "failed", report: { leftOut: [{ number: 0, isPlanLimit: true }] } });
  const refused = await bring(person, first, 0);
  expect(refused).toMatchObject({ state: "failed", report: { leftOut: [{ number: 0 }] } });
  await givePremium(person.sub);
  const { state, error, report } = await bring(person, refused, 0);
  expect([state, error, report.leftOut]).toEqual(["done", null, []]);
  expect(report.conversations.map(({ title }) => title)).toEqual(["a"]);
});

it("what an import has left out can't come when its files are gone, after an undo, or for somebody else; five imports of a person keep theirs", async () => {
  const person = await onPremium();
  const [first, ...others] = await Promise.all(
    [1, 2, 3].map((day) => bringIn(person, { ...files, "c.txt": `Day ${day}.` })),
  );
  for (const day of [4, 5, 6]) others.push(await bringIn(person, { ...files, "c.txt": `Day ${day}.` }));
  expect(others.at(-1)?.report.filesKeptUntil).toBeNull();
  expect(others.filter(({ report }) => report.filesKeptUntil !== null)).toHaveLength(4);
  const askFor = (who: Person, importId = "") =>
    who.send("POST", `/api/imports/${importId}/left-out/${first?.report.leftOut[0]?.number}`);
  expect((await askFor(await onPremium(), first?.importId)).status).toBe(404);
  expect(await (await askFor(person, others.at(-1)?.importId)).json()).toMatchObject({
    message: "Its files are not kept any more. Please choose them again.",
  });
  await person.send("DELETE", `/api/imports/${first?.importId}`);
  expect((await askFor(person, first?.importId)).status).toBe(400);
  expect(await findFiles(first?.importId ?? "")).toBeNull();
});

it("an import that is cancelled when a story was just written tells of it, and an undo takes it; what was left out is not kept", async () => {
  const person = await onPremium();
  let importId = "";
  const around = after("endTree", async () => {
    await eventually(() => expect(importId).not.toBe(""));
    expect((await person.send("DELETE", `/api/imports/${importId}`)).status).toBe(204);
  });
  await whileObjectCalls(around, async () => {
    importId = (await beginImport(person, files)).import.importId;
    await eventually(async () => expect(await isAtWork(importId)).toBe(false));
  });
  const { state, report } = await followImport(person, importId);
  expect([state, report.conversations.map(({ isOnShelf }) => isOnShelf)]).toEqual(["cancelled", [true]]);
  expect(await findFiles(importId)).toBeNull();
  expect((await person.send("DELETE", `/api/imports/${importId}`)).status).toBe(204);
  expect(await titlesOf(person)).toEqual([]);
  expect(await followImport(person, importId)).toMatchObject({ state: "undone" });
});

it("what an import has left out is kept for 30 days, however often the job wakes before", async () => {
  const person = await onPremium();
  const { importId } = await bringIn(person, files);
  await runDurableObjectAlarm(jobOf(importId));
  expect(await findFiles(importId)).not.toBeNull();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 24 * 3_600_000 });
  expect((await followImport(person, importId)).report.filesKeptUntil).toBeNull();
  await runDurableObjectAlarm(jobOf(importId));
  expect(await findFiles(importId)).toBeNull();
});

it("forgets the oldest imports that have ended, so that they don't fill the database", async () => {
  const person = await onPremium();
  const ended = (state: ImportRow["state"], at: number) => ({
    ...{ id: createId(), userId: person.sub, name: "a.txt", fileCount: 1, state, characters: [] },
    ...{ key: createId(), report: { conversations: [], cameAlong: [], leftOut: [] } },
    ...{ createdAt: `2025-01-01T00:00:00.${at}Z`, updatedAt: `2025-01-01T00:00:00.${at}Z` },
  });
  const rows = Array.from({ length: 202 }, (_, at) => ended(at === 100 ? "running" : "failed", 100 + at));
  for (const row of [ended("running", 100), ...rows]) await db.insert(imports).values(row);
  await bringIn(person, { "a.txt": "One evening." });
  const left = await db.select().from(imports).where(eq(imports.userId, person.sub));
  expect(left).toHaveLength(201);
  expect(left.filter(({ state }) => state === "running")).toHaveLength(2);
});

/** A chat with a character who has a picture, and a book that was chosen for it. */
async function makeLibrary(): Promise<Uint8Array<ArrayBuffer>> {
  const person = await siteWithImages().consented();
  const { characterId } = await createCharacter(person);
  await person.post(`/api/images/character/${characterId}`, { style: "watercolor" });
  const { chatId } = await createChat(person, { characterId });
  await say(person, chatId, "Who is there?");
  await person.post(`/api/character-chats/${chatId}/picture`);
  const { lorebookId } = await person.post<LorebookRecord>("/api/lorebooks", { name: "Harrow" });
  const chosen = { lorebookIds: [lorebookId] };
  expect((await person.send("PUT", `/api/character-chats/${chatId}/lorebooks`, chosen)).status).toBe(200);
  return new Uint8Array(await (await person.get(`/api/users/${person.sub}/library-export`)).arrayBuffer());
}
const countOf = async (person: Person) => ({
  characters: (await person.read<unknown[]>(`/api/characters/user/${person.sub}`)).length,
  lorebooks: (await person.read<unknown[]>("/api/lorebooks")).length,
});

/** The picture of a chat's last message: its bytes, and what it was asked for. */
async function findPicture(zip: Uint8Array) {
  const files = unzipSync(zip);
  const json = Object.keys(files).find((name) => /^chats\/.*\.json$/u.test(name)) ?? "";
  const { messages } = v.parse(storyFileSchema, JSON.parse(strFromU8(files[json] ?? new Uint8Array())));
  const { file = "", prompt } = messages.at(-1)?.picture ?? {};
  return { file, prompt, bytes: files[`chats/${file}`] };
}

it("the archive of a library comes in again: a chat once, with its character, the pictures and its book; an undo takes all of it", async () => {
  const zip = await makeLibrary();
  const person = await onPremium(siteWithImages());
  const { report, importId } = await bringIn(person, { "library.zip": zip });
  expect(report.conversations.map(({ kind, title }) => [kind, title])).toEqual([
    ["character-chat", "Chat with Mara Voss"],
  ]);
  expect(report.leftOut).toEqual([]);
  const [mara] = await db.select().from(characters).where(eq(characters.userId, person.sub));
  expect(mara).toMatchObject({ name: "Mara Voss", portraitKind: "imported" });
  expect(await env.PORTRAITS.head(`${mara?.portraitKey}/${PORTRAIT_SIZE}`)).not.toBeNull();
  expect(await countOf(person)).toEqual({ characters: 1, lorebooks: 1 });
  const archive = await person.get(`/api/users/${person.sub}/library-export`);
  const picture = await findPicture(zip);
  const again = await findPicture(new Uint8Array(await archive.arrayBuffer()));
  expect(again.prompt).toBe(picture.prompt);
  expect(again.bytes).toBeDefined();
  expect(again.file).not.toBe(picture.file);
  const [chat] = await db.select().from(characterChats).where(eq(characterChats.userId, person.sub));
  expect(chat?.storedBytes).toBe(again.bytes?.byteLength);
  await person.send("DELETE", `/api/imports/${importId}`);
  expect(await countOf(person)).toEqual({ characters: 0, lorebooks: 0 });
});

it("the archive of a library comes in once where its folder was packed again", async () => {
  const folder = Object.entries(unzipSync(await makeLibrary()));
  const packed = folder.map(([path, bytes]) => [`talespark-library/${path}`, bytes] as const);
  const zip = zipSync({ ...Object.fromEntries(packed), "__MACOSX/._talespark-library": strToU8("x") });
  const person = await onPremium(siteWithImages());
  const { report } = await bringIn(person, { "talespark-library.zip": new Uint8Array(zip) });
  expect(report.conversations.map(({ title }) => title)).toEqual(["Chat with Mara Voss"]);
  expect(report.leftOut).toEqual([]);
});

it("the archive of a library comes without a picture that is none, and says so", async () => {
  const zip = unzipSync(await makeLibrary());
  const { file } = await findPicture(zipSync(zip));
  zip[`chats/${file}`] = strToU8("<html><script>alert(1)</script>");
  const person = await onPremium(siteWithImages());
  const { report } = await bringIn(person, { "library.zip": new Uint8Array(zipSync(zip)) });
  expect(report.leftOut).toMatchObject([{ what: "1 picture", why: "They can't be read as pictures." }]);
  expect(await textsOf(person, `/api/character-chats/${report.conversations[0]?.id}`)).toHaveLength(2);
});

it("the archive of a library leaves at an undo the character and the book that were changed, or that something else uses", async () => {
  const zip = await makeLibrary();
  const person = await onPremium(siteWithImages());
  const { importId } = await bringIn(person, { "library.zip": zip });
  const [mara] = await db.select().from(characters).where(eq(characters.userId, person.sub));
  const [book] = await db.select().from(lorebooks).where(eq(lorebooks.userId, person.sub));
  await person.send("POST", "/api/character-chats", { characterId: mara?.id });
  await person.send("PATCH", `/api/lorebooks/${book?.id}`, { name: "Harrow Light" });
  await person.send("DELETE", `/api/imports/${importId}`);
  expect(await followImport(person, importId)).toMatchObject({ state: "undone" });
  expect(await countOf(person)).toEqual({ characters: 1, lorebooks: 1 });
});

it("an import of 2,000 messages goes on after a crash, with each message once", async () => {
  const person = await onPremium();
  const crash = crashAt("takeTree", 3); // in the middle, at its third piece
  const report = await whileObjectCalls(crash.around, () => bringIn(person, { "a.jsonl": long(2_000) }));
  expect(crash.calls).toBeGreaterThan(3);
  expect(report).toMatchObject({ state: "done", progress: { written: 2_000, total: 2_000 } });
  const [story] = report.report.conversations;
  expect(await storedStories(person)).toMatchObject([
    { id: story?.id, title: "Mara Voss", message_count: 2_000, deleted_at: null },
  ]);
});

it("an import tells of a story that a run before a crash has shown at the last moment", async () => {
  const person = await onPremium();
  const around = after("endTree", () =>
    queryRows("UPDATE stories SET deleted_at = NULL WHERE user_id = ?", person.sub),
  );
  const { report } = await whileObjectCalls(around, () => bringIn(person, { "a.txt": "One." }));
  expect(report).toMatchObject({ conversations: [{ title: "a" }], leftOut: [] });
});

it("an import of 2,000 messages is given up if it crashes each time, and leaves nothing", async () => {
  const person = await onPremium();
  let importId = "";
  let crashes = 0;
  const around = after("takeTree", async () => {
    crashes += 1;
    const aborted = runInDurableObject(jobOf(importId), (_, state) => state.abort("It is out of memory."));
    await aborted.catch(() => undefined);
  });
  await whileObjectCalls(around, async () => {
    importId = (await beginImport(person, { "a.jsonl": CHAT }, { again: "true" })).import.importId;
    await eventually(
      async () => {
        await runDurableObjectAlarm(jobOf(importId)).catch(() => undefined);
        expect((await followImport(person, importId)).state).toBe("failed");
      },
      { interval: 5 },
    );
  });
  expect(crashes, "an end of the object may also meet a run before its first piece").toBeGreaterThan(0);
  expect(await storedStories(person)).toEqual([]);
});

it("an import of 2,000 messages is cancelled in the middle, and leaves nothing", async () => {
  const person = await onPremium();
  const { importId } = (await beginImport(person, { "a.jsonl": long(2_000) })).import;
  await eventually(async () => expect((await followImport(person, importId)).progress.total).toBe(2_000), {
    interval: 5,
  });
  expect((await person.send("DELETE", `/api/imports/${importId}`)).status).toBe(204);
  expect(await followImport(person, importId)).toMatchObject({ state: "cancelled" });
  await eventually(async () => {
    expect(await isAtWork(importId)).toBe(false);
    expect(await storedStories(person)).toEqual([]);
  });
  const [row] = await db.select().from(imports).where(eq(imports.id, importId));
  expect(row?.state).toBe("cancelled");
});
