import { isOwnLine, isPassage, type Message } from "#domain/message.ts";
import { BEING_SENT, type ConversationState, JUST_ASKED, type ReplyProgress } from "./conversation-state.ts";
import { findPath } from "./loaded-messages.ts";

/** The messages above a running reply: the path to its parent; without one all messages. */
export function findMessagesAbove(state: ConversationState): readonly Message[] {
  if (state.streaming !== null) {
    return findPath(state.messages, state.streaming.parentId) ?? state.messages;
  }
  // Another version was asked for: the old one is hidden at once, and what follows it.
  const replaced = findReplaced(state);
  return replaced === null ? state.messages : state.messages.slice(0, state.messages.indexOf(replaced));
}

/** The reply that is being replaced by another version, until that version has text; `null`: there is none. */
export function findReplyBeingReplaced(state: ConversationState): Message | null {
  return (state.streaming?.text ?? "") === "" ? findReplaced(state) : null;
}

/** Whether the reply that is awaited or streaming is another version of one. */
export function isAnotherVersion(state: ConversationState): boolean {
  return findReplaced(state) !== null;
}

function findReplaced({ request, messages }: ConversationState): Message | null {
  if (request?.kind !== "regenerate") return null;
  const { targetId } = request;
  const target =
    targetId === undefined ? messages.at(-1) : messages.find(({ messageId }) => messageId === targetId);
  return target !== undefined && isPassage(target) ? target : null;
}

/** What the person wrote and the server has not confirmed yet. */
export function findUnconfirmedText(state: ConversationState): string | null {
  const { request } = state;
  return request !== null && !request.accepted && request.kind === "message" ? request.content : null;
}

/** The progress of the reply that is awaited. */
export function findProgress({ streaming, request }: ConversationState): ReplyProgress {
  return streaming?.progress ?? (request?.accepted === false ? BEING_SENT : JUST_ASKED);
}

/**
 * Whether a reply is awaited or streaming; no other request can be made meanwhile. Before the first join, a story that ends
 * in the person's message counts as busy: its reply may be running.
 */
export function isBusy(state: ConversationState): boolean {
  const last = state.messages.at(-1);
  const unheard = !state.joined && last !== undefined && isOwnLine(last);
  return state.request !== null || state.streaming !== null || unheard;
}

/** Whether the opening chapter has to be requested: the page has joined, and the story is empty and not archived. */
export function needsOpening(state: ConversationState): boolean {
  const isEmpty = state.messages.length === 0 && !state.needsReload && !state.needsRejoin;
  return state.joined && !isBusy(state) && isEmpty && state.status !== "archived";
}

/** Whether there is any text to read, including the text of a running reply. */
export function hasText({ messages, streaming }: ConversationState): boolean {
  return messages.length > 0 || (streaming !== null && streaming.text !== "");
}

/** The id of the finished reply at the end of the conversation; `null`: it does not end with one. */
export function findLastReplyId({ messages }: ConversationState): string | null {
  const last = messages.at(-1);
  return last !== undefined && isPassage(last) && last.status === "complete" ? last.messageId : null;
}
