import * as v from "valibot";
import { errorCodeSchema } from "./errors.ts";
import { createId, idSchema, requestIdSchema } from "./ids.ts";
import { atMost, boundedText, checkInput } from "./input.ts";
import { parseJson } from "./json.ts";
import {
  analysisSchema,
  generatedImageSchema,
  MESSAGE_MAX,
  messageContentSchema,
  messageSchema,
  openPathSchema,
  readingPlaceSchema,
  wishSchema,
} from "./message.ts";
import { castMemberSchema, STORY_STATUSES } from "./story-record.ts";

/**
 * The wire between a reader and a conversation: JSON text frames, one variant an event. The same events travel over a
 * WebSocket and over the event stream.
 */

/** A larger frame closes the socket with 1009: forty times the longest message with room for its envelope. */
export const FRAME_MAX_BYTES = 64 * 1024;
/** Close code: the session behind this socket has ended. */
export const CLOSE_SESSION_ENDED = 4401;
/** Close code: more frames than a page sends. */
export const CLOSE_TOO_MANY_FRAMES = 1008;
/** Close code: too much was sent that is not known to have been read. Who reconnects and joins is sent what they lack. */
export const CLOSE_BEHIND = 1013;
/** Close code: the conversation was deleted. */
export const CLOSE_GONE = 4404;
/** What a client sends to keep a line open; answered by the runtime without waking the object. */
export const PING = "ping";
export const PONG = "pong";

/** Under which name a conversation's id travels: a story's and a character chat's frames differ in nothing else. */
export type IdField = "storyId" | "chatId";
/** A conversation's id on the wire. */
export type ConversationIdField = { storyId: string } | { chatId: string };

const metadataSchema = v.optional(v.record(v.string(), v.unknown()));
const userIdSchema = v.optional(v.string()); // accepted for compatibility, ignored: the socket knows who is calling

/** The message that a request starts from; absent: the last one of the active path. */
const targetIdSchema = v.optional(idSchema);

const OFFSET = "An offset is a whole number from 0.";
const offsetSchema = v.pipe(v.number(OFFSET), v.integer(OFFSET), v.minValue(0, OFFSET));

/** What every frame has that asks for a turn. */
const turnFields = {
  /** A request without one gets an id here, and can't be sent again as the same one. */
  requestId: v.optional(requestIdSchema, createId),
  conversationId: idSchema,
  targetId: targetIdSchema,
  /** The last message that the asking page shows: if the open path ends with another one, the request is refused with MOVED_ON. */
  afterId: v.optional(idSchema),
  userId: userIdSchema,
};

const joinSchema = v.object({
  type: v.literal("join-story"),
  conversationId: idSchema,
  have: v.optional(v.object({ messageId: idSchema, offset: offsetSchema })),
});
const streamMessageSchema = v.variant("regenerate", [
  v.object({
    type: v.literal("stream-message"),
    ...turnFields,
    regenerate: v.optional(v.literal(false)),
    content: messageContentSchema,
    metadata: metadataSchema,
  }),
  v.object({
    type: v.literal("stream-message"),
    ...turnFields,
    regenerate: v.literal(true),
    content: v.optional(v.string()),
    wish: wishSchema,
    metadata: metadataSchema,
  }),
]);
const DEFAULT_CONTINUE_PROMPT = "Continue with more action";
/** The direction of a continue. It is typed in the box of a message, and can be as long. */
export const continuePromptSchema = v.optional(
  v.pipe(
    boundedText(atMost(MESSAGE_MAX, "Directions can be")),
    v.transform((text) => text || DEFAULT_CONTINUE_PROMPT),
  ),
  DEFAULT_CONTINUE_PROMPT,
);

const streamContinueSchema = v.object({
  type: v.literal("stream-continue"),
  ...turnFields,
  prompt: continuePromptSchema,
  isInitialContinue: v.optional(v.boolean(), false),
});
const streamStopSchema = v.object({ type: v.literal("stream-stop"), conversationId: idSchema });
const selectVersionSchema = v.object({
  type: v.literal("select-version"),
  conversationId: idSchema,
  messageId: idSchema,
  /** Which of its texts; absent: the one that is shown. */
  revision: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

/** Where the person reads. Answered by nothing. */
const keepPlaceSchema = v.object({
  type: v.literal("keep-place"),
  conversationId: idSchema,
  ...readingPlaceSchema.entries,
});

/** The answer to `read-check`. */
const readUntilSchema = v.object({ type: v.literal("read-until"), conversationId: idSchema, mark: idSchema });

/** The options of a variant are tried one after the other, so the frame that people wait for comes first. */
export const clientEventSchema = v.variant("type", [
  streamMessageSchema,
  joinSchema,
  streamContinueSchema,
  streamStopSchema,
  selectVersionSchema,
  keepPlaceSchema,
  readUntilSchema,
]);
export type ClientEvent = v.InferOutput<typeof clientEventSchema>;
type WithIdField<T> = T extends unknown ? Omit<T, "conversationId"> & ConversationIdField : never;
type WithRequestId<T> = T extends { requestId?: string | undefined } ? T & { requestId: string } : T;
/** A frame as our page writes it: with a request id, so that it can be sent again. */
export type ClientEventInput = WithRequestId<WithIdField<v.InferInput<typeof clientEventSchema>>>;

/** What a model does before the first piece of a reply's text. `waiting`: it writes another text first. */
export const REPLY_PHASES = ["loading", "waiting", "reading", "thinking"] as const;
export type ReplyPhase = (typeof REPLY_PHASES)[number];

const joinedSchema = v.object({
  type: v.literal("joined"),
  storyId: v.optional(v.string()),
  chatId: v.optional(v.string()),
  ...openPathSchema.entries,
  turn: v.nullable(
    v.object({
      requestId: v.string(),
      messageId: v.string(),
      parentId: v.nullable(v.string()),
      /** Offset of the first character of `content` in the running text. */
      offset: v.number(),
      content: v.string(),
      /** What the model does until there is text, and since how many milliseconds the reply is awaited. */
      phase: v.optional(v.picklist(REPLY_PHASES)),
      elapsedMs: v.optional(v.number()),
    }),
  ),
});
const messageAcceptedSchema = v.object({
  type: v.literal("message-accepted"),
  requestId: v.string(),
  message: messageSchema,
});
const streamStartSchema = v.object({
  type: v.literal("stream-start"),
  requestId: v.string(),
  messageId: v.string(),
  parentId: v.nullable(v.string()),
});
/** The model does something else than what was said last; at the start of a reply it is believed to read. */
const streamProgressSchema = v.object({
  type: v.literal("stream-progress"),
  messageId: v.string(),
  phase: v.picklist(REPLY_PHASES),
});
const streamChunkSchema = v.object({
  type: v.literal("stream-chunk"),
  messageId: v.string(),
  /** Offset of the first character in the reply, in UTF-16 code units. */
  offset: v.number(),
  content: v.string(),
  analysis: v.optional(analysisSchema),
});
const streamCompleteSchema = v.object({
  type: v.literal("stream-complete"),
  requestId: v.string(),
  messageId: v.string(),
  message: messageSchema,
  userMessage: v.optional(messageSchema),
  analysis: v.nullable(analysisSchema),
});
const streamErrorSchema = v.object({
  type: v.literal("stream-error"),
  /** A newer server may send a code that this page does not know. The request has failed all the same. */
  code: v.fallback(errorCodeSchema, "INTERNAL"),
  /** What HTTP would have answered. */
  status: v.number(),
  message: v.string(),
  /** What of the frame is at fault. */
  field: v.optional(v.string()),
  /** With RATE_LIMITED: after how many seconds it may be tried again. */
  retryAfterSeconds: v.optional(v.number()),
  requestId: v.optional(v.string()),
  messageId: v.optional(v.string()),
  /** What had arrived by then, kept as an interrupted message. */
  partial: v.optional(messageSchema),
  /** What the person had written, to be put back into the box. */
  restoredText: v.optional(v.string()),
  /** The message that was taken back. */
  removedMessageId: v.optional(v.string()),
});
const conversationUpdatedSchema = v.object({
  type: v.literal("conversation-updated"),
  title: v.optional(v.string()),
  description: v.optional(v.string()),
  headMessageId: v.optional(v.nullable(v.string())),
  messageCount: v.optional(v.number()),
  /** Of the open path. */
  pathName: v.optional(v.nullable(v.string())),
  messageId: v.optional(v.string()),
  analysis: v.optional(analysisSchema),
  generatedImage: v.optional(generatedImageSchema),
  cast: v.optional(v.array(castMemberSchema)),
  currentLocation: v.optional(v.nullable(v.string())),
  status: v.optional(v.picklist(STORY_STATUSES)),
  deleted: v.optional(v.boolean()),
});

/** The text of a message was changed by hand, or another of its texts is shown. */
const messageEditedSchema = v.object({ type: v.literal("message-edited"), message: messageSchema });

/**
 * Another path is open. `partsAtId`: the last message that it shares with the path before; `null`: none. `fromId`: where that path
 * ends; `null`: it was empty.
 */
const pathOpenedSchema = v.object({
  type: v.literal("path-opened"),
  ...openPathSchema.entries,
  fromId: v.nullable(v.string()),
  partsAtId: v.nullable(v.string()),
});

/** A message was removed, and all messages after it. */
const messageRemovedSchema = v.object({
  type: v.literal("message-removed"),
  messageId: v.string(),
  ...openPathSchema.entries,
});

/** What a sheet shows has changed: an open one is read again. */
const sheetChangedSchema = v.object({
  type: v.literal("sheet-changed"),
  sheet: v.picklist(["paths", "notes", "memory", "lore"]),
});

/**
 * A suggestion while it is written, for the head that it is for: all of it so far, as it is to be shown; empty before it begins, with
 * what the model does then.
 */
const suggestionProgressSchema = v.object({
  type: v.literal("suggestion-progress"),
  headMessageId: v.string(),
  text: v.string(),
  phase: v.optional(v.picklist(REPLY_PHASES)),
});

/** Asks for a sign that all up to here was read: `read-until` with the same mark. Without it the line is closed some time. */
const readCheckSchema = v.object({ type: v.literal("read-check"), mark: v.string() });

export const serverEventSchema = v.variant("type", [
  joinedSchema,
  messageAcceptedSchema,
  streamStartSchema,
  streamProgressSchema,
  streamChunkSchema,
  streamCompleteSchema,
  streamErrorSchema,
  conversationUpdatedSchema,
  messageEditedSchema,
  pathOpenedSchema,
  messageRemovedSchema,
  sheetChangedSchema,
  suggestionProgressSchema,
  readCheckSchema,
]);
export type ServerEvent = v.InferOutput<typeof serverEventSchema>;
/** The server event of one type. */
export type ServerEventOf<T extends ServerEvent["type"]> = Extract<ServerEvent, { type: T }>;
export type StreamError = v.InferOutput<typeof streamErrorSchema>;

/** `message` and `field`: what is wrong, where that can be said. */
export type Decoded<T> =
  | { ok: true; event: T }
  | { ok: false; fault: { message?: string; field?: string; requestId?: string } };

/** Parses one frame. Never throws: a frame that is no event is an answer, not a crash. */
function decode<T>(schema: v.GenericSchema<unknown, T>, frame: string): Decoded<T> {
  const json = parseJson(frame);
  if (json === undefined) return { ok: false, fault: { message: "This message is not JSON." } };
  const checked = checkInput(schema, json);
  if (checked.ok) return { ok: true, event: checked.output };
  const { message, field } = checked.fault;
  const request = v.safeParse(v.object({ requestId: requestIdSchema }), json);
  return {
    ok: false,
    fault: {
      ...(message === null ? {} : { message }),
      ...(field === null ? {} : { field }),
      ...(request.success ? { requestId: request.output.requestId } : {}),
    },
  };
}

const frameSchemas = { storyId: frameSchema("storyId"), chatId: frameSchema("chatId") };

/** Behind it, the id is called `conversationId` whatever the kind. */
function frameSchema(idField: IdField) {
  return v.pipe(
    v.looseObject({ [idField]: idSchema }),
    v.transform(({ [idField]: conversationId, ...rest }) => ({ ...rest, conversationId })),
    clientEventSchema,
  );
}

/** `idField`: under which name the frames of this kind of conversation carry its id. */
export function decodeClientEvent(frame: string, idField: IdField): Decoded<ClientEvent> {
  return decode(frameSchemas[idField], frame);
}

export function decodeServerEvent(frame: string): Decoded<ServerEvent> {
  return decode(serverEventSchema, frame);
}

export function encode(event: ServerEvent | ClientEventInput): string {
  return JSON.stringify(event);
}
