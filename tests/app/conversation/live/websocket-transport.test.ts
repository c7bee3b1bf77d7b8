import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { webSocketTransport } from "#app/features/conversation/live/transport.ts";

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
afterEach(() => {
  vi.unstubAllGlobals();
});

function open() {
  const heard: string[] = [];
  const transport = webSocketTransport("/live/stories/story")({
    onOpen: () => heard.push("open"),
    onFrame: (frame) => heard.push(frame),
    onAlive: () => heard.push("alive"),
    onClose: (code) => heard.push(`close ${code}`),
  });
  return { transport, heard, socket: sockets[0] };
}

test("a socket of our own origin carries frames both ways", () => {
  const { transport, heard, socket } = open();
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
  const { transport, heard } = open();
  expect(heard).toEqual([]);
  await Promise.resolve();
  expect(heard).toEqual(["close 1006"]);
  transport.ping();
  transport.close();
});
