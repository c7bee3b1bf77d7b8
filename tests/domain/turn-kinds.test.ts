import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { decodeClientEvent } from "#domain/protocol.ts";
import { findTurnTarget, TURN_KINDS, toTurnFrame, toTurnRequest } from "#domain/turn-kinds.ts";

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
  expect(readTurn({ type: TURN_KINDS[kind].frame, requestId, ...fields })).toEqual(asked);
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
