import { vi } from "vitest";
import {
  createLiveClient,
  type LiveClientOptions,
  type Reachability,
} from "#app/features/conversation/live/live-client.ts";
import {
  createTransportChoice,
  type OpenTransport,
  type TransportKind,
  type TransportListener,
} from "#app/features/conversation/live/transport.ts";
import { type ClientEventInput, encode, type ServerEvent } from "#domain/protocol.ts";
import { joined } from "./events.ts";

export const JOIN = { type: "join-story", storyId: "story" };
export const SEND = {
  type: "stream-message",
  requestId: "request-1",
  storyId: "story",
  content: "Go.",
} as const satisfies ClientEventInput;

/** The server's end of a connection that a client opened. */
export class FakeLine {
  readonly kind: TransportKind;
  readonly events: ClientEventInput[] = [];
  pings = 0;
  /** Whether it answers pings. */
  lives = false;
  closed = false;
  readonly listener: TransportListener;

  constructor(kind: TransportKind, listener: TransportListener) {
    this.kind = kind;
    this.listener = listener;
  }

  say(event: ServerEvent): void {
    this.listener.onFrame(encode(event));
  }

  accept(event: ServerEvent = joined("m1")): void {
    this.listener.onOpen();
    this.say(event);
  }

  drop(code = 1006): void {
    this.listener.onClose(code);
  }
}

/** A client that is connected to these fake lines, and the states that it has reported. */
export function openClient(options: Partial<LiveClientOptions> & { reach?: Reachability } = {}) {
  const lines: FakeLine[] = [];
  const statuses: string[] = [];
  const events: ServerEvent[] = [];
  const transport =
    (kind: TransportKind): OpenTransport =>
    (listener) => {
      const line = new FakeLine(kind, listener);
      lines.push(line);
      return {
        send: (event) => line.events.push(event),
        ping: () => {
          line.pings += 1;
          if (line.lives) line.listener.onAlive();
        },
        close: () => {
          line.closed = true;
        },
      };
    };
  const client = createLiveClient({
    idField: { storyId: "story" },
    transports: { socket: transport("socket"), stream: transport("stream") },
    choice: createTransportChoice(),
    have: () => null,
    onEvent: (event) => events.push(event),
    onStatus: (status) => statuses.push(status),
    probe: async () => options.reach ?? "unreachable",
    random: () => 1,
    ...options,
  });
  client.start();
  const line = (index: number) => {
    const found = lines.at(index);
    if (!found) throw new Error(`There is no line ${index}; ${lines.length} were opened.`);
    return found;
  };
  /** Advances the clock until the client opens its next line. */
  const nextLine = async () => {
    const opened = lines.length;
    await vi.advanceTimersByTimeAsync(0); // pending promise callbacks come first
    while (lines.length === opened) await vi.advanceTimersToNextTimerAsync();
  };
  return { client, nextLine, lines, line, statuses, events, kinds: () => lines.map(({ kind }) => kind) };
}
