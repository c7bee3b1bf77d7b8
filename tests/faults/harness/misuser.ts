import http from "node:http";
import { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createId } from "#domain/ids.ts";
import { type ClientEventInput, encode } from "#domain/protocol.ts";
import { replyScript } from "#tests/fakes/reply-script.ts";
import { toChunk, writeChunks } from "#workers/characters/cards/png-chunks.ts";
import { type MisuseOrder, toMaskedFrame } from "./misuse.ts";

/*
 * The misuse by one account, in a process of its own, so that it does not slow down the measuring process. It reads a
 * `MisuseOrder` from MISUSE and prints the outcomes of its attempts as JSON.
 */

const { origin, token, storyId, seconds }: MisuseOrder = JSON.parse(process.env["MISUSE"] ?? "{}");
const deadline = Date.now() + seconds * 1000;
/** Until this time stories are begun and deleted, which a free account can only do while it has no active one. */
const STORIES_UNTIL = Date.now() + seconds * 200;
const authorization = { Authorization: `Bearer ${token}` };

/** Counts by attempt and answer. */
const outcomes: Record<string, Record<string, number>> = {};

function count(what: string, outcome: string | number): void {
  outcomes[what] ??= {};
  outcomes[what][outcome] = (outcomes[what][outcome] ?? 0) + 1;
}

const JOINERS = `é${"\u200d".repeat(20_000)}é`;
const MARKS = `A dark harbour ${"a\u0301\u0302\u0303".repeat(2_000)}`;
const BRACKETS = "[(<\"'“ ".repeat(70);

type Answer = { ok: boolean; text: string };

/** Sends a request and counts how it was answered; `null`: it was not. */
async function attempt(what: string, path: string, init: RequestInit): Promise<Answer | null> {
  try {
    const response = await fetch(origin + path, { redirect: "manual", ...init });
    count(what, response.status);
    return { ok: response.ok, text: await response.text() };
  } catch {
    count(what, "no answer");
    return null;
  }
}

function call(what: string, method: string, path: string, body?: unknown): Promise<Answer | null> {
  return attempt(what, path, {
    method,
    headers: { ...authorization, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Does it this often per second, whether it was answered or not, until the time is over. */
async function hammer(perSecond: number, act: () => Promise<unknown>): Promise<void> {
  while (Date.now() < deadline) {
    void act();
    await wait(1_000 / perSecond);
  }
}

async function beginStories(): Promise<void> {
  await setStatus("archived");
  while (Date.now() < STORIES_UNTIL) {
    const story = { genre: "Mystery", character: BRACKETS.slice(0, 100), description: BRACKETS };
    const begun = await call("stories begun", "POST", "/api/stories", story);
    if (begun?.ok) await call("stories deleted", "DELETE", `/api/stories/${JSON.parse(begun.text).storyId}`);
  }
  // After too many requests it waits for as long as it is told.
  while (Date.now() < deadline && !(await setStatus("active"))) await wait(50);
}

async function setStatus(status: "active" | "archived"): Promise<boolean> {
  const answer = await call(`story ${status}`, "PUT", `/api/stories/${storyId}`, { status });
  return answer?.ok ?? false;
}

async function sendHostileTexts(): Promise<void> {
  for (const description of [JOINERS, MARKS]) {
    await call("hostile texts", "POST", "/api/stories", { genre: "Mystery", character: "x", description });
  }
}

/** A picture of 10 MB that consists of 870,000 empty chunks. */
const HOSTILE_CARD = writeChunks([
  toChunk("IHDR", new Uint8Array([0, 0, 2, 0, 0, 0, 2, 0, 8, 6, 0, 0, 0])),
  { bytes: Buffer.alloc(10 * 1024 * 1024 - 1_000, toChunk("tEXt", new Uint8Array()).bytes) },
]);

function importCard(): Promise<unknown> {
  const headers = { ...authorization, "Content-Type": "application/octet-stream" };
  const body = new Uint8Array(HOSTILE_CARD);
  return attempt("hostile cards", "/api/characters/import", { method: "POST", headers, body });
}

function signIn(): Promise<unknown> {
  const headers = { Origin: origin, "Content-Type": "application/x-www-form-urlencoded" };
  return attempt("sign-ins", "/login", { method: "POST", headers, body: "" });
}

/** A socket that floods: `act` sends until the socket is closed; then another one is opened. */
async function flood(what: string, act: (send: (event: ClientEventInput) => void) => void) {
  while (Date.now() < deadline) {
    const url = `${origin.replace(/^http/, "ws")}/live/stories/${storyId}`;
    const socket: WebSocket = Reflect.construct(WebSocket, [url, { headers: authorization }]);
    await new Promise<void>((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const over = (outcome: string | number) => {
        clearInterval(timer);
        count(what, outcome);
        socket.close();
        resolve();
      };
      socket.addEventListener("open", () => {
        socket.send(encode({ type: "join-story", storyId }));
        timer = setInterval(() => {
          if (Date.now() >= deadline) over("still open");
          else if (socket.readyState === WebSocket.OPEN) act((event) => socket.send(encode(event)));
        }, 20);
      });
      socket.addEventListener("close", ({ code }) => over(code));
      socket.addEventListener("error", () => over("refused"));
    });
    await wait(5);
  }
}

/** Opens a connection and never reads from it: a socket that joins, or an event stream. */
function openSilent(kind: "socket" | "event stream"): void {
  const { hostname, port } = new URL(origin);
  const headers =
    kind === "socket"
      ? {
          ...authorization,
          Connection: "Upgrade",
          Upgrade: "websocket",
          "Sec-WebSocket-Version": "13",
          "Sec-WebSocket-Key": Buffer.from(createId().slice(0, 16)).toString("base64"),
        }
      : { ...authorization, Accept: "text/event-stream" };
  const request = http.get({ hostname, port, path: `/live/stories/${storyId}`, headers, agent: false });
  request.on("upgrade", (_, socket) => {
    if (socket instanceof Socket) socket.pause();
    socket.on("error", () => undefined);
    socket.write(toMaskedFrame(encode({ type: "join-story", storyId })));
    count("never read", kind);
  });
  request.on("response", (response) => {
    count("never read", response.statusCode === 200 ? kind : `${kind}: ${response.statusCode}`);
    response.on("error", () => undefined);
  });
  request.on("error", () => count("never read", `${kind}: no answer`));
}

async function main(): Promise<void> {
  for (let index = 0; index < 40; index += 1) openSilent("socket");
  for (let index = 0; index < 20; index += 1) openSilent("event stream");
  await Promise.all([
    beginStories().then(floodTheStory),
    // Each rate is several times its limit.
    hammer(5, sendHostileTexts),
    hammer(2, importCard),
    hammer(8, signIn),
    hammer(10, () => call("health", "GET", "/api/health")),
    hammer(20, () => call("calls", "GET", `/api/stories/${storyId}`)),
  ]);
  console.log(JSON.stringify(outcomes));
  process.exit(0);
}

async function floodTheStory(): Promise<void> {
  await Promise.all([
    flood("joins", (send) => {
      for (let index = 0; index < 20; index += 1) send({ type: "join-story", storyId });
    }),
    flood("versions", (send) => {
      for (let index = 0; index < 3; index += 1) {
        send({ type: "select-version", storyId, messageId: createId() });
      }
    }),
    flood("sends and stops", (send) => {
      const content = replyScript({ firstMs: 200 }, BRACKETS.slice(0, 200));
      send({ type: "stream-message", requestId: createId(), storyId, content });
      send({ type: "stream-stop", storyId });
    }),
    flood("long replies", (send) => {
      if (Math.random() > 0.1) return;
      // As fast as a hosted model: an account can't choose the speed of the model.
      const content = replyScript({ pieces: 600, everyMs: 10 }, "I look");
      send({ type: "stream-message", requestId: createId(), storyId, content });
    }),
  ]);
}

await main();
