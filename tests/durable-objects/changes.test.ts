import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { reduceConversation } from "#app/features/conversation/live/conversation-state.ts";
import { createId } from "#domain/ids.ts";
import type { Message } from "#domain/message.ts";
import type { PathPage } from "#domain/paths.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import { RECENTLY_DELETED_MS } from "#domain/recently-deleted.ts";
import type { PersonCorrection } from "#domain/story-record.ts";
import type { Outcome } from "#durable-objects/conversation/conversation-changes.ts";
import { begin } from "#tests/app/conversation/live/events.ts";
import { characters } from "#workers/db/schema/index.ts";
import { replyScript } from "../fakes/reply-script.ts";
import {
  aChat,
  aStory,
  eventually,
  inStorage,
  jobsDone,
  messagesOf,
  modelRequests,
  promptFor,
  StoryReader,
  toIdField,
} from "./story-reader.ts";

/** A conversation of two exchanges with a second tab. */
async function aTold(kind: "story" | "chat", { character = "A relief operator" } = {}) {
  const readable = kind === "story" ? await aStory({ character }) : await aChat();
  const { reader } = await StoryReader.join(readable);
  const { reader: other } = await StoryReader.join(readable);
  for (const line of ["I look around", "I take *the key*"]) {
    await reader.exchange(line);
  }
  const told = await messagesOf(readable.stub);
  return { readable, reader, other, told, change: readable.change };
}

type Told = Awaited<ReturnType<typeof aTold>>;

function at({ told }: Told, index: number): Message {
  const message = told.at(index);
  if (message === undefined) throw new Error("There is no such message.");
  return message;
}

/** The value of a change; a refusal fails the test. */
async function done<T>(answer: Promise<Outcome<T>>): Promise<T> {
  const outcome = await answer;
  if (!outcome.ok) throw new Error(`It was refused with ${outcome.code}.`);
  return outcome.value;
}

/** What a refused change says. */
async function refused(answer: Promise<Outcome<unknown>>) {
  const outcome = await answer;
  if (outcome.ok) throw new Error("It was not refused.");
  return outcome;
}

async function textsOf({ readable }: Pick<Told, "readable">): Promise<string[]> {
  return (await messagesOf(readable.stub)).map(({ content }) => content);
}

const isFor = (sheet: string) => (event: ServerEvent) =>
  event.type === "sheet-changed" && event.sheet === sheet;

describe.each(["story", "chat"] as const)("in a %s", (kind) => {
  it("an edit keeps what follows, is seen in every tab, and the text before can be brought back", async () => {
    const told = await aTold(kind);
    const { readable, other } = told;
    const passage = at(told, 1);
    const edited = await done<Message>(
      told.change("edit", passage.messageId, { content: "She waited.", revision: 1 }),
    );
    expect(edited).toMatchObject({ content: "She waited.", revision: 2, versions: { index: 2, count: 2 } });
    expect(edited.metadata.editedAt).toBeDefined();
    expect((await other.next("message-edited")).message).toEqual(edited);
    const [own = "", , second = "", last = ""] = told.told.map(({ content }) => content);
    expect(await textsOf(told)).toEqual([own, "She waited.", second, last]);

    const { messageId } = passage;
    other.send({ type: "select-version", messageId, revision: 1, ...toIdField(readable) });
    const { message: before } = await other.next("message-edited");
    expect(before).toMatchObject({ content: passage.content, revision: 1, versions: { index: 1, count: 2 } });
    expect(before.versions).toMatchObject({ nextId: passage.messageId, nextRevision: 2 });
    await evictDurableObject(readable.stub);
    expect(await done(told.change("listRevisions", passage.messageId))).toMatchObject([
      { revision: 1, content: passage.content, editedAt: null, isShown: true },
      { revision: 2, content: "She waited.", isShown: false },
    ]);
  });

  it("the second of two edits from the same text is told both, and is saved once it began from the newer one", async () => {
    const told = await aTold(kind);
    const { messageId } = at(told, 1);
    await done(told.change("edit", messageId, { content: "One.", revision: 1 }));
    const conflict = await refused(told.change("edit", messageId, { content: "Two.", revision: 1 }));
    expect(conflict).toMatchObject({
      code: "EDIT_CONFLICT",
      details: { yours: "Two.", current: { content: "One.", revision: 2 } },
    });
    // The same save, sent again after its answer was lost, is no conflict.
    await done(told.change("edit", messageId, { content: "One.", revision: 1 }));
    await done(told.change("edit", messageId, { content: "Two.", revision: 2 }));
    expect(await done(told.change("listRevisions", messageId))).toHaveLength(3);
  });

  it("an edited own line is what the next prompt has, and a line that is too long is refused", async () => {
    const told = await aTold(kind);
    const { messageId } = at(told, 2);
    await done(told.change("edit", messageId, { content: "I leave the key.", revision: 1 }));
    const long = await refused(told.change("edit", messageId, { content: "a".repeat(501), revision: 2 }));
    expect(long).toMatchObject({ code: "INVALID_INPUT", field: "content" });
    const prompt = JSON.stringify(await promptFor(told.reader, "I go on"));
    expect(prompt).toContain("I leave the key.");
    expect(prompt).not.toContain("I take");
  });

  it("a version by hand opens a path of its own; sent twice it is one", async () => {
    const told = await aTold(kind);
    const passage = at(told, 1);
    const input = { content: "She ran.", newMessageId: createId() };
    const added = await done(told.change("addVersion", passage.messageId, input));
    expect(await done(told.change("addVersion", passage.messageId, input))).toEqual(added);
    expect(added).toMatchObject({ parentId: passage.parentId, versions: { index: 2, count: 2 } });
    const opened = await told.other.next("path-opened");
    expect(opened).toMatchObject({
      headMessageId: added.messageId,
      fromId: at(told, -1).messageId,
      partsAtId: passage.parentId,
    });
    expect(await textsOf(told)).toEqual([at(told, 0).content, "She ran."]);
    const clash = { ...input, content: "She walked." };
    expect(await refused(told.change("addVersion", passage.messageId, clash))).toMatchObject({
      code: "REQUEST_CONFLICT",
    });
    await done(told.change("openPath", at(told, -1).messageId));
    expect(await textsOf(told)).toEqual(told.told.map(({ content }) => content));
  });

  it("going on from a message keeps what followed as a path, which can be named and opened", async () => {
    const told = await aTold(kind);
    const { stub } = told.readable;
    const end = at(told, -1).messageId;
    await done(told.change("namePath", end, "The key"));
    await told.reader.next("conversation-updated", ({ pathName }) => pathName === "The key");
    await done(told.change("continueFrom", at(told, 1).messageId));
    await told.reader.next("path-opened", ({ pathName }) => pathName === null);
    await told.reader.exchange("I leave the key");
    const { paths, count } = await done(told.change("listPaths", { cursor: null, limit: 10 }));
    expect(count).toBe(2);
    expect(paths).toMatchObject([
      { isOpen: true, name: null, length: 4 },
      {
        leafId: end,
        isOpen: false,
        name: "The key",
        partsAtId: at(told, 1).messageId,
        partsAtDepth: 2,
        firstWords: "I take the key",
        length: 2,
      },
    ]);
    expect(await done(told.change("openPath", end))).toMatchObject({ pathName: "The key" });
    await told.reader.next("path-opened", ({ pathName }) => pathName === "The key");
    await told.reader.exchange("I open the door");
    await evictDurableObject(stub);
    const after = await done<{ paths: { name: string | null; isOpen: boolean }[] }>(
      told.change("listPaths", { cursor: null, limit: 10 }),
    );
    expect(after.paths.find(({ isOpen }) => isOpen)).toMatchObject({ name: "The key", length: 6 });
  });

  it("a removed part lies in the bin, comes back by Undo, and is deleted after 30 days", async () => {
    const told = await aTold(kind);
    const { stub } = told.readable;
    const { messageId } = at(told, 2);
    await done(told.change("removeFrom", messageId));
    expect(await told.other.next("message-removed")).toMatchObject({
      messageId,
      headMessageId: at(told, 1).messageId,
      messageCount: 2,
    });
    expect(await textsOf(told)).toHaveLength(2);
    const { removed } = await done(told.change("listPaths", { cursor: null, limit: 10 }));
    expect(removed).toMatchObject([{ messageId, firstWords: "I take the key", length: 2 }]);
    await done(told.change("restorePart", messageId));
    expect(await textsOf(told)).toEqual(told.told.map(({ content }) => content));

    await done(told.change("removeFrom", messageId));
    await evictDurableObject(stub);
    await inStorage(stub, async (storage) => {
      storage.sql.exec("UPDATE messages SET removed_at = removed_at - ?", RECENTLY_DELETED_MS);
      expect(await storage.getAlarm()).not.toBeNull();
    });
    await runDurableObjectAlarm(stub);
    await eventually(async () => {
      await runDurableObjectAlarm(stub);
      expect(await refused(told.change("restorePart", messageId))).toMatchObject({
        code: "NOT_FOUND",
      });
    });
    expect(await textsOf(told)).toHaveLength(2);
  });

  it("nothing is written below what another tab has removed", async () => {
    const told = await aTold(kind);
    const [asked, reply] = [at(told, 2), at(told, 3)];
    await done(told.change("removeFrom", asked.messageId));
    const idField = toIdField(told.readable);
    const frames = [
      { type: "stream-message", targetId: reply.messageId, content: "I go on" },
      { type: "stream-message", targetId: reply.messageId, regenerate: true, wish: "" },
      { type: "stream-message", targetId: asked.messageId, content: "I go on" },
      { type: "stream-continue", targetId: reply.messageId },
    ] as const;
    for (const frame of frames) {
      const requestId = createId();
      told.reader.send({ ...frame, requestId, ...idField });
      const refusal = await told.reader.next("stream-error");
      expect(refusal).toMatchObject({ requestId, code: "NOT_FOUND" });
    }
    expect(await textsOf(told)).toHaveLength(2);
  });

  it("nothing above a reply changes while it is written, and nothing else is lost by a refusal", async () => {
    const told = await aTold(kind);
    told.reader.write(replyScript({ pieces: 40, everyMs: 20 }, "I wait"));
    await told.reader.next("stream-chunk");
    const { messageId } = at(told, 1);
    const changes = [
      told.change("edit", messageId, { content: "No.", revision: 1 }),
      told.change("removeFrom", messageId),
      told.change("continueFrom", messageId),
    ];
    for (const change of changes) expect(await refused(change)).toMatchObject({ code: "STREAM_IN_PROGRESS" });
    await told.reader.next("stream-complete");
    expect(await textsOf(told)).toHaveLength(6);
  });

  it("a path keeps the name that it was given while its next reply was awaited, and goes on", async () => {
    const told = await aTold(kind);
    const end = at(told, -1).messageId;
    await done(told.change("namePath", end, "Once"));
    told.reader.write(replyScript({ firstMs: 60_000 }, "I wait"));
    await told.reader.next("stream-start");
    await done(told.change("namePath", end, "At last")); // by a tab that has not heard of the message yet
    told.reader.stop();
    expect(await told.reader.nextEnd()).toMatchObject({ code: "STREAM_STOPPED" });
    const { paths } = await done<PathPage>(told.change("listPaths", { cursor: null, limit: 10 }));
    expect(paths).toMatchObject([{ leafId: end, name: "At last", isOpen: true }]);
    await told.reader.exchange("I go on");
  });

  it("a named path that ends within another one keeps its name when what follows there gets another version", async () => {
    const told = await aTold(kind);
    const [inner, asked, end] = [at(told, 1), at(told, 2), at(told, -1)];
    await done(told.change("continueFrom", inner.messageId));
    await done(told.change("namePath", inner.messageId, "Before the key"));
    await done(told.change("openPath", end.messageId));
    await done(told.change("addVersion", asked.messageId, { content: "I stay", newMessageId: createId() }));
    const { paths } = await done<PathPage>(told.change("listPaths", { cursor: null, limit: 10 }));
    expect(paths.filter(({ name }) => name !== null)).toMatchObject([
      { leafId: inner.messageId, name: "Before the key" },
    ]);
  });

  it("a path keeps its name when it becomes shorter, and takes it into the bin with all that is its own", async () => {
    const told = await aTold(kind);
    const [asked, end] = [at(told, 2), at(told, -1)];
    await done(told.change("namePath", end.messageId, "The key"));
    const shorter = await done(told.change("removeFrom", end.messageId));
    expect(shorter).toMatchObject({ headMessageId: end.parentId, pathName: "The key" });
    expect(await done(told.change("restorePart", end.messageId))).toMatchObject({ pathName: "The key" });
    await done(told.change("addVersion", asked.messageId, { content: "I stay", newMessageId: createId() }));
    expect(await done(told.change("openPath", end.messageId))).toMatchObject({ pathName: "The key" });
    expect(await done(told.change("removeFrom", asked.messageId))).toMatchObject({ pathName: null });
    expect(await done(told.change("restorePart", asked.messageId))).toMatchObject({ pathName: "The key" });
  });

  it("a page that asks again for what was removed since shows the open path", async () => {
    const told = await aTold(kind);
    const { readable } = told;
    const [request, idField] = [createId(), toIdField(readable)];
    const { message: reply } = await told.reader.exchange("I leave", request);
    await done(told.change("removeFrom", reply.parentId ?? ""));
    const { reader, joined } = await StoryReader.join(readable);
    // The page was reloaded, and sends its request again.
    let state = reduceConversation(begin([...(await messagesOf(readable.stub))]), joined);
    expect(state.needsReload).toBe(false);
    reader.send({ type: "stream-message", requestId: request, content: "I leave", ...idField });
    await reader.next("stream-complete");
    reader.send({ type: "join-story", ...idField }); // answered after it
    await reader.next("joined");
    const answers = reader.events.slice(reader.events.indexOf(joined) + 1, -1);
    for (const event of answers) state = reduceConversation(state, event);
    expect(state.needsReload).toBe(true);
  });

  it("what is not there is said so", async () => {
    const told = await aTold(kind);
    const another = await aTold(kind);
    const missing = { code: "NOT_FOUND" };
    for (const id of [createId(), at(another, 1).messageId, ""]) {
      const changes = [
        told.change("edit", id, { content: "No.", revision: 1 }),
        told.change("restorePart", id),
        told.change("openPath", id),
        told.change("namePath", id, "x"),
        told.change("changeLine", id, { isPinned: true }),
      ];
      for (const change of changes) expect(await refused(change)).toMatchObject(missing);
    }
    const end = at(told, -1).messageId;
    await done(told.change("removeFrom", at(told, 2).messageId));
    expect(await refused(told.change("openPath", end))).toMatchObject({
      ...missing,
      message: "This path is not there any more.",
    });
    expect(await refused(told.change("removeFrom", at(told, 0).messageId))).toMatchObject({
      code: "INVALID_INPUT",
    });
  });

  it("a wish goes into one prompt, is kept with its version, and is no text of the conversation", async () => {
    const told = await aTold(kind);
    const id = createId();
    const idField = toIdField(told.readable);
    const wish = replyScript({ id }, "Shorter, she does not trust him");
    told.reader.send({ type: "stream-message", requestId: createId(), ...idField, regenerate: true, wish });
    const { message } = await told.reader.next("stream-complete");
    expect(message.metadata.wish).toBe(wish);
    const after = await promptFor(told.reader, "I nod");
    const [asked] = await modelRequests(id);
    expect(asked?.messages.at(-1)?.content).toContain("<wish>");
    expect(JSON.stringify(after)).not.toContain("does not trust him");
    expect((await textsOf(told)).join()).not.toContain("does not trust him");
  });

  it("notes stand at the end of the next prompt, whose beginning they leave as it was", async () => {
    const told = await aTold(kind);
    const { stub } = told.readable;
    const beginning = await promptFor(told.reader, "I go on");
    const notes = await done(
      told.change("changeNotes", {
        note: "Nobody explains the signals.",
        tone: "salt-dry",
        length: "short",
      }),
    );
    expect(notes).toMatchObject({ note: "Nobody explains the signals.", person: "you", length: "short" });
    await told.other.next("sheet-changed", isFor("notes"));
    // One that began before is refused with what is newer; sent again after its answer was lost, it is none.
    const before = { note: "", tone: "" };
    const late = { note: "Everybody explains the signals.", tone: "salt-dry", before };
    expect(await refused(told.change("changeNotes", late))).toMatchObject({
      code: "EDIT_CONFLICT",
      details: { newer: { note: "Nobody explains the signals." } },
    });
    await done(told.change("changeNotes", { tone: "salt-dry", before }));
    await evictDurableObject(stub);
    expect(await done(told.change("readNotes"))).toEqual(notes);
    const { reader } = await StoryReader.join(told.readable);
    const after = await promptFor(reader, "I go on");
    expect(after[0]).toEqual(beginning[0]);
    expect(after.at(-1)?.content).toContain("<author_note>\nNobody explains the signals.");
    expect(after.at(-1)?.content).toContain("Tone: salt-dry");
    const parts = await stub.findLastPrompt();
    expect(parts?.parts.find(({ name }) => name === "notes")?.items.map(({ text }) => text)).toEqual([
      "Nobody explains the signals.",
      "Tone: salt-dry",
    ]);
  });
});

it("names follow an edit, and so do the people who are known", async () => {
  const people = [{ name: "Mara Voss", short: "Mara" }];
  const told = await aTold("story", { character: replyScript({ people }, "Wren, an operator") });
  const { stub } = told.readable;
  const { messageId } = at(told, 1);
  const edit = (content: string, revision: number) =>
    done(told.change("edit", messageId, { content, revision }));
  await jobsDone(told.readable);
  await edit("So it was Mara Voss who came in.", 1);
  await jobsDone(told.readable);
  const [, linked] = await messagesOf(stub);
  expect(linked?.metadata.analysis?.mentionedCharacters).toMatchObject([{ name: "Mara Voss" }]);
  const readCast = () =>
    inStorage(stub, ({ sql }) => sql.exec("SELECT name FROM cast WHERE is_on_path").toArray());
  expect(await readCast()).toEqual([{ name: "Mara Voss" }]);
  const gone = await edit("So it was nobody who came in.", 2);
  expect(gone.metadata.analysis).toBeNull();
  expect(await readCast()).toEqual([]);
  const updated = await told.other.next("conversation-updated", ({ cast }) => cast?.length === 0);
  expect(updated.cast).toEqual([]);
});

/** A story with a passage of that text, in which the model has found these people. */
async function aStoryOf(people: { name: string; short: string }[], content: string) {
  const story = await aStory({ character: replyScript({ people }, "Wren, an operator") });
  const { reader } = await StoryReader.join(story);
  await reader.exchange("I wait");
  const [, passage] = await messagesOf(story.stub);
  await done(story.change("edit", passage?.messageId ?? "", { content, revision: 1 }));
  await jobsDone(story);
  return story;
}

it("a person is called by the corrected name in the lists at once", async () => {
  const people = [{ name: "Mara Voss", short: "Mara" }];
  const story = await aStoryOf(people, "So it was Mara Voss who came in.");
  const listNames = async () => (await story.row())?.cast.map(({ name }) => name);
  await eventually(async () => expect(await listNames()).toEqual(["Mara Voss"]));
  const personId = (await story.row())?.cast[0]?.personId ?? "";
  await done(story.stub.correctPerson(story.owner, personId, { name: "Mara Vane" }));
  await eventually(async () => expect(await listNames()).toEqual(["Mara Vane"]));
});

it("who is not a person, or another one, is no story character; whoever was edited stays", async () => {
  const people = [
    { name: "Mara Voss", short: "Mara" },
    { name: "Tom Reed", short: "Tom" },
  ];
  const story = await aStoryOf(people, "So it was Mara Voss who came in. Tom Reed saw Mara Voss.");
  const isOfStory = eq(characters.originStoryId, story.storyId);
  const find = () => story.db.select().from(characters).where(isOfStory).orderBy(characters.name);
  await eventually(async () =>
    expect(await find()).toMatchObject([{ name: "Mara Voss" }, { name: "Tom Reed" }]),
  );
  const [mara, tom] = (await find()).map(({ id }) => id);
  const correct = (id: string | undefined, change: PersonCorrection) =>
    done(story.stub.correctPerson(story.owner, id ?? "", change));
  await correct(tom, { sameAs: mara ?? "" });
  await eventually(async () => expect(await find()).toMatchObject([{ name: "Mara Voss" }]));
  await correct(tom, { sameAs: null });
  await eventually(async () => expect(await find()).toHaveLength(2));
  await story.db
    .update(characters)
    .set({ editedAt: new Date().toISOString() })
    .where(eq(characters.id, tom ?? ""));
  await correct(tom, { isPerson: false });
  await correct(mara, { isPerson: false });
  await eventually(async () => expect(await find()).toMatchObject([{ name: "Tom Reed" }]));
});

it("a passage where paths part has the name that the job gave it", async () => {
  const analysis = { characters: [], currentLocation: null, heading: "On the gallery" };
  const told = await aTold("story", {
    character: replyScript({ answers: { analysis } }, "Wren, an operator"),
  });
  await jobsDone(told.readable);
  await done(told.change("continueFrom", at(told, 1).messageId));
  await told.reader.exchange("I leave the key");
  const { paths } = await done<{ paths: { turnName: string | null; isOpen: boolean }[] }>(
    told.change("listPaths", { cursor: null, limit: 10 }),
  );
  expect(paths.find(({ isOpen }) => !isOpen)?.turnName).toBe("On the gallery");
});
