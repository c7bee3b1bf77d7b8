import type { Analysis, Message } from "#domain/message.ts";
import type { ServerEvent } from "#domain/protocol.ts";

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
    versions: { index: 1, count: 1, previousId: null, nextId: null },
    metadata: { analysis: null, model: null },
    ...parts,
  };
}

type Joined = Extract<ServerEvent, { type: "joined" }>;

export function joined(headMessageId: string | null, turn: Joined["turn"] = null): Joined {
  return {
    type: "joined",
    storyId: "story",
    headMessageId,
    messageCount: headMessageId === null ? 0 : 1,
    turn,
  };
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
