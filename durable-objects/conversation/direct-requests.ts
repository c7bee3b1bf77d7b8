import type { ServerEvent } from "#domain/protocol.ts";
import type { AskedTurn } from "#domain/turn-kinds.ts";
import type { ConversationTurn } from "./conversation-turn.ts";
import { EventStream } from "./event-stream.ts";
import { type TurnOutcome, type TurnRefusal, toOutcome } from "./events.ts";
import type { Readers } from "./readers.ts";
import type { ConversationRow } from "./record.ts";

const NOT_THERE = { ok: false, code: "NOT_FOUND", retryAfterSeconds: null } as const;

type DirectRequestsParts = {
  readers: Pick<Readers, "listen">;
  turn: Pick<ConversationTurn, "request">;
  /** The event with the current state; see `ReaderRequests.join`. */
  join: (row: ConversationRow) => ServerEvent;
  /** Waits until everything that was written is on disk. */
  sync: () => Promise<void>;
  /** The conversation's row, unless it is deleted or purged. */
  findOpen: () => ConversationRow | null;
};

/** Requests of a caller that has no connection: each is answered with the end of its turn. */
export class DirectRequests {
  readonly #parts: DirectRequestsParts;

  constructor(parts: DirectRequestsParts) {
    this.#parts = parts;
  }

  /** Answers when the turn has ended, with the events that a reader would get. */
  async ask(request: AskedTurn): Promise<TurnOutcome> {
    const { readers, turn, findOpen } = this.#parts;
    const row = findOpen();
    if (!row) return NOT_THERE;
    const { promise, resolve } = Promise.withResolvers<TurnOutcome>();
    const send = (event: ServerEvent) => {
      const outcome = toOutcome(event, request.requestId);
      if (outcome) resolve(outcome);
    };
    const stopListening = readers.listen(send);
    try {
      await turn.request(request, row, { send, socket: null });
      return await promise;
    } finally {
      stopListening();
    }
  }

  /**
   * The same as an event stream of what readers get, which begins with the current state and ends with the turn. A turn that
   * ends before it is accepted is answered without a stream.
   */
  async askAndFollow(request: AskedTurn): Promise<Response | TurnRefusal> {
    const { readers, turn, join, findOpen, sync } = this.#parts;
    const row = findOpen();
    if (!row) return NOT_THERE;
    let refusal: TurnRefusal | null = null;
    let hasBegun = false;
    const stream = new EventStream({
      stored: sync,
      signal: new AbortController().signal, // never aborts: a caller who leaves cancels the stream
      onClose: () => stopListening(),
    });
    const send = (event: ServerEvent) => {
      const outcome = toOutcome(event, request.requestId);
      if (outcome?.ok === false && !hasBegun) refusal = outcome;
      // Other tabs have requests of their own, and a story changes without one.
      if ("requestId" in event && event.requestId === request.requestId) hasBegun = true;
      stream.send(event);
      if (outcome) stream.close();
    };
    const stopListening = readers.listen(send);
    stream.send(join(row)); // a request that is sent again joins the reply that is being written
    try {
      await turn.request(request, row, { send, socket: null });
    } catch (error) {
      stream.drop(); // its timer would keep the object awake
      throw error;
    }
    return refusal ?? stream.response;
  }
}
