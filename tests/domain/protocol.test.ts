import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { decodeClientEvent, decodeServerEvent } from "#domain/protocol.ts";

const storyId = createId();

describe("an event from a client", () => {
  it("has the id field of its kind, and is parsed as it was written", () => {
    const have = { messageId: createId(), offset: 12 };
    const event = { type: "join-story", conversationId: storyId, have } as const;
    for (const idField of ["storyId", "chatId"] as const) {
      const frame = JSON.stringify({ type: "join-story", [idField]: storyId, have });
      expect(decodeClientEvent(frame, idField)).toEqual({ ok: true, event });
    }
    expect(decodeClientEvent(JSON.stringify({ ...event, storyId }), "chatId").ok).toBe(false);
  });

  it("whose id is too short or no text says which", () => {
    for (const given of [null, "", "short", "x".repeat(65), 7]) {
      const frame = { type: "stream-continue", requestId: given, storyId };
      expect(decodeClientEvent(JSON.stringify(frame), "storyId")).toEqual({
        ok: false,
        fault: {
          message: "A request's id has 8 to 64 letters, digits, hyphens or underscores.",
          field: "requestId",
        },
      });
    }
  });

  it.each(["", "{", "7", "null", '{"type":"stream-chunk"}', '{"type":"join-story"}'])(
    "%j is not one",
    (frame) => {
      expect(decodeClientEvent(frame, "storyId").ok).toBe(false);
    },
  );

  it("with a negative or broken offset is not one", () => {
    for (const offset of [-1, 0.5, "3"]) {
      const frame = JSON.stringify({ type: "join-story", storyId, have: { messageId: createId(), offset } });
      expect(decodeClientEvent(frame, "storyId").ok).toBe(false);
    }
  });
});

describe("an event from the server", () => {
  it("with a code that does not exist is refused", () => {
    const error = { type: "stream-error", status: 500, message: "x" };
    expect(decodeServerEvent(JSON.stringify({ ...error, code: "NOPE" })).ok).toBe(false);
    expect(decodeServerEvent(JSON.stringify({ ...error, code: "STREAM_ERROR" })).ok).toBe(true);
  });
});
