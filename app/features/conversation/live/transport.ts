import type { ClientEventInput } from "#domain/protocol.ts";

/** One line to the server. Whatever carries events both ways can stand here. */
export type Transport = {
  /** Events arrive in the order in which they were handed over, or the line closes. */
  send: (event: ClientEventInput) => void;
  /** Asks for a sign of life. */
  ping: () => void;
  /** What was handed over is still on its way; nothing more is heard of this line. */
  close: () => void;
};

export type TransportListener = {
  onOpen: () => void;
  onFrame: (frame: string) => void;
  /** The line lives, and has nothing to say. */
  onAlive: () => void;
  /** The line is closed, or never opened. `code` is the WebSocket's close code. */
  onClose: (code: number) => void;
};

/** Calls its listener only after it has returned. */
export type OpenTransport = (listener: TransportListener) => Transport;

/** What carries a line: a WebSocket, or an event stream where none can be had. */
export type TransportKind = "socket" | "stream";

/** Close code of a line that ended without a word. */
export const CLOSE_ABNORMAL = 1006;
