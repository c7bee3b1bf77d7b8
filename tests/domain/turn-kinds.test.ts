import { expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { decodeClientEvent } from "#domain/protocol.ts";
import { TURN_KINDS, toTurnRequest } from "#domain/turn-kinds.ts";

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
  expect(readTurn({ type: TURN_KINDS[kind].frame, requestId, ...fields })).toEqual({
    requestId,
    kind,
    content,
  });
});
