import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  ANSWER_WITHIN_MS,
  CONNECT_WITHIN_MS,
  createLiveClient,
  type LiveClientOptions,
  PING_EVERY_MS,
  RETRY_MAX_MS,
  type Reachability,
  type TransportListener,
} from "#app/features/conversation/live-client.ts";
import {
  CLOSE_GONE,
  CLOSE_SESSION_ENDED,
  type ClientEventInput,
  encode,
  type ServerEvent,
} from "#domain/protocol.ts";
import { complete, joined, message } from "./events.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** The other end of the lines that a client opens. */
class Line {
  readonly sent: string[] = [];
  closed = false;
  readonly listener: TransportListener;

  constructor(listener: TransportListener) {
    this.listener = listener;
  }

  get events(): unknown[] {
    return this.sent.filter((frame) => frame !== "ping").map((frame) => JSON.parse(frame));
  }

  say(event: ServerEvent): void {
    this.listener.onFrame(encode(event));
  }

  accept(event: ServerEvent = joined("m1")): void {
    this.listener.onOpen();
    this.say(event);
  }
}

function open(options: Partial<LiveClientOptions> & { reach?: Reachability } = {}) {
  const lines: Line[] = [];
  const statuses: string[] = [];
  const events: ServerEvent[] = [];
  const client = createLiveClient({
    storyId: "story",
    openTransport: (listener) => {
      const line = new Line(listener);
      lines.push(line);
      return {
        send: (frame) => line.sent.push(frame),
        close: () => {
          line.closed = true;
        },
      };
    },
    have: () => null,
    onEvent: (event) => events.push(event),
    onStatus: (status) => statuses.push(status),
    probe: async () => options.reach ?? "unreachable",
    random: () => 1,
    ...options,
  });
  client.start();
  const line = (index: number) => {
    const found = lines[index];
    if (!found) throw new Error(`There is no line ${index}; ${lines.length} were opened.`);
    return found;
  };
  return { client, lines, line, statuses, events };
}

const JOIN = { type: "join-story", storyId: "story" };
const send: ClientEventInput = {
  type: "stream-message",
  requestId: "request-1",
  storyId: "story",
  content: "Go.",
};

test("the first thing said on a line is what story it is about", () => {
  const { line, statuses } = open();
  line(0).accept();
  expect(line(0).events).toEqual([JOIN]);
  expect(statuses).toEqual(["open"]);
});

test("what is asked for before the line is open is sent when the server has answered the join", () => {
  const { client, line } = open();
  client.send(send);
  line(0).listener.onOpen();
  expect(line(0).events).toEqual([JOIN]);
  line(0).say(joined("m1"));
  expect(line(0).events).toEqual([JOIN, send]);
});

test("a request is sent again after a reconnect, with the same id, until it has ended", async () => {
  const { client, line } = open();
  line(0).accept();
  client.send(send);
  line(0).listener.onClose(1006);
  await vi.advanceTimersByTimeAsync(500);
  line(1).accept();
  expect(line(1).events).toEqual([JOIN, send]);

  line(1).say(complete(message({ messageId: "m2" }), "request-1"));
  line(1).listener.onClose(1006);
  await vi.advanceTimersByTimeAsync(500);
  line(2).accept();
  expect(line(2).events).toEqual([JOIN]);
});

test("a refused request is not sent again", async () => {
  const { client, line } = open();
  line(0).accept();
  client.send(send);
  line(0).say({
    type: "stream-error",
    code: "STREAM_IN_PROGRESS",
    status: 409,
    message: "",
    requestId: "request-1",
  });
  line(0).listener.onClose(1006);
  await vi.advanceTimersByTimeAsync(500);
  line(1).accept();
  expect(line(1).events).toEqual([JOIN]);
});

test("a stop that could not be sent is sent once the line is back, and only once", async () => {
  const { client, line } = open();
  client.send({ type: "stream-stop", storyId: "story" });
  line(0).accept();
  expect(line(0).events).toEqual([JOIN, { type: "stream-stop", storyId: "story" }]);
  line(0).listener.onClose(1006);
  await vi.advanceTimersByTimeAsync(500);
  line(1).accept();
  expect(line(1).events).toEqual([JOIN]);
});

test("a reconnect says what is held of a running text", async () => {
  const held = { messageId: "m2", offset: 42 };
  const { line } = open({ have: () => held });
  line(0).accept();
  line(0).listener.onClose(1006);
  await vi.advanceTimersByTimeAsync(500);
  line(1).listener.onOpen();
  expect(line(1).events).toEqual([{ ...JOIN, have: held }]);
});

test("a gap is filled by joining again on the same line", () => {
  const { client, line, lines } = open();
  line(0).accept();
  client.rejoin();
  expect(line(0).events).toEqual([JOIN, JOIN]);
  expect(lines).toHaveLength(1);
});

test("the waits between attempts double up to a quarter of a minute, and begin anew after a success", async () => {
  const { lines, line } = open();
  const waits: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    const before = Date.now();
    line(attempt).listener.onClose(1006);
    await vi.advanceTimersByTimeAsync(0); // the probe has answered
    await vi.advanceTimersToNextTimerAsync();
    waits.push(Date.now() - before);
    expect(lines).toHaveLength(attempt + 2);
  }
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, RETRY_MAX_MS, RETRY_MAX_MS]);

  line(7).accept();
  line(7).listener.onClose(1006);
  await vi.advanceTimersByTimeAsync(500);
  expect(lines).toHaveLength(9);
});

test("at least half of a wait is kept whatever chance says", async () => {
  const { lines, line } = open({ random: () => 0 });
  line(0).accept();
  line(0).listener.onClose(1006);
  await vi.advanceTimersByTimeAsync(249);
  expect(lines).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(lines).toHaveLength(2);
});

test("coming back to the page, or online, connects at once instead of waiting", async () => {
  const { client, lines, line } = open();
  for (let attempt = 0; attempt < 4; attempt += 1) {
    line(attempt).listener.onClose(1006);
    await vi.advanceTimersByTimeAsync(RETRY_MAX_MS);
  }
  line(4).listener.onClose(1006);
  await vi.advanceTimersByTimeAsync(0);
  const opened = lines.length;
  client.wake();
  expect(lines).toHaveLength(opened + 1);
  await vi.advanceTimersByTimeAsync(RETRY_MAX_MS);
  expect(lines).toHaveLength(opened + 1);
});

test("coming back to a page whose line is open checks that it still lives", () => {
  const { client, line } = open();
  line(0).accept();
  client.wake();
  expect(line(0).sent.at(-1)).toBe("ping");
});

test("a quiet line is asked every 25 seconds and kept while it answers", async () => {
  const { line, lines } = open();
  line(0).accept();
  for (let times = 1; times <= 3; times += 1) {
    await vi.advanceTimersByTimeAsync(PING_EVERY_MS);
    expect(line(0).sent.filter((frame) => frame === "ping")).toHaveLength(times);
    line(0).listener.onFrame("pong");
  }
  expect(lines).toHaveLength(1);
});

test("a line that does not answer is dropped and another is opened", async () => {
  const { line, lines, statuses } = open();
  line(0).accept();
  await vi.advanceTimersByTimeAsync(PING_EVERY_MS + ANSWER_WITHIN_MS);
  expect(line(0).closed).toBe(true);
  expect(statuses.at(-1)).toBe("reconnecting");
  await vi.advanceTimersByTimeAsync(500);
  expect(lines).toHaveLength(2);
  // The dropped line reports its end at last: the new one is not disturbed.
  line(0).listener.onClose(1006);
  await vi.advanceTimersByTimeAsync(RETRY_MAX_MS);
  expect(lines).toHaveLength(2);
});

test("what a dropped line says late is not listened to", async () => {
  const { line, events } = open();
  line(0).accept();
  await vi.advanceTimersByTimeAsync(PING_EVERY_MS + ANSWER_WITHIN_MS);
  const heard = events.length;
  line(0).say(joined("m7"));
  expect(events).toHaveLength(heard);
});

test("an attempt that leads nowhere is given up after 20 seconds", async () => {
  const { lines } = open();
  await vi.advanceTimersByTimeAsync(CONNECT_WITHIN_MS + 500);
  expect(lines).toHaveLength(2);
});

test.each([
  [CLOSE_SESSION_ENDED, "signed-out"],
  [CLOSE_GONE, "gone"],
])("close code %d is the end: %s", async (code, status) => {
  const { line, lines, statuses } = open();
  line(0).accept();
  line(0).listener.onClose(code);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(statuses.at(-1)).toBe(status);
  expect(lines).toHaveLength(1);
});

test.each(["signed-out", "gone"] as const)(
  "a line that is refused because one is %s ends it",
  async (reach) => {
    const { line, lines, statuses } = open({ reach });
    line(0).listener.onClose(1006);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(statuses.at(-1)).toBe(reach);
    expect(lines).toHaveLength(1);
  },
);

test("a frame that is no event is passed over", () => {
  const { line, events } = open();
  line(0).accept();
  const heard = events.length;
  line(0).listener.onFrame("not JSON");
  line(0).listener.onFrame('{"type":"from-the-future"}');
  expect(events).toHaveLength(heard);
});

test("a closed client opens nothing any more", async () => {
  const { client, line, lines } = open();
  line(0).accept();
  client.close();
  line(0).listener.onClose(1000);
  client.wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines).toHaveLength(1);
  expect(line(0).closed).toBe(true);
});
