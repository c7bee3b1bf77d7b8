import { describe, expect, it } from "vitest";
import type { ReplyAnalysis } from "#durable-objects/conversation/conversation-kind.ts";
import { createFakeModel, FakeConversation } from "./turn-fakes.ts";

describe("the run of a turn", () => {
  it("stores and sends the text, ends in one message, charges it, and queues its jobs", async () => {
    const fake = new FakeConversation();
    const admitted = fake.acceptTurn("continue");
    const { run, ended } = fake.createRun(createFakeModel(["It rained, ", "and the lamp went round."]));
    run.start(admitted);
    expect(run.isWriting).toBe(true);
    await ended;

    const { replyId, requestId } = admitted.turn;
    expect(run.isWriting).toBe(false);
    expect(fake.tree.head()).toMatchObject({
      id: replyId,
      content: "It rained, and the lamp went round.",
      status: "complete",
      model: "fake",
    });
    expect(fake.broadcasts.map(({ type }) => type)).toEqual([
      "stream-chunk",
      "stream-chunk",
      "stream-complete",
    ]);
    expect(fake.turns.get(requestId)).toMatchObject({ state: "complete", text: "" });
    expect(fake.row).toMatchObject({ activeRequestId: null, exchangeCount: 1 });
    expect(fake.queued).toEqual([`charge:${replyId}`, "project"]);
    expect(fake.jobsAfter).toEqual([replyId]);
  });

  it("counts no exchange for a kind that does not count as one", async () => {
    for (const kind of ["opening", "regenerate"] as const) {
      const fake = new FakeConversation();
      const { run, ended } = fake.createRun(createFakeModel(["It rained."]));
      run.start(fake.acceptTurn(kind));
      await ended;
      expect(fake.row.exchangeCount).toBe(0);
    }
  });

  it("sends and stores the kind's analysis of the text", async () => {
    const found = {
      mentionedCharacters: [{ name: "Mara", isNew: false, positions: [[0, 4] as [number, number]] }],
    };
    const analysis: ReplyAnalysis = {
      follow: () => ({ read: (piece) => (piece.includes("Mara") ? found : undefined) }),
      analyse: (text) => (text.includes("Mara") ? found : null),
    };
    const fake = new FakeConversation();
    const { run, ended } = fake.createRun(createFakeModel(["Mara waits", " outside."]), analysis);
    run.start(fake.acceptTurn("continue"));
    await ended;
    const chunks = fake.broadcasts.filter((event) => event.type === "stream-chunk");
    expect(chunks.map((chunk) => chunk.analysis)).toEqual([found, undefined]);
    expect(fake.tree.head()?.analysis).toEqual(found);
  });

  it("that is stopped keeps the text so far, charged and not counted", async () => {
    const fake = new FakeConversation();
    const { run, ended } = fake.createRun(createFakeModel(["It rained", null]));
    const admitted = fake.acceptTurn("continue");
    run.start(admitted);
    await expect.poll(() => fake.turns.get(admitted.turn.requestId)?.text).toBe("It rained");
    expect(run.findRunning()).toMatchObject({ text: "It rained" });
    run.stop();
    await ended;
    expect(fake.tree.head()).toMatchObject({ content: "It rained", status: "interrupted" });
    expect(fake.row.exchangeCount).toBe(0);
    expect(fake.queued[0]).toBe(`charge:${admitted.turn.replyId}`);
  });

  it("that is stopped before any text is free a few times, and charged beyond that", async () => {
    for (const [isStopFree, topic, code] of [
      [true, "free-stop", "STREAM_STOPPED"],
      [false, "charge", "STREAM_STOPPED_CHARGED"],
    ] as const) {
      const fake = new FakeConversation();
      const { run, ended } = fake.createRun(createFakeModel([null]));
      const admitted = fake.acceptTurn("continue", { isStopFree });
      run.start(admitted);
      run.stop();
      await ended;
      expect(fake.queued[0]).toBe(`${topic}:${admitted.turn.replyId}`);
      expect(fake.broadcasts.at(-1)).toMatchObject({ type: "stream-error", code });
      expect(fake.turns.get(admitted.turn.requestId)).toMatchObject({ state: "stopped", errorCode: code });
    }
  });

  it("that the deletion of its conversation stops before any text is no free stop, but charged where none is left", async () => {
    for (const [isStopFree, topic] of [
      [true, "refund"],
      [false, "charge"],
    ] as const) {
      const fake = new FakeConversation();
      const { run, ended } = fake.createRun(createFakeModel([null]));
      const admitted = fake.acceptTurn("continue", { isStopFree });
      run.start(admitted);
      fake.row.closedAt = Date.now();
      run.stop();
      await ended;
      expect(fake.queued[0]).toBe(`${topic}:${admitted.turn.replyId}`);
    }
  });

  it("without text removes the message and refunds it; an opening may be requested again", async () => {
    const fake = new FakeConversation();
    const message = fake.addMessage("user", "I look around");
    const { run, ended } = fake.createRun(createFakeModel([" "]));
    const admitted = fake.acceptTurn("message", { userMessageId: message.id, content: message.content });
    run.start(admitted);
    await ended;
    expect(fake.storedMessages.size).toBe(0);
    expect(fake.row.headId).toBeNull();
    expect(fake.queued).toEqual([`refund:${admitted.turn.replyId}`, "project"]);
    expect(fake.jobsAfter).toEqual([]);
    expect(fake.broadcasts.at(-1)).toMatchObject({ code: "EMPTY_REPLY", restoredText: "I look around" });

    const opened = new FakeConversation();
    const empty = opened.createRun(createFakeModel([""]));
    const opening = opened.acceptTurn("opening");
    opened.record.setOpening(opening.turn.requestId);
    empty.run.start(opening);
    await empty.ended;
    expect(opened.row.openingRequestId).toBeNull();
  });

  it("whose prompt can't be built fails and is refunded, and the next one can run", async () => {
    const fake = new FakeConversation();
    const { run } = fake.createRun(createFakeModel(["It rained."]));
    const admitted = fake.acceptTurn("continue");
    const { turn } = admitted;
    const buildPrompt = () => {
      throw new TypeError("a mistake of ours");
    };
    run.start({ ...admitted, buildPrompt });
    expect(fake.broadcasts).toMatchObject([{ type: "stream-error", code: "INTERNAL" }]);
    expect(fake.queued[0]).toBe(`refund:${turn.replyId}`);
    expect(fake.row.activeRequestId).toBeNull();
  });
});

describe("a turn that a restart cut off", () => {
  it("is continued from the text that readers have seen", async () => {
    const fake = new FakeConversation();
    const { turn } = fake.acceptTurn("continue", { text: "It rained, " });
    let prompt = "";
    const model = createFakeModel(["and the lamp went round."], (given) => {
      prompt = given;
    });
    const { run, ended } = fake.createRun(model);
    await run.takeUp(turn, fake.row);
    await ended;
    expect(prompt).toContain("It rained, ");
    expect(fake.tree.head()).toMatchObject({
      content: "It rained, and the lamp went round.",
      status: "complete",
    });
  });

  it("for the second time ends interrupted and keeps its text", async () => {
    const fake = new FakeConversation();
    const { turn } = fake.acceptTurn("continue", { text: "It rained", attempt: 2 });
    const { run } = fake.createRun(createFakeModel(["never asked"]));
    await run.takeUp(turn, fake.row);
    expect(fake.broadcasts).toMatchObject([
      { code: "STREAM_INTERRUPTED", partial: { content: "It rained" } },
    ]);
    expect(run.isWriting).toBe(false);
  });

  it("without any text keeps the person's message, so that its reply can be requested again", async () => {
    const fake = new FakeConversation();
    const message = fake.addMessage("user");
    const { turn } = fake.acceptTurn("message", { userMessageId: message.id, attempt: 2 });
    const { run } = fake.createRun(createFakeModel([]));
    await run.takeUp(turn, fake.row);
    expect(fake.tree.head()).toEqual(message);
    expect(fake.queued[0]).toBe(`refund:${turn.replyId}`);
  });
});
