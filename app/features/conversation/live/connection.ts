import { CLOSE_GONE, type ClientEventInput, decodeServerEvent, type ServerEvent } from "#domain/protocol.ts";
import { CLOSE_ABNORMAL, type OpenTransport } from "./transport.ts";

/** Phones and proxies drop silent connections after 30 to 60 s. */
export const PING_EVERY_MS = 25_000;
/** A connection that has not answered a ping or a join by then is dead. */
export const ANSWER_WITHIN_MS = 10_000;

/**
 * How a connection ended: the WebSocket's close code, whether it had ever carried the conversation, and whether the time for the join
 * was over.
 */
export type ConnectionEnd = { code: number; joined: boolean; isLate: boolean };

export type ConnectionParts = {
  open: OpenTransport;
  /** The event that joins, with what the page holds by now. */
  joining: () => ClientEventInput;
  /** From the attempt to open it to the answer to the join. */
  joinWithinMs: number;
  onEvent: (event: ServerEvent) => void;
  /** Called once; nothing is called after it. */
  onEnd: (end: ConnectionEnd) => void;
};

export type Connection = ReturnType<typeof openConnection>;

/** One connection, from the attempt to open it to its end, with its heartbeat. */
export function openConnection({ open, joining, joinWithinMs, onEvent, onEnd }: ConnectionParts) {
  let joined = false;
  let opened = false;
  let over = false;
  let pingTimer: ReturnType<typeof setInterval> | undefined;
  let deadline = setTimeout(() => drop(CLOSE_ABNORMAL, true), joinWithinMs);
  /** The time limit of the running check; undefined without one. */
  let checkMs: number | undefined;

  const transport = open({
    onOpen: () => {
      if (over) return;
      opened = true;
      transport.send(joining());
    },
    onFrame: (frame) => {
      if (!over) onFrame(frame);
    },
    onAlive: () => {
      if (joined) answered();
    },
    onClose: (code) => end(code),
  });

  function onFrame(frame: string): void {
    // A frame may have been sent before the connection was lost: during a check it only extends the time.
    if (joined && checkMs !== undefined) awaitAnswer(checkMs);
    else if (joined) answered();
    const decoded = decodeServerEvent(frame);
    // A newer server may send events that this page does not know.
    if (!decoded.ok) return;
    const { event } = decoded;
    if (event.type === "joined" && !joined) {
      joined = true;
      clearTimeout(deadline);
      pingTimer = setInterval(check, PING_EVERY_MS);
    }
    // The conversation was deleted between the opening of the connection and the join.
    if (!joined && event.type === "stream-error" && event.code === "NOT_FOUND") drop(CLOSE_GONE);
    else onEvent(event);
  }

  function check(withinMs = ANSWER_WITHIN_MS): void {
    checkMs = withinMs;
    awaitAnswer(withinMs);
    transport.ping();
  }

  function answered(): void {
    checkMs = undefined;
    clearTimeout(deadline);
  }

  function awaitAnswer(ms: number): void {
    clearTimeout(deadline);
    deadline = setTimeout(() => drop(), ms);
  }

  /** A dead connection may never report its close, so this does not wait for it. */
  function drop(code = CLOSE_ABNORMAL, isLate = false): void {
    transport.close();
    end(code, isLate);
  }

  function end(code: number, isLate = false): void {
    if (over) return;
    stop();
    onEnd({ code, joined, isLate });
  }

  function stop(): void {
    over = true;
    clearTimeout(deadline);
    clearInterval(pingTimer);
  }

  return {
    /** Whether the server has answered the join. */
    get joined(): boolean {
      return joined && !over;
    },
    send: (event: ClientEventInput) => transport.send(event),
    /** Joins again: asks for what is missing. */
    rejoin: () => {
      if (!opened || over) return;
      transport.send(joining());
      if (joined) awaitAnswer(ANSWER_WITHIN_MS);
    },
    /** Asks for a sign of life, and ends the connection when there is none. */
    check: (withinMs?: number) => {
      if (joined && !over) check(withinMs);
    },
    /** Ends it without calling `onEnd`. */
    close: () => {
      stop();
      transport.close();
    },
  };
}
