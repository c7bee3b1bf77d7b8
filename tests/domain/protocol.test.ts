import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { decodeClientEvent, decodeServerEvent } from "#domain/protocol.ts";
import { findTurnTarget, toTurnFrame, toTurnRequest } from "#domain/turn-kinds.ts";

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

  it("that names something by half a sign is not one", () => {
    const frame = JSON.stringify({ type: "select-version", storyId, messageId: "\ud800" });
    expect(decodeClientEvent(frame, "storyId").ok).toBe(false);
  });

  it.each(["", "{", "7", "null", "[]", "hello", '{"type":"stream-chunk"}', '{"type":"join-story"}'])(
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

it("an error with a code of a later version ends its request all the same", () => {
  const error = { type: "stream-error", status: 500, message: "x" };
  const decoded = decodeServerEvent(JSON.stringify({ ...error, code: "NOPE", requestId: "of-this-tab" }));
  expect(decoded).toMatchObject({ ok: true, event: { code: "INTERNAL", requestId: "of-this-tab" } });
  expect(decodeServerEvent(JSON.stringify({ ...error, code: "STREAM_ERROR" })).ok).toBe(true);
});

/** The turn request of a story's frame. */
function readTurn(frame: Record<string, unknown>) {
  const decoded = decodeClientEvent(JSON.stringify({ storyId: createId(), ...frame }), "storyId");
  if (!decoded.ok) throw new Error(decoded.fault.message);
  const { event } = decoded;
  if (event.type !== "stream-message" && event.type !== "stream-continue") throw new Error(event.type);
  return toTurnRequest(event);
}

it.each([
  ["message", { content: "I look around" }, "I look around"],
  ["regenerate", { regenerate: true, content: "ignored" }, ""],
  ["continue", { prompt: "Bring in the storm" }, "Bring in the storm"],
  ["opening", { isInitialContinue: true, prompt: "ignored" }, ""],
] as const)("a turn of the kind %s is requested by its frame, with its fields", (kind, fields, content) => {
  const requestId = createId();
  const asked = { requestId, kind, content };
  expect(readTurn({ type: toTurnFrame(asked).type, requestId, ...fields })).toEqual(asked);
  const { kind: asFramed } = readTurn(toTurnFrame(asked));
  expect(asFramed).toBe(kind);
});

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
] as const)("a %s that starts from %j hangs there", (kind, from, target) => {
  expect(findTurnTarget(kind, from)).toEqual(target);
});
