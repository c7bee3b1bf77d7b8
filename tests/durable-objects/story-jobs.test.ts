import { evictDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { DEFAULT_STORY_TITLE } from "#domain/story-record.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import { characters } from "#workers/db/schema/index.ts";
import { setFirstTitle } from "#workers/stories/store.ts";
import {
  anOpenStory,
  answering,
  aStory,
  aStoryGoingOn,
  eventually,
  fillConversation,
  inStorage,
  jobsDone,
  ledgerOf,
  messagesOf,
  questions,
  type Story,
} from "./story-reader.ts";

const PASSAGE =
  "The radio hissed. Mara Voss set down her cup. “That isn’t weather,” Mara said. She took the logbook to the lamp room.";

const MARA = { name: "Mara Voss", aliases: ["Mara"], role: null, description: null, personality: null };

it.concurrent("after a passage the model finds its characters and location; every reader and D1 get them, and the message stores the names", async () => {
  const mara = {
    name: "Mara Voss",
    aliases: ["Mara"],
    role: "Keeper",
    description: "Logs all",
    personality: "dry",
  };
  const analysis = { characters: [mara], currentLocation: "The lamp room" };
  const { story, reader } = await anOpenStory({ character: answering({ analysis }) });
  const { message } = await reader.exchange(replyScript({ text: PASSAGE, pieces: 4 }));
  await jobsDone(story);
  const updated = await reader.next("conversation-updated");

  expect(updated).toMatchObject({
    messageId: message.messageId,
    currentLocation: "The lamp room",
    cast: [{ name: "Mara Voss", isNew: true, mentions: 2, role: "Keeper", personality: "dry" }],
  });
  const [mention] = updated.analysis?.mentionedCharacters ?? [];
  expect(mention?.positions.map(([start, end]) => PASSAGE.slice(start, end))).toEqual(["Mara Voss", "Mara"]);
  expect((await messagesOf(story.stub))[1]?.metadata.analysis).toEqual(updated.analysis);
  await eventually(async () => {
    expect(await story.row()).toMatchObject({
      currentLocation: "The lamp room",
      cast: [{ name: "Mara Voss" }],
    });
    const found = await story.db.select().from(characters).where(eq(characters.originStoryId, story.storyId));
    expect(found).toMatchObject([{ name: "Mara Voss", userId: story.userId, mentions: 2, isNew: true }]);
  });
});

it.concurrent("who is nobody, as the person says, is no name in later passages, whatever the model answers", async () => {
  const people = ["Mara Voss", "Grey Fog", "Ida Holt"];
  const analysis = { characters: people.map((name) => ({ name, aliases: [] })), currentLocation: null };
  const { story, reader } = await anOpenStory({ character: answering({ analysis }) });
  await reader.exchange(
    replyScript({ text: "Then Mara Voss saw the Grey Fog. The Grey Fog saw Mara Voss." }, "I look"),
  );
  await jobsDone(story);
  const fog = await inStorage(story.stub, ({ sql }) =>
    String(sql.exec("SELECT id FROM cast WHERE name = 'Grey Fog'").one()["id"]),
  );
  await story.stub.correctPerson(story.owner, fog, { isPerson: false });
  await reader.exchange(
    replyScript({ text: "Later the Grey Fog met Ida Holt. So Ida Holt left." }, "I wait"),
  );
  await jobsDone(story);
  const last = (await messagesOf(story.stub)).at(-1);
  expect(last?.metadata.analysis?.mentionedCharacters.map(({ name }) => name)).toEqual(["Ida Holt"]);
});

it.concurrent("names that are known are found while the next one streams, and she is new no more, and not doubled", async () => {
  const analysis = { characters: [MARA], currentLocation: null };
  const { story, reader } = await anOpenStory({ character: answering({ analysis }) });
  await reader.exchange(replyScript({ text: PASSAGE, pieces: 4 }));
  await jobsDone(story);
  await evictDurableObject(story.stub);

  const { message } = await reader.exchange(
    replyScript(
      { text: `${PASSAGE} Mara’s hand shook, and the lamp went round.`, pieces: 20, everyMs: 15 },
      "I wait",
    ),
  );
  expect(reader.events.some((event) => event.type === "stream-chunk" && event.analysis)).toBe(true);
  expect(message.metadata.analysis?.mentionedCharacters[0]?.positions).toHaveLength(3);
  await jobsDone(story);
  const updates = reader.events.filter((event) => event.type === "conversation-updated" && event.cast);
  expect(updates).toHaveLength(2);
  expect(updates[1]).toMatchObject({ cast: [{ name: "Mara Voss", isNew: false, mentions: 5 }] });
});

it.concurrent("the request for names is aborted as soon as the person sends a message, and repeated after the reply", async () => {
  const id = createId();
  const { story, reader } = await aStoryGoingOn({ id, taskMs: 2_000 }, { id, taskMs: 6_000, text: PASSAGE });
  await eventually(async () => expect(await questions("analysis", id)).toHaveLength(1));
  reader.write(replyScript({ id, text: "The rain fell on." }, "I wait"));
  await eventually(async () => expect((await questions("analysis", id))[0]?.aborted).toBe(true));
  await reader.next("stream-complete");
  await jobsDone(story);
  const asked = await questions("analysis", id);
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(asked[1]?.messages.at(-2)?.content).toContain("The radio hissed.");
});

it.concurrent("a person who plays without a pause gets the title and the names with the next reply", async () => {
  const id = createId();
  const answers = { title: "The Lamp at Harrow", analysis: { characters: [MARA], currentLocation: null } };
  const { reader } = await anOpenStory({
    title: DEFAULT_STORY_TITLE,
    character: replyScript({ id, answers, taskMs: 300, text: PASSAGE }, "Wren, an operator"),
  });
  await reader.askForOpening();
  for (let turn = 0; turn < 3; turn += 1) {
    await reader.exchange(
      replyScript({ id, text: "It rained on, and the lamp went round.", pieces: 40, everyMs: 20 }),
    );
  }
  const updates = reader.events.filter((event) => event.type === "conversation-updated");
  expect(updates.map(({ title }) => title)).toContain("The Lamp at Harrow");
  expect(updates.flatMap(({ cast }) => cast ?? [])).toContainEqual(
    expect.objectContaining({ name: "Mara Voss" }),
  );
});

it.concurrent("a person who plays without a pause gets a memory, also where each passage has a new name to ask about", async () => {
  const answers = { analysis: { characters: [], currentLocation: null } };
  const { story, reader } = await anOpenStory({
    character: replyScript({ answers, taskMs: 300 }, "Wren, an operator"),
  });
  await fillConversation(story.stub, 200, []);
  for (const name of ["Orla Finch", "Tomas Reed", "Ida Holt", "Piet Brand"]) {
    const text = `It rained on, and ${name} came in from the harbour. Then ${name} sat down.`;
    await reader.exchange(replyScript({ text, pieces: 40, everyMs: 30 }));
  }
  const [made] = await inStorage(story.stub, ({ sql }) => sql.exec("SELECT * FROM memories").toArray());
  expect(made).toMatchObject({ message_id: "m24" });
});

it.concurrent("what a deletion has ended before its end is done when the story is restored", async () => {
  const id = createId();
  const answers = { title: "The Lamp at Harrow", analysis: { characters: [MARA], currentLocation: null } };
  const { story, reader } = await anOpenStory({
    title: DEFAULT_STORY_TITLE,
    character: replyScript({ id, answers, taskMs: 3_000, text: PASSAGE }, "Wren, an operator"),
  });
  await reader.askForOpening();
  await eventually(async () => expect(await questions("analysis", id)).toHaveLength(1));
  await story.stub.close(story.owner);
  await eventually(async () => {
    const alarm = await inStorage(story.stub, (storage) => storage.getAlarm());
    expect(alarm ?? 0).toBeGreaterThan(Date.now() + 60_000); // nothing is tried before the day when it goes
  });
  await story.stub.reopen();
  await eventually(async () =>
    expect(await story.row()).toMatchObject({ title: "The Lamp at Harrow", cast: [{ name: "Mara Voss" }] }),
  );
});

it.concurrent("a title leaves its story where it is in the order of updates", async () => {
  const story = await aStory({ title: DEFAULT_STORY_TITLE });
  const before = await story.row();
  expect(await setFirstTitle(story.db, before?.userId ?? "", story.storyId, "The Lamp")).toBe(true);
  expect(await story.row()).toMatchObject({ title: "The Lamp", updatedAt: before?.updatedAt });
});

it.concurrent.each([
  [["“The Lamp at Harrow”"], "The Lamp at Harrow"],
  [["She opened the old door.", "The Voice of Harrow"], "The Voice of Harrow"],
  [["She opened the old door.", "9 — 9"], "A voice on the harbour radio"],
])("a title is made from the opening; of answers %j it is %j", async (title, given) => {
  const id = createId();
  const { story, reader } = await anOpenStory({
    title: DEFAULT_STORY_TITLE,
    description: "A voice on the harbour radio reads out names.",
    character: replyScript({ id, answers: { title } }, "Wren, an operator"),
  });
  await reader.askForOpening();
  await jobsDone(story);
  await reader.next("conversation-updated", (event) => event.title === given);
  expect(await story.row()).toMatchObject({ title: given });
  expect(await questions("title", id)).toHaveLength(title.length);
});

it.concurrent("a title that the person chose is left alone", async () => {
  const { story, reader } = await anOpenStory({
    title: "My own",
    character: answering({ title: "Another" }),
  });
  await reader.askForOpening();
  await jobsDone(story);
  expect(await story.row()).toMatchObject({ title: "My own" });
});

/** A story with a prepared suggestion that nobody has requested yet, of a person who has requested the one before. */
async function aStoryWithASuggestion(suggestion: string): Promise<Story> {
  const { story, reader } = await anOpenStory({ character: answering({ suggestion }) });
  await reader.exchange("I look around");
  await story.stub.suggest({ another: false });
  await reader.exchange("I wait");
  const before = reader.events.length;
  await jobsDone(story);
  const [stored] = await inStorage(story.stub, ({ sql }) =>
    sql.exec("SELECT text, shown FROM suggestions ORDER BY rowid DESC").toArray(),
  );
  expect(stored).toEqual({ text: suggestion, shown: 0 });
  // It is not paid for yet, so no page may have it.
  expect(JSON.stringify(reader.events.slice(before))).not.toContain(suggestion);
  return story;
}

it.concurrent("a suggestion is prepared before the request, charged once when it is shown, and another one is free", async () => {
  const story = await aStoryWithASuggestion("I open the logbook.");
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(Array(3).fill("charged")));

  expect(await story.stub.suggest({ another: false })).toEqual({
    ok: true,
    suggestion: "I open the logbook.",
  });
  await story.stub.suggest({ another: false });
  await evictDurableObject(story.stub);
  expect(await story.stub.suggest({ another: false })).toEqual({
    ok: true,
    suggestion: "I open the logbook.",
  });
  expect(await story.stub.suggest({ another: true })).toMatchObject({ ok: true });
  expect(await ledgerOf(story.userId)).toEqual(Array(4).fill("charged"));
});

it.concurrent("a suggestion is made anew once a text before it says something else, and costs nothing more", async () => {
  const story = await aStoryWithASuggestion("I open the logbook.");
  const [line, passage] = (await messagesOf(story.stub)).slice(-2);
  const edit = (content: string, revision: number, { messageId } = passage ?? { messageId: "" }) =>
    story.change("edit", messageId, { content, revision });
  await edit("I burn the logbook.", 1, line);
  const readStored = () =>
    inStorage(story.stub, ({ sql }) =>
      sql.exec("SELECT text FROM suggestions WHERE head_id = ?", passage?.messageId ?? "").toArray(),
    );
  expect(await readStored()).toEqual([]);
  expect(await story.stub.suggest({ another: false })).toMatchObject({ ok: true });
  const paid = await ledgerOf(story.userId);
  await edit("The logbook is ash.", 1);
  expect(await readStored()).toEqual([]);
  expect(await story.stub.suggest({ another: false })).toMatchObject({ ok: true });
  expect(await ledgerOf(story.userId)).toEqual(paid);
});

it.concurrent.each(["asked for", "prepared"])(
  "a suggestion that is %s while the text before it is edited is not kept for the new text",
  async (how) => {
    const id = createId();
    const answers = { suggestion: ["I take the rope.", "I wait.", "I wait for the boat."] };
    const { story, reader } = await aStoryGoingOn({ id, taskMs: 1_000, answers });
    const first = story.stub.suggest({ another: false });
    if (how === "prepared") {
      await first;
      await reader.exchange("I go on");
    }
    const written = how === "prepared" ? jobsDone(story) : first;
    const before = how === "prepared" ? 2 : 1;
    await eventually(async () => expect(await questions("suggestion", id)).toHaveLength(before));
    const [passage] = (await messagesOf(story.stub)).slice(-1);
    const edit = { content: "There was no rope.", revision: 1 };
    expect(await story.change("edit", passage?.messageId ?? "", edit)).toMatchObject({ ok: true });
    await written;
    await story.stub.suggest({ another: false });
    expect(await questions("suggestion", id)).toHaveLength(before + 1);
  },
);

it.concurrent("a suggestion is prepared only for a person who has recently requested one", async () => {
  const id = createId();
  const { story, reader } = await aStoryGoingOn({ id });
  await jobsDone(story);
  expect(await questions("suggestion", id)).toEqual([]);
  await story.stub.suggest({ another: false });
  expect(await questions("suggestion", id)).toHaveLength(1);
  for (const asked of [2, 3, 4, 4]) {
    await reader.exchange("I wait");
    await jobsDone(story);
    expect(await questions("suggestion", id)).toHaveLength(asked);
  }
}, 30_000);

it.concurrent("a suggestion streams to readers if it is not prepared, and is complete in the answer", async () => {
  const text = "I open the logbook and read the last line aloud to her.";
  const { story, reader } = await aStoryGoingOn({ taskMs: 600, answers: { suggestion: `"${text}"` } });
  const answer = await story.stub.suggest({ another: false });
  expect(answer).toEqual({ ok: true, suggestion: text });
  const told = reader.events.flatMap((event) => (event.type === "suggestion-progress" ? [event.text] : []));
  expect(told.length).toBeGreaterThan(1);
  for (const part of told) expect(text.startsWith(part)).toBe(true);
});

it.concurrent("a suggestion that is being prepared is the one that is shown", async () => {
  const id = createId();
  const { story, reader } = await aStoryGoingOn({ id, taskMs: 500 });
  await story.stub.suggest({ another: false });
  await reader.exchange("I wait");
  await eventually(async () => expect(await questions("suggestion", id)).toHaveLength(2));
  expect(await story.stub.suggest({ another: false })).toEqual({ ok: true, suggestion: "A quiet moment." });
  expect(await questions("suggestion", id)).toHaveLength(2);
});

it.concurrent("a suggestion is aborted when the person sends a message, and then costs nothing", async () => {
  const { story, reader } = await aStoryGoingOn({ taskMs: 3_000 });
  const suggestion = story.stub.suggest({ another: false });
  await eventually(() => expect(reader.events.at(-1)?.type).toBe("suggestion-progress"));
  reader.write("I go on");
  expect(await suggestion).toEqual({ ok: false, code: "STREAM_IN_PROGRESS" });
  await reader.next("stream-complete");
  await eventually(async () =>
    expect(await ledgerOf(story.userId)).toEqual(["charged", "charged", "refunded"]),
  );
});

it.concurrent("a suggestion that nobody has seen yet also counts as another one", async () => {
  const story = await aStoryWithASuggestion("I open the logbook.");
  await story.setRow({ character: answering({ suggestion: "I close it." }) });
  expect(await story.stub.suggest({ another: true })).toEqual({
    ok: true,
    suggestion: "I open the logbook.",
  });
  expect(await story.stub.suggest({ another: true })).toEqual({ ok: true, suggestion: "I close it." });
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(Array(4).fill("charged")));
});

it.concurrent("a suggestion requested many times at the same time is made once and charged once", async () => {
  const { story, reader } = await anOpenStory();
  await reader.exchange("I look around");
  const answers = await Promise.all(Array.from({ length: 20 }, () => story.stub.suggest({ another: false })));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged", "charged"]));
});

it.concurrent("a suggestion that could not be had costs nothing, and is charged when it can", async () => {
  const { story, reader } = await anOpenStory({ tier: "free", character: answering({ suggestion: "" }) });
  await reader.exchange("I look around");
  expect(await story.stub.suggest({ another: false })).toEqual({ ok: false, code: "MODEL_UNAVAILABLE" });
  expect(await ledgerOf(story.userId)).toEqual(["charged", "refunded"]);
  await story.setRow({ character: "An operator" });
  expect(await story.stub.suggest({ another: false })).toMatchObject({ ok: true });
  expect(await ledgerOf(story.userId)).toEqual(["charged", "charged"]);
});

it.concurrent("a suggestion is refused after too many at one position, until the story continues", async () => {
  const { story, reader } = await anOpenStory();
  await reader.exchange("I look around");
  for (let count = 0; count < 11; count += 1) await story.stub.suggest({ another: count > 0 });
  expect(await story.stub.suggest({ another: true })).toEqual({ ok: false, code: "RATE_LIMITED" });
});
