import { EventSourceParserStream } from "eventsource-parser/stream";
import { decodeServerEvent, encode, type ServerEvent } from "#domain/protocol.ts";
import type { Reader } from "./reader.ts";
import { Bell } from "./story-socket.ts";

export type Line = "socket" | "event-stream";

/** One open connection, of either transport. */
type Connection = { drop: () => void; answer: (mark: string) => void };

/**
 * A reader of a story whose connection is dropped on purpose. It reconnects with the text that it has, as the browser
 * does. Text that does not match, such as a gap or a different piece, is recorded as a problem.
 */
export class DroppingClient {
  readonly problems: string[] = [];
  readonly #reader: Reader;
  readonly #bell = new Bell();
  readonly #storyId: string;
  readonly #line: Line;
  readonly #texts = new Map<string, string>();
  readonly #whole = new Set<string>();
  #running: string | null = null;
  #connection: Connection | null = null;

  private constructor(reader: Reader, storyId: string, line: Line) {
    this.#reader = reader;
    this.#storyId = storyId;
    this.#line = line;
  }

  static async open(reader: Reader, storyId: string, line: Line): Promise<DroppingClient> {
    const client = new DroppingClient(reader, storyId, line);
    await client.#connect();
    return client;
  }

  /** Cuts the connection without a message and opens a new one. */
  async drop(): Promise<void> {
    this.#connection?.drop();
    await this.#connect();
  }

  close(): void {
    this.#connection?.drop();
    this.#connection = null;
  }

  textOf(messageId: string): string {
    return this.#texts.get(messageId) ?? "";
  }

  /** Resolves when a reply is complete. Throws after 30 s. */
  async whole(messageId: string): Promise<void> {
    const limit = AbortSignal.timeout(30_000);
    while (!this.#whole.has(messageId)) {
      if (limit.aborted) throw new Error(`A reader over ${this.#line} never heard of the end of its reply.`);
      await this.#bell.next(limit);
    }
  }

  #have(): { messageId: string; offset: number } | undefined {
    return this.#running === null
      ? undefined
      : { messageId: this.#running, offset: this.textOf(this.#running).length };
  }

  async #connect(): Promise<void> {
    this.#connection = await (this.#line === "socket" ? this.#openSocket() : this.#openStream());
  }

  async #openSocket(): Promise<Connection> {
    const socket = this.#reader.socketTo(this.#storyId);
    let dropped = false;
    socket.addEventListener("message", ({ data }) => {
      if (!dropped) this.#receive(String(data));
    });
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () => resolve());
      socket.addEventListener("error", () => reject(new Error("The socket could not be opened.")));
    });
    const have = this.#have();
    socket.send(encode({ type: "join-story", storyId: this.#storyId, ...(have ? { have } : {}) }));
    return {
      drop: () => {
        dropped = true;
        socket.close();
      },
      answer: (mark) => socket.send(encode({ type: "read-until", storyId: this.#storyId, mark })),
    };
  }

  async #openStream(): Promise<Connection> {
    const abort = new AbortController();
    const have = this.#have();
    const response = await this.#reader.streamOf(this.#storyId, have, abort.signal);
    void this.#readStream(response, abort.signal);
    return { drop: () => abort.abort(), answer: () => undefined };
  }

  async #readStream(response: Response, signal: AbortSignal): Promise<void> {
    if (!response.body) throw new Error(`No stream: ${response.status}`);
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    try {
      for await (const { data } of events) {
        if (signal.aborted) return;
        this.#receive(data);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #receive(frame: string): void {
    const decoded = decodeServerEvent(frame);
    if (!decoded.ok) {
      this.problems.push(`no event: ${frame}`);
      return;
    }
    this.#take(decoded.event);
    this.#bell.ring();
  }

  #take(event: ServerEvent): void {
    switch (event.type) {
      case "joined":
        if (event.turn) this.#add(event.turn.messageId, event.turn.offset, event.turn.content);
        else if (this.#running !== null) void this.#catchUp(this.#running);
        return;
      case "stream-start":
        this.#running = event.messageId;
        return;
      case "stream-chunk":
        this.#add(event.messageId, event.offset, event.content);
        return;
      case "stream-complete":
        this.#finish(event.messageId, event.message.content);
        return;
      case "read-check":
        this.#connection?.answer(event.mark);
        return;
      case "stream-error":
        this.problems.push(`${event.code}: ${event.message}`);
        return;
      default:
        return;
    }
  }

  #add(messageId: string, offset: number, content: string): void {
    this.#running = messageId;
    const text = this.textOf(messageId);
    if (offset !== text.length) this.problems.push(`a piece at ${offset} after ${text.length} characters`);
    this.#texts.set(messageId, text.slice(0, offset) + content);
  }

  /** The reply ended while the connection was down: it is loaded as the page loads it. */
  async #catchUp(messageId: string): Promise<void> {
    const message = (await this.#reader.messages(this.#storyId)).find((one) => one.messageId === messageId);
    if (message) this.#finish(messageId, message.content);
  }

  #finish(messageId: string, content: string): void {
    if (!content.startsWith(this.textOf(messageId)))
      this.problems.push("what was read is not what was stored");
    this.#texts.set(messageId, content);
    this.#whole.add(messageId);
    this.#running = null;
    this.#bell.ring();
  }
}
