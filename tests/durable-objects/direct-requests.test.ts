import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ServerEvent } from "#domain/protocol.ts";
import { DirectRequests } from "#durable-objects/conversation/direct-requests.ts";
import { newConversationRow } from "./turn-fakes.ts";

const REQUEST = { requestId: "request-1", kind: "continue", content: "" } as const;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Requests whose admission throws, as when the storage fails. */
function createFailing() {
  const listeners = new Set<(event: ServerEvent) => void>();
  const requests = new DirectRequests({
    readers: {
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    admission: { admit: () => Promise.reject(new Error("The disk is full.")) },
    sync: () => Promise.resolve(),
    findOpen: newConversationRow,
  });
  return { requests, listeners };
}

test.each(["ask", "askAndFollow"] as const)(
  "%s leaves nothing behind when the admission throws",
  async (call) => {
    const { requests, listeners } = createFailing();
    await expect(requests[call](REQUEST)).rejects.toThrow("The disk is full.");
    expect(listeners.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0); // a timer keeps the object awake
  },
);
