import { ERRORS, type ErrorCode } from "#domain/errors.ts";
import {
  CLOSE_GONE,
  CLOSE_SESSION_ENDED,
  type ClientEventInput,
  type ConversationIdField,
  encode,
  FRAME_MAX_BYTES,
  type ServerEvent,
} from "#domain/protocol.ts";
import { computeBackOffMs } from "./back-off.ts";
import { type Connection, type ConnectionEnd, openConnection } from "./connection.ts";
import { ResendQueue } from "./resend-queue.ts";
import type { OpenTransport } from "./transport.ts";
import { SOCKET_WITHIN_MS, type TransportChoice, type TransportKind } from "./transport-choice.ts";

/**
 * `unreachable`: no connection could be had within the specification's limit; the client goes on trying, and takes no new request
 * until there is one, except offline. `signed-out` and `gone` are final: it does not try again.
 */
export type ConnectionStatus = "connecting" | "open" | "reconnecting" | "unreachable" | "signed-out" | "gone";

export type ReconnectingClientOptions = {
  /** The id of the conversation, as its frames carry it. */
  idField: ConversationIdField;
  transports: Record<TransportKind, OpenTransport>;
  choice: TransportChoice;
  /** What the page holds of a running text. */
  have: () => { messageId: string; offset: number } | null;
  onEvent: (event: ServerEvent) => void;
  onStatus: (status: ConnectionStatus) => void;
  random?: () => number;
};

export type ReconnectingClient = ReturnType<typeof createReconnectingClient>;

const RETRY_MIN_MS = 500;
export const RETRY_MAX_MS = 15_000;
/** A connection that lasts this long resets the back-off. One that joins and closes at once does not. */
const STEADY_AFTER_MS = 5_000;
/** The specification's time limit for a connection of any kind; after it the status is `unreachable`. */
export const CONNECT_TIMEOUT_MS = 20_000;
/** The time limit of a check: longer than the 5 s between two heartbeats of an event stream. */
export const CHECK_WITHIN_MS = 7_000;

type Timer = ReturnType<typeof setTimeout>;

/** The client of one conversation's live connection. Knows nothing of React. */
export function createReconnectingClient(options: ReconnectingClientOptions) {
  const { idField, transports, choice, have, onEvent, onStatus, random = Math.random } = options;
  const resendQueue = new ResendQueue();
  let connection: Connection | null = null;
  let kind: TransportKind = "socket";
  let ended = false;
  let attempt = 0;
  let steadySince = 0;
  let retryTimer: Timer | undefined;
  let overdueTimer: Timer | undefined; // from the loss of a connection on
  let unreachable = false;
  let isOffline = false;

  function connect(): void {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    connection?.close();
    kind = choice.next();
    const opened = openConnection({
      open: transports[kind],
      joining: () => {
        const held = have();
        return { type: "join-story", ...idField, ...(held ? { have: held } : {}) };
      },
      joinWithinMs: kind === "socket" ? SOCKET_WITHIN_MS : CONNECT_TIMEOUT_MS - SOCKET_WITHIN_MS,
      onEvent: (event) => {
        if (event.type === "read-check")
          return opened.send({ type: "read-until", ...idField, mark: event.mark });
        if (resendQueue.hear(event)) onEvent(event);
        if (event.type === "joined") onJoined();
      },
      onEnd: onConnectionEnd,
    });
    connection = opened;
  }

  function onJoined(): void {
    clearTimeout(overdueTimer);
    overdueTimer = undefined;
    unreachable = false;
    choice.joined(kind);
    steadySince = Date.now();
    onStatus("open");
    for (const event of resendQueue.takeDue()) connection?.send(event);
  }

  function onConnectionEnd({ code, joined, isLate }: ConnectionEnd): void {
    connection = null;
    if (code === CLOSE_SESSION_ENDED || code === CLOSE_GONE) {
      stop();
      onStatus(code === CLOSE_GONE ? "gone" : "signed-out");
      return;
    }
    awaitConnection();
    if (joined) {
      if (Date.now() - steadySince >= STEADY_AFTER_MS) attempt = 0;
      onStatus("reconnecting");
      retry();
      return;
    }
    choice.failed(kind, isLate);
    if (kind === "socket" && choice.next() === "stream") connect();
    else retry();
  }

  function awaitConnection(): void {
    if (unreachable) return;
    overdueTimer ??= setTimeout(() => {
      unreachable = true;
      onStatus("unreachable");
    }, CONNECT_TIMEOUT_MS);
  }

  function retry(): void {
    const wait = computeBackOffMs(attempt, { firstMs: RETRY_MIN_MS, longestMs: RETRY_MAX_MS }, random);
    attempt += 1;
    if (attempt > 1 && !unreachable) onStatus("reconnecting");
    retryTimer = setTimeout(connect, wait);
  }

  function stop(): void {
    ended = true;
    clearTimeout(retryTimer);
    clearTimeout(overdueTimer);
    connection?.close();
    connection = null;
  }

  function wake(): void {
    if (ended) return;
    if (retryTimer !== undefined) connect();
    else connection?.check(CHECK_WITHIN_MS);
  }

  return {
    start: () => {
      if (connection !== null || ended) return;
      awaitConnection();
      connect();
    },
    /**
     * Sends now or after the reconnect; the request of a turn is sent again on every new connection until the turn has ended.
     * While `unreachable`, a new request is answered with NOT_CONNECTED, unless the browser says that there is no network: then it
     * waits for that.
     */
    send: (event: ClientEventInput): void => {
      if ("requestId" in event && byteLength(event) > FRAME_MAX_BYTES) {
        // The server would close the connection, and every new one that sends it again.
        onEvent(refused("BODY_TOO_LARGE", event.requestId));
        return;
      }
      if ("requestId" in event && unreachable && !isOffline) {
        onEvent(refused("NOT_CONNECTED", event.requestId));
        return;
      }
      const sent = connection?.joined === true;
      resendQueue.add(event, sent);
      if (sent) connection?.send(event);
    },
    /** Joins again to get the missing part of the running text. */
    rejoin: () => connection?.rejoin(),
    /** The person is back, or the machine has slept: connects at once, or checks the connection. */
    wake,
    /** The network is back, perhaps another one: as `wake`, and a socket is tried at once. */
    online: () => {
      isOffline = false;
      attempt = 0;
      choice.networkChanged();
      if (ended || kind === "socket") return wake();
      if (connection?.joined) {
        onStatus("reconnecting");
        awaitConnection();
      }
      connect();
    },
    /** The browser says that there is no network: checks the connection. */
    offline: () => {
      isOffline = true;
      connection?.check(CHECK_WITHIN_MS);
    },
    close: stop,
  };
}

function byteLength(event: ClientEventInput): number {
  return new TextEncoder().encode(encode(event)).byteLength;
}

function refused(code: ErrorCode, requestId: string): ServerEvent {
  const { status, message } = ERRORS[code];
  return { type: "stream-error", code, status, message, requestId };
}

/** How often the page checks whether the machine has slept. */
export const LOOK_EVERY_MS = 3_000;
/** A check that is later than this means sleep, not just a busy page. */
const LATE_MS = 5_000;

/** `window` and `document`, or the tests' own. */
type PageParts = {
  window: Pick<EventTarget, "addEventListener" | "removeEventListener">;
  document: Pick<Document, "visibilityState" | "addEventListener" | "removeEventListener">;
};

/** Tells a client about its page and network. Returns the function that ends this. */
export function watchPage(
  live: Pick<ReconnectingClient, "wake" | "online" | "offline">,
  { window, document }: PageParts,
): () => void {
  const seen = () => {
    if (document.visibilityState === "visible") live.wake();
  };
  // Timers stop while the machine sleeps, the clock goes on.
  let looked = Date.now();
  const lookout = setInterval(() => {
    const late = Date.now() - looked - LOOK_EVERY_MS;
    looked = Date.now();
    if (late > LATE_MS) live.wake();
  }, LOOK_EVERY_MS);
  window.addEventListener("online", live.online);
  window.addEventListener("offline", live.offline);
  window.addEventListener("pageshow", seen);
  document.addEventListener("visibilitychange", seen);
  return () => {
    clearInterval(lookout);
    window.removeEventListener("online", live.online);
    window.removeEventListener("offline", live.offline);
    window.removeEventListener("pageshow", seen);
    document.removeEventListener("visibilitychange", seen);
  };
}
