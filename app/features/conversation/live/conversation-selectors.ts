import type { Message } from "#domain/message.ts";
import { findPath } from "../list/message-path.ts";
import type { ConversationState } from "./conversation-state.ts";

/** What stands on the page above a running reply: its parent's path, or everything. */
export function messagesAbove(state: ConversationState): readonly Message[] {
  if (state.streaming !== null) {
    return findPath(state.messages, state.streaming.parentId) ?? state.messages;
  }
  const last = state.messages.at(-1);
  // Another version was asked for: the old one steps aside at once.
  if (state.request?.kind === "regenerate" && last?.role === "assistant") return state.messages.slice(0, -1);
  return state.messages;
}

/** What the person wrote and the server has not confirmed yet. */
export function unconfirmedText(state: ConversationState): string | null {
  const { request } = state;
  return request !== null && !request.accepted && request.kind === "message" ? request.content : null;
}

/**
 * Whether a reply is awaited or running; nothing else can be asked for meanwhile. A page whose story ends in the person's
 * own words is taken to await the reply until the server says otherwise: it may be in the middle of one.
 */
export function isBusy(state: ConversationState): boolean {
  const unheard = !state.joined && state.messages.at(-1)?.role === "user";
  return state.request !== null || state.streaming !== null || unheard;
}

/** Whether the opening chapter has to be asked for: the server has been heard, and there is nothing at all. */
export function needsOpening(state: ConversationState): boolean {
  return (
    state.joined && !isBusy(state) && !state.needsReload && !state.needsRejoin && state.messages.length === 0
  );
}
