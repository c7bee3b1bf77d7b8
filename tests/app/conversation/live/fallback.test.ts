import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CONNECT_TIMEOUT_MS, SOCKET_WITHIN_MS } from "#app/features/conversation/live/live-client.ts";
import { SOCKET_AGAIN_MS } from "#app/features/conversation/live/transport.ts";
import { CLOSE_GONE, CLOSE_SESSION_ENDED } from "#domain/protocol.ts";
import { chunk, complete, joined, message } from "./events.ts";
import { JOIN, openClient, SEND } from "./fake-lines.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A client that uses an event stream, because sockets are refused. */
async function onStream(options: Parameters<typeof openClient>[0] = {}) {
  const opened = openClient(options);
  opened.line(0).drop();
  await vi.advanceTimersByTimeAsync(500);
  opened.line(1).drop();
  expect(opened.kinds()).toEqual(["socket", "socket", "stream"]);
  opened.line(2).lives = true;
  opened.line(2).accept();
  return opened;
}

test("after a socket has closed twice before it joined, an event stream is used at once", async () => {
  const { statuses, line, client } = await onStream();
  expect(statuses.at(-1)).toBe("open");
  client.send(SEND);
  expect(line(2).events).toEqual([JOIN, SEND]);
});

test("an event stream also replaces a socket that never answers the join", async () => {
  const { line, kinds } = openClient();
  line(0).listener.onOpen();
  await vi.advanceTimersByTimeAsync(SOCKET_WITHIN_MS);
  expect(kinds()).toEqual(["socket", "stream"]);
  expect(line(0).closed).toBe(true);
});

test("an event stream also replaces a socket whose first event does not answer the join", async () => {
  const { line, kinds } = openClient();
  line(0).accept({ type: "stream-error", code: "BAD_FRAME", status: 400, message: "" });
  line(0).listener.onAlive();
  await vi.advanceTimersByTimeAsync(SOCKET_WITHIN_MS);
  expect(kinds()).toEqual(["socket", "stream"]);
  line(1).accept({ type: "stream-error", code: "BAD_FRAME", status: 400, message: "" });
  await vi.advanceTimersByTimeAsync(CONNECT_TIMEOUT_MS - SOCKET_WITHIN_MS);
  expect(line(1).closed).toBe(true);
});

test("a socket that hangs leaves the event stream enough of the 20 seconds", async () => {
  const { line, kinds } = openClient();
  await vi.advanceTimersByTimeAsync(SOCKET_WITHIN_MS);
  expect(kinds()).toEqual(["socket", "stream"]);
  await vi.advanceTimersByTimeAsync(CONNECT_TIMEOUT_MS - SOCKET_WITHIN_MS);
  expect(line(1).closed).toBe(true);
});

test("a request made while connecting is sent once, over the connection that joins", async () => {
  const { client, line, kinds } = openClient();
  client.send(SEND);
  line(0).drop();
  await vi.advanceTimersByTimeAsync(500);
  line(1).drop();
  line(2).lives = true;
  line(2).accept();
  expect(line(2).events).toEqual([JOIN, SEND]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kinds()).toEqual(["socket", "socket", "stream"]);
  expect(line(2).events).toEqual([JOIN, SEND]);
});

test("a socket that drops after it has joined is no reason to leave sockets", async () => {
  const { line, kinds, nextLine } = openClient();
  for (const index of [0, 1, 2]) {
    line(index).accept();
    line(index).drop();
    await nextLine();
  }
  expect(kinds()).toEqual(["socket", "socket", "socket", "socket"]);
});

test("after an event stream drops, another one joins with the text so far and the pending requests", async () => {
  const held = { messageId: "m2", offset: 42 };
  const { client, line, kinds, nextLine } = await onStream({ have: () => held });
  client.send(SEND);
  line(2).drop();
  await nextLine();
  expect(kinds().slice(3)).toEqual(["stream"]);
  line(3).accept();
  expect(line(3).events).toEqual([{ ...JOIN, have: held }, SEND]);
});

test("without any network both are tried in turn, with growing waits", async () => {
  const { line, lines, kinds, nextLine } = openClient();
  const times: number[] = [];
  const began = Date.now();
  while (lines.length < 9) {
    times.push((Date.now() - began) / 1_000);
    line(-1).drop();
    // If the client tries the other transport at once, its line exists already.
    if (lines.length === times.length) await nextLine();
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

test("a socket is tried again after five minutes, in parallel, and replaces the event stream when it has joined", async () => {
  const held = { messageId: "m2", offset: 6 };
  const { client, line, kinds, events, statuses, nextLine } = await onStream({ have: () => held });
  client.send(SEND);
  await vi.advanceTimersByTimeAsync(SOCKET_AGAIN_MS);
  expect(kinds()).toEqual(["socket", "socket", "stream", "socket"]);
  line(3).listener.onOpen();
  // Until the socket has joined, everything goes over the stream.
  expect(line(2).closed).toBe(false);
  line(2).say(chunk("m2", 6, " dark."));
  expect(events.at(-1)).toEqual(chunk("m2", 6, " dark."));

  line(3).say(joined("m1"));
  expect(line(2).closed).toBe(true);
  expect(line(3).events).toEqual([{ ...JOIN, have: held }, SEND]);
  const heard = events.length;
  line(2).say(chunk("m2", 12, "Late."));
  line(2).drop();
  expect(events).toHaveLength(heard);
  line(3).say(complete(message({ messageId: "m2" }), "request-1"));
  expect(events.at(-1)).toMatchObject({ type: "stream-complete" });
  expect(new Set(statuses.slice(statuses.indexOf("open")))).toEqual(new Set(["open"]));

  line(3).drop();
  await nextLine();
  expect(kinds().at(-1)).toBe("socket");
});

test("after a change of network a socket is tried at once", async () => {
  const { client, kinds, line } = await onStream();
  client.online();
  expect(kinds().slice(2)).toEqual(["stream", "socket"]);
  line(3).accept();
  expect(line(2).closed).toBe(true);
});

test("when the network returns, the transport that worked last is used, and a socket is tried in parallel", async () => {
  const { client, kinds, line } = await onStream();
  line(2).drop();
  client.online();
  expect(kinds().slice(3)).toEqual(["stream"]);
  line(3).accept();
  await vi.advanceTimersByTimeAsync(0);
  expect(kinds().slice(3)).toEqual(["stream", "socket"]);
});

test("a stream that ends while a socket is tried also ends the attempt", async () => {
  const { client, kinds, line } = await onStream();
  client.online();
  line(2).drop();
  expect(line(3).closed).toBe(true);
  await vi.advanceTimersByTimeAsync(500);
  line(3).accept();
  expect(kinds().slice(3)).toEqual(["socket", "stream"]);
});

test.each([
  [CLOSE_SESSION_ENDED, "signed-out"],
  [CLOSE_GONE, "gone"],
])("code %d is the end over an event stream, too: %s", async (code, status) => {
  const { line, lines, statuses } = await onStream();
  line(2).drop(code);
  await vi.advanceTimersByTimeAsync(SOCKET_AGAIN_MS);
  expect(statuses.at(-1)).toBe(status);
  expect(lines).toHaveLength(3);
});
