import { beforeEach, expect, test, vi } from "vitest";
import {
  eventStreamTransport,
  type OpenTransport,
  POST_WITHIN_MS,
  QUIET_WITHIN_MS,
  webSocketTransport,
} from "#app/features/conversation/live/transport.ts";
import { AppError, toErrorAnswer } from "#domain/errors.ts";
import { CLOSE_GONE, CLOSE_SESSION_ENDED, type ClientEventInput, encode } from "#domain/protocol.ts";
import { joined, streamError } from "./events.ts";
import { JOIN, SEND } from "./fake-connections.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

const PATH = "/live/stories/story";
const stop: ClientEventInput = { type: "stream-stop", storyId: "story" };

/** What a transport reports, in words. */
function listen() {
  const heard: string[] = [];
  const listener: Parameters<OpenTransport>[0] = {
    onOpen: () => heard.push("open"),
    onFrame: (frame) => heard.push(frame),
    onAlive: () => heard.push("alive"),
    onClose: (code) => heard.push(`close ${code}`),
  };
  return { heard, listener };
}

/** A request of the transport, which the test answers. */
function toCall({ method = "GET", headers, body, signal }: RequestInit) {
  const { promise: answered, resolve, reject } = Promise.withResolvers<Response>();
  signal?.addEventListener("abort", () => reject(signal.reason));
  const answer = async (response: Response) => {
    resolve(response);
    await settled();
  };
  return {
    method,
    headers: new Headers(headers),
    body: typeof body === "string" ? JSON.parse(body) : null,
    signal,
    answered,
    answer,
    fail: async () => {
      reject(new TypeError("Failed to fetch"));
      await settled();
    },
    /** Answers with a stream that the test writes. */
    stream: async () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const writer = writable.getWriter();
      signal?.addEventListener("abort", () => void writer.abort().catch(() => undefined));
      await answer(new Response(readable, { headers: { "Content-Type": "text/event-stream" } }));
      const settle = async (done: Promise<void>) => {
        await done;
        await settled();
      };
      return {
        write: (text: string) => settle(writer.write(new TextEncoder().encode(text))),
        end: () => settle(writer.close()),
        cut: () => settle(writer.abort(new TypeError("network error"))),
      };
    },
  };
}

/** Runs all pending promise callbacks. */
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
  await new Promise<void>((resolve) => realImmediate(resolve));
  await vi.advanceTimersByTimeAsync(0);
}
const realImmediate = setImmediate;

async function open() {
  const calls: ReturnType<typeof toCall>[] = [];
  const { heard, listener } = listen();
  const transport = eventStreamTransport(PATH, (path, init) => {
    expect(path).toBe(PATH);
    const call = toCall(init ?? {});
    calls.push(call);
    return call.answered;
  })(listener);
  expect(heard).toEqual([]);
  await settled();
  expect(heard.splice(0)).toEqual(["open"]);
  const call = (index: number) => {
    const found = calls[index];
    if (!found) throw new Error(`There is no request ${index}; ${calls.length} were made.`);
    return found;
  };
  return { transport, calls, call, heard };
}

/** A transport that has joined. */
async function openStream() {
  const opened = await open();
  opened.transport.send(JOIN);
  const stream = await opened.call(0).stream();
  return { ...opened, stream };
}

const dataOf = (event: Parameters<typeof encode>[0]) => `data: ${encode(event)}\n\n`;

test("a join requests the stream, with the text so far", async () => {
  const { transport, call } = await open();
  transport.send({ ...JOIN, have: { messageId: "m2", offset: 42 } });
  expect(call(0).method).toBe("GET");
  expect(call(0).headers.get("Accept")).toBe("text/event-stream");
  expect(call(0).headers.get("Last-Event-ID")).toBe("m2:42");
});

test("a stream that misses three signs of life is dead", async () => {
  const { stream, heard, call } = await openStream();
  for (let times = 0; times < 5; times += 1) {
    await vi.advanceTimersByTimeAsync(QUIET_WITHIN_MS - 1);
    await stream.write(":\n\n");
  }
  expect(heard.splice(0)).toEqual(Array.from({ length: 5 }, () => "alive"));
  await vi.advanceTimersByTimeAsync(QUIET_WITHIN_MS);
  expect(heard).toEqual(["close 1006"]);
  expect(call(0).signal?.aborted).toBe(true);
});

test.each(["end", "cut"] as const)("the %s of the stream closes the connection, once", async (how) => {
  const { stream, heard } = await openStream();
  await stream[how]();
  await vi.advanceTimersByTimeAsync(QUIET_WITHIN_MS);
  expect(heard).toEqual(["close 1006"]);
});

test.each([
  [401, CLOSE_SESSION_ENDED],
  [404, CLOSE_GONE],
  [403, 1006],
  [503, 1006],
])("a stream that is refused with %d closes the connection with %d", async (status, code) => {
  const { transport, call, heard } = await open();
  transport.send(JOIN);
  await call(0).answer(Response.json({}, { status }));
  expect(heard).toEqual([`close ${code}`]);
});

test("joining again replaces the stream by another one", async () => {
  const { transport, call, heard, stream } = await openStream();
  await stream.write(dataOf(joined("m1")));
  transport.send({ ...JOIN, have: { messageId: "m2", offset: 7 } });
  expect(call(0).signal?.aborted).toBe(true);
  expect(call(1).headers.get("Last-Event-ID")).toBe("m2:7");
  const second = await call(1).stream();
  await second.write(dataOf(joined("m1")));
  expect(heard).toEqual([encode(joined("m1")), encode(joined("m1"))]);
});

test("events are sent one after another, and their answers are reported", async () => {
  const { transport, calls, call, heard } = await openStream();
  transport.send(SEND);
  transport.send(stop);
  await settled();
  expect(calls).toHaveLength(2);
  expect([call(1).method, call(1).body]).toEqual(["POST", SEND]);
  expect(call(1).headers.get("Content-Type")).toBe("application/json");
  await call(1).answer(Response.json({ events: [joined("m1")] }));
  expect(heard).toEqual([encode(joined("m1"))]);
  expect(call(2).body).toEqual(stop);
});

test("a request that is refused ends with an error of its own", async () => {
  const { transport, call, heard } = await openStream();
  transport.send(SEND);
  await settled();
  const refusal = new AppError("RATE_LIMITED");
  await call(1).answer(Response.json(toErrorAnswer(refusal, "a-request"), { status: refusal.status }));
  expect(heard.map((frame) => JSON.parse(frame))).toEqual([streamError("RATE_LIMITED")]);
});

test.each([
  ["UNAUTHENTICATED", CLOSE_SESSION_ENDED],
  ["NOT_FOUND", CLOSE_GONE],
  ["INTERNAL", 1006],
] as const)("an event that is answered with %s closes the connection with %d", async (failure, code) => {
  const { transport, call, heard } = await openStream();
  transport.send(SEND);
  await settled();
  const error = new AppError(failure);
  await call(1).answer(Response.json(toErrorAnswer(error, "a-request"), { status: error.status }));
  expect(heard).toEqual([`close ${code}`]);
});

test("an event that can't be sent closes the connection, and nothing is sent after it", async () => {
  const { transport, calls, call, heard } = await openStream();
  transport.send(SEND);
  transport.send(stop);
  await settled();
  await call(1).fail();
  expect(heard).toEqual(["close 1006"]);
  expect(calls).toHaveLength(2);
});

test("an event that is not answered in time closes the line", async () => {
  const { transport, heard, stream, call } = await openStream();
  transport.send(SEND);
  await vi.advanceTimersByTimeAsync(POST_WITHIN_MS - 1);
  await stream.write(":\n\n");
  expect(heard).toEqual(["alive"]);
  await vi.advanceTimersByTimeAsync(1);
  await settled();
  expect(heard).toEqual(["alive", "close 1006"]);
  expect(call(1).signal?.aborted).toBe(true);
});

test("a closed connection lets sent events arrive, and reports nothing more", async () => {
  const { transport, call, heard } = await openStream();
  transport.send(SEND);
  await settled();
  transport.close();
  expect(call(0).signal?.aborted).toBe(true);
  expect(call(1).signal?.aborted).toBe(false);
  await call(1).answer(Response.json({ events: [joined("m1")] }));
  await vi.advanceTimersByTimeAsync(QUIET_WITHIN_MS);
  expect(heard).toEqual([]);
});

/** A browser's socket whose other end is the test. */
class FakeSocket {
  static readonly OPEN = 1;
  readonly url: string;
  readonly sent: string[] = [];
  readyState = 0;
  onopen: () => void = () => undefined;
  onmessage: (event: { data: unknown }) => void = () => undefined;
  onclose: (event: { code: number }) => void = () => undefined;

  constructor(url: URL) {
    this.url = url.href;
    sockets.push(this);
  }

  send(frame: string): void {
    this.sent.push(frame);
  }

  close(): void {
    this.readyState = 2;
  }
}
let sockets: FakeSocket[] = [];

beforeEach(() => {
  sockets = [];
  vi.stubGlobal("window", { location: { href: "https://talespark.test/stories/story" } });
  vi.stubGlobal("WebSocket", FakeSocket);
});

function openSocket() {
  const { heard, listener } = listen();
  const transport = webSocketTransport(PATH)(listener);
  return { transport, heard, socket: sockets[0] };
}

test("a socket of our own origin carries frames both ways", () => {
  const { transport, heard, socket } = openSocket();
  if (!socket) throw new Error("No socket was opened.");
  expect(socket.url).toBe("wss://talespark.test/live/stories/story");
  transport.send({ type: "stream-stop", storyId: "story" });
  expect(socket.sent).toEqual([]);

  socket.readyState = FakeSocket.OPEN;
  socket.onopen();
  transport.send({ type: "stream-stop", storyId: "story" });
  transport.ping();
  expect(socket.sent).toEqual(['{"type":"stream-stop","storyId":"story"}', "ping"]);

  socket.onmessage({ data: '{"type":"joined"}' });
  socket.onmessage({ data: "pong" });
  socket.onmessage({ data: new ArrayBuffer(1) });
  socket.onclose({ code: 4401 });
  expect(heard).toEqual(["open", '{"type":"joined"}', "alive", "close 4401"]);
});

test("a browser that forbids sockets outright has closed this one before it opened", async () => {
  vi.stubGlobal(
    "WebSocket",
    class {
      constructor() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      }
    },
  );
  const { transport, heard } = openSocket();
  expect(heard).toEqual([]);
  await Promise.resolve();
  expect(heard).toEqual(["close 1006"]);
  transport.ping();
  transport.close();
});
