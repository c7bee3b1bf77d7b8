import {
  type ConversationAction,
  reduceConversation,
} from "#app/features/conversation/live/conversation-state.ts";
import {
  createReconnectingClient,
  type ReconnectingClient,
} from "#app/features/conversation/live/reconnecting-client.ts";
import {
  CLOSE_ABNORMAL,
  eventStreamTransport,
  type OpenTransport,
} from "#app/features/conversation/live/transport.ts";
import {
  createTransportChoice,
  type TransportKind,
} from "#app/features/conversation/live/transport-choice.ts";
import { encode, PING, PONG, type ServerEvent } from "#domain/protocol.ts";
import { begin } from "#tests/app/conversation/live/events.ts";
import { Bell } from "#tests/harness/story-socket.ts";
import type { Reader } from "./reader.ts";

/** A reader of a story with the page's own client and state, whose connection is cut on purpose. */
export class DroppingClient {
  /** Such as a gap between two pieces of one connection, or a reply that is stored with another text. */
  readonly problems: string[] = [];
  readonly #reader: Reader;
  readonly #storyId: string;
  readonly #kind: TransportKind;
  readonly #client: ReconnectingClient;
  readonly #bell = new Bell();
  #cut: () => void = () => undefined;
  #state = begin();

  private constructor(reader: Reader, storyId: string, kind: TransportKind) {
    this.#reader = reader;
    this.#storyId = storyId;
    this.#kind = kind;
    const transport = this.#makeCuttable(
      kind === "socket" ? toSocket(reader, storyId) : toStream(reader, storyId),
    );
    this.#client = createReconnectingClient({
      idField: { storyId },
      transports: { socket: transport, stream: transport },
      choice: { ...createTransportChoice(), next: () => kind },
      have: () => {
        const { streaming } = this.#state;
        return streaming && { messageId: streaming.messageId, offset: streaming.text.length };
      },
      onEvent: (event) => this.#hear(event),
      onStatus: () => undefined,
    });
    this.#client.start();
  }

  static async open(reader: Reader, storyId: string, kind: TransportKind): Promise<DroppingClient> {
    const client = new DroppingClient(reader, storyId, kind);
    await client.#until("the answer to its join", () => client.#state.joined);
    return client;
  }

  /** Cuts the connection without a message; the client opens a new one. */
  drop(): void {
    this.#cut();
  }

  close(): void {
    this.#client.close();
  }

  /** The text of a reply, once it is complete. Throws after 30 s. */
  async whole(messageId: string): Promise<string> {
    const find = () => this.#state.messages.find((message) => message.messageId === messageId);
    await this.#until("the end of its reply", () => find()?.status === "complete");
    return find()?.content ?? "";
  }

  async #until(what: string, isSo: () => boolean): Promise<void> {
    const limit = AbortSignal.timeout(30_000);
    while (!isSo()) {
      if (limit.aborted) throw new Error(`A reader over a ${this.#kind} never heard of ${what}.`);
      await this.#bell.next(limit);
    }
  }

  #makeCuttable(open: OpenTransport): OpenTransport {
    return (listener) => {
      const transport = open(listener);
      this.#cut = () => {
        transport.close();
        listener.onClose(CLOSE_ABNORMAL);
      };
      return transport;
    };
  }

  #hear(event: ServerEvent): void {
    const { streaming } = this.#state;
    if (event.type === "stream-error") this.problems.push(`${event.code}: ${event.message}`);
    if (event.type === "stream-complete" && !event.message.content.startsWith(streaming?.text ?? ""))
      this.problems.push("what was read is not what was stored");
    this.#reduce(event);
    if (this.#state.needsRejoin) this.problems.push("a gap between two pieces");
    if (this.#state.needsReload) void this.#reload();
  }

  /** Reads the messages again, as the page does: the reply ended while the connection was cut. */
  async #reload(): Promise<void> {
    const { reload } = this.#state;
    const page = { messages: await this.#reader.messages(this.#storyId), before: null };
    this.#reduce({ type: "messages-reloaded", page, reload });
  }

  #reduce(action: ConversationAction): void {
    this.#state = reduceConversation(this.#state, action);
    this.#bell.ring();
  }
}

function toStream({ origin, headers }: Reader, storyId: string): OpenTransport {
  return eventStreamTransport(`${origin}/live/stories/${storyId}`, (address, init) =>
    fetch(address, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } }),
  );
}

/** The page's socket has a cookie, and no headers of its own. */
function toSocket(reader: Reader, storyId: string): OpenTransport {
  return (listener) => {
    const socket = reader.socketTo(storyId);
    socket.addEventListener("open", () => listener.onOpen());
    socket.addEventListener("close", ({ code }) => listener.onClose(code));
    socket.addEventListener("message", ({ data }) =>
      data === PONG ? listener.onAlive() : listener.onFrame(String(data)),
    );
    return {
      send: (event) => socket.send(encode(event)),
      ping: () => socket.send(PING),
      close: () => socket.close(),
    };
  };
}
