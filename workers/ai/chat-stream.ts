import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { Cadence, WINDOW_MS } from "./cadence.ts";
import { type ChatEnd, ChatEvents } from "./chat-events.ts";

type Part = LanguageModelV4StreamPart;

/** About one token: with 40 tokens or more in a second, each window ends with one. */
const EARLY_MS = WINDOW_MS / 4;
/** More text than this is passed on at once, so that a very fast model does not wait. In UTF-16 code units. */
const HELD_MAX = 16_384;

/**
 * The parts of an answer in the protocol of OpenAI's chat completions: text, thoughts, errors and the end. The first part, and one after a
 * pause, pass at once; others wait for the end of their window, and their text becomes one part (decision 17): readers get the text in
 * windows anyway, and each part takes time on its way to them. `convertEnd` makes the last part.
 */
export function readChatStream(
  answer: ReadableStream<Uint8Array>,
  convertEnd: (end: ChatEnd) => Promise<Part>,
): ReadableStream<Part> {
  const reader = answer.getReader();
  const decoder = new TextDecoder();
  const events = new ChatEvents();
  const cadence = new Cadence(EARLY_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failure: { error: unknown } | null = null;
  let isLeft = false;

  function passOn(controller: ReadableStreamDefaultController<Part>): void {
    clearTimeout(timer);
    timer = undefined;
    cadence.noteSent();
    if (isLeft) return;
    for (const part of events.take()) controller.enqueue(part);
  }

  async function pump(controller: ReadableStreamDefaultController<Part>): Promise<void> {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      events.read(decoder.decode(value, { stream: true }));
      if (events.isEmpty) continue;
      const wait = cadence.noteArrival(Date.now());
      if (wait === 0 || events.heldLength >= HELD_MAX) passOn(controller);
      else timer ??= setTimeout(() => passOn(controller), wait);
    }
    events.end();
    passOn(controller);
    const end = events.finish && (await convertEnd(events.finish));
    if (isLeft) return;
    if (end !== null) controller.enqueue(end);
    controller.close();
  }

  /** Fails the stream once everything before the error was read: an error drops what still waits in a stream. */
  function failWhenRead(controller: ReadableStreamDefaultController<Part>): void {
    if (failure !== null && !isLeft && (controller.desiredSize ?? 0) > 0) controller.error(failure.error);
  }

  return new ReadableStream({
    start(controller) {
      pump(controller).catch((error: unknown) => {
        reader.cancel(error).catch(() => undefined); // if reading an event has failed, the request is still open
        passOn(controller);
        failure = { error }; // after the parts: if somebody waits, `enqueue` calls `pull`, which would end the stream
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
