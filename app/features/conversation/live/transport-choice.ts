/** What carries a connection: a WebSocket, or an event stream where none can be had. */
export type TransportKind = "socket" | "stream";

/** How long each kind may take until it has joined: together the limit of `CONNECT_TIMEOUT_MS`. */
export const JOIN_WITHIN_MS: Record<TransportKind, number> = { socket: 8_000, stream: 12_000 };
/** After so many failures in a row before the join the other kind of connection is tried. */
const FAILURES_IN_A_ROW = 2;
/** How long event streams are used on a network where sockets fail: the network may change. */
export const SOCKET_AGAIN_MS = 5 * 60_000;

export type TransportChoice = ReturnType<typeof createTransportChoice>;

/** Chooses the kind of the next connection. One object for all conversations of a page: they share the network. */
export function createTransportChoice(now: () => number = Date.now) {
  /** In a row. Those of sockets stay while streams are used: if neither gets through, a single socket is tried between the streams. */
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
