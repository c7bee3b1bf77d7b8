import * as v from "valibot";
import { CLOSE_SESSION_ENDED, encode, PING, PONG, type ServerEvent } from "#domain/protocol.ts";
import { EventStream } from "./event-stream.ts";

const readerSchema = v.object({
  userId: v.string(),
  /** Empty for a bearer token. */
  sessionId: v.string(),
});
/** Whose connection this is. */
export type Reader = v.InferOutput<typeof readerSchema>;

const attachmentSchema = v.object({
  ...readerSchema.entries,
  /** Whether it has joined: only then does it get broadcasts. */
  joined: v.boolean(),
  /** Its session has ended: frames that still arrive are ignored. */
  ended: v.boolean(),
});
/** What is stored with a socket, in its attachment: fields of an object are lost in hibernation. */
type Attachment = v.InferOutput<typeof attachmentSchema>;

/** The connection that a frame came over. */
export type Channel = {
  send: (event: ServerEvent) => void;
  /** From here on it gets broadcasts. */
  join: () => void;
  close: (code: number, reason: string) => void;
  ended: () => boolean;
  /** `null`: it is no socket. */
  socket: WebSocket | null;
};

/** Everybody who reads this conversation now, over sockets, which may hibernate, or event streams, which keep it awake. */
export class Readers {
  readonly #state: DurableObjectState;
  readonly #streams = new Map<EventStream, Reader>();
  /** Sessions that ended while this instance runs: a request that was authorised just before may still arrive. */
  readonly #ended = new Set<string>();

  constructor(state: DurableObjectState) {
    this.#state = state;
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Opens a socket for somebody who was authorised before; returns the answer to the upgrade. */
  openSocket(reader: Reader): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.#state.acceptWebSocket(server);
    writeAttachment(server, { ...reader, joined: false, ended: false });
    if (this.#ended.has(reader.sessionId)) endSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Opens an event stream that begins with `first`. */
  openStream(reader: Reader, first: ServerEvent, signal: AbortSignal): Response {
    const stream = new EventStream({
      stored: () => this.#state.storage.sync(),
      signal,
      onClose: () => this.#streams.delete(stream),
    });
    this.#streams.set(stream, reader);
    stream.send(first);
    if (this.#ended.has(reader.sessionId)) stream.close();
    return stream.response;
  }

  toChannel(socket: WebSocket): Channel {
    return {
      send: (event) => sendIfOpen(socket, encode(event)),
      join: () => writeAttachment(socket, { ...readAttachment(socket), joined: true }),
      close: (code, reason) => socket.close(code, reason),
      ended: () => readAttachment(socket).ended,
      socket,
    };
  }

  /** Whether a request over HTTP comes from a session that has ended. */
  hasEnded(reader: Reader): boolean {
    return this.#ended.has(reader.sessionId);
  }

  /** Disconnects the readers of one session, or of all (`null`). */
  endSession(sessionId: string | null): void {
    for (const socket of this.#state.getWebSockets()) {
      if (sessionId === null || readAttachment(socket).sessionId === sessionId) endSocket(socket);
    }
    for (const [stream, reader] of this.#streams) {
      if (sessionId === null || reader.sessionId === sessionId) stream.close();
    }
    if (sessionId !== null) this.#ended.add(sessionId);
  }

  /** Sends to everybody who has joined, except one socket. */
  broadcast(event: ServerEvent, except: WebSocket | null = null): void {
    const frame = encode(event);
    for (const socket of this.#state.getWebSockets()) {
      if (socket !== except && readAttachment(socket).joined) sendIfOpen(socket, frame);
    }
    for (const stream of this.#streams.keys()) stream.send(event);
  }

  closeAll(code: number, reason: string): void {
    for (const socket of this.#state.getWebSockets()) socket.close(code, reason);
    for (const stream of this.#streams.keys()) stream.close();
  }
}

/** Attachments that were read before: to read them for each of 500 readers again costs more than to send to them. */
const attachments = new WeakMap<WebSocket, Attachment>();

function readAttachment(socket: WebSocket): Attachment {
  const known = attachments.get(socket);
  if (known) return known;
  const attachment = v.parse(attachmentSchema, socket.deserializeAttachment());
  attachments.set(socket, attachment);
  return attachment;
}

function writeAttachment(socket: WebSocket, attachment: Attachment): void {
  socket.serializeAttachment(attachment);
  attachments.set(socket, attachment);
}

function endSocket(socket: WebSocket): void {
  writeAttachment(socket, { ...readAttachment(socket), ended: true });
  socket.close(CLOSE_SESSION_ENDED, "This session has ended.");
}

/** A socket that closes while it is sent to is no fault: its reader reconnects and asks for what it missed. */
function sendIfOpen(socket: WebSocket, frame: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.send(frame);
}
