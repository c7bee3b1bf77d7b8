import type { ServerEvent } from "#domain/protocol.ts";
import { CONVERSATION_LIMITS } from "#domain/rate-limits.ts";

/** A comment is written this often: a reader who has left is only noticed by writing to them. */
const HEARTBEAT_MS = 5_000;
/** A reader that is this far behind is disconnected. It reconnects and is sent what it lacks in one piece. */
const BUFFER_MAX_BYTES = CONVERSATION_LIMITS.backlogBytes;

type EventStreamParts = {
  /** Resolves when all earlier writes are on disk. The platform waits for that by itself with sockets, not with streams. */
  stored: () => Promise<void>;
  /** The reader's request; aborts when they leave. */
  signal: AbortSignal;
  onClose: () => void;
};

/**
 * One reader over HTTP, where WebSockets are blocked: the same events as Server-Sent Events. The `id` of a chunk is
 * `messageId:offset` of its end, so that `Last-Event-ID` says how much the reader has.
 */
export class EventStream {
  readonly response: Response;
  readonly #parts: EventStreamParts;
  readonly #encoder = new TextEncoder();
  readonly #heartbeat: ReturnType<typeof setInterval>;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** Unread bytes. They are kept here and not in the stream, so that they can be dropped with the reader. */
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  /** The stream has asked for the next piece. */
  #isWanted = false;
  #sent: Promise<void> = Promise.resolve();

  constructor(parts: EventStreamParts) {
    this.#parts = parts;
    this.#heartbeat = setInterval(() => this.#write(":\n\n"), HEARTBEAT_MS);
    const close = () => {
      clearInterval(this.#heartbeat);
      this.#controller = null;
      parts.onClose();
    };
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => {
          this.#isWanted = true;
          this.#passOn();
        },
        cancel: close,
      },
      new CountQueuingStrategy({ highWaterMark: 0 }),
    );
    parts.signal.addEventListener("abort", close, { once: true });
    this.response = new Response(body, {
      headers: {
        "Content-Type": "text/event-stream",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
      },
    });
  }

  send(event: ServerEvent): void {
    const id =
      event.type === "stream-chunk" ? `id: ${event.messageId}:${event.offset + event.content.length}\n` : "";
    this.#write(`${id}data: ${JSON.stringify(event)}\n\n`);
  }

  close(): void {
    this.#sent = this.#sent.then(() => this.#end());
  }

  /** Ends it at once and drops what was not read yet. */
  drop(): void {
    this.#waiting = [];
    this.#end();
  }

  #write(text: string): void {
    this.#sent = this.#sent.then(async () => {
      await this.#parts.stored();
      if (this.#controller === null) return;
      const piece = this.#encoder.encode(text);
      const isBehind = this.#waiting.length > 0 && this.#waitingBytes + piece.byteLength > BUFFER_MAX_BYTES;
      if (isBehind) return this.drop();
      this.#waiting.push(piece);
      this.#waitingBytes += piece.byteLength;
      this.#passOn();
    });
  }

  #passOn(): void {
    const [piece] = this.#waiting;
    if (!this.#isWanted || piece === undefined) return;
    this.#isWanted = false;
    this.#waiting.shift();
    this.#waitingBytes -= piece.byteLength;
    this.#controller?.enqueue(piece);
  }

  #end(): void {
    clearInterval(this.#heartbeat); // our own end calls no `cancel`, and a timer keeps the object awake
    for (const piece of this.#waiting) this.#controller?.enqueue(piece);
    this.#waiting = [];
    this.#controller?.close();
    this.#controller = null;
    this.#parts.onClose();
  }
}

/** How much of a running reply a reader has: its first `offset` characters. */
export type Have = { messageId: string; offset: number };

/** What a reader has of a running reply, from `Last-Event-ID` or the `have` parameter; `undefined`: nothing. */
export function parseHave(value: string | null): Have | undefined {
  const [, messageId, offset] = value?.match(/^([\w-]{1,64}):(\d{1,9})$/) ?? [];
  return messageId && offset ? { messageId, offset: Number(offset) } : undefined;
}
