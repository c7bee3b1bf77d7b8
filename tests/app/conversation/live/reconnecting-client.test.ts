import { beforeEach, expect, test, vi } from "vitest";
import { ANSWER_WITHIN_MS, PING_EVERY_MS } from "#app/features/conversation/live/connection.ts";
import {
  CHECK_WITHIN_MS,
  CONNECT_TIMEOUT_MS,
  RETRY_MAX_MS,
} from "#app/features/conversation/live/reconnecting-client.ts";
import { SOCKET_AGAIN_MS, SOCKET_WITHIN_MS } from "#app/features/conversation/live/transport-choice.ts";
import { CLOSE_GONE, CLOSE_SESSION_ENDED, type ClientEventInput, FRAME_MAX_BYTES } from "#domain/protocol.ts";
import { chunk, complete, joined, message, running, start, streamError } from "./events.ts";
import { type FakeConnection, JOIN, openClient, SEND } from "./fake-connections.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

const stop: ClientEventInput = { type: "stream-stop", storyId: "story" };

test("a request made before the connection is open is sent after the join is answered", () => {
  const { client, connection } = openClient();
  client.send(SEND);
  connection(0).listener.onOpen();
  expect(connection(0).events).toEqual([JOIN]);
  connection(0).say(joined("m1"));
  expect(connection(0).events).toEqual([JOIN, SEND]);
});

test("a request is sent again after a reconnect, with the same id, until it has ended", async () => {
  const { client, connection, reconnect } = openClient();
  connection(0).accept();
  client.send(SEND);
  const second = await reconnect();
  expect(second.events).toEqual([JOIN, SEND]);

  second.say(complete(message({ messageId: "m2" }), "request-1"));
  expect((await reconnect()).events).toEqual([JOIN]);
});

test("a refused request is not sent again", async () => {
  const { client, connection, reconnect } = openClient();
  connection(0).accept();
  client.send(SEND);
  connection(0).say(streamError("STREAM_IN_PROGRESS"));
  expect((await reconnect()).events).toEqual([JOIN]);
});

test("a stop that could not be sent is sent once, after the reconnect", async () => {
  const { client, connection, reconnect } = openClient();
  client.send(stop);
  connection(0).accept();
  expect(connection(0).events).toEqual([JOIN, stop]);
  expect((await reconnect()).events).toEqual([JOIN]);
});

test("after 20 seconds without a connection that is reported, pending requests wait, and new ones are refused", async () => {
  const { client, connection, connections, statuses, events } = openClient();
  connection(0).accept();
  client.send(SEND);
  connection(0).drop();
  const refuse = async () => {
    await vi.advanceTimersByTimeAsync(100);
    for (const one of connections.slice(1)) if (!one.closed) one.drop();
  };
  for (let waited = 0; waited < CONNECT_TIMEOUT_MS - 100; waited += 100) await refuse();
  expect(statuses.at(-1)).toBe("reconnecting");
  for (let waited = 0; waited < RETRY_MAX_MS; waited += 100) await refuse();
  expect(statuses.at(-1)).toBe("unreachable");

  client.send({ ...SEND, requestId: "request-2" });
  expect(events.at(-1)).toMatchObject(streamError("NOT_CONNECTED", { requestId: "request-2" }));

  // Offline a request waits: the page says that it will be sent.
  client.offline();
  client.send({ ...SEND, requestId: "request-3" });
  client.online();
  connections.at(-1)?.accept();
  expect(statuses.at(-1)).toBe("open");
  expect(connections.at(-1)?.events).toEqual([JOIN, SEND, { ...SEND, requestId: "request-3" }]);
});

test("a stop that was lost with its connection is sent again while its turn still runs", async () => {
  const { client, connection, reconnect } = openClient();
  connection(0).accept(joined("m1", running("It was")));
  client.send(stop);
  const second = await reconnect(joined("m1", running("It was")));
  expect(second.events).toEqual([JOIN, stop]);

  second.say(complete(message({ messageId: "m2" }), "request-1"));
  expect((await reconnect(joined("m2"))).events).toEqual([JOIN]);
});

test("a stop never reaches another turn than the one that it meant", async () => {
  const { client, connection, reconnect } = openClient();
  connection(0).accept(joined("m1", running("It was")));
  client.send(stop);
  const another = joined("m2", { ...running("It was"), requestId: "another", messageId: "m3" });
  expect((await reconnect(another)).events).toEqual([JOIN]);
});

test("a request and the stop of it are sent again together", async () => {
  const { client, connection, reconnect } = openClient();
  connection(0).accept();
  client.send(SEND);
  client.send(stop);
  expect((await reconnect()).events).toEqual([JOIN, SEND, stop]);
});

test("a late answer about a turn that has ended is old news", () => {
  const { client, connection, events } = openClient();
  connection(0).accept();
  client.send(SEND);
  connection(0).say(streamError("STREAM_ERROR"));
  const heard = events.length;
  connection(0).say({
    type: "message-accepted",
    requestId: "request-1",
    message: message({ messageId: "u2" }),
  });
  connection(0).say(start("m2", "u2", "request-1"));
  expect(events).toHaveLength(heard);
});

test("a text that is too large for a frame is refused at once and not retried", () => {
  const { client, connection, events } = openClient();
  connection(0).accept();
  client.send({ ...SEND, content: "\u0301".repeat(FRAME_MAX_BYTES) });
  expect(connection(0).events).toEqual([JOIN]);
  expect(events.at(-1)).toMatchObject({ code: "BODY_TOO_LARGE", status: 413, requestId: "request-1" });
});

test("a reconnect sends how much of the running text is known", async () => {
  const held = { messageId: "m2", offset: 42 };
  const { connection, reconnect } = openClient({ have: () => held });
  connection(0).accept();
  expect((await reconnect()).events).toEqual([{ ...JOIN, have: held }]);
});

test("a gap is filled by joining again on the same line, which is closed if that takes too long", async () => {
  const { client, connection, connections } = openClient();
  connection(0).accept();
  client.rejoin();
  expect(connection(0).events).toEqual([JOIN, JOIN]);
  expect(connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS + 500);
  expect(connection(0).closed).toBe(true);
  expect(connections).toHaveLength(2);
});

test("the waits between attempts double up to 15 seconds, also if each connection joins and closes at once", async () => {
  const { connections, connection } = openClient();
  const waits: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const before = Date.now();
    connection(attempt).accept();
    connection(attempt).drop();
    await vi.advanceTimersToNextTimerAsync();
    waits.push(Date.now() - before);
    expect(connections).toHaveLength(attempt + 2);
  }
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, RETRY_MAX_MS, RETRY_MAX_MS]);
});

test.each(["wake", "online"] as const)("%s connects at once instead of waiting", async (how) => {
  const { client, connections, connection, reconnect } = openClient();
  connection(0).accept();
  for (let attempt = 0; attempt < 4; attempt += 1) await reconnect();
  connection(4).drop();
  expect(connections).toHaveLength(5);
  client[how]();
  expect(connections).toHaveLength(6);
  connection(5).accept();
  await vi.advanceTimersByTimeAsync(RETRY_MAX_MS);
  expect(connections).toHaveLength(6);
});

test.each(["wake", "online", "offline"] as const)(
  "%s checks an open connection at once, and drops it if there is no answer",
  async (how) => {
    const { client, connection, connections, statuses } = openClient();
    connection(0).accept();
    client[how]();
    expect(connection(0).pings).toBe(1);
    connection(0).listener.onAlive();
    await vi.advanceTimersByTimeAsync(CHECK_WITHIN_MS);
    expect(connections).toHaveLength(1);

    client[how]();
    await vi.advanceTimersByTimeAsync(CHECK_WITHIN_MS);
    expect(connection(0).closed).toBe(true);
    expect(statuses.at(-1)).toBe("reconnecting");
  },
);

test("events sent before the network failed do not answer the check, but extend its time", async () => {
  const { client, connection } = openClient();
  connection(0).accept();
  client.offline();
  await vi.advanceTimersByTimeAsync(1_000);
  connection(0).say(joined("m2"));
  await vi.advanceTimersByTimeAsync(CHECK_WITHIN_MS - 1);
  expect(connection(0).closed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(connection(0).closed).toBe(true);
});

test("a quiet connection is pinged every 25 seconds and kept while it answers", async () => {
  const { connection, connections } = openClient();
  connection(0).accept();
  for (let times = 1; times <= 3; times += 1) {
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS);
    expect(connection(0).pings).toBe(times);
    connection(0).listener.onAlive();
  }
  expect(connections).toHaveLength(1);
});

test("a connection that does not answer is dropped, another one is opened, and its late events are ignored", async () => {
  const { connection, connections, statuses, events } = openClient();
  connection(0).accept();
  await vi.advanceTimersByTimeAsync(PING_EVERY_MS + ANSWER_WITHIN_MS);
  expect(connection(0).closed).toBe(true);
  expect(statuses.at(-1)).toBe("reconnecting");
  await vi.advanceTimersByTimeAsync(500);
  connection(1).accept();
  const heard = events.length;
  connection(0).say(joined("m7"));
  expect(events).toHaveLength(heard);
  connection(0).drop();
  await vi.advanceTimersByTimeAsync(RETRY_MAX_MS);
  expect(connections).toHaveLength(2);
  expect(statuses.at(-1)).toBe("open");
});

test.each([
  [CLOSE_SESSION_ENDED, "signed-out"],
  [CLOSE_GONE, "gone"],
])("close code %d is the end: %s", async (code, status) => {
  const { connection, connections, statuses } = openClient();
  connection(0).accept();
  connection(0).drop(code);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(statuses.at(-1)).toBe(status);
  expect(connections).toHaveLength(1);
});

test("a story that is deleted during the join is reported as deleted", () => {
  const { connection, statuses } = openClient();
  connection(0).accept({ type: "stream-error", code: "NOT_FOUND", status: 404, message: "Not found." });
  expect(statuses).toEqual(["gone"]);
});

test("a closed client opens nothing any more", async () => {
  const { client, connection, connections } = openClient();
  connection(0).accept();
  client.close();
  connection(0).drop(1000);
  client.wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connections).toHaveLength(1);
  expect(connection(0).closed).toBe(true);
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
    // The other transport is tried without a wait: then there is a new connection already.
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
