import type { TransportKind } from "./transport.ts";

/** So often in a row a kind of line may fail before it has joined; then the other one is tried. */
const FAILURES_IN_A_ROW = 2;
/** Where sockets do not get through, one is tried again this often: networks change under a page. */
export const SOCKET_AGAIN_MS = 5 * 60_000;

/** What carries the next line. A page has one for all its conversations: what one has learnt of the network helps the next. */
export type TransportChoice = {
  next: () => TransportKind;
  joined: (kind: TransportKind) => void;
  /** A line of that kind ended before it had joined. */
  failed: (kind: TransportKind) => void;
  /** Event streams for now: a socket takes too long. */
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
