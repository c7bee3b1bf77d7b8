import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";
import { answerRefusal } from "./events.ts";

/** The tags of the sockets of readers of a copy. The owner's sockets have another one, so nothing is ever sent to both. */
export const SHARE_TAG = "share";

const CLOSE_ENDED = 4410;
const CLOSE_SPOKEN = 1008;
const RETRY_S = 60;

const attachmentSchema = v.object({ shareId: v.string(), count: v.number() });

/**
 * People without an account who have a growing copy open. All that they are ever sent is how many messages it has now; what they send
 * closes their socket. The sockets hibernate, and have a limit of their own: they take no room from the owner.
 */
export class ShareReaders {
  readonly #state: Pick<DurableObjectState, "getWebSockets" | "acceptWebSocket">;
  readonly #count: (shareId: string) => number;

  /** `count`: how many messages a copy has now. */
  constructor(
    state: Pick<DurableObjectState, "getWebSockets" | "acceptWebSocket">,
    count: (shareId: string) => number,
  ) {
    this.#state = state;
    this.#count = count;
  }

  get isOpen(): boolean {
    return this.#state.getWebSockets(SHARE_TAG).length > 0;
  }

  open(shareId: string): Response {
    if (this.#state.getWebSockets(SHARE_TAG).length >= CONVERSATION_LIMITS.shareSockets) {
      return answerRefusal(new AppError("RATE_LIMITED", { retryAfterSeconds: RETRY_S }));
    }
    const { 0: client, 1: server } = new WebSocketPair();
    this.#state.acceptWebSocket(server, [SHARE_TAG]);
    const count = this.#count(shareId);
    server.serializeAttachment({ shareId, count });
    server.send(JSON.stringify({ count }));
    return new Response(null, { status: 101, webSocket: client });
  }

  /** Tells everybody whose copy has grown since they were told last. Call it when a change is on disk. */
  tell(): void {
    const counts = new Map<string, number>();
    for (const socket of this.#state.getWebSockets(SHARE_TAG)) {
      const { shareId, count: told } = v.parse(attachmentSchema, socket.deserializeAttachment());
      const count = counts.get(shareId) ?? this.#count(shareId);
      counts.set(shareId, count);
      if (count === told || socket.readyState !== WebSocket.OPEN) continue;
      socket.serializeAttachment({ shareId, count });
      socket.send(JSON.stringify({ count }));
    }
  }

  end(shareId: string): void {
    for (const socket of this.#state.getWebSockets(SHARE_TAG)) {
      const attachment = v.parse(attachmentSchema, socket.deserializeAttachment());
      if (attachment.shareId === shareId) socket.close(CLOSE_ENDED, "This copy is no longer shared.");
    }
  }

  refuse(socket: WebSocket): void {
    socket.close(CLOSE_SPOKEN, "This address only sends.");
  }
}
