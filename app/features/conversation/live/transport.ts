import { createParser } from "eventsource-parser";
import * as v from "valibot";
import { toFailure } from "#app/features/api/call-api.ts";
import {
  CLOSE_GONE,
  CLOSE_SESSION_ENDED,
  type ClientEventInput,
  encode,
  PING,
  PONG,
} from "#domain/protocol.ts";

/** One connection to the server that carries events both ways. */
type Transport = {
  /** Events arrive in the order in which they were sent, or the connection closes. */
  send: (event: ClientEventInput) => void;
  /** Asks for a sign of life. */
  ping: () => void;
  /** Events already sent may still arrive; the listener is not called any more. */
  close: () => void;
};

export type TransportListener = {
  onOpen: () => void;
  onFrame: (frame: string) => void;
  /** A heartbeat. */
  onAlive: () => void;
  /** The connection is closed, or was never opened. `code` is the WebSocket's close code. */
  onClose: (code: number) => void;
};

/** Calls its listener only after it has returned. */
export type OpenTransport = (listener: TransportListener) => Transport;

/** Close code of a connection that ended without a close frame. */
export const CLOSE_ABNORMAL = 1006;

/** A WebSocket to a path of our own origin. The session cookie says who is calling. */
export function webSocketTransport(path: string): OpenTransport {
  return (listener) => {
    const socket = openSocket(path);
    if (socket === null) {
      queueMicrotask(() => listener.onClose(CLOSE_ABNORMAL));
      return { send: () => undefined, ping: () => undefined, close: () => undefined };
    }
    socket.onopen = () => listener.onOpen();
    socket.onmessage = ({ data }) => {
      if (data === PONG) listener.onAlive();
      else if (typeof data === "string") listener.onFrame(data);
    };
    socket.onclose = ({ code }) => listener.onClose(code);
    const send = (frame: string) => {
      // A closing socket drops what is sent; what matters is sent again after the reconnect.
      if (socket.readyState === WebSocket.OPEN) socket.send(frame);
    };
    return { send: (event) => send(encode(event)), ping: () => send(PING), close: () => socket.close() };
  };
}

/** `null` where the browser or an extension forbids sockets altogether. */
function openSocket(path: string): WebSocket | null {
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  try {
    return new WebSocket(url);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** The server writes at least every 5 s: a stream that missed three times is dead. */
export const QUIET_WITHIN_MS = 15_000;
/** The time limit of a POST. */
export const POST_WITHIN_MS = 10_000;

const answerSchema = v.object({ events: v.array(v.unknown()) });

/**
 * The connection where WebSockets are blocked: a `GET` streams the events down, and each event up is a `POST` to the
 * same path. Joining is the `GET` itself. It uses `fetch`, because an `EventSource` reports neither why it was refused
 * nor that the server still answers, and reconnects by its own rule.
 */
export function eventStreamTransport(path: string, request: typeof fetch = (...args) => fetch(...args)) {
  const open: OpenTransport = (listener) => {
    let closed = false;
    let stream: AbortController | null = null;
    let quietTimer: ReturnType<typeof setTimeout> | undefined;
    let posted: Promise<void> = Promise.resolve();

    function close(): void {
      closed = true;
      clearTimeout(quietTimer);
      stream?.abort();
    }

    function end(code: number): void {
      if (closed) return;
      close();
      listener.onClose(code);
    }

    function heard(): void {
      clearTimeout(quietTimer);
      quietTimer = setTimeout(() => end(CLOSE_ABNORMAL), QUIET_WITHIN_MS);
    }

    /** Reads a stream to its end; a later join takes its place. */
    async function listen(have: { messageId: string; offset: number } | undefined): Promise<void> {
      stream?.abort();
      const mine = new AbortController();
      stream = mine;
      const headers = new Headers({ Accept: "text/event-stream" });
      if (have) headers.set("Last-Event-ID", `${have.messageId}:${have.offset}`);
      heard();
      const response = await request(path, { headers, cache: "no-store", signal: mine.signal }).catch(
        () => null,
      );
      if (mine.signal.aborted) return;
      if (!response?.body || !isEventStream(response)) return end(toCloseCode(response));
      const parser = createParser({
        onEvent: ({ data }) => listener.onFrame(data),
        onComment: () => listener.onAlive(),
      });
      const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const piece = await pieces.read().catch(() => null);
        if (mine.signal.aborted) return;
        if (!piece || piece.done) return end(CLOSE_ABNORMAL);
        heard();
        parser.feed(piece.value);
      }
    }

    async function post(event: ClientEventInput): Promise<void> {
      if (closed) return;
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), POST_WITHIN_MS);
      const response = await request(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: encode(event),
        signal: limit.signal,
      }).catch(() => null);
      const body: unknown = await response?.json().catch(() => null);
      clearTimeout(timer);
      if (closed) return;
      const answers = answersTo(event, response, body);
      if (answers === null) return end(toCloseCode(response));
      for (const frame of answers) listener.onFrame(frame);
    }

    queueMicrotask(() => {
      if (!closed) listener.onOpen();
    });
    return {
      send: (event) => {
        if (event.type === "join-story") void listen(event.have);
        // One after the other: two requests at once may overtake each other.
        else posted = posted.then(() => post(event));
      },
      ping: () => undefined, // the server gives signs of life unasked
      close,
    };
  };
  return open;
}

/** The frames that a `POST` was answered with; `null` where the answer says that the connection does not work. */
function answersTo(event: ClientEventInput, response: Response | null, body: unknown): string[] | null {
  if (response === null || response.status >= 500) return null;
  const answer = v.safeParse(answerSchema, body);
  if (response.ok) return answer.success ? answer.output.events.map((each) => JSON.stringify(each)) : null;
  if (response.status === 401 || response.status === 404) return null;
  const { code, status, message } = toFailure(response, body);
  // A refusal by somebody in between says nothing about this event.
  if (code === "INTERNAL") return null;
  const requestId = "requestId" in event ? event.requestId : undefined;
  return [encode({ type: "stream-error", code, status, message, requestId })];
}

/** The WebSocket's close code that says the same. */
function toCloseCode(response: Response | null): number {
  if (response?.status === 401) return CLOSE_SESSION_ENDED;
  return response?.status === 404 ? CLOSE_GONE : CLOSE_ABNORMAL;
}

function isEventStream(response: Response): boolean {
  return response.ok && (response.headers.get("Content-Type") ?? "").startsWith("text/event-stream");
}
