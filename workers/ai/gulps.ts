/**
 * Time between two gulps of an answer that flows: as often as readers are told of it (`WINDOW_MS` of the objects). What the
 * SDK does for each piece that it is handed costs a quarter of all that a running reply costs.
 */
const GULP_MS = 100;
/** Pieces at the beginning that are handed on as they come: the second mostly has the first text in it. */
const AT_ONCE = 2;
/** Held back at most, in bytes: a model that pours is not kept waiting. */
const HELD_MAX = 16_384;

/** `fetch` for a model's answers: a stream of events is handed on in gulps, not in the pieces that the network brings. */
export async function fetchInGulps(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream") ?? false;
  return response.body && isStream ? new Response(inGulps(response.body), response) : response;
}

/** The same bytes in fewer pieces: the first two and what comes after a pause at once, else what came in `GULP_MS`. */
export function inGulps(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let handed = 0;
  let lastDue = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failure: { error: unknown } | null = null;
  let isLeft = false;

  function hand(controller: ReadableStreamDefaultController<Uint8Array>): void {
    clearTimeout(timer);
    timer = undefined;
    if (heldBytes === 0 || isLeft) return;
    controller.enqueue(joined(held, heldBytes));
    handed += 1;
    held = [];
    heldBytes = 0;
  }

  async function pump(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      held.push(value);
      heldBytes += value.byteLength;
      const wait = lastDue + GULP_MS - Date.now();
      if (handed < AT_ONCE || heldBytes >= HELD_MAX || (wait <= 0 && timer === undefined)) {
        lastDue = Date.now();
        hand(controller);
      } else if (timer === undefined) {
        lastDue += GULP_MS; // one that comes late does not put off the next
        timer = setTimeout(() => hand(controller), wait);
      }
    }
    if (isLeft) return;
    hand(controller);
    controller.close();
  }

  /** An error throws away what waits in a stream: what came before it is read first. */
  function failWhenRead(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (failure !== null && !isLeft && (controller.desiredSize ?? 0) > 0) controller.error(failure.error);
  }

  return new ReadableStream({
    start(controller) {
      pump(controller).catch((error: unknown) => {
        failure = { error };
        hand(controller);
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

function joined(pieces: readonly Uint8Array[], bytes: number): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole;
}
