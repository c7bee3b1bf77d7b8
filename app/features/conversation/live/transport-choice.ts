/** What carries a connection: a WebSocket, or an event stream where none can be had. */
export type TransportKind = "socket" | "stream";

/** How long a socket may take until it has joined; an event stream has the rest of `CONNECT_TIMEOUT_MS`. */
export const SOCKET_WITHIN_MS = 8_000;
/** After so many failures in a row before the join the other kind of connection is tried. */
const FAILURES_IN_A_ROW = 2;
/** How long event streams are used on a network where sockets fail: the network may change. */
export const SOCKET_AGAIN_MS = 5 * 60_000;

export type TransportChoice = ReturnType<typeof createTransportChoice>;

/** Chooses the kind of the next connection. One object for all conversations of a page: they share the network. */
export function createTransportChoice(now: () => number = Date.now) {
  /** Failures in a row. Those of sockets stay counted while streams are used: if streams fail too, one socket is tried, then streams again. */
  const failures = { socket: 0, stream: 0 };
  let streamUntil = 0;
  return {
    next: (): TransportKind => (now() < streamUntil ? "stream" : "socket"),
    joined: (kind: TransportKind) => {
      failures[kind] = 0;
    },
    /** A connection of that kind ended before it had joined. `isLate`: nobody has answered. */
    failed: (kind: TransportKind, isLate: boolean) => {
      failures[kind] += isLate ? FAILURES_IN_A_ROW : 1;
      if (failures[kind] < FAILURES_IN_A_ROW) return;
      failures.stream = 0;
      streamUntil = kind === "socket" ? now() + SOCKET_AGAIN_MS : 0;
    },
    networkChanged: () => {
      streamUntil = 0;
    },
  };
}
