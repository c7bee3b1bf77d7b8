import {
  type ClientEventInput,
  type ConversationIdField,
  decodeServerEvent,
  encode,
  type ServerEvent,
  type ServerEventOf,
} from "#domain/protocol.ts";

export type TurnEnd = ServerEventOf<"stream-complete" | "stream-error">;

const WAIT_LIMIT_MS = 30_000;

/** A conversation's socket, opened with a bearer token: all received events, and the text of each reply so far. */
export class StorySocket {
  readonly events: ServerEvent[] = [];
  /** The received text of replies by message id, joined by offset. */
  readonly texts = new Map<string, string>();
  /** Resolves when the connection is closed for any reason. */
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #bell = new Bell();
  readonly idField: ConversationIdField;

  private constructor(socket: WebSocket, idField: ConversationIdField) {
    this.#socket = socket;
    this.idField = idField;
    this.closed = new Promise((resolve) => socket.addEventListener("close", () => resolve()));
    socket.addEventListener("message", ({ data }) => this.#receive(String(data)));
    void this.closed.then(() => this.#bell.ring());
  }

  static async open(
    socket: WebSocket,
    idField: ConversationIdField,
    have?: { messageId: string; offset: number },
  ): Promise<StorySocket> {
    const opened = new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () => resolve());
      socket.addEventListener("error", () => reject(new Error("The socket could not be opened.")));
    });
    const story = new StorySocket(socket, idField);
    await opened;
    story.send({ type: "join-story", ...idField, ...(have === undefined ? {} : { have }) });
    await story.waitFor("joined");
    return story;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** The message id of a request's reply that was under way when this socket joined; `null`: another or none was. */
  joinedTurnId(requestId: string): string | null {
    const [joined] = this.events;
    if (joined?.type !== "joined" || joined.turn?.requestId !== requestId) return null;
    return joined.turn.messageId;
  }

  send(event: ClientEventInput): void {
    this.#socket.send(encode(event));
  }

  /** Sends a message and returns its request id. */
  say(content: string): string {
    const requestId = crypto.randomUUID();
    this.send({ type: "stream-message", requestId, ...this.idField, content });
    return requestId;
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
    return this.#waitUntil(isIt, type, limitMs);
  }

  /** The end of a request's turn, whatever it is. Throws as `waitFor` does. */
  waitForEnd(requestId: string, limitMs = WAIT_LIMIT_MS): Promise<TurnEnd> {
    const isEnd = (event: ServerEvent): event is TurnEnd =>
      (event.type === "stream-complete" || event.type === "stream-error") && event.requestId === requestId;
    return this.#waitUntil(isEnd, "end", limitMs);
  }

  async #waitUntil<E extends ServerEvent>(
    isIt: (event: ServerEvent) => event is E,
    wanted: string,
    limitMs: number,
  ): Promise<E> {
    const limit = AbortSignal.timeout(limitMs);
    for (;;) {
      const found = this.events.find(isIt);
      if (found !== undefined) return found;
      if (limit.aborted)
        throw new Error(`No ${wanted} came; what came: ${JSON.stringify(this.events.slice(-5))}`);
      if (this.#socket.readyState >= WebSocket.CLOSING)
        throw new Error(`The line was cut before a ${wanted} came.`);
      await this.#bell.next(limit);
    }
  }

  close(): void {
    this.#socket.close();
  }

  #receive(frame: string): void {
    const decoded = decodeServerEvent(frame);
    if (!decoded.ok) throw new Error(`A frame that is no event: ${frame}`);
    const { event } = decoded;
    if (event.type === "read-check") {
      this.send({ type: "read-until", ...this.idField, mark: event.mark });
      return;
    }
    this.events.push(event);
    if (event.type === "stream-chunk") this.#add(event.messageId, event.offset, event.content);
    if (event.type === "joined" && event.turn !== null) {
      this.#add(event.turn.messageId, event.turn.offset, event.turn.content);
    }
    this.#bell.ring();
  }

  #add(messageId: string, offset: number, content: string): void {
    const text = this.texts.get(messageId) ?? "";
    this.texts.set(messageId, text.slice(0, offset) + content);
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
  next(limit: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      limit.addEventListener("abort", () => resolve(), { once: true });
    });
  }
}
