import { expect, test, vi } from "vitest";
import { createId } from "#domain/ids.ts";
import type { ServerEvent } from "#domain/protocol.ts";
import { DirectRequests } from "#durable-objects/conversation/direct-requests.ts";
import { errorEvent, refusedEvent } from "#durable-objects/conversation/events.ts";
import type { ConversationRow } from "#durable-objects/conversation/record.ts";
import { fakeTimersInTests } from "../workers/helpers/fake-timers.ts";

/** The record of a conversation in which nothing has happened. */
function newConversationRow(): ConversationRow {
  return {
    id: 1,
    conversationId: createId(),
    userId: "reader",
    shard: null,
    headId: null,
    activeRequestId: null,
    nextReplyId: createId(),
    openingRequestId: null,
    exchangeCount: 0,
    projection: 0,
    closedAt: null,
    editCount: 0,
    sparksLeft: null,
  };
}

const REQUEST = { requestId: "request-1", kind: "continue", content: "" } as const;

const JOINED: ServerEvent = { type: "joined", headMessageId: null, messageCount: 0, turn: null };

fakeTimersInTests();

type Admit = (send: (event: ServerEvent) => void, broadcast: (event: ServerEvent) => void) => void;

/** Requests that `admit` answers: to their caller, and to everybody who listens. */
function createRequests(admit: Admit) {
  const listeners = new Set<(event: ServerEvent) => void>();
  const broadcast = (event: ServerEvent) => {
    for (const listener of listeners) listener(event);
  };
  const requests = new DirectRequests({
    readers: {
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    join: () => JOINED,
    turn: { request: async (_request, _row, { send }) => admit(send, broadcast) },
    sync: () => Promise.resolve(),
    findOpen: newConversationRow,
  });
  return { requests, listeners };
}

test.each(["ask", "askAndFollow"] as const)("%s leaves nothing behind when the turn throws", async (call) => {
  const { requests, listeners } = createRequests(() => {
    throw new Error("The disk is full.");
  });
  await expect(requests[call](REQUEST)).rejects.toThrow("The disk is full.");
  expect(listeners.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0); // a timer keeps the object awake
});

const REFUSAL = refusedEvent("STREAM_IN_PROGRESS", { ...REQUEST, userId: "reader" });
const START = { type: "stream-start", messageId: "message-1", parentId: null } as const;

test("a refusal is answered without a stream, also when others' events come before it", async () => {
  const { requests, listeners } = createRequests((send, broadcast) => {
    broadcast({ type: "conversation-updated", title: "Rain" });
    broadcast({ ...START, requestId: "request-of-another-tab" });
    broadcast(refusedEvent("STREAM_STOPPED", { ...REQUEST, userId: "reader", requestId: "another" }));
    send(REFUSAL);
  });
  expect(await requests.askAndFollow(REQUEST)).toMatchObject({ ok: false, code: "STREAM_IN_PROGRESS" });
  await vi.waitFor(() => expect(listeners.size).toBe(0));
  expect(vi.getTimerCount()).toBe(0);
});

test("the stream begins with the state, and an error after the own reply has begun ends it", async () => {
  const { requests } = createRequests((_, broadcast) => {
    broadcast({ ...START, requestId: REQUEST.requestId });
    broadcast(errorEvent("STREAM_ERROR", { requestId: REQUEST.requestId }));
  });
  const answer = await requests.askAndFollow(REQUEST);
  if (!(answer instanceof Response)) throw new Error("There must be a stream.");
  const text = await answer.text();
  expect(text.match(/"type":"[^"]+"/g)).toEqual([
    '"type":"joined"',
    '"type":"stream-start"',
    '"type":"stream-error"',
  ]);
});
