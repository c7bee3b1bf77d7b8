import { setTimeout as wait } from "node:timers/promises";
import { replyScript, scriptedText } from "#tests/fakes/reply-script.ts";
import type { StorySocket, TurnEnd } from "#tests/harness/story-socket.ts";
import type { Reader } from "./reader.ts";

/** How often a message's connection is dropped, at any time up to this long after it was sent. */
const DROP = { chance: 0.2, withinMs: 1_500 };
/** How often somebody leaves after a reply, to come back for the next message. */
const LEAVE_CHANCE = 0.3;
/** A turn is stuck if it has no end this long after it was sent, or sent again, and the connection is still open. */
const TURN_LIMIT_MS = 120_000;

/** One message and what became of it. */
export type TalkedTurn = {
  content: string;
  /** What the model writes, if nothing fails. */
  wholeText: string;
  /**
   * `complete`; `kept`: a failed reply with text; `handed-back`: it failed without text, and the message was taken back;
   * `unanswered`: the same, but the message stayed; `null`: it has not ended.
   */
  end: "complete" | "kept" | "handed-back" | "unanswered" | null;
  /** The reply's text, empty without one. */
  text: string;
  code: string | null;
  /** From the send to the first text; `null` if anything came between. */
  firstTextMs: number | null;
};

export type TalkerParts = {
  name: string;
  reader: Reader;
  conversationId: string;
  /** Between two messages. */
  pauseMs: { from: number; to: number };
  random: () => number;
  /** Resolves as soon as the server runs. */
  whenUp: () => Promise<void>;
};

/**
 * Somebody who goes on with one conversation: sends a message, reads its reply, and pauses. Connections drop at random;
 * then, and when the server was killed, the message is sent again with the same request id, as the page does.
 */
export class Talker {
  readonly turns: TalkedTurn[] = [];
  /** What must not happen, in words. */
  readonly problems: string[] = [];
  drops = 0;
  readonly conversationId: string;
  readonly #parts: TalkerParts;
  #socket: StorySocket | null = null;

  constructor(parts: TalkerParts) {
    this.#parts = parts;
    this.conversationId = parts.conversationId;
  }

  /** Talks until the signal aborts; the last turn is awaited. */
  async talk(until: AbortSignal): Promise<void> {
    const { random, name, pauseMs } = this.#parts;
    await pause(random() * pauseMs.from, until); // they don't all begin at once
    while (!until.aborted) {
      try {
        await this.#takeTurn(`${name}-${this.turns.length}`);
      } catch (error) {
        this.problems.push(`${name} in turn ${this.turns.length}: ${error}`);
        return;
      }
      if (random() < LEAVE_CHANCE) this.#leave();
      await pause(pauseMs.from + random() * (pauseMs.to - pauseMs.from), until);
    }
    this.#leave();
  }

  async #takeTurn(id: string): Promise<void> {
    const { random } = this.#parts;
    const pieces = Math.round(8 + random() * 32);
    const everyMs = Math.round(5 + random() * 35);
    const content = replyScript({ id, pieces, everyMs });
    const wholeText = scriptedText(pieces, id);
    const turn: TalkedTurn = { content, wholeText, end: null, text: "", code: null, firstTextMs: null };
    this.turns.push(turn);
    const dropAfterMs = random() < DROP.chance ? random() * DROP.withinMs : null;
    const { end, seen } = await this.#sendUntilEnd(turn, dropAfterMs);
    if (end.type === "stream-complete") {
      turn.end = "complete";
      turn.text = end.message.content;
      if (turn.text !== wholeText) this.problems.push(`${id} is complete with another text: ${turn.text}`);
    } else {
      turn.code = end.code;
      turn.text = end.partial?.content ?? "";
      turn.end = end.partial ? "kept" : end.restoredText === undefined ? "unanswered" : "handed-back";
      if (!wholeText.startsWith(turn.text.trimEnd())) this.problems.push(`${id} has kept ${turn.text}`);
    }
    if (!turn.text.startsWith(seen.trimEnd()))
      this.problems.push(`${id} was read as ${seen}, kept as ${turn.text}`);
  }

  /** Sends a message until its end is known. `seen`: the longest text that was read meanwhile. */
  async #sendUntilEnd(turn: TalkedTurn, dropAfterMs: number | null): Promise<{ end: TurnEnd; seen: string }> {
    const requestId = crypto.randomUUID();
    let seen = "";
    for (let tries = 1; ; tries += 1) {
      const socket = await this.#connect();
      const stuckAt = Date.now() + TURN_LIMIT_MS;
      const sentAt = performance.now();
      socket.send({ type: "stream-message", requestId, ...socket.idField, content: turn.content });
      const over = new AbortController();
      const dropped = this.#dropAfter(socket, tries === 1 ? dropAfterMs : null, over.signal);
      try {
        if (tries === 1)
          turn.firstTextMs = await Promise.race([findFirstText(socket, requestId, sentAt), dropped]);
        const end = await Promise.race([
          socket.waitForEnd(requestId, Math.max(1, stuckAt - Date.now())),
          dropped,
        ]);
        return { end, seen: longer(seen, readText(socket, requestId)) };
      } catch (error) {
        turn.firstTextMs = null;
        seen = longer(seen, readText(socket, requestId));
        if (Date.now() >= stuckAt - 100) throw error;
        this.#leave();
      } finally {
        over.abort();
      }
    }
  }

  /** Drops a connection after that time, and throws at once: a busy server may take long to close its side. */
  async #dropAfter(socket: StorySocket, ms: number | null, over: AbortSignal): Promise<never> {
    if (ms !== null) await pause(ms, over);
    if (ms === null || over.aborted) return new Promise<never>(() => undefined);
    this.drops += 1;
    socket.close();
    throw new Error("The connection was dropped.");
  }

  /** A joined socket: the open one, or a new one as soon as there is a server. */
  async #connect(): Promise<StorySocket> {
    if (this.#socket?.closed === null) return this.#socket;
    const stuckAt = Date.now() + TURN_LIMIT_MS;
    for (;;) {
      await this.#parts.whenUp();
      try {
        this.#socket = await this.#parts.reader.open(this.conversationId);
        return this.#socket;
      } catch (error) {
        if (Date.now() >= stuckAt) throw error;
        await wait(200); // the server was killed while the socket opened
      }
    }
  }

  #leave(): void {
    this.#socket?.close();
    this.#socket = null;
  }
}

/** Milliseconds until the first text of a reply; `null` if it ended without one. Throws if the connection closes. */
async function findFirstText(socket: StorySocket, requestId: string, sentAt: number): Promise<number | null> {
  const ended = socket.waitForEnd(requestId, TURN_LIMIT_MS).then(() => null);
  const begun = socket
    .waitFor("stream-start", (event) => event.requestId === requestId, TURN_LIMIT_MS)
    .then(({ messageId }) =>
      socket.waitFor("stream-chunk", (event) => event.messageId === messageId, TURN_LIMIT_MS),
    )
    .then(() => performance.now() - sentAt);
  begun.catch(() => undefined); // a turn that fails at once has no start
  ended.catch(() => undefined);
  return Promise.race([begun, ended]);
}

/** The text of a request's reply that a socket has received. */
function readText(socket: StorySocket, requestId: string): string {
  for (const event of socket.events) {
    const turn = event.type === "joined" ? event.turn : event.type === "stream-start" ? event : null;
    if (turn?.requestId === requestId) return socket.textSoFar(turn.messageId);
  }
  return "";
}

function longer(one: string, other: string): string {
  return other.length > one.length ? other : one;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined);
}
