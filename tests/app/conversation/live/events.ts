import {
  type ConversationAction,
  type ConversationState,
  type PendingRequest,
  reduceConversation,
  startConversation,
} from "#app/features/conversation/live/conversation-state.ts";
import { ERRORS, type ErrorCode } from "#domain/errors.ts";
import type { Analysis, Message } from "#domain/message.ts";
import type { ServerEvent, ServerEventOf } from "#domain/protocol.ts";

type MessageParts = Partial<Message> & { messageId: string };

/** A message as the server sends it. */
export function message({ messageId, ...parts }: MessageParts): Message {
  return {
    messageId,
    parentId: null,
    role: "assistant",
    content: `Text of ${messageId}.`,
    status: "complete",
    timestamp: "2026-11-20T09:00:00.000Z",
    revision: 1,
    versions: {
      index: 1,
      count: 1,
      previousId: null,
      nextId: null,
      previousRevision: null,
      nextRevision: null,
    },
    metadata: { analysis: null, model: null },
    ...parts,
  };
}

type Joined = ServerEventOf<"joined">;

export function joined(headMessageId: string | null, turn: Joined["turn"] = null): Joined {
  return {
    type: "joined",
    storyId: "story",
    headMessageId,
    messageCount: headMessageId === null ? 0 : 1,
    turn,
  };
}

/** What a reader who joins is told of the reply to the opening, which is being written. */
export function running(content: string, offset = 0): NonNullable<Joined["turn"]> {
  return { requestId: "request-1", messageId: "m2", parentId: "m1", offset, content };
}

export function start(
  messageId: string,
  parentId: string | null,
  requestId = `request-of-${messageId}`,
): ServerEvent {
  return { type: "stream-start", requestId, messageId, parentId };
}

export function chunk(messageId: string, offset: number, content: string, analysis?: Analysis): ServerEvent {
  return { type: "stream-chunk", messageId, offset, content, ...(analysis ? { analysis } : {}) };
}

export function complete(reply: Message, requestId = `request-of-${reply.messageId}`): ServerEvent {
  return {
    type: "stream-complete",
    requestId,
    messageId: reply.messageId,
    message: reply,
    analysis: null,
  };
}

export const opening = message({ messageId: "m1" });
export const question = message({
  messageId: "m2",
  parentId: "m1",
  role: "user",
  content: "I open the door.",
});
export const answer = message({ messageId: "m3", parentId: "m2", content: "It is dark." });

/** The state of a page that has just loaded these messages. */
export function begin(messages: Message[] = [], before: string | null = null): ConversationState {
  return startConversation({
    page: { messages, before },
    messageCount: messages.length,
    title: "New Story",
    description: "",
    currentLocation: null,
    cast: [],
    status: "active",
  });
}

/** The state after these actions. */
export function after(state: ConversationState, ...actions: ConversationAction[]): ConversationState {
  return actions.reduce(reduceConversation, state);
}

/** The state of a page with the opening, which has joined, after these actions. */
export function afterJoin(...actions: ConversationAction[]): ConversationState {
  return after(begin([opening]), joined("m1"), ...actions);
}

/** The person sends a message, or asks for what `parts` says. */
export function asked(parts: Partial<PendingRequest> = {}): ConversationAction {
  const request = {
    requestId: "request-1",
    kind: "message",
    content: "I open the door.",
    accepted: false,
  } as const;
  return { type: "request-made", request: { ...request, ...parts } };
}

/** The server accepts `question`, as the message of that request. */
export function accepted(requestId = "request-1"): ServerEvent {
  return { type: "message-accepted", requestId, message: question };
}

/** A request has failed, the page's own unless `parts` names another one. */
export function streamError(
  code: ErrorCode,
  parts: Partial<ServerEventOf<"stream-error">> = {},
): ServerEventOf<"stream-error"> {
  const { status, message } = ERRORS[code];
  return { type: "stream-error", code, status, message, requestId: "request-1", ...parts };
}

/** Another path is open. */
export function opened(
  headMessageId: string | null,
  partsAtId: string | null,
  messageCount = 0,
): ServerEventOf<"path-opened"> {
  return { type: "path-opened", headMessageId, messageCount, fromId: null, partsAtId };
}

/** The ids of the messages on the page. */
export function ids(state: ConversationState): string[] {
  return state.messages.map(({ messageId }) => messageId);
}
