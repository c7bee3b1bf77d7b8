import { createId } from "#domain/ids.ts";
import {
  type ClientEventInput,
  type ConversationIdField,
  decodeServerEvent,
  encode,
  type ServerEvent,
  type ServerEventOf,
} from "#domain/protocol.ts";

export type TurnEnd = ServerEventOf<"stream-complete" | "stream-error">;

export function isEnd(event: ServerEvent): event is TurnEnd {
  return event.type === "stream-complete" || event.type === "stream-error";
}

const WAIT_LIMIT_MS = 60_000;

/** A conversation's socket: stores every event, and waits for those that are still to come. */
export class StorySocket {
  readonly events: ServerEvent[] = [];
  closed: { code: number; reason: string } | null = null;
  /** Answers read checks, as the page does. */
  answersChecks = true;
  readonly idField: ConversationIdField;
  readonly #socket: WebSocket;
  readonly #bell = new Bell();

  constructor(socket: WebSocket, idField: ConversationIdField) {
    this.#socket = socket;
    this.idField = idField;
    socket.addEventListener("message", ({ data }) => {
      const decoded = decodeServerEvent(String(data));
      if (!decoded.ok) throw new Error(`Not an event: ${decoded.fault.message} ${String(data)}`);
      const { event } = decoded;
      this.events.push(event);
      if (event.type === "read-check" && this.answersChecks) {
        this.send({ type: "read-until", ...idField, mark: event.mark });
      }
      this.#bell.ring();
    });
    socket.addEventListener("close", ({ code, reason }) => {
      this.closed = { code, reason };
      this.#bell.ring();
    });
  }

  send(event: ClientEventInput): void {
    this.sendRaw(encode(event));
  }

  sendRaw(frame: string | Uint8Array<ArrayBuffer>): void {
    this.#socket.send(frame);
  }

  /** Sends a message and returns its request id. */
  write(content: string, requestId: string = createId()): string {
    this.send({ type: "stream-message", requestId, ...this.idField, content });
    return requestId;
  }

  close(): void {
    this.#socket.close(1000, "done");
  }

  /** Resolves when the connection is closed for any reason. */
  async untilClosed(): Promise<void> {
    while (this.closed === null) await this.#bell.next();
  }

  /**
   * The first matching event of a type, received or still to come. Throws if the connection closes first, or after the
   * limit.
   */
  waitFor<T extends ServerEvent["type"]>(
    type: T,
    fits: (event: ServerEventOf<T>) => boolean = () => true,
    limitMs = WAIT_LIMIT_MS,
  ): Promise<ServerEventOf<T>> {
    const isIt = (event: ServerEvent): event is ServerEventOf<T> =>
      event.type === type && fits(event as ServerEventOf<T>);
    return this.until(() => this.events.find(isIt), type, AbortSignal.timeout(limitMs));
  }

  /** The end of a request's turn, whatever it is. Throws as `waitFor` does. */
  waitForEnd(requestId: string, limitMs = WAIT_LIMIT_MS): Promise<TurnEnd> {
    const find = () => this.events.filter(isEnd).find((event) => event.requestId === requestId);
    return this.until(find, "the end of a turn", AbortSignal.timeout(limitMs));
  }

  /** What `find` finds, looked for again after each event. Throws if the connection closes first, or after the limit. */
  protected async until<T>(find: () => T | undefined, wanted: string, limit?: AbortSignal): Promise<T> {
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (limit?.aborted)
        throw new Error(`No ${wanted} came; what came: ${JSON.stringify(this.events.slice(-5))}`);
      if (this.closed) throw new Error(`The socket closed with ${this.closed.code} before ${wanted} came.`);
      await this.#bell.next(limit);
    }
  }

  /** The text of a reply as far as it has come. */
  textSoFar(messageId: string): string {
    let text = "";
    for (const event of this.events) {
      const piece = event.type === "joined" ? event.turn : event.type === "stream-chunk" ? event : null;
      if (piece?.messageId === messageId) text = text.slice(0, piece.offset) + piece.content;
    }
    return text;
  }
}

/** Resolves all waiting promises when something happens. */
export class Bell {
  #waiting: (() => void)[] = [];

  ring(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Resolves at the next ring or after the limit. */
  next(limit?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      limit?.addEventListener("abort", () => resolve(), { once: true });
    });
  }
}
