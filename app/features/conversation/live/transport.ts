import type { ClientEventInput } from "#domain/protocol.ts";

/** One connection to the server that carries events both ways. */
export type Transport = {
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

/** What carries a line: a WebSocket, or an event stream where none can be had. */
export type TransportKind = "socket" | "stream";

/** Close code of a connection that ended without a close frame. */
export const CLOSE_ABNORMAL = 1006;
