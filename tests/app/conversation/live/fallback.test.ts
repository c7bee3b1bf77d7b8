import { beforeEach, expect, test, vi } from "vitest";
import { CONNECT_TIMEOUT_MS } from "#app/features/conversation/live/reconnecting-client.ts";
import { SOCKET_AGAIN_MS, SOCKET_WITHIN_MS } from "#app/features/conversation/live/transport-choice.ts";
import { chunk, complete, message } from "./events.ts";
import { type FakeConnection, JOIN, openClient, SEND } from "./fake-connections.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

/** A client that uses an event stream, because sockets are refused. */
async function onStream(options: Parameters<typeof openClient>[0] = {}) {
  const opened = openClient(options);
  opened.connection(0).drop();
  await vi.advanceTimersByTimeAsync(500);
  opened.connection(1).drop();
  expect(opened.kinds()).toEqual(["socket", "socket", "stream"]);
  opened.connection(2).lives = true;
  opened.connection(2).accept();
  return opened;
}

test("after a socket has closed twice before it joined, an event stream is used at once", async () => {
  const { statuses, connection, client } = await onStream();
  expect(statuses.at(-1)).toBe("open");
  client.send(SEND);
  expect(connection(2).events).toEqual([JOIN, SEND]);
});

test.each<[string, (connection: FakeConnection) => void]>([
  ["never opens", () => undefined],
  ["never answers the join", ({ listener }) => listener.onOpen()],
  [
    "answers the join with something else",
    (connection) => {
      connection.accept({ type: "stream-error", code: "BAD_FRAME", status: 400, message: "" });
      connection.listener.onAlive();
    },
  ],
])(
  "a socket that %s is replaced by an event stream, which has the rest of the 20 seconds",
  async (_, begin) => {
    const { connection, kinds } = openClient();
    begin(connection(0));
    await vi.advanceTimersByTimeAsync(SOCKET_WITHIN_MS);
    expect(kinds()).toEqual(["socket", "stream"]);
    expect(connection(0).closed).toBe(true);
    begin(connection(1));
    await vi.advanceTimersByTimeAsync(CONNECT_TIMEOUT_MS - SOCKET_WITHIN_MS);
    expect(connection(1).closed).toBe(true);
  },
);

test("a socket that drops after it has joined is no reason to leave sockets", async () => {
  const { connection, kinds, reconnect } = openClient();
  connection(0).accept();
  for (let times = 0; times < 3; times += 1) await reconnect();
  expect(kinds()).toEqual(["socket", "socket", "socket", "socket"]);
});

test("after an event stream has dropped, the next connection is one too", async () => {
  const { kinds, reconnect } = await onStream();
  await reconnect();
  expect(kinds().slice(3)).toEqual(["stream"]);
});

test("without any network both are tried in turn, with growing waits", async () => {
  const { connection, connections, kinds, nextConnection } = openClient();
  const times: number[] = [];
  const began = Date.now();
  while (connections.length < 9) {
    times.push((Date.now() - began) / 1_000);
    connection(-1).drop();
    // If the client tries the other transport at once, its connection exists already.
    if (connections.length === times.length) await nextConnection();
  }
  expect(kinds()).toEqual([
    "socket",
    "socket",
    "stream",
    "stream",
    "socket",
    "stream",
    "stream",
    "socket",
    "stream",
  ]);
  expect(times).toEqual([0, 0.5, 0.5, 1.5, 3.5, 3.5, 7.5, 15.5]);
});

test("an event stream that works stays; after five minutes the next connection is a socket again", async () => {
  const held = { messageId: "m2", offset: 6 };
  const { client, connection, kinds, events } = await onStream({ have: () => held });
  client.send(SEND);
  await vi.advanceTimersByTimeAsync(SOCKET_AGAIN_MS);
  client.wake();
  expect(kinds()).toEqual(["socket", "socket", "stream"]);
  connection(2).drop();
  client.wake();
  expect(kinds()).toEqual(["socket", "socket", "stream", "socket"]);
  const heard = events.length;
  connection(2).say(chunk("m2", 6, "Late."));
  connection(2).drop();
  expect(events).toHaveLength(heard);

  connection(3).accept();
  expect(connection(3).events).toEqual([{ ...JOIN, have: held }, SEND]);
  connection(3).say(complete(message({ messageId: "m2" }), "request-1"));
  expect(events.at(-1)).toMatchObject({ type: "stream-complete" });
});

test("after a change of network a socket is tried at once, and the event stream comes back if there is none", async () => {
  const { client, kinds, connection } = await onStream();
  client.online();
  expect(connection(2).closed).toBe(true);
  connection(3).drop();
  expect(kinds().slice(2)).toEqual(["stream", "socket", "stream"]);
  connection(4).accept();
  client.online();
  connection(5).accept();
  connection(5).drop();
  await vi.advanceTimersByTimeAsync(500);
  connection(6).drop();
  expect(kinds().slice(5)).toEqual(["socket", "socket"]);
});

test("a connection that is left after a change of network counts as lost from then on", async () => {
  const { client, kinds, statuses } = await onStream();
  client.online();
  expect(statuses.at(-1)).toBe("reconnecting");
  await vi.advanceTimersByTimeAsync(CONNECT_TIMEOUT_MS - 1);
  expect(kinds().slice(2)).toEqual(["stream", "socket", "stream"]);
  expect(statuses.at(-1)).toBe("reconnecting");
  await vi.advanceTimersByTimeAsync(1);
  expect(statuses.at(-1)).toBe("unreachable");
});
