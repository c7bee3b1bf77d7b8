import * as v from "valibot";
import { CLOSE_SESSION_ENDED, encode, PING, PONG, type ServerEvent } from "#domain/protocol.ts";
import { EventStream } from "./event-stream.ts";

const readerSchema = v.object({
  userId: v.string(),
  /** Empty for a bearer token. */
  sessionId: v.string(),
});
/** Whose line this is. */
export type Reader = v.InferOutput<typeof readerSchema>;

const attachmentSchema = v.object({
  ...readerSchema.entries,
  /** Whether it has joined: only then is it told what happens. */
  joined: v.boolean(),
  /** Its session has ended: nothing that still arrives is acted on. */
  ended: v.boolean(),
});
/** What is known of one socket. Lives in its attachment: hibernation forgets fields. */
type Attachment = v.InferOutput<typeof attachmentSchema>;

/** The way back to whoever sent a frame. */
export type Channel = {
  send: (event: ServerEvent) => void;
  /** From here on it is told what happens. */
  join: () => void;
  close: (code: number, reason: string) => void;
  ended: () => boolean;
  /** The socket that it is, if it is one. */
  socket: WebSocket | null;
};

/** Everybody who reads this conversation now: over sockets that may hibernate, or over event streams, which keep it awake. */
export class Readers {
  readonly #state: DurableObjectState;
  readonly #streams = new Map<EventStream, Reader>();
  /** Sessions that ended while this instance lived: one that was let in just before may still be on its way here. */
  readonly #ended = new Set<string>();

  constructor(state: DurableObjectState) {
    this.#state = state;
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING, PONG));
  }

  /** Takes in a socket of somebody whose right was checked before; answers the upgrade. */
  accept(reader: Reader): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.#state.acceptWebSocket(server);
    attach(server, { ...reader, joined: false, ended: false });
    if (this.#ended.has(reader.sessionId)) endSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Takes in a reader over HTTP, whose stream begins with `first`. */
  stream(reader: Reader, first: ServerEvent, signal: AbortSignal): Response {
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

  channelOf(socket: WebSocket): Channel {
    return {
      send: (event) => sendIfOpen(socket, encode(event)),
      join: () => attach(socket, { ...attachmentOf(socket), joined: true }),
      close: (code, reason) => socket.close(code, reason),
      ended: () => attachmentOf(socket).ended,
      socket,
    };
  }

  /** Whether a request over HTTP comes from a session that has ended meanwhile. */
  hasEnded(reader: Reader): boolean {
    return this.#ended.has(reader.sessionId);
  }

  /** Lets go the readers of one session, or of all (`null`). */
  endSession(sessionId: string | null): void {
    for (const socket of this.#state.getWebSockets()) {
      if (sessionId === null || attachmentOf(socket).sessionId === sessionId) endSocket(socket);
    }
    for (const [stream, reader] of this.#streams) {
      if (sessionId === null || reader.sessionId === sessionId) stream.close();
    }
    if (sessionId !== null) this.#ended.add(sessionId);
  }

  /** Tells everybody who has joined, but for one socket. */
  broadcast(event: ServerEvent, except: WebSocket | null = null): void {
    const frame = encode(event);
    for (const socket of this.#state.getWebSockets()) {
      if (socket !== except && attachmentOf(socket).joined) sendIfOpen(socket, frame);
    }
    for (const stream of this.#streams.keys()) stream.send(event);
  }

  closeAll(code: number, reason: string): void {
    for (const socket of this.#state.getWebSockets()) socket.close(code, reason);
    for (const stream of this.#streams.keys()) stream.close();
  }
}

/** What was read of attachments already: reading one anew for each of 500 readers costs more than sending to them. */
const attachments = new WeakMap<WebSocket, Attachment>();

function attachmentOf(socket: WebSocket): Attachment {
  const known = attachments.get(socket);
  if (known) return known;
  const attachment = v.parse(attachmentSchema, socket.deserializeAttachment());
  attachments.set(socket, attachment);
  return attachment;
}

function attach(socket: WebSocket, attachment: Attachment): void {
  socket.serializeAttachment(attachment);
  attachments.set(socket, attachment);
}

function endSocket(socket: WebSocket): void {
  attach(socket, { ...attachmentOf(socket), ended: true });
  socket.close(CLOSE_SESSION_ENDED, "This session has ended.");
}

/** A socket that closes while it is being sent to is an ordinary end; what it missed it will ask for. */
function sendIfOpen(socket: WebSocket, frame: string): void {
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.send(frame);
}
