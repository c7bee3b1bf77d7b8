import type { TransportKind } from "./transport.ts";

/** After so many failures in a row before the join the other kind of connection is tried. */
const FAILURES_IN_A_ROW = 2;
/** How often a socket is tried again on a network where sockets fail: the network may change. */
export const SOCKET_AGAIN_MS = 5 * 60_000;

/** Chooses the kind of the next connection. One object for all conversations of a page: they share the network. */
export type TransportChoice = {
  next: () => TransportKind;
  joined: (kind: TransportKind) => void;
  /** A connection of that kind ended before it had joined. */
  failed: (kind: TransportKind) => void;
  /** Prefers event streams for now: a socket takes too long. */
  avoidSockets: () => void;
};

export function createTransportChoice(now: () => number = Date.now): TransportChoice {
  let failures: Record<TransportKind, number> = { socket: 0, stream: 0 };
  let streamUntil = 0;
  const avoidSockets = () => {
    streamUntil = now() + SOCKET_AGAIN_MS;
    failures.stream = 0;
  };
  return {
    next: () => (now() < streamUntil ? "stream" : "socket"),
    joined: (kind) => {
      failures[kind] = 0;
      if (kind === "socket") streamUntil = 0;
    },
    failed: (kind) => {
      failures = { ...failures, [kind]: failures[kind] + 1 };
      if (failures[kind] < FAILURES_IN_A_ROW) return;
      // Sockets stay counted: while neither gets through, a single one between the streams is enough.
      if (kind === "socket") avoidSockets();
      else streamUntil = 0;
    },
    avoidSockets,
  };
}
