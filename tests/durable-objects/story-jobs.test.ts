import { evictDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { DEFAULT_STORY_TITLE } from "#domain/story-record.ts";
import { characters } from "#workers/db/schema/index.ts";
import { setFirstTitle } from "#workers/stories/store.ts";
import { replyScript } from "../fakes/reply-script.ts";
import {
  anOpenStory,
  answering,
  aStory,
  aStoryGoingOn,
  eventually,
  jobsDone,
  messagesOf,
  questions,
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

it.concurrent("names that are known are found while the next one streams, and she is new no more, and not doubled", async () => {
  const analysis = { characters: [MARA], currentLocation: null };
  const { story, reader } = await anOpenStory({ character: answering({ analysis }) });
  reader.write(replyScript({ text: PASSAGE, pieces: 4 }));
  await reader.next("conversation-updated");
  await evictDurableObject(story.stub);

  const { message } = await reader.exchange(
    replyScript(
      { text: `${PASSAGE} Mara’s hand shook, and the lamp went round.`, pieces: 20, everyMs: 15 },
      "I wait",
    ),
  );
  expect(reader.events.some((event) => event.type === "stream-chunk" && event.analysis)).toBe(true);
  expect(message.metadata.analysis?.mentionedCharacters[0]?.positions).toHaveLength(3);
  const updates = () => reader.events.filter((event) => event.type === "conversation-updated" && event.cast);
  await eventually(() => expect(updates()).toHaveLength(2));
  expect(updates()[1]).toMatchObject({ cast: [{ name: "Mara Voss", isNew: false, mentions: 5 }] });
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
  reader.askForOpening();
  for (let turn = 0; turn < 3; turn += 1) {
    await reader.next("stream-complete");
    reader.write(
      replyScript({ id, text: "It rained on, and the lamp went round.", pieces: 40, everyMs: 20 }),
    );
  }
  await reader.next("stream-complete");
  const updates = reader.events.filter((event) => event.type === "conversation-updated");
  expect(updates.map(({ title }) => title)).toContain("The Lamp at Harrow");
  expect(updates.flatMap(({ cast }) => cast ?? [])).toContainEqual(
    expect.objectContaining({ name: "Mara Voss" }),
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
  reader.askForOpening();
  await reader.next("conversation-updated", (event) => event.title === given);
  await eventually(async () => expect(await story.row()).toMatchObject({ title: given }));
  expect(await questions("title", id)).toHaveLength(title.length);
});

it.concurrent("a title that the person chose is left alone", async () => {
  const { story, reader } = await anOpenStory({
    title: "My own",
    character: answering({ title: "Another" }),
  });
  reader.askForOpening();
  await reader.next("stream-complete");
  await jobsDone(story);
  expect(await story.row()).toMatchObject({ title: "My own" });
});
