import fc from "fast-check";
import { beforeAll, beforeEach, describe, inject, it } from "vitest";
import { FRAME_MAX_BYTES } from "#domain/protocol.ts";
import { StoryReader } from "../../durable-objects/story-reader.ts";
import { ORIGIN } from "../helpers/site.ts";
import { FRAME_TYPES, toFrame } from "./examples.ts";
import { FuzzedSite } from "./fuzzed-site.ts";
import { type Bytes, changed, oddText, oddValue, weighted } from "./odd-values.ts";
import { checked, inTime } from "./runs.ts";

const EACH = Math.ceil((inject("fuzz").cases * 0.25) / 2);
/** After this many frames a new conversation is begun, because each accepts a limited number of frames per minute. */
const FRAMES_A_CONVERSATION = 15;

const KINDS = {
  story: { path: "stories", idField: "storyId" },
  chat: { path: "character-chats", idField: "chatId" },
} as const;
type KindName = keyof typeof KINDS;

/** In a frame, the place of the conversation's id and of its last message's. */
const CONVERSATION = "{conversation}";
const HEAD = "{head}";

let site: FuzzedSite;

beforeAll(async () => {
  site = await FuzzedSite.open();
}, 60_000);
beforeEach(() => site.watchErrors());

/** Frames of every type with up to three changes, and what is no frame at all. */
function framesTo(kind: KindName): fc.Arbitrary<string | Bytes> {
  const text = fc
    .tuple(fc.constantFrom(...FRAME_TYPES), fc.oneof(fc.uuid(), fc.constant(HEAD)))
    .map(([type, id]) => toFrame(type, { [KINDS[kind].idField]: CONVERSATION }, id))
    .chain(changed)
    .map((frame) => JSON.stringify(frame));
  return weighted<string | Bytes>(
    [12, text],
    [1, oddValue.map((value) => JSON.stringify(value))],
    [1, oddText],
    [1, fc.tuple(text, fc.nat(300)).map(([all, length]) => all.slice(0, length))],
    [1, fc.tuple(text, fc.constantFrom(-1, 0, 1)).map(([all, by]) => all.padEnd(FRAME_MAX_BYTES + by))],
    [1, fc.constantFrom("[".repeat(30_000), '{"a":'.repeat(10_000), "\0")],
    [1, fc.uint8Array({ maxLength: 80 })],
  );
}

describe(`after each of ${EACH} strange frames, with seed ${inject("fuzz").seed}, the conversation still answers, with nothing of others:`, () => {
  it.each(["story", "chat"] as const)(
    "a %s",
    async (kind) => {
      let conversationId = "";
      let reader: StoryReader | null = null;
      let sent = 0;
      await checked(kind, framesTo(kind), EACH, async (frame) => {
        if (sent % FRAMES_A_CONVERSATION === 0) {
          reader?.close();
          reader = null;
          await site.forgetCreations();
          conversationId = await site.beginConversation("ada", kind);
        }
        sent += 1;
        if (reader === null || reader.closed) reader = await openReader(kind, conversationId);
        await expectAnswered(reader, kind, conversationId, frame);
      });
    },
    60_000 + EACH * 1_000,
  );
});

function openReader(kind: KindName, conversationId: string): Promise<StoryReader> {
  const { path, idField } = KINDS[kind];
  const headers = { ...site.credentialsOf("ada"), Origin: ORIGIN, Upgrade: "websocket" };
  const stub = { fetch: () => site.fetch(`/live/${path}/${conversationId}`, { headers }) };
  const id = idField === "storyId" ? { storyId: conversationId } : { chatId: conversationId };
  return StoryReader.connect({ stub, userId: "", ...id });
}

/** Sends a frame, then joins: whatever became of the frame, the join is answered, or the socket was closed for the frame. */
async function expectAnswered(
  reader: StoryReader,
  kind: KindName,
  conversationId: string,
  frame: string | Bytes,
): Promise<void> {
  site.takeErrors();
  const head = reader.events.findLast((event) => event.type === "joined")?.headMessageId ?? "none";
  const filled =
    typeof frame === "string" ? frame.replaceAll(CONVERSATION, conversationId).replaceAll(HEAD, head) : frame;
  const seen = reader.events.length;
  reader.sendRaw(filled);
  reader.sendRaw(JSON.stringify(toFrame("join-story", { [KINDS[kind].idField]: conversationId }, head)));
  await inTime(untilJoined(reader));
  const errors = site.takeErrors();
  if (errors.length > 0) throw new Error(`The log has an error: ${errors}`);
  const received = JSON.stringify(reader.events.slice(seen));
  if (received.includes('"INTERNAL"')) throw new Error(received);
  const shown = site.markersHiddenFrom("ada").find((marker) => received.includes(marker));
  if (shown !== undefined) throw new Error(`A frame was answered with ${shown}.`);
}

async function untilJoined(reader: StoryReader): Promise<void> {
  try {
    await reader.next("joined");
  } catch (error) {
    if (reader.closed === null || reader.closed.code !== 1009) throw error;
  }
}
