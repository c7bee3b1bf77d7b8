import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import {
  CLOSE_BEHIND,
  CLOSE_SESSION_ENDED,
  CLOSE_TOO_MANY_FRAMES,
  encode,
  PING,
  PONG,
  type ServerEvent,
} from "#domain/protocol.ts";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import { askedSchema, Backlog } from "./backlog.ts";
import { EventStream } from "./event-stream.ts";
import { answerRefusal } from "./events.ts";
import { SlidingWindow } from "./sliding-window.ts";

const { openSockets, openEventStreams, backlogBytes, backlogBytesOfAll } = CONVERSATION_LIMITS;
const { framesPerSocket, framesOfAll } = CONVERSATION_LIMITS;
/** A reader who is refused because too many sockets are open may try again after this time: closed tabs are gone by then. */
const SOCKETS_RETRY_S = 30;

/** The tag of the owner's sockets. Readers of a copy have others (`share-readers.ts`). */
const TAG = "reader";

const readerSchema = v.object({
  userId: v.string(),
  /** Empty for a bearer token. */
  sessionId: v.string(),
  /** When the token that it was opened with expires, in milliseconds since 1970; `null` for a session. */
  expiresAt: v.nullable(v.number()),
});
/** Whose connection this is. */
export type Reader = v.InferOutput<typeof readerSchema>;

const attachmentSchema = v.object({
  ...readerSchema.entries,
  /** Whether it has joined: only then does it get broadcasts. */
  joined: v.boolean(),
  /** We have closed it: frames that still arrive are ignored. */
  ended: v.boolean(),
  asked: v.nullable(askedSchema),
});
/** What is stored with a socket, in its attachment: fields of an object are lost in hibernation. */
type Attachment = v.InferOutput<typeof attachmentSchema>;

/** The connection that a frame came over. */
export type Channel = {
  send: (event: ServerEvent) => void;
  /** From here on it gets broadcasts. */
  join: () => void;
  close: (code: number, reason: string) => void;
  /** Counts a frame. `false`: it is not to be acted on, because its connection has ended or has sent too many. */
  admitFrame: () => boolean;
  /** The reader has read what they were sent before that mark. */
  noteRead: (mark: string) => void;
  /** `null`: it is no socket. */
  socket: WebSocket | null;
};

/** Everybody who reads this conversation now, over sockets, which may hibernate, or event streams, which keep it awake. */
export class Readers {
  readonly #state: DurableObjectState;
  readonly #streams = new Map<EventStream, Reader>();
  /** Sessions that ended while this instance runs: a request that was authorised just before may still arrive. */
  readonly #ended = new Set<string>();
  readonly #framesOfAll = new SlidingWindow(framesOfAll);
  /** Callers without a connection that get every broadcast. */
  readonly #listeners = new Set<(event: ServerEvent) => void>();

  constructor(state: DurableObjectState) {
    this.#state = state;
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /**
   * Opens a socket for an authorised reader; returns the answer to the upgrade, 429 if too many are open. Sockets that
   * we have closed but that are not gone count as well: their unread bytes still take memory.
   */
  openSocket(reader: Reader): Response {
    if (this.#state.getWebSockets(TAG).length >= openSockets) {
      return answerRefusal(new AppError("RATE_LIMITED", { retryAfterSeconds: SOCKETS_RETRY_S }));
    }
    const { 0: client, 1: server } = new WebSocketPair();
    this.#state.acceptWebSocket(server, [TAG]);
    writeAttachment(server, { ...reader, joined: false, ended: false, asked: null });
    if (this.#ended.has(reader.sessionId)) endSocket(server, CLOSE_SESSION_ENDED, SESSION_ENDED);
    return new Response(null, { status: 101, webSocket: client });
  }

  /**
   * Opens an event stream that begins with `first`. If too many are open, the oldest is closed, because its reader may have
   * left without being noticed.
   */
  openStream(reader: Reader, first: ServerEvent, signal: AbortSignal): Response {
    const [oldest] = this.#streams.keys();
    if (oldest && this.#streams.size >= openEventStreams) oldest.drop();
    const stream = new EventStream({
      stored: () => this.#state.storage.sync(),
      signal,
      onClose: () => this.#streams.delete(stream),
    });
    this.#streams.set(stream, reader);
    stream.send(first);
    // A reader who has left already calls neither `abort` nor `cancel`.
    if (signal.aborted || this.#ended.has(reader.sessionId)) stream.close();
    return stream.response;
  }

  toChannel(socket: WebSocket): Channel {
    return {
      send: (event) => {
        send(socket, toSocketState(socket), toFrame(event), toTerms(this.#state.getWebSockets(TAG).length));
      },
      join: () => writeAttachment(socket, { ...readAttachment(socket), joined: true }),
      close: (code, reason) => endSocket(socket, code, reason),
      admitFrame: () => this.#admitFrame(socket),
      noteRead: (mark) => this.#noteRead(socket, mark),
      socket,
    };
  }

  /** Whether a request over HTTP comes from a session that has ended. */
  hasEnded(reader: Reader): boolean {
    return this.#ended.has(reader.sessionId);
  }

  /** Disconnects the readers of one session, or of all (`null`). */
  endSession(sessionId: string | null): void {
    this.#end((reader) => sessionId === null || reader.sessionId === sessionId);
    if (sessionId !== null) this.#ended.add(sessionId);
  }

  /** When the next reader's token expires, in milliseconds since 1970; `null`: nobody's does. */
  nextExpiry(): number | null {
    const sockets = this.#state.getWebSockets(TAG).map(readAttachment);
    const open = [...sockets.filter(({ ended }) => !ended), ...this.#streams.values()];
    const expiries = open.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
    return expiries.length === 0 ? null : Math.min(...expiries);
  }

  /** Disconnects the readers whose token has expired. */
  endExpired(): void {
    this.#end((reader) => isExpired(reader));
  }

  /** Whether anybody has the conversation open. */
  get isOpen(): boolean {
    if (this.#streams.size > 0) return true;
    return this.#state
      .getWebSockets(TAG)
      .some((socket) => socket.readyState === WebSocket.OPEN && !readAttachment(socket).ended);
  }

  /** Calls `listener` with every broadcast until the returned function is called. */
  listen(listener: (event: ServerEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends to everybody who has joined, except one socket. */
  broadcast(event: ServerEvent, except: WebSocket | null = null): void {
    const frame = toFrame(event);
    const sockets = this.#state.getWebSockets(TAG);
    const terms = toTerms(sockets.length);
    for (const socket of sockets) {
      const state = toSocketState(socket);
      if (socket !== except && state.attachment.joined) send(socket, state, frame, terms);
    }
    for (const [stream, reader] of this.#streams) {
      if (isExpired(reader)) stream.close();
      else stream.send(event);
    }
    for (const listener of this.#listeners) listener(event);
  }

  /** Also those of copies. */
  closeAll(code: number, reason: string): void {
    for (const socket of this.#state.getWebSockets()) socket.close(code, reason);
    for (const stream of this.#streams.keys()) stream.close();
  }

  #end(fits: (reader: Reader) => boolean): void {
    for (const socket of this.#state.getWebSockets(TAG)) {
      if (fits(readAttachment(socket))) endSocket(socket, CLOSE_SESSION_ENDED, SESSION_ENDED);
    }
    for (const [stream, reader] of this.#streams) {
      if (fits(reader)) stream.close();
    }
  }

  #admitFrame(socket: WebSocket): boolean {
    const { ended, expiresAt } = readAttachment(socket);
    if (ended) return false;
    if (isExpired({ expiresAt })) {
      endSocket(socket, CLOSE_SESSION_ENDED, SESSION_ENDED);
      return false;
    }
    if (toSocketState(socket).frames.take() === null && this.#framesOfAll.take() === null) return true;
    endSocket(socket, CLOSE_TOO_MANY_FRAMES, "Too many messages at once.");
    return false;
  }

  /** The answer to a check of ours does not count as a frame: all readers of a crowd are checked at once, and would use up its limit. */
  #noteRead(socket: WebSocket, mark: string): void {
    const { attachment, backlog, frames } = toSocketState(socket);
    if (!backlog.answer(mark)) return;
    writeAttachment(socket, { ...attachment, asked: null });
    frames.giveBack();
    this.#framesOfAll.giveBack();
  }
}

const SESSION_ENDED = "This session has ended.";

type Frame = { text: string; bytes: number };

function toFrame(event: ServerEvent): Frame {
  const text = encode(event);
  return { text, bytes: encoder.encode(text).byteLength };
}

const encoder = new TextEncoder();

/** What is the same for all sockets of a broadcast: the time, and the most bytes that may wait for one of them. */
type Terms = { now: number; most: number };

/** `open`: how many sockets the conversation has. */
function toTerms(open: number): Terms {
  return { now: Date.now(), most: Math.min(backlogBytes, backlogBytesOfAll / open) };
}

/** Sends a frame, unless the reader is to be disconnected or has left. This runs for each of 500 readers, so it looks up nothing that its caller knows. */
function send(socket: WebSocket, state: SocketState, { text, bytes }: Frame, { now, most }: Terms): void {
  const { attachment, backlog } = state;
  if (attachment.ended) return;
  if (isExpired(attachment, now)) {
    endSocket(socket, CLOSE_SESSION_ENDED, SESSION_ENDED);
    return;
  }
  if (!backlog.hasRoom(bytes, most)) {
    endSocket(socket, CLOSE_BEHIND, "Too much waits to be read.");
    return;
  }
  if (!sendIfOpen(socket, text)) return;
  backlog.add(bytes);
  if (!backlog.isAskDue(most)) return;
  if (!sendIfOpen(socket, encode({ type: "read-check", mark: backlog.ask() }))) return;
  writeAttachment(socket, { ...attachment, asked: backlog.asked });
}

/**
 * Returns `false` for a socket that is closing. That is no fault: its reader reconnects and asks for what they missed. Its state is read only
 * after a failure, because to read it each time costs about a seventh of what sending costs.
 */
function sendIfOpen(socket: WebSocket, text: string): boolean {
  try {
    socket.send(text);
    return true;
  } catch (error) {
    if (socket.readyState === WebSocket.OPEN) throw error;
    return false;
  }
}

function isExpired({ expiresAt }: Pick<Reader, "expiresAt">, now = Date.now()): boolean {
  return expiresAt !== null && now >= expiresAt;
}

/** What this instance knows of a socket. The attachment is kept: to read 500 of them again costs more than to send. */
type SocketState = { attachment: Attachment; frames: SlidingWindow; backlog: Backlog };
const socketStates = new WeakMap<WebSocket, SocketState>();

function toSocketState(socket: WebSocket): SocketState {
  const known = socketStates.get(socket);
  if (known) return known;
  return keepState(socket, v.parse(attachmentSchema, socket.deserializeAttachment()));
}

function keepState(socket: WebSocket, attachment: Attachment): SocketState {
  const frames = new SlidingWindow(framesPerSocket);
  const state = { attachment, frames, backlog: new Backlog(attachment.asked) };
  socketStates.set(socket, state);
  return state;
}

function readAttachment(socket: WebSocket): Attachment {
  return toSocketState(socket).attachment;
}

function writeAttachment(socket: WebSocket, attachment: Attachment): void {
  socket.serializeAttachment(attachment);
  const state = socketStates.get(socket) ?? keepState(socket, attachment);
  state.attachment = attachment;
}

function endSocket(socket: WebSocket, code: number, reason: string): void {
  const attachment = readAttachment(socket);
  if (attachment.ended) return;
  writeAttachment(socket, { ...attachment, ended: true });
  socket.close(code, reason);
}
