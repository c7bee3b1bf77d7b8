import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
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
import { replyScript, scriptedText } from "#tests/fakes/reply-script.ts";
import { Bell } from "#tests/harness/story-socket.ts";
import type { Reader } from "./harness/reader.ts";
import { World } from "./harness/world.ts";

/** The number of dropped connections: `DROPS=1000 npm run test:faults -- drops` for the long run. */
const DROPS = Number(process.env["DROPS"] ?? 60);
/** Readers of one story, half of them over the event stream. */
const CLIENTS = 20;
const PIECES = 80;
const PIECE_MS = 25;
/** The connection of a turn is dropped at any time from its beginning to a little after its end. */
const TURN_MS = PIECES * PIECE_MS + 400;
const DROPS_PER_TURN = 20;

const world = await World.shared();

it(
  `${DROPS} dropped lines leave no gap and no double: all ${CLIENTS} readers of a story hold the same text`,
  async () => {
    let dropped = 0;
    for (let turn = 0; dropped < DROPS; turn += 1) {
      const reader = await world.newReader();
      const storyId = await reader.beginStory();
      const clients = await Promise.all(
        Array.from({ length: CLIENTS }, (_, index) =>
          DroppingClient.open(reader, storyId, index % 2 === 0 ? "socket" : "stream"),
        ),
      );
      const id = `turn${turn}`;
      const writer = await reader.open(storyId);
      writer.write(replyScript({ id, pieces: PIECES, everyMs: PIECE_MS }));
      const { messageId } = await writer.waitFor("stream-start");

      const drops = Array.from({ length: Math.min(DROPS_PER_TURN, DROPS - dropped) }, async (_, index) => {
        // The last two of each turn: at the very last chunk, and after completion.
        const atTheEnd = index < 2;
        await (atTheEnd ? writer.waitFor("stream-complete") : wait(Math.random() * TURN_MS));
        clients[(index * 7 + turn) % CLIENTS]?.drop();
      });
      await Promise.all(drops);
      dropped += drops.length;

      const text = scriptedText(PIECES, id);
      const read = await Promise.all(clients.map((client) => client.whole(messageId)));
      expect(clients.flatMap((client) => client.problems)).toEqual([]);
      expect(new Set(read)).toEqual(new Set([text]));
      expect((await reader.messages(storyId)).map(({ content }) => content).at(-1)).toBe(text);
      for (const client of clients) client.close();
      writer.close();
    }
  },
  300_000 + DROPS * 2_000,
);

/** A reader of a story with the page's own client and state, whose connection is cut on purpose. */
class DroppingClient {
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
