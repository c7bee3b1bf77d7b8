import { expect, test, vi } from "vitest";
import type { ServerEvent } from "#domain/protocol.ts";
import { DirectRequests } from "#durable-objects/conversation/direct-requests.ts";
import { errorEvent, refusedEvent } from "#durable-objects/conversation/events.ts";
import { fakeTimersInTests } from "../workers/helpers/fake-timers.ts";
import { newConversationRow } from "./turn-fakes.ts";

const REQUEST = { requestId: "request-1", kind: "continue", content: "" } as const;

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
    admission: { admit: async (_request, _row, { send }) => admit(send, broadcast) },
    sync: () => Promise.resolve(),
    findOpen: newConversationRow,
  });
  return { requests, listeners };
}

test.each(["ask", "askAndFollow"] as const)(
  "%s leaves nothing behind when the admission throws",
  async (call) => {
    const { requests, listeners } = createRequests(() => {
      throw new Error("The disk is full.");
    });
    await expect(requests[call](REQUEST)).rejects.toThrow("The disk is full.");
    expect(listeners.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0); // a timer keeps the object awake
  },
);

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

test("an error after the own reply has begun comes in the stream, which it ends", async () => {
  const { requests } = createRequests((_, broadcast) => {
    broadcast({ ...START, requestId: REQUEST.requestId });
    broadcast(errorEvent("STREAM_ERROR", { requestId: REQUEST.requestId }));
  });
  const answer = await requests.askAndFollow(REQUEST);
  if (!(answer instanceof Response)) throw new Error("There must be a stream.");
  const text = await answer.text();
  expect(text.match(/"type":"[^"]+"/g)).toEqual(['"type":"stream-start"', '"type":"stream-error"']);
});
