import { Cadence, WINDOW_MS } from "./cadence.ts";
import { mergeDeltas } from "./merge-deltas.ts";

/*
 * The SDK's work per piece is a quarter of the whole cost of a running reply, and readers get the text in windows
 * anyway (decision 17).
 */

/** About one token: with 40 tokens or more in a second, each window ends with one. */
const EARLY_MS = WINDOW_MS / 4;
/** More bytes than this are passed on at once, so that a very fast model does not wait. */
const HELD_MAX = 16_384;
/** The runtime splits most events in two; the second part usually follows at once. */
const REST_OF_EVENT_MS = 5;
const NEWLINE = 10;

/**
 * `fetch` for a model's answers: a stream of events is passed on in large pieces, not in the pieces that the network brings.
 */
export async function fetchInGulps(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  // A redirect is not followed: the key must reach only the configured server.
  const response = await fetch(input, { ...init, redirect: "manual" });
  const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream") ?? false;
  return response.body && isStream ? new Response(inGulps(response.body), response) : response;
}

/**
 * The same answer in fewer pieces. The first event, and an event after a pause, pass at once. Other events wait for the end
 * of their window, and their deltas become one.
 */
export function inGulps(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const held = new Held();
  const cadence = new Cadence(EARLY_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBegun = false;
  let failure: { error: unknown } | null = null;
  let isLeft = false;

  function passOn(controller: ReadableStreamDefaultController<Uint8Array>): void {
    clearTimeout(timer);
    timer = undefined;
    cadence.noteSent();
    if (held.bytes === 0 || isLeft) return;
    controller.enqueue(mergeDeltas(held.take()));
    isBegun = true;
  }

  async function pump(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      held.add(value);
      // The first event usually has no text, so the windows are counted from the second one.
      const wait = isBegun ? cadence.noteArrival(Date.now()) : 0;
      if ((wait === 0 && held.isWhole) || held.bytes >= HELD_MAX) passOn(controller);
      else timer ??= setTimeout(() => passOn(controller), wait || REST_OF_EVENT_MS);
    }
    if (isLeft) return;
    passOn(controller);
    controller.close();
  }

  /** Fails the stream once everything before the error was read: an error drops what still waits in a stream. */
  function failWhenRead(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (failure !== null && !isLeft && (controller.desiredSize ?? 0) > 0) controller.error(failure.error);
  }

  return new ReadableStream({
    start(controller) {
      pump(controller).catch((error: unknown) => {
        failure = { error };
        passOn(controller);
        failWhenRead(controller);
      });
    },
    pull: failWhenRead,
    cancel(reason) {
      isLeft = true;
      clearTimeout(timer);
      return reader.cancel(reason);
    },
  });
}

/** Bytes that have arrived and were not passed on. */
class Held {
  #pieces: Uint8Array[] = [];
  bytes = 0;
  /** Whether it ends where an event ends. */
  isWhole = true;

  add(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.bytes += piece.byteLength;
    this.isWhole = piece.at(-1) === NEWLINE && piece.at(-2) === NEWLINE;
  }

  /** Returns all of it as one piece, and is empty then. */
  take(): Uint8Array {
    const whole = new Uint8Array(this.bytes);
    let at = 0;
    for (const piece of this.#pieces) {
      whole.set(piece, at);
      at += piece.byteLength;
    }
    this.#pieces = [];
    this.bytes = 0;
    return whole;
  }
}
