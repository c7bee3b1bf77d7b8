import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import type { TurnKind } from "#domain/turn-kinds.ts";
import type { OpenedTurn } from "#durable-objects/conversation/conversation-kind.ts";
import { HEAD_START_AFTER_MS } from "#durable-objects/conversation/head-start.ts";
import { findPlace } from "#durable-objects/conversation/turn-admission.ts";
import { eventually } from "./story-reader.ts";
import { createPrompt, FakeConversation, openFreely } from "./turn-fakes.ts";

function createRequest(kind: TurnKind = "message", content = "I look around") {
  return { requestId: createId(), kind, userId: "reader", content };
}

/** The connection of a request; collects its answers. */
function createChannel() {
  const answers: ServerEvent[] = [];
  return { answers, channel: { send: (event: ServerEvent) => void answers.push(event), socket: null } };
}

describe("a place in the tree", () => {
  const reply = { id: "reply", role: "assistant", parentId: "before" } as const;
  const message = { id: "message", role: "user", parentId: "before" } as const;

  it.each([
    ["message", null, { ok: true, parentId: null, avoidId: null }],
    ["message", reply, { ok: true, parentId: "reply", avoidId: null }],
    ["continue", reply, { ok: true, parentId: "reply", avoidId: null }],
    ["opening", null, { ok: true, parentId: null, avoidId: null }],
    ["opening", reply, { ok: false, code: "ALREADY_BEGUN" }],
    ["regenerate", null, { ok: false, code: "NOTHING_TO_REGENERATE" }],
    ["regenerate", reply, { ok: true, parentId: "before", avoidId: "reply" }],
    ["regenerate", message, { ok: true, parentId: "message", avoidId: null }],
  ] as const)("of a %s after %j is found", (kind, head, place) => {
    expect(findPlace(kind, head)).toEqual(place);
  });
});

describe("admission", () => {
  it("stores a message, moves the head to it and notifies readers, before its reply is written", async () => {
    const fake = new FakeConversation();
    const { admission, admitted } = fake.createAdmission();
    const { answers, channel } = createChannel();
    const request = createRequest();
    await admission.admit(request, fake.row, channel);

    expect(fake.tree.head()).toMatchObject({ role: "user", content: "I look around" });
    const { requestId } = request;
    expect(fake.broadcasts).toMatchObject([
      { type: "message-accepted", requestId },
      { type: "stream-start", requestId },
    ]);
    expect(admitted).toMatchObject([{ turn: { state: "generating", parentId: fake.row.headId } }]);
    expect(answers).toEqual([]);
    expect(admission.isAdmitting).toBe(false);
  });

  it("stores no message for a turn without one", async () => {
    const fake = new FakeConversation();
    const { admission, admitted } = fake.createAdmission();
    await admission.admit(createRequest("continue", "Bring in the storm"), fake.row, createChannel().channel);
    expect(fake.storedMessages.size).toBe(0);
    expect(admitted).toMatchObject([{ turn: { content: "Bring in the storm", userMessageId: null } }]);
  });

  it("is charged once if the same request comes twice at the same time", async () => {
    const fake = new FakeConversation();
    let asked = 0;
    const { admission, admitted } = fake.createAdmission({
      open: async () => {
        asked += 1;
        return { ok: true, isStopFree: true, buildPrompt: createPrompt, reservation: null };
      },
    });
    const request = createRequest();
    const { answers, channel } = createChannel();
    await Promise.all([
      admission.admit(request, fake.row, channel),
      admission.admit(request, fake.row, channel),
    ]);
    expect(asked).toBe(1);
    expect(admitted).toHaveLength(1);
    expect(answers).toEqual([]);
  });

  it.each([
    "while another is paid for",
    "while a reply is written",
    "while a turn on disk waits to be carried on",
  ])("refuses a second request %s, and gives its text back", async (when) => {
    const fake = new FakeConversation();
    const { admission } = fake.createAdmission({ isWriting: () => when === "while a reply is written" });
    const first =
      when === "while another is paid for" &&
      admission.admit(createRequest(), fake.row, createChannel().channel);
    if (when === "while a turn on disk waits to be carried on") fake.acceptTurn("continue");
    const { answers, channel } = createChannel();
    await admission.admit(createRequest("message", "I run"), fake.row, channel);
    expect(answers).toMatchObject([{ code: "STREAM_IN_PROGRESS", restoredText: "I run" }]);
    await first;
  });

  it("pays under an id that is stored already, and every turn has its own", async () => {
    const fake = new FakeConversation();
    const stored = fake.row.nextReplyId;
    const paid: string[] = [];
    const { admission, admitted } = fake.createAdmission({
      open: async ({ replyId }) => {
        expect([...fake.storedTurns, ...fake.storedMessages]).toEqual([]);
        paid.push(replyId);
        return { ok: true, isStopFree: true, buildPrompt: createPrompt, reservation: null };
      },
    });
    await admission.admit(createRequest(), fake.row, createChannel().channel);
    expect(paid).toEqual([stored]);
    expect(admitted).toMatchObject([{ turn: { replyId: stored } }]);
    expect(fake.row.nextReplyId).not.toBe(stored);
  });

  it("whose payment is unknown refunds it twice, and pays the next one under another id", async () => {
    const fake = new FakeConversation();
    const stored = fake.row.nextReplyId;
    const { admission } = fake.createAdmission({ open: () => Promise.reject(new Error("D1 is away.")) });
    const { answers, channel } = createChannel();
    await admission.admit(createRequest(), fake.row, channel);
    expect(answers).toMatchObject([{ code: "INTERNAL", restoredText: "I look around" }]);
    expect(fake.queued).toEqual([`refund:${stored}`, `refund:${stored} in 60000`]);
    expect(fake.row.nextReplyId).not.toBe(stored);
  });

  it("that was paid for when an instance crashed is refunded twice by the next one, under its id", async () => {
    const fake = new FakeConversation();
    const lost = fake.row.nextReplyId;
    const { admission: crashed } = fake.createAdmission({ open: () => new Promise(() => undefined) });
    void crashed.admit(createRequest(), fake.row, createChannel().channel);
    await eventually(async () => expect(fake.markedReplyId).toBe(lost));
    crashed.refundLost();
    expect(fake.queued).toEqual([]); // it is still at work

    const { admission } = fake.createAdmission();
    admission.planRefund();
    expect(admission.refundDue).toBeGreaterThan(Date.now());
    admission.refundLost();
    admission.refundLost();
    expect(fake.queued).toEqual([`refund:${lost}`, `refund:${lost} in 60000`]);
    expect(fake.row.nextReplyId).not.toBe(lost);
    expect(admission.refundDue).toBeNull();
  });

  it("that is paid for at once leaves no mark: a write before would delay it", async () => {
    const fake = new FakeConversation();
    const { admission, admitted } = fake.createAdmission();
    await admission.admit(createRequest(), fake.row, createChannel().channel);
    expect(admitted).toHaveLength(1);
    expect(fake.markedReplyId).toBeNull();
  });

  it("that was stored, or is refunded already, is not refunded by the next instance", async () => {
    const fake = new FakeConversation();
    const takeAWhile = () => scheduler.wait(HEAD_START_AFTER_MS + 10);
    const openLate = () => takeAWhile().then(openFreely);
    const refuse = async (): Promise<OpenedTurn> => {
      await takeAWhile();
      return { ok: false, code: "MONTHLY_LIMIT_EXCEEDED" };
    };
    for (const open of [openLate, refuse]) {
      const { admission } = fake.createAdmission({ open });
      await admission.admit(createRequest(), fake.row, createChannel().channel);
      fake.row.activeRequestId = null;
      const queued = [...fake.queued];

      const { admission: next } = fake.createAdmission();
      next.planRefund();
      next.refundLost();
      expect(next.refundDue).toBeNull();
      expect(fake.queued).toEqual(queued);
    }
  });

  it("without payment undoes the turn and notifies every reader", async () => {
    const fake = new FakeConversation();
    const { admission, admitted } = fake.createAdmission({
      open: async () => ({ ok: false, code: "MONTHLY_LIMIT_EXCEEDED" }),
    });
    const { answers, channel } = createChannel();
    await admission.admit(createRequest(), fake.row, channel);
    expect(answers).toMatchObject([{ code: "MONTHLY_LIMIT_EXCEEDED", restoredText: "I look around" }]);
    expect(fake.broadcasts).toEqual(answers);
    expect(fake.storedTurns.size).toBe(0);
    expect(fake.row.activeRequestId).toBeNull();
    expect(fake.queued).toHaveLength(1);
    expect(admitted).toEqual([]);
  });

  it("refuses a request over a limit before anything is stored or paid, and returns its text", async () => {
    const fake = new FakeConversation();
    fake.retryAfterSeconds = 12;
    const { admission, admitted } = fake.createAdmission();
    const { answers, channel } = createChannel();
    await admission.admit(createRequest(), fake.row, channel);
    expect(answers).toMatchObject([
      {
        code: "RATE_LIMITED",
        status: 429,
        message: "Too many requests. Please try again in 12 seconds.",
        retryAfterSeconds: 12,
        restoredText: "I look around",
      },
    ]);
    expect(fake.storedTurns.size).toBe(0);
    expect(fake.queued).toEqual([]);
    expect(admitted).toEqual([]);
  });

  it("fails with not found if the conversation is deleted during the payment", async () => {
    const fake = new FakeConversation();
    const { admission, admitted } = fake.createAdmission({
      open: async () => {
        fake.row.closedAt = 1;
        return { ok: true, isStopFree: true, buildPrompt: createPrompt, reservation: null };
      },
    });
    const { answers, channel } = createChannel();
    await admission.admit(createRequest(), { ...fake.row }, channel);
    expect(answers).toMatchObject([{ code: "NOT_FOUND" }]);
    expect(admitted).toEqual([]);
  });

  it("that is stopped while it is paid for is refused and refunded", async () => {
    const fake = new FakeConversation();
    let answer = (_: OpenedTurn) => {};
    const { admission, admitted } = fake.createAdmission({
      open: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const { answers, channel } = createChannel();
    const asked = admission.admit(createRequest(), fake.row, channel);
    admission.stop();
    answer({ ok: true, isStopFree: true, buildPrompt: createPrompt, reservation: null });
    await asked;
    expect(answers).toMatchObject([{ code: "STREAM_STOPPED", restoredText: "I look around" }]);
    expect(fake.queued[0]).toMatch(/^refund:/);
    expect(admitted).toEqual([]);
  });
});

/** Ends the active turn with a reply, as its run would. */
function endActive(fake: FakeConversation, content: string): void {
  const turn = fake.turns.active();
  if (!turn) throw new Error("A turn must be active.");
  const { replyId: id, parentId, requestId } = turn;
  fake.tree.append({ id, parentId, role: "assistant", content, status: "complete" });
  fake.turns.end(requestId, { state: "complete", errorCode: null });
  fake.record.endTurn({ headId: id, countsAsExchange: false, sparksLeft: null });
}

describe("a request that is known", () => {
  it("is answered with its end, and with its message where it had one", async () => {
    const fake = new FakeConversation();
    const { admission } = fake.createAdmission();
    const request = createRequest();
    await admission.admit(request, fake.row, createChannel().channel);
    endActive(fake, "Rain.");

    const { answers, channel } = createChannel();
    await admission.admit(request, fake.row, channel);
    expect(answers).toMatchObject([
      { type: "message-accepted", message: { content: "I look around" } },
      { type: "stream-complete", requestId: request.requestId, message: { content: "Rain." } },
    ]);
  });

  it("but differs from the first one is in conflict", async () => {
    const fake = new FakeConversation();
    const { admission } = fake.createAdmission();
    const request = createRequest();
    await admission.admit(request, fake.row, createChannel().channel);
    const { answers, channel } = createChannel();
    await admission.admit({ ...request, content: "I run" }, fake.row, channel);
    expect(answers).toMatchObject([{ code: "REQUEST_CONFLICT", restoredText: "I run" }]);
  });

  it("as a second opening with another id gets the state of the first, then its end", async () => {
    const fake = new FakeConversation();
    const { admission, admitted } = fake.createAdmission();
    await admission.admit(createRequest("opening", ""), fake.row, createChannel().channel);
    const second = createRequest("opening", "");
    const { answers, channel } = createChannel();
    await admission.admit(second, fake.row, channel);
    endActive(fake, "It rained.");
    await admission.admit(second, fake.row, channel);
    const { requestId } = second;
    expect(answers).toMatchObject([
      { code: "STREAM_IN_PROGRESS", requestId },
      { type: "stream-complete", requestId, message: { content: "It rained." } },
    ]);
    expect(admitted).toHaveLength(1);
  });
});
