import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import {
  anOpenStory,
  answering,
  aStory,
  aStoryGoingOn,
  eventually,
  inStorage,
  jobsDone,
  ledgerOf,
  messagesOf,
  questions,
  type Story,
} from "./story-reader.ts";

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

describe.concurrent("a suggestion", () => {
  it("is prepared before the request, charged once when it is shown, and another one is free", async () => {
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

  it("is made anew once the passage before it says something else, and costs nothing more", async () => {
    const story = await aStoryWithASuggestion("I open the logbook.");
    const [passage] = (await messagesOf(story.stub)).slice(-1);
    const edit = (content: string, revision: number) =>
      story.change("edit", passage?.messageId ?? "", { content, revision });
    await edit("The logbook burns.", 1);
    const readStored = () =>
      inStorage(story.stub, ({ sql }) =>
        sql.exec("SELECT text FROM suggestions WHERE head_id = ?", passage?.messageId ?? "").toArray(),
      );
    expect(await readStored()).toEqual([]);
    expect(await story.stub.suggest({ another: false })).toMatchObject({ ok: true });
    const paid = await ledgerOf(story.userId);
    await edit("The logbook is ash.", 2);
    expect(await readStored()).toEqual([]);
    expect(await story.stub.suggest({ another: false })).toMatchObject({ ok: true });
    expect(await ledgerOf(story.userId)).toEqual(paid);
  });

  it("is prepared only for a person who has recently requested one", async () => {
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
    await story.stub.suggest({ another: false });
    await reader.exchange("I wait");
    await eventually(async () => expect(await questions("suggestion", id)).toHaveLength(2));
    expect(await story.stub.suggest({ another: false })).toEqual({ ok: true, suggestion: "A quiet moment." });
    expect(await questions("suggestion", id)).toHaveLength(2);
  });

  it("is aborted when the person sends a message, and then costs nothing", async () => {
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

  it("has no place before the opening, and costs nothing there", async () => {
    const story = await aStory();
    expect(await story.stub.suggest({ another: false })).toEqual({ ok: false, code: "NOT_BEGUN" });
    expect(await ledgerOf(story.userId)).toEqual([]);
  });

  it("that nobody has seen yet also counts as another one", async () => {
    const story = await aStoryWithASuggestion("I open the logbook.");
    await story.setRow({ character: answering({ suggestion: "I close it." }) });
    expect(await story.stub.suggest({ another: true })).toEqual({
      ok: true,
      suggestion: "I open the logbook.",
    });
    expect(await story.stub.suggest({ another: true })).toEqual({ ok: true, suggestion: "I close it." });
    await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(Array(4).fill("charged")));
  });

  it("requested many times at the same time is made once and charged once", async () => {
    const { story, reader } = await anOpenStory();
    await reader.exchange("I look around");
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => story.stub.suggest({ another: false })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await eventually(async () => expect(await ledgerOf(story.userId)).toEqual(["charged", "charged"]));
  });

  it("that could not be had costs nothing, and is charged when it can", async () => {
    const { story, reader } = await anOpenStory({ tier: "free", character: answering({ suggestion: "" }) });
    await reader.exchange("I look around");
    expect(await story.stub.suggest({ another: false })).toEqual({ ok: false, code: "MODEL_UNAVAILABLE" });
    expect(await ledgerOf(story.userId)).toEqual(["charged", "refunded"]);
    await story.setRow({ character: "An operator" });
    expect(await story.stub.suggest({ another: false })).toMatchObject({ ok: true });
    expect(await ledgerOf(story.userId)).toEqual(["charged", "charged"]);
  });

  it("is refused after too many at one position, until the story continues", async () => {
    const { story, reader } = await anOpenStory();
    await reader.exchange("I look around");
    for (let count = 0; count < 11; count += 1) await story.stub.suggest({ another: count > 0 });
    expect(await story.stub.suggest({ another: true })).toEqual({ ok: false, code: "RATE_LIMITED" });
  });
});
