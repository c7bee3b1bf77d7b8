import type { ErrorCode } from "#domain/errors.ts";
import { pickGiven } from "#domain/json.ts";
import { type Analysis, isPassage, type Message, type MessagePage } from "#domain/message.ts";
import type { ReplyPhase, ServerEvent, ServerEventOf } from "#domain/protocol.ts";
import type { AskedTurn, TurnKind } from "#domain/turn-kinds.ts";
import { type ConversationFacts, type LatestFacts, mergeLatest, pickFacts } from "./conversation-facts.ts";
import {
  addOlderPage,
  cutAfter,
  hasMessage,
  lastId,
  mergeLatestPage,
  placeMessage,
  removeMessage,
  replaceMessage,
  toLeftPath,
  withReload,
} from "./loaded-messages.ts";
import type { ConnectionStatus } from "./reconnecting-client.ts";

/** A request of this tab that has not ended yet. `content` is what the person wrote, empty where they wrote nothing. */
export type PendingRequest = AskedTurn & { accepted: boolean };

/**
 * What happens before the reply begins. `elapsedMs`: from the request to the event that told it. `sending`: the server has
 * not accepted the request yet.
 */
export type ReplyProgress = { phase: ReplyPhase | "sending"; elapsedMs: number };

export type Streaming = {
  messageId: string;
  requestId: string;
  parentId: string | null;
  text: string;
  /** The length of the text that came with the join: it is shown at once, without the reveal. */
  joinedLength: number;
  /** What the model does until there is text. */
  progress: ReplyProgress;
  /** The names in it, as far as they are known while it is written. */
  analysis: Analysis | null;
  /** The server has no such turn any more; the text stays on the page until the messages are loaded again. */
  orphaned: boolean;
};

/** A failed turn of this tab, until the page has shown the failure. `kind` is `null` for a stop or a choice of version. */
export type TurnFailure = {
  code: ErrorCode;
  message: string;
  kind: TurnKind | null;
  restoredText: string | null;
  keptPartial: boolean;
  /** What was wished of another version that did not come, and of which message; `null`: nothing. */
  wish: { targetId: string; text: string } | null;
};

/**
 * The path that was open before. `depth`: its messages; `name`: a person's, `null`: it had none; `text`: its last message, empty if that
 * was not on the page.
 */
export type LeftPath = { leafId: string; depth: number; name: string | null; text: string };

/** Where another path begins: after that message, `null` at the beginning. `isEnd`: it ends there. */
export type PathStart = { partsAtId: string | null; isEnd: boolean };

/** The progress of a reply before the server has reported any. */
export const JUST_ASKED: ReplyProgress = { phase: "reading", elapsedMs: 0 };
/** The progress of a reply while the server has not accepted the request. */
export const BEING_SENT: ReplyProgress = { phase: "sending", elapsedMs: 0 };

export type ConversationState = ConversationFacts & {
  /** The path that is read, oldest first; `before` leads to what is older, `null` at the beginning. */
  messages: readonly Message[];
  before: string | null;
  /** The length and the end of the open path, as the server has told. `messages` may still be those of the path before. */
  messageCount: number;
  headMessageId: string | null;
  /** The person's name for the open path; `null`: it has none. */
  pathName: string | null;
  joined: boolean;
  connection: ConnectionStatus;
  request: PendingRequest | null;
  streaming: Streaming | null;
  failure: TurnFailure | null;
  deleted: boolean;
  /** A part of the text was missed: join again and name what the page has. */
  needsRejoin: boolean;
  /** Another path is read now: load the messages again. */
  needsReload: boolean;
  /** Counts the reasons to load them, and the changes while they are loaded: an answer from before the last one is out of date. */
  reload: number;
  /** Another path was opened whose messages are not here yet; `null`: none. */
  opening: PathStart | null;
  /** The path that was left when another one was opened, in whichever tab; `null`: none. */
  left: LeftPath | null;
  /** The path that was opened last, once its messages are here: a new object each time, for the page to show that place. */
  opened: PathStart | null;
  /** Counted up by each join and each reply, after which the facts are read again. */
  refreshes: number;
  /** Names of the facts and ids of the messages that came over the connection since it joined: these are the latest. */
  heard: ReadonlySet<string>;
};

export type ConversationAction =
  | ServerEvent
  | { type: "request-made"; request: PendingRequest }
  | { type: "connection-changed"; connection: ConnectionStatus }
  | { type: "rejoin-asked" }
  | { type: "reload-wanted" }
  /** `reload`: as it was when the messages were asked for. */
  | { type: "messages-reloaded"; page: MessagePage; reload: number }
  | { type: "refreshed"; latest: LatestFacts }
  | MessageChange
  | { type: "older-loaded"; page: MessagePage; asked: string }
  | { type: "failure-shown" };

/** What this tab has changed by the API, which the connection tells as well, sooner or later. */
export type MessageChange =
  | ServerEventOf<"path-opened" | "message-removed">
  /** The text that a message has now. `before`: the revision that was changed. */
  | { type: "message-saved"; message: Message; before: number }
  /** A message beside another one. The path ends with it now. */
  | { type: "version-added"; message: Message };

export type ConversationStart = ConversationFacts & {
  page: MessagePage;
  messageCount: number;
};

export function startConversation(start: ConversationStart): ConversationState {
  return {
    messages: start.page.messages,
    before: start.page.before,
    messageCount: start.messageCount,
    headMessageId: lastId(start.page.messages),
    pathName: null,
    joined: false,
    connection: "connecting",
    request: null,
    streaming: null,
    failure: null,
    title: start.title,
    description: start.description,
    currentLocation: start.currentLocation,
    cast: start.cast,
    status: start.status,
    deleted: false,
    needsRejoin: false,
    needsReload: false,
    reload: 0,
    opening: null,
    left: null,
    opened: null,
    refreshes: 0,
    heard: new Set(),
  };
}

/** Pure and idempotent: after a reconnect events may come twice. */
export function reduceConversation(state: ConversationState, action: ConversationAction): ConversationState {
  switch (action.type) {
    case "joined":
      return onJoined(state, action);
    case "message-accepted":
      return onAccepted(state, action);
    case "stream-start":
      return onStart(state, action);
    case "stream-progress":
      return onProgress(state, action);
    case "stream-chunk":
      return onChunk(state, action);
    case "stream-complete":
      return onComplete(state, action);
    case "stream-error":
      return onError(state, action);
    case "conversation-updated":
      return onUpdated(state, action);
    case "message-edited":
      return replaceMessage(state, action.message);
    case "message-saved":
      return onSaved(state, action);
    case "version-added":
      return onVersionAdded(state, action.message);
    case "path-opened":
      return onPathOpened(state, action);
    case "message-removed":
      return onRemoved(state, action);
    case "read-check": // the connection answers it
    case "suggestion-progress": // for the input bar alone
    case "sheet-changed": // for an open sheet
      return state;
    case "request-made":
      return { ...state, request: action.request, failure: null };
    case "connection-changed":
      return { ...state, connection: action.connection };
    case "rejoin-asked":
      return { ...state, needsRejoin: false };
    case "reload-wanted":
      return withReload(state);
    case "messages-reloaded":
      // A second answer to the same question may be older than what has come since the first.
      return state.needsReload && action.reload === state.reload
        ? mergeLatestPage(state, action.page)
        : state;
    case "refreshed":
      return { ...state, ...mergeLatest(state, action.latest) };
    case "older-loaded":
      // Another branch may have been chosen meanwhile.
      return state.before === action.asked ? addOlderPage(state, action.page) : state;
    case "failure-shown":
      return { ...state, failure: null };
  }
}

function onJoined(state: ConversationState, event: ServerEventOf<"joined">): ConversationState {
  // While it was away a message may have been edited, which nobody tells again.
  const isBack = state.joined && state.connection !== "open";
  const isOther = isBack || event.headMessageId !== lastId(state.messages);
  const joined: ConversationState = {
    ...(isOther ? withReload(state) : state),
    joined: true,
    needsRejoin: false,
    refreshes: state.refreshes + 1,
    heard: new Set(),
    messageCount: event.messageCount,
    headMessageId: event.headMessageId,
    pathName: event.pathName ?? null,
  };
  const { turn } = event;
  if (turn === null) {
    if (state.streaming === null) return joined;
    // It ended while the connection was down: the messages have its result.
    return withReload({ ...joined, streaming: { ...state.streaming, orphaned: true } });
  }
  if (state.streaming?.messageId === turn.messageId) {
    const streaming = { ...state.streaming, orphaned: false };
    return addText({ ...joined, streaming }, turn.messageId, turn.offset, turn.content);
  }
  if (hasMessage(state, turn.messageId)) return joined;
  // The page has nothing of this text and got only a later part: it has to be requested again.
  if (turn.offset > 0) return { ...joined, streaming: null, needsRejoin: true };
  const { phase = "reading", elapsedMs = 0 } = turn;
  return { ...joined, streaming: beginStreaming(turn, turn.content, { phase, elapsedMs }) };
}

/** `content`: what of it came with the join. */
function beginStreaming(
  { messageId, requestId, parentId }: Pick<Streaming, "messageId" | "requestId" | "parentId">,
  content: string,
  progress: ReplyProgress,
): Streaming {
  return {
    messageId,
    requestId,
    parentId,
    text: content,
    joinedLength: content.length,
    progress,
    analysis: null,
    orphaned: false,
  };
}

/** The connection may have brought this text already, and a later one after it: then that one counts. */
function onSaved(
  state: ConversationState,
  { message, before }: { message: Message; before: number },
): ConversationState {
  const known = state.messages.find(({ messageId }) => messageId === message.messageId);
  return known?.revision === before ? replaceMessage(state, message) : state;
}

function onVersionAdded(state: ConversationState, message: Message): ConversationState {
  const { messageId: headMessageId, parentId: partsAtId } = message;
  const left = findLeftPath(state, { headMessageId, fromId: state.headMessageId, partsAtId });
  return { ...placeMessage(state, message), left };
}

function onPathOpened(state: ConversationState, event: ServerEventOf<"path-opened">): ConversationState {
  const { headMessageId, messageCount, pathName = null, partsAtId } = event;
  const left = findLeftPath(state, event);
  const counted = { ...state, headMessageId, messageCount, pathName, left };
  if (headMessageId === lastId(state.messages)) return counted;
  const start = { partsAtId, isEnd: headMessageId === partsAtId };
  const cut = start.isEnd ? cutAfter(counted, headMessageId) : null;
  if (cut !== null) return { ...cut, opening: null, opened: start };
  return withReload({ ...counted, opening: start });
}

type Opened = Pick<ServerEventOf<"path-opened">, "headMessageId" | "fromId" | "partsAtId">;

/** The same path is told twice to the tab that has opened it. What is still there was not left: the path was only made longer. */
function findLeftPath(
  state: ConversationState,
  { headMessageId, fromId, partsAtId }: Opened,
): LeftPath | null {
  if (headMessageId === state.headMessageId || fromId === null || fromId === partsAtId) return state.left;
  return toLeftPath(state, fromId);
}

function onRemoved(state: ConversationState, event: ServerEventOf<"message-removed">): ConversationState {
  const { messageId, headMessageId, messageCount, pathName = null } = event;
  const rest = { ...removeMessage(state, messageId), headMessageId, messageCount, pathName };
  return headMessageId === lastId(rest.messages) ? rest : withReload(rest);
}

function onAccepted(state: ConversationState, event: ServerEventOf<"message-accepted">): ConversationState {
  const placed = placeMessage(state, event.message);
  if (state.request?.requestId !== event.requestId) return placed;
  return { ...placed, request: { ...state.request, accepted: true } };
}

function onStart(state: ConversationState, event: ServerEventOf<"stream-start">): ConversationState {
  if (state.streaming?.messageId === event.messageId || hasMessage(state, event.messageId)) return state;
  const request =
    state.request?.requestId === event.requestId ? { ...state.request, accepted: true } : state.request;
  return {
    ...state,
    request,
    // Any other failure may carry the person's text and is not on the page yet.
    failure: state.failure?.kind === "opening" ? null : state.failure,
    streaming: beginStreaming(event, "", JUST_ASKED),
  };
}

function onProgress(state: ConversationState, event: ServerEventOf<"stream-progress">): ConversationState {
  const { streaming } = state;
  if (streaming?.messageId !== event.messageId) return state;
  const progress = { ...streaming.progress, phase: event.phase };
  return { ...state, streaming: { ...streaming, progress } };
}

function onChunk(state: ConversationState, event: ServerEventOf<"stream-chunk">): ConversationState {
  const { messageId, offset, content, analysis } = event;
  const next = addText(state, messageId, offset, content);
  if (analysis === undefined || next.streaming?.messageId !== messageId) return next;
  return { ...next, streaming: { ...next.streaming, analysis } };
}

/** Appends the new part of a chunk. A chunk that begins beyond the known text means that one was missed. */
function addText(
  state: ConversationState,
  messageId: string,
  offset: number,
  content: string,
): ConversationState {
  const { streaming } = state;
  if (streaming?.messageId !== messageId) {
    return hasMessage(state, messageId) ? state : { ...state, needsRejoin: true };
  }
  const known = streaming.text.length;
  if (offset > known) return { ...state, needsRejoin: true };
  const added = content.slice(known - offset);
  return added === "" ? state : { ...state, streaming: { ...streaming, text: streaming.text + added } };
}

function onComplete(state: ConversationState, event: ServerEventOf<"stream-complete">): ConversationState {
  const withUser = event.userMessage ? placeMessage(state, event.userMessage) : state;
  const ended = placeMessage(endTurn(withUser, event.requestId, event.messageId), event.message);
  const isNew = !hasMessage(state, event.messageId);
  const placed = isNew ? { ...ended, refreshes: state.refreshes + 1 } : ended;
  if (hasMessage(placed, event.messageId) || state.streaming === null) return placed;
  // It belongs to a path that is not loaded: its text stays on the page until it is.
  return { ...placed, streaming: { ...state.streaming, text: event.message.content, orphaned: true } };
}

function onError(state: ConversationState, event: ServerEventOf<"stream-error">): ConversationState {
  const { request, streaming } = state;
  const mine = request !== null && request.requestId === event.requestId;
  let next = endTurn(state, event.requestId ?? null, event.messageId ?? null);
  if (event.removedMessageId !== undefined) next = removeMessage(next, event.removedMessageId);
  if (event.partial !== undefined) next = placeMessage(next, event.partial);
  else if (streaming !== null && next.streaming === null && streaming.text !== "") {
    // The server kept text that this event does not carry.
    next = withReload(next);
  }
  // Another tab has asked for the same opening a moment earlier: not a failure.
  const sameWish = request?.kind === "opening" && event.code === "STREAM_IN_PROGRESS";
  if (event.requestId === undefined && event.code === "RATE_LIMITED")
    return { ...next, failure: state.failure ?? refused(event) };
  if (!mine || sameWish) return next;
  const written = request.kind === "message" ? request.content : "";
  const target = state.messages.find(({ messageId }) => messageId === request.targetId);
  // A line of one's own has a reply, not another version.
  const isVersion = request.kind === "regenerate" && target !== undefined && isPassage(target);
  const wish =
    isVersion && event.partial === undefined ? { targetId: target.messageId, text: request.content } : null;
  const untouched =
    event.partial === undefined && (!request.accepted || event.removedMessageId !== undefined);
  return {
    ...next,
    failure: {
      code: event.code,
      message: event.message,
      kind: request.kind,
      restoredText: event.restoredText ?? (untouched && written !== "" ? written : null),
      keptPartial: event.partial !== undefined,
      wish,
    },
  };
}

/** A request outside a turn that the server refused. Only this tab gets the answer. */
function refused({ code, message }: ServerEventOf<"stream-error">): TurnFailure {
  return { code, message, kind: null, restoredText: null, keptPartial: false, wish: null };
}

function onUpdated(
  state: ConversationState,
  event: ServerEventOf<"conversation-updated">,
): ConversationState {
  const { messageId, analysis, generatedImage } = event;
  const added = pickGiven({ analysis, generatedImage });
  const isAboutMessage = messageId !== undefined && Object.keys(added).length > 0;
  const messages = isAboutMessage
    ? state.messages.map((message) =>
        message.messageId === messageId
          ? { ...message, metadata: { ...message.metadata, ...added } }
          : message,
      )
    : state.messages;
  const otherHead = event.headMessageId !== undefined && event.headMessageId !== lastId(messages);
  const facts = pickFacts(event);
  const named = isAboutMessage ? [messageId] : [];
  return {
    ...(otherHead ? withReload(state) : state),
    ...facts,
    messages,
    messageCount: event.messageCount ?? state.messageCount,
    headMessageId: event.headMessageId === undefined ? state.headMessageId : event.headMessageId,
    pathName: event.pathName === undefined ? state.pathName : event.pathName,
    deleted: event.deleted ?? state.deleted,
    heard: new Set([...state.heard, ...Object.keys(facts), ...named]),
  };
}

/** Ends the turn of a request or of a running text. */
function endTurn(state: ConversationState, requestId: string | null, messageId: string | null) {
  const { request, streaming } = state;
  const ofStream =
    streaming !== null && (streaming.messageId === messageId || streaming.requestId === requestId);
  return {
    ...state,
    request: request?.requestId === requestId ? null : request,
    streaming: ofStream ? null : streaming,
  };
}
