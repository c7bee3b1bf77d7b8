import type { Message, MessagePage } from "#domain/message.ts";
import type { ConversationState, LeftPath } from "./conversation-state.ts";

/** Takes the latest page. Older messages stay where the two overlap. */
export function mergeLatestPage(state: ConversationState, page: MessagePage): ConversationState {
  const first = page.messages[0]?.messageId;
  const meetsAt = state.messages.findIndex((message) => message.messageId === first);
  const messages = meetsAt > 0 ? [...state.messages.slice(0, meetsAt), ...page.messages] : page.messages;
  const { streaming } = state;
  const over =
    streaming !== null &&
    (streaming.orphaned || messages.some((message) => message.messageId === streaming.messageId));
  const before = meetsAt > 0 ? state.before : page.before;
  return {
    ...state,
    opening: null,
    opened: state.opening ?? state.opened,
    messages,
    before,
    needsReload: false,
    ...(before === null ? { headMessageId: lastId(messages), messageCount: messages.length } : {}),
    streaming: over ? null : streaming,
  };
}

/** The messages have to be loaded again. */
export function withReload(state: ConversationState): ConversationState {
  return { ...state, needsReload: true, reload: state.reload + 1 };
}

/** Messages were added, edited or removed: if they are being loaded, that has to begin anew. */
function withChange(state: ConversationState): ConversationState {
  return state.needsReload ? withReload(state) : state;
}

/** Adds a page of older messages before those that are loaded. */
export function addOlderPage(state: ConversationState, page: MessagePage): ConversationState {
  const known = new Set(state.messages.map((message) => message.messageId));
  const older = page.messages.filter((message) => !known.has(message.messageId));
  return { ...state, messages: [...older, ...state.messages], before: page.before };
}

/** Adds a message after its parent, in place of other versions. */
export function placeMessage(state: ConversationState, message: Message): ConversationState {
  const { messages } = state;
  const at = messages.findIndex((known) => known.messageId === message.messageId);
  const heard = new Set(state.heard).add(message.messageId);
  const counted = { ...state, ...countPlaced(state, message) };
  if (at >= 0) return { ...counted, messages: messages.with(at, message), heard };
  const path = findPath(messages, message.parentId);
  if (path === null) return withReload(counted);
  return {
    ...withChange(counted),
    messages: [...path, message],
    left: findReplacedPath(state, path) ?? state.left,
    // A name goes along when its path grows, and stays behind when another one begins.
    pathName: path.length === messages.length ? state.pathName : null,
    heard,
  };
}

/** The open path, if a message that is placed after `rest` hides more of it than its last message; `null`: it does not. */
function findReplacedPath(state: ConversationState, rest: readonly Message[]): LeftPath | null {
  const leafId = lastId(state.messages);
  const hidden = state.messages.length - rest.length;
  return hidden <= 1 || leafId === null || leafId !== state.headMessageId ? null : toLeftPath(state, leafId);
}

/** What is kept of the open path when it is left. `leafId`: its last message. */
export function toLeftPath(state: ConversationState, leafId: string): LeftPath {
  const last = state.messages.find(({ messageId }) => messageId === leafId);
  return { leafId, depth: state.messageCount, name: state.pathName, text: last?.content ?? "" };
}

/** The open path once that message is placed. The messages that are here may be those of the path before. */
function countPlaced(
  { headMessageId, messageCount, messages }: ConversationState,
  { messageId, parentId }: Message,
): Pick<ConversationState, "headMessageId" | "messageCount"> {
  if (parentId === headMessageId) return { headMessageId: messageId, messageCount: messageCount + 1 };
  const path = findPath(messages, parentId);
  const isPlaced = messageId === headMessageId || hasMessage({ messages }, messageId);
  if (isPlaced || path === null || headMessageId !== lastId(messages)) return { headMessageId, messageCount };
  return { headMessageId: messageId, messageCount: messageCount - (messages.length - path.length) + 1 };
}

/** Removes a message and all after it. */
export function removeMessage(state: ConversationState, messageId: string): ConversationState {
  const at = state.messages.findIndex((message) => message.messageId === messageId);
  if (at < 0) return state;
  const messages = state.messages.slice(0, at);
  const messageCount = state.messageCount - (state.messages.length - at);
  return { ...withChange(state), messages, headMessageId: lastId(messages), messageCount };
}

/** Another text of a message, in its place; one that is not here is of another path, or older. */
export function replaceMessage(state: ConversationState, message: Message): ConversationState {
  const at = state.messages.findIndex(({ messageId }) => messageId === message.messageId);
  if (at < 0) return state;
  const heard = new Set(state.heard).add(message.messageId);
  return { ...withChange(state), messages: state.messages.with(at, message), heard };
}

/** Removes all after a message; `null`: it is not here. */
export function cutAfter(state: ConversationState, messageId: string | null): ConversationState | null {
  const at = state.messages.findIndex((message) => message.messageId === messageId);
  if (at < 0) return null;
  return { ...withChange(state), messages: state.messages.slice(0, at + 1), headMessageId: messageId };
}

export function hasMessage(state: Pick<ConversationState, "messages">, messageId: string): boolean {
  return state.messages.some((message) => message.messageId === messageId);
}

/** The messages up to a parent; `null` if that parent is not among those that are loaded. */
export function findPath(messages: readonly Message[], parentId: string | null): readonly Message[] | null {
  if (parentId === null) {
    const first = messages[0];
    return first === undefined || first.parentId === null ? [] : null;
  }
  const at = messages.findLastIndex((message) => message.messageId === parentId);
  if (at === messages.length - 1) return at < 0 ? null : messages; // the same array, so that nothing renders again
  return at < 0 ? null : messages.slice(0, at + 1);
}

/** The message that the path ends with. */
export function lastId(messages: readonly Message[]): string | null {
  return messages.at(-1)?.messageId ?? null;
}
