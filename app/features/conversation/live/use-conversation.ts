import { useCallback, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from "react";
import { useReaderId } from "#app/features/auth/last-reader.ts";
import { useReclaimed } from "#app/features/storage/unsent-text.ts";
import { isOwnLine, MESSAGES_PER_PAGE, type MessagePage, type ReadingPlace } from "#domain/message.ts";
import type { ClientEventInput, ConversationIdField, ServerEvent } from "#domain/protocol.ts";
import { type TurnKind, toTurnFrame } from "#domain/turn-kinds.ts";
import { restoreToKeptDraft } from "../input-bar/draft.ts";
import type { PromptSubject } from "../last-prompt/part-text.ts";
import { fetchMessages } from "../message-calls.ts";
import type { ConversationFacts } from "./conversation-facts.ts";
import { isBusy, needsOpening } from "./conversation-selectors.ts";
import {
  type MessageChange,
  type PendingRequest,
  reduceConversation,
  startConversation,
} from "./conversation-state.ts";
import { keepRequest, keptRequests } from "./kept-request.ts";
import { createReconnectingClient, type ReconnectingClient, watchPage } from "./reconnecting-client.ts";
import { eventStreamTransport, webSocketTransport } from "./transport.ts";
import { createTransportChoice } from "./transport-choice.ts";
import { type FetchLatest, useRefresh } from "./use-refresh.ts";

/** Shared by all conversations of this page; used in the browser only. */
const choice = createTransportChoice();

export type ConversationInput = ConversationFacts & {
  id: string;
  subject: PromptSubject;
  page: MessagePage;
  messageCount: number;
  /** An empty conversation asks for its opening by itself. */
  begins: boolean;
  /** The same function at each render: what may have changed while the page was not connected. */
  fetchLatest: FetchLatest;
  /** This page is deleting the conversation, so its end is expected. */
  isDeleting: boolean;
};

type OnEvent = (event: ServerEvent) => void;

export type LiveConversation = ReturnType<typeof useConversation>;

/**
 * One live conversation: its state and the requests that can be made. The component that uses it is keyed by the
 * conversation's id.
 */
export function useConversation(input: ConversationInput) {
  const { id, subject } = input;
  const { idField, livePath, apiPath } = useMemo(() => toAddress(subject, id), [subject, id]);
  const readerId = useReaderId();
  const [state, dispatch] = useReducer(reduceConversation, input, startConversation);
  const client = useRef<ReconnectingClient | null>(null);
  /** A message that a closed tab has left, and that the server may not have got: its text belongs into the box. */
  const [returned, setReturned] = useState<string | null>(null);
  const [listeners] = useState(() => new Set<OnEvent>());
  const have = useEffectEvent(() => {
    const { streaming } = state;
    return streaming === null ? null : { messageId: streaming.messageId, offset: streaming.text.length };
  });

  const send = useCallback(
    (request: PendingRequest) => {
      dispatch({ type: "request-made", request });
      client.current?.send(toClientEvent(idField, request));
    },
    [idField],
  );

  useEffect(() => {
    const live = createReconnectingClient({
      idField,
      transports: { socket: webSocketTransport(livePath), stream: eventStreamTransport(livePath) },
      choice,
      have,
      onEvent: (event) => {
        dispatch(event);
        for (const listener of listeners) listener(event);
      },
      onStatus: (connection) => dispatch({ type: "connection-changed", connection }),
    });
    client.current = live;
    const kept = keptRequests.read(id);
    if (kept !== null) send(kept);
    live.start();
    if (!navigator.onLine) live.offline();
    const unwatch = watchPage(live, { window, document });
    return () => {
      unwatch();
      live.close();
      client.current = null;
    };
  }, [id, idField, livePath, listeners, send]);

  useReclaimed(keptRequests, { readerId, id }, (message) => {
    // The server answers an accepted message with what became of it.
    if (message.accepted) return send(message);
    // The server may have got it, although the tab was closed before it knew.
    const isStored = state.messages.some((known) => isOwnLine(known) && known.content === message.content);
    if (!isStored) {
      restoreToKeptDraft(readerId, id, message.content);
      setReturned(message.content);
    }
    // It is not sent again: it was sent long ago, and nobody expects that now.
    keepRequest(readerId, id, null);
  });

  const { request, needsRejoin } = state;
  useEffect(() => {
    // Before the first join a request kept before a reload may still have to be read.
    if (state.joined || request !== null) keepRequest(readerId, id, request);
  }, [readerId, id, request, state.joined]);

  useEffect(() => {
    if (!needsRejoin) return;
    dispatch({ type: "rejoin-asked" });
    client.current?.rejoin();
  }, [needsRejoin]);

  useRefresh(state, { ...input, apiPath }, dispatch);

  const busy = isBusy(state);
  const afterId = state.messages.at(-1)?.messageId;
  const ask = useCallback(
    (kind: TurnKind, content = "", targetId?: string) => {
      if (!busy) send({ requestId: crypto.randomUUID(), kind, content, targetId, afterId, accepted: false });
    },
    [send, busy, afterId],
  );

  const follow = useCallback(
    (onEvent: OnEvent) => {
      listeners.add(onEvent);
      return () => {
        listeners.delete(onEvent);
      };
    },
    [listeners],
  );

  const opening = input.begins && needsOpening(state) && state.failure === null;
  useEffect(() => {
    if (opening) ask("opening");
  }, [opening, ask]);

  const empty = state.messages.length === 0;
  const { before } = state;
  // Separate from the state, which changes many times a second, so that components that use only actions don't render again.
  const actions = useMemo(
    () => ({
      id,
      subject,
      /** The id as frames carry it. */
      idField,
      /** Of the conversation in the API, such as `/api/stories/…`. */
      apiPath,
      /** Asks for a turn of any kind. `targetId`: the message that it starts from; absent: the last one. */
      ask,
      send: (content: string) => ask("message", content),
      /** Asks for the next passage without a message; in an empty story that is the opening. */
      carryOn: () => ask(empty ? "opening" : "continue"),
      stop: () => client.current?.send({ type: "stream-stop", ...idField }),
      /** `revision`: one of the texts that the message had; `null`: the one that it has. */
      selectVersion: (messageId: string, revision: number | null = null) => {
        const text = revision === null ? {} : { revision };
        if (!busy) client.current?.send({ type: "select-version", ...idField, messageId, ...text });
      },
      /** Shows what this tab has changed by the API, before the connection tells it. */
      apply: (change: MessageChange) => dispatch(change),
      /** Calls `onEvent` with each event of the connection, after the state has it. Returns the function that stops these calls. */
      follow,
      /** Stores where the person reads. */
      keepPlace: (place: ReadingPlace) => client.current?.send({ type: "keep-place", ...idField, ...place }),
      /** Adds a page of older messages. Throws what `fetchMessages` throws. */
      loadOlder: async (limit = MESSAGES_PER_PAGE) => {
        if (before === null) return;
        const page = await fetchMessages(apiPath, { before, limit });
        dispatch({ type: "older-loaded", page, asked: before });
      },
      /** Tries at once to reach the server again. */
      reconnect: () => client.current?.wake(),
      failureShown: () => dispatch({ type: "failure-shown" }),
    }),
    [ask, follow, busy, empty, before, id, subject, idField, apiPath],
  );
  return useMemo(() => ({ state, returned, ...actions }), [state, returned, actions]);
}

function toAddress(subject: PromptSubject, id: string) {
  const name = subject === "story" ? "stories" : "character-chats";
  const idField: ConversationIdField = subject === "story" ? { storyId: id } : { chatId: id };
  return { idField, livePath: `/live/${name}/${id}`, apiPath: `/api/${name}/${id}` };
}

function toClientEvent(
  idField: ConversationIdField,
  { accepted: _, ...asked }: PendingRequest,
): ClientEventInput {
  return { ...toTurnFrame(asked), ...idField };
}
