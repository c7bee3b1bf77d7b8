import { connect } from "node:net";

/** The received bytes of a connection; empty if it was closed without an answer. */
export type RawAnswer = {
  /** `null`: no answer in HTTP. */
  status: number | null;
  text: string;
  /** The server closed the connection, or ended it with an error. */
  isClosed: boolean;
};

/** How long to wait for the first byte, on a busy machine. */
const FIRST_ANSWER_MS = 10_000;

/**
 * Writes bytes on a connection of its own and reads until it is closed, or nothing more has come for
 * `quietMs`. Each of `pieces` is written once the one before has been answered by anything.
 */
export function exchange(
  origin: string,
  pieces: readonly Uint8Array[],
  { quietMs }: { quietMs: number },
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    let text = "";
    let sent = 0;
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const finish = (isClosed: boolean) => {
      socket.destroy();
      resolve({ status: readStatus(text), text, isClosed });
    };
    const sendNext = () => {
      const piece = pieces[sent];
      sent += 1;
      if (piece === undefined || socket.destroyed) return;
      if (sent < pieces.length) socket.write(piece);
      else socket.end(piece); // otherwise the server waits for the rest of a request that has none
    };
    socket.setTimeout(FIRST_ANSWER_MS, () => finish(false));
    socket.on("connect", sendNext);
    socket.on("data", (piece) => {
      text += piece.toString("latin1");
      socket.setTimeout(quietMs);
      sendNext();
    });
    socket.on("error", () => finish(true)); // reset by the server
    socket.on("end", () => finish(true));
    socket.on("close", () => finish(true));
  });
}

function readStatus(text: string): number | null {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1];
  return status === undefined ? null : Number(status);
}
