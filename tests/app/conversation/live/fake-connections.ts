import { vi } from "vitest";
import {
  createReconnectingClient,
  type ReconnectingClientOptions,
} from "#app/features/conversation/live/reconnecting-client.ts";
import type { OpenTransport, TransportListener } from "#app/features/conversation/live/transport.ts";
import {
  createTransportChoice,
  type TransportKind,
} from "#app/features/conversation/live/transport-choice.ts";
import { type ClientEventInput, encode, type ServerEvent } from "#domain/protocol.ts";
import { joined } from "./events.ts";

export const JOIN = { type: "join-story", storyId: "story" } as const satisfies ClientEventInput;
export const SEND = {
  type: "stream-message",
  requestId: "request-1",
  storyId: "story",
  content: "Go.",
} as const satisfies ClientEventInput;

/** The server's end of a connection that a client opened. */
export class FakeConnection {
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

/** A client that is connected to these fake connections, and the states that it has reported. */
export function openClient(options: Partial<ReconnectingClientOptions> = {}) {
  const connections: FakeConnection[] = [];
  const statuses: string[] = [];
  const events: ServerEvent[] = [];
  const transport =
    (kind: TransportKind): OpenTransport =>
    (listener) => {
      const connection = new FakeConnection(kind, listener);
      connections.push(connection);
      return {
        send: (event) => connection.events.push(event),
        ping: () => {
          connection.pings += 1;
          if (connection.lives) connection.listener.onAlive();
        },
        close: () => {
          connection.closed = true;
        },
      };
    };
  const client = createReconnectingClient({
    idField: { storyId: "story" },
    transports: { socket: transport("socket"), stream: transport("stream") },
    choice: createTransportChoice(),
    have: () => null,
    onEvent: (event) => events.push(event),
    onStatus: (status) => statuses.push(status),
    random: () => 1,
    ...options,
  });
  client.start();
  const connection = (index: number) => {
    const found = connections.at(index);
    if (!found) throw new Error(`There is no connection ${index}; ${connections.length} were opened.`);
    return found;
  };
  /** Advances the clock until the client opens its next connection. */
  const nextConnection = async () => {
    const opened = connections.length;
    await vi.advanceTimersByTimeAsync(0); // pending promise callbacks come first
    while (connections.length === opened) await vi.advanceTimersToNextTimerAsync();
  };
  /** Drops the latest connection, and joins over the next one with this event. */
  const reconnect = async (event?: ServerEvent): Promise<FakeConnection> => {
    connection(-1).drop();
    await nextConnection();
    connection(-1).accept(event);
    return connection(-1);
  };
  return {
    client,
    nextConnection,
    reconnect,
    connections,
    connection,
    statuses,
    events,
    kinds: () => connections.map(({ kind }) => kind),
  };
}
