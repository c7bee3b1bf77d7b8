import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { DEFAULT_STORY_TITLE } from "#domain/story-record.ts";
import { openObjectDatabase } from "#durable-objects/conversation/database.ts";
import { outbox } from "#durable-objects/conversation/schema.ts";
import { memories, suggestions } from "#durable-objects/story/schema.ts";
import { characters, stories } from "#workers/db/schema/index.ts";
import { setFirstTitle } from "#workers/stories/store.ts";
import { type ReplyScript, replyScript } from "../fakes/reply-script.ts";
import {
  aStory,
  eventually,
  fillConversation,
  ledgerOf,
  messagesOf,
  modelRequests,
  type Story,
  StoryReader,
} from "./story-reader.ts";

const FACTS = ["FACT the key lies under the blue boat. The rain fell.", "I take the key."];
const PASSAGE =
  "The radio hissed. Mara Voss set down her cup. “That isn’t weather,” Mara said. She took the logbook to the lamp room.";

/** A character text that contains the script of the fake model; every prompt contains the character. */
function answering(answers: Record<string, unknown>, name = "Wren, an operator"): string {
  return replyScript({ answers }, name);
}

/** A story with a prepared suggestion that nobody has requested yet: the pointer came near the button. */
async function aStoryWithASuggestion(suggestion: string): Promise<Story> {
  const story = await aStory({ character: answering({ suggestion }) });
  const { reader } = await StoryReader.join(story);
  reader.write("I look around");
  await reader.next("stream-complete");
  reader.send({ type: "prepare-suggestion", storyId: story.storyId });
  await suggestionStored(story, suggestion);
  // It is not paid for yet, so no page may have it.
  expect(reader.events.filter((event) => JSON.stringify(event).includes(suggestion))).toEqual([]);
  return story;
}

/** Waits until a suggestion is stored. */
async function suggestionStored(story: Story, suggestion: unknown): Promise<void> {
  await eventually(async () => {
    const stored = await runInDurableObject(story.stub, (_, state) =>
      openObjectDatabase(state.storage).db.select().from(suggestions).all(),
    );
    expect(stored).toMatchObject([{ text: suggestion }]);
  });
}

/** Waits until no job is left. */
async function jobsDone(story: Story): Promise<void> {
  await eventually(async () => {
    const left = await runInDurableObject(story.stub, (_, state) =>
      openObjectDatabase(state.storage).db.select().from(outbox).all(),
    );
    expect(left).toEqual([]);
  });
}

/** The background requests for a script's id, by task. */
async function questions(task: string, id: string) {
  return modelRequests(`${task}:${id}`);
}

/** Opens a story and waits for a complete reply. */
async function aStoryGoingOn(script: ReplyScript, reply: ReplyScript | null = null) {
  const story = await aStory({ character: replyScript(script, "Wren, an operator") });
  const { reader } = await StoryReader.join(story);
  reader.write(reply === null ? "I look around" : replyScript(reply));
  await reader.next("stream-complete");
  return { story, reader };
}

async function rowOf(story: Story) {
  const [row] = await story.db.select().from(stories).where(eq(stories.id, story.storyId));
  return row;
}

describe.concurrent("after a passage", () => {
  it("the model finds its characters and location; every reader and D1 get them, and the message stores the names", async () => {
    const mara = {
      name: "Mara Voss",
      aliases: ["Mara"],
      role: "Keeper",
      description: "Logs all",
      personality: "dry",
    };
    const analysis = { characters: [mara], currentLocation: "The lamp room" };
    const story = await aStory({ character: answering({ analysis }) });
    const { reader } = await StoryReader.join(story);
    reader.write(replyScript({ text: PASSAGE, pieces: 4 }));
    const { message } = await reader.next("stream-complete");
    const updated = await reader.next("conversation-updated");

    expect(updated).toMatchObject({
      messageId: message.messageId,
      currentLocation: "The lamp room",
      cast: [{ name: "Mara Voss", isNew: true, mentions: 2, role: "Keeper", personality: "dry" }],
    });
    const [mention] = updated.analysis?.mentionedCharacters ?? [];
    expect(mention?.positions.map(([start, end]) => PASSAGE.slice(start, end))).toEqual([
      "Mara Voss",
      "Mara",
    ]);
    expect((await messagesOf(story.stub))[1]?.metadata.analysis).toEqual(updated.analysis);
    await eventually(async () => {
      expect(await rowOf(story)).toMatchObject({
        currentLocation: "The lamp room",
        cast: [{ name: "Mara Voss" }],
      });
      const found = await story.db
        .select()
        .from(characters)
        .where(eq(characters.originStoryId, story.storyId));
      expect(found).toMatchObject([{ name: "Mara Voss", userId: story.userId, mentions: 2, isNew: true }]);
    });
  });

  it("names that are known are found while the next one streams, and she is new no more, and not doubled", async () => {
    const mara = { name: "Mara Voss", aliases: ["Mara"], role: null, description: null, personality: null };
    const analysis = { characters: [mara], currentLocation: null };
    const story = await aStory({ character: answering({ analysis }) });
    const { reader } = await StoryReader.join(story);
    reader.write(replyScript({ text: PASSAGE, pieces: 4 }));
    await reader.next("conversation-updated");
    await evictDurableObject(story.stub);

    reader.write(
      replyScript(
        { text: `${PASSAGE} Mara’s hand shook, and the lamp went round.`, pieces: 20, everyMs: 15 },
        "I wait",
      ),
    );
    const { message } = await reader.next("stream-complete");
    const told = reader.events.filter((event) => event.type === "stream-chunk" && event.analysis);
    expect(told.length).toBeGreaterThan(0);
    expect(message.metadata.analysis?.mentionedCharacters[0]?.positions).toHaveLength(3);
    const updates = () =>
      reader.events.filter((event) => event.type === "conversation-updated" && event.cast);
    await eventually(() => expect(updates()).toHaveLength(2));
    expect(updates()[1]).toMatchObject({ cast: [{ name: "Mara Voss", isNew: false, mentions: 5 }] });
  });

  it("a character stays new until a later passage names them again", async () => {
    const mara = { name: "Mara Voss", aliases: ["Mara"], role: null, description: null, personality: null };
    const story = await aStory({
      character: answering({ analysis: { characters: [mara], currentLocation: null } }),
    });
    const { reader } = await StoryReader.join(story);
    reader.write(replyScript({ text: "Mara Voss came in.", pieces: 2 }));
    await reader.next("conversation-updated");
    const roe = "Captain Roe went into the harbour office. “Captain Roe,” somebody said.";
    for (const [text, isNew] of [
      [roe, true],
      ["Mara looked up.", false],
    ] as const) {
      const seen = reader.events.length;
      reader.write(replyScript({ text, pieces: 2 }, "I wait"));
      await eventually(() => {
        const updates = reader.events.slice(seen).filter((event) => event.type === "conversation-updated");
        const cast = updates.flatMap((event) => event.cast ?? []);
        expect(cast.find(({ name }) => name === "Mara Voss")).toMatchObject({ isNew });
      });
    }
  });

  it("after a useless answer the characters are found without the model", async () => {
    const story = await aStory({
      character: answering({ analysis: "I would rather talk about the weather." }),
    });
    const { reader } = await StoryReader.join(story);
    reader.write(replyScript({ text: PASSAGE, pieces: 4 }));
    await reader.next("stream-complete");
    const updated = await reader.next("conversation-updated");
    expect(updated.cast?.map(({ name }) => name)).toEqual(["Mara Voss"]);
  });

  it("the model is asked only if there is a name that the cast does not have", async () => {
    const id = createId();
    const people = [
      { name: "Mara Voss", short: "Mara" },
      { name: "Tobias Finch", short: "Finch" },
    ];
    const { story, reader } = await aStoryGoingOn({ id, people }, { id, people, text: PASSAGE });
    await jobsDone(story);
    const again = "Mara took the cup again. “That isn’t weather,” said Mara. She waited for the tide.";
    const newcomer = "The door opened. “I am Tobias Finch,” said Tobias Finch. Mara put down her cup.";
    for (const [text, asked] of [
      [again, 1],
      [newcomer, 2],
    ] as const) {
      reader.write(replyScript({ id, people, text }, "I wait"));
      await reader.next("stream-complete");
      await jobsDone(story);
      expect(await questions("analysis", id)).toHaveLength(asked);
    }
    expect((await rowOf(story))?.cast.map(({ name }) => name).toSorted()).toEqual([
      "Mara Voss",
      "Tobias Finch",
    ]);
  });

  it("the request is aborted as soon as the person sends a message, and repeated after the reply", async () => {
    const id = createId();
    const { story, reader } = await aStoryGoingOn(
      { id, taskMs: 2_000 },
      { id, taskMs: 2_000, text: PASSAGE },
    );
    await eventually(async () => expect(await questions("analysis", id)).toHaveLength(1));
    reader.write(replyScript({ id, text: "The rain fell on." }, "I wait"));
    await eventually(async () => expect((await questions("analysis", id))[0]?.aborted).toBe(true));
    await reader.next("stream-complete");
    await jobsDone(story);
    const asked = await questions("analysis", id);
    expect(asked.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(asked[1]?.messages.at(-2)?.content).toContain("The radio hissed.");
  });

  it("nothing waits for it: the next turn runs while jobs are queued", async () => {
    const story = await aStory();
    const { reader } = await StoryReader.join(story);
    reader.write("one");
    await reader.next("stream-complete");
    reader.write("two");
    await reader.next("stream-complete");
    expect(await messagesOf(story.stub)).toHaveLength(4);
  });
});

describe.concurrent("a title", () => {
  it("is made once, from the opening, for a story without its own title", async () => {
    const story = await aStory({
      title: DEFAULT_STORY_TITLE,
      character: answering({ title: "“The Lamp at Harrow”" }),
    });
    const { reader } = await StoryReader.join(story);
    reader.askForOpening();
    await reader.next("stream-complete");
    await eventually(async () => expect(await rowOf(story)).toMatchObject({ title: "The Lamp at Harrow" }));
    await eventually(() =>
      expect(reader.events).toContainEqual({ type: "conversation-updated", title: "The Lamp at Harrow" }),
    );
  });

  it("leaves its story where it is in the order of updates", async () => {
    const story = await aStory({ title: DEFAULT_STORY_TITLE });
    const before = await rowOf(story);
    expect(await setFirstTitle(story.db, before?.userId ?? "", story.storyId, "The Lamp")).toBe(true);
    expect(await rowOf(story)).toMatchObject({ title: "The Lamp", updatedAt: before?.updatedAt });
  });

  it.each([
    [["She opened the old door.", "The Voice of Harrow"], "The Voice of Harrow"],
    [["She opened the old door.", "9 — 9"], "A voice on the harbour radio"],
  ])("is asked for once more after %j, and else made from the premise", async (title, given) => {
    const id = createId();
    const story = await aStory({
      title: DEFAULT_STORY_TITLE,
      description: "A voice on the harbour radio reads out names.",
      character: replyScript({ id, answers: { title } }, "Wren, an operator"),
    });
    const { reader } = await StoryReader.join(story);
    reader.askForOpening();
    await reader.next("stream-complete");
    await eventually(async () => expect(await rowOf(story)).toMatchObject({ title: given }));
    expect(await questions("title", id)).toHaveLength(2);
  });

  it("that the person chose is left alone", async () => {
    const story = await aStory({ title: "My own", character: answering({ title: "Another" }) });
    const { reader } = await StoryReader.join(story);
    reader.askForOpening();
    await reader.next("stream-complete");
    await jobsDone(story);
    expect(await rowOf(story)).toMatchObject({ title: "My own" });
  });
});

describe.concurrent("a suggestion", () => {
  it("is prepared before the request, charged once when it is shown, and another one is free", async () => {
    const story = await aStoryWithASuggestion("I open the logbook.");
    await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged"]));

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
    expect(await ledgerOf(story.userId)).toEqual(["charged", "charged"]);
  });

  it("is prepared only for a person who has recently requested one", async () => {
    const id = createId();
    const { story, reader } = await aStoryGoingOn({ id });
    await jobsDone(story);
    expect(await questions("suggestion", id)).toEqual([]);
    await story.stub.suggest({ another: false });
    expect(await questions("suggestion", id)).toHaveLength(1);
    for (const asked of [2, 3, 4, 4]) {
      reader.write("I wait");
      await reader.next("stream-complete");
      await jobsDone(story);
      expect(await questions("suggestion", id)).toHaveLength(asked);
    }
  }, 30_000);

  it("is prepared once when the pointer comes near, and never for an earlier position", async () => {
    const id = createId();
    const { story, reader } = await aStoryGoingOn({ id, taskMs: 1_000 });
    for (let time = 0; time < 3; time += 1) {
      reader.send({ type: "prepare-suggestion", storyId: story.storyId });
    }
    await eventually(async () => expect(await questions("suggestion", id)).toHaveLength(1));
    reader.write("I go on");
    await reader.next("stream-complete");
    await jobsDone(story);
    const asked = await questions("suggestion", id);
    expect(asked.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await ledgerOf(story.userId)).toEqual(["charged", "charged"]);
  });

  it("streams to readers if it is not prepared, and is complete in the answer", async () => {
    const text = "I open the logbook and read the last line aloud to her.";
    const { story, reader } = await aStoryGoingOn({ taskMs: 600, answers: { suggestion: `"${text}"` } });
    const answer = await story.stub.suggest({ another: false });
    expect(answer).toEqual({ ok: true, suggestion: text });
    const told = reader.events.flatMap((event) => (event.type === "suggestion-progress" ? [event.text] : []));
    expect(told.length).toBeGreaterThan(1);
    for (const part of told) expect(text.startsWith(part)).toBe(true);
  });

  it("that is being prepared is the one that is shown", async () => {
    const id = createId();
    const { story, reader } = await aStoryGoingOn({ id, taskMs: 500 });
    reader.send({ type: "prepare-suggestion", storyId: story.storyId });
    await eventually(async () => expect(await questions("suggestion", id)).toHaveLength(1));
    expect(await story.stub.suggest({ another: false })).toEqual({ ok: true, suggestion: "A quiet moment." });
    expect(await questions("suggestion", id)).toHaveLength(1);
  });

  it("is aborted when the person sends a message, and then costs nothing", async () => {
    const { story, reader } = await aStoryGoingOn({ taskMs: 3_000 });
    const suggestion = story.stub.suggest({ another: false });
    await eventually(() => expect(reader.events.at(-1)?.type).toBe("suggestion-progress"));
    reader.write("I go on");
    expect(await suggestion).toEqual({ ok: false, code: "STREAM_IN_PROGRESS" });
    await reader.next("stream-complete");
    await eventually(async () =>
      expect((await ledgerOf(story.userId)).toSorted()).toEqual(["charged", "charged", "refunded"]),
    );
  });

  it("has no place before the opening, and costs nothing there", async () => {
    const story = await aStory();
    expect(await story.stub.suggest({ another: false })).toEqual({ ok: false, code: "NOT_BEGUN" });
    expect(await ledgerOf(story.userId)).toEqual([]);
  });

  it("that nobody has seen yet also counts as another one", async () => {
    const story = await aStoryWithASuggestion("I open the logbook.");
    await story.db
      .update(stories)
      .set({ character: answering({ suggestion: "I close it." }) })
      .where(eq(stories.id, story.storyId));
    expect(await story.stub.suggest({ another: true })).toEqual({
      ok: true,
      suggestion: "I open the logbook.",
    });
    expect(await story.stub.suggest({ another: true })).toEqual({ ok: true, suggestion: "I close it." });
    await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged", "charged"]));
  });

  it("requested many times at the same time is made once and charged once", async () => {
    const story = await aStory();
    const { reader } = await StoryReader.join(story);
    reader.write("I look around");
    await reader.next("stream-complete");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => story.stub.suggest({ another: false })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged", "charged"]));
  });

  it("that could not be had costs nothing, and is charged when it can", async () => {
    const story = await aStory({ tier: "free", character: answering({ suggestion: "" }) });
    const { reader } = await StoryReader.join(story);
    reader.write("I look around");
    await reader.next("stream-complete");
    expect(await story.stub.suggest({ another: false })).toEqual({ ok: false, code: "MODEL_UNAVAILABLE" });
    expect((await ledgerOf(story.userId)).toSorted()).toEqual(["charged", "refunded"]);
    await story.db.update(stories).set({ character: "An operator" }).where(eq(stories.id, story.storyId));
    expect(await story.stub.suggest({ another: false })).toMatchObject({ ok: true });
    expect(await ledgerOf(story.userId)).toEqual(["charged", "charged"]);
  });

  it("is refused after too many at one position, until the story continues", async () => {
    const story = await aStory();
    const { reader } = await StoryReader.join(story);
    reader.write("I look around");
    await reader.next("stream-complete");
    for (let count = 0; count < 11; count += 1) await story.stub.suggest({ another: count > 0 });
    expect(await story.stub.suggest({ another: true })).toEqual({ ok: false, code: "RATE_LIMITED" });
  });
});

describe.concurrent("memory", () => {
  /** A story of 2,000 messages without any memory. */
  async function aLongStory() {
    const story = await aStory({ character: "An operator" });
    const { reader } = await StoryReader.join(story);
    await fillConversation(story.stub, 2_000, FACTS);
    return { story, reader };
  }

  it("of 2,000 messages still has the first chapter's facts, and covers only messages that left the window", async () => {
    const { story, reader } = await aLongStory();
    reader.write("I look around");
    await reader.next("stream-complete");
    const stored = () =>
      runInDurableObject(story.stub, (_, state) =>
        openObjectDatabase(state.storage).db.select().from(memories).orderBy(memories.depth).all(),
      );
    let newest = 0;
    await eventually(
      async () => {
        const before = newest;
        newest = (await stored()).at(-1)?.depth ?? 0;
        expect(newest).toBeGreaterThan(1_900);
        expect(newest).toBe(before);
      },
      { timeout: 60_000, interval: 500 },
    );
    expect(newest).toBeLessThan(2_000);

    const id = createId();
    reader.write(replyScript({ id }, "I ask where the key is"));
    await reader.next("stream-complete");
    const [request] = await modelRequests(id);
    const prompt = request?.messages[0]?.content ?? "";
    expect(prompt).toContain("FACT the key lies under the blue boat.");
    const memory = prompt.slice(prompt.indexOf("<memory>"), prompt.indexOf("</memory>"));
    expect(memory.length / 4).toBeLessThan(1_200);
    const rows = await stored();
    for (const { lines } of rows) for (const line of lines) expect(line.fromId).toMatch(/^m\d+$/);
  }, 90_000);

  it("belongs to its branch: another version uses the memory from before the fork", async () => {
    const { story, reader } = await aLongStory();
    reader.write("I look around");
    await reader.next("stream-complete");
    await eventually(
      async () => {
        const rows = await runInDurableObject(story.stub, (_, state) =>
          openObjectDatabase(state.storage).db.select().from(memories).all(),
        );
        expect(rows.length).toBeGreaterThan(10);
      },
      { timeout: 30_000 },
    );
    // Selects another version of message 60: only memories up to there apply.
    await runInDurableObject(story.stub, (_, state) => {
      state.storage.sql.exec(
        `INSERT INTO messages (id, parent_id, role, content, status, timestamp, version, depth)
         VALUES ('x60', 'm59', 'user', 'I leave.', 'complete', '2026-01-01T00:00:00.000Z', 2, 60)`,
      );
      state.storage.sql.exec("UPDATE conversation SET head_id = 'x60'");
    });
    const id = createId();
    reader.write(replyScript({ id }, "I walk on"));
    await reader.next("stream-complete");
    const [request] = await modelRequests(id);
    const all = request?.messages.map(({ content }) => content).join("\n") ?? "";
    expect(all).toContain("I leave.");
    expect(all).not.toContain("Passage 61:");
    expect(all).toContain("FACT the key lies under the blue boat.");
  }, 60_000);
});
