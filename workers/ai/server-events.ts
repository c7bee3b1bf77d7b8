import { createParser } from "eventsource-parser";
import * as v from "valibot";
import { parseJson } from "#domain/json.ts";
import { FLUSH_INTERVAL_MS, FlushSchedule } from "./flush-schedule.ts";

/** Longest event, in UTF-16 code units. A server that never ends a line is cut off here. */
const EVENT_MAX = 1_000_000;
/** About one token: with 40 tokens or more in a second, each interval ends with one. */
const EARLY_MS = FLUSH_INTERVAL_MS / 4;
/** More text than this is passed on at once, so that a very fast model does not wait. In UTF-16 code units. */
const HELD_MAX = 16_384;

const DONE = "[DONE]";
/** The status of an answer that the connection does not bring, or not to its end: the server may be there again later. */
export const NOT_REACHED = 503;
/** The fields of a delta that the SDK reads: text, thoughts under one of two names, and a refusal. */
const SAID_FIELDS = ["content", "reasoning_content", "reasoning", "refusal"] as const;

/** Some servers write an empty reason into every event before the end. */
const reasonSchema = v.pipe(
  v.string(),
  v.transform((reason) => reason || null),
);

const chunkSchema = v.looseObject({
  choices: v.nullish(
    v.array(
      v.looseObject({
        delta: v.nullish(v.record(v.string(), v.unknown())),
        finish_reason: v.nullish(reasonSchema),
      }),
    ),
    [],
  ),
  usage: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
});
type Chunk = v.InferOutput<typeof chunkSchema>;
/** A piece of text or of thoughts, and the field that it came in. */
type Piece = { field: (typeof SAID_FIELDS)[number]; text: string };

/** What the SDK keeps of an error. */
const faultSchema = v.object({
  message: v.string(),
  type: v.fallback(v.optional(v.string()), undefined),
  code: v.fallback(v.optional(v.union([v.string(), v.number()])), undefined),
});
type Fault = v.InferOutput<typeof faultSchema>;

/**
 * An answer in the protocol of OpenAI's chat completions, as the SDK reads it; resolves with its first event. The text of one interval becomes
 * one event (`FlushSchedule`): readers get it at intervals anyway, and each event costs the SDK six streams and a schema. What servers write in
 * their own way is made like OpenAI's: errors, and a last event without the empty line after it. An answer that begins with an error is a
 * refused request; one that breaks off ends with an error event, because an error of the stream itself would drop the text before it.
 */
export async function readServerEvents(answer: ReadableStream<Uint8Array>): Promise<Response> {
  const reader = answer.getReader();
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  const schedule = new FlushSchedule(EARLY_MS);
  const events = new ServerEvents();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;

  /** Whether there is more. */
  async function readPiece(): Promise<boolean> {
    const { done, value } = await reader.read();
    if (done) events.end();
    else events.read(decoder.decode(value, { stream: true }));
    return !done;
  }

  function passOn(controller: ReadableStreamDefaultController<Uint8Array>): void {
    clearTimeout(timer);
    timer = undefined;
    schedule.noteSent();
    const written = events.take();
    if (!isLeft && written !== "") controller.enqueue(encoder.encode(written));
  }

  async function pump(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    do {
      if (events.heldLength === 0) continue;
      const wait = schedule.noteArrival(Date.now());
      if (wait === 0 || events.heldLength >= HELD_MAX) passOn(controller);
      else timer ??= setTimeout(() => passOn(controller), wait);
    } while (await readPiece());
  }

  let isOpen = true;
  while (isOpen && events.heldLength === 0) isOpen = await readPiece();
  if (events.refusal !== null) {
    reader.cancel().catch(() => undefined);
    return toRefusal(events.refusal);
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const whole = isOpen ? pump(controller) : Promise.resolve();
      whole
        .catch((error: unknown) => {
          reader.cancel(error).catch(() => undefined); // if reading an event has failed, the request is still open
          events.fail({ message: String(error), code: NOT_REACHED });
        })
        .finally(() => {
          passOn(controller);
          if (!isLeft) controller.close();
        });
    },
    cancel(reason) {
      isLeft = true;
      clearTimeout(timer);
      return reader.cancel(reason);
    },
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

/** An error that came with a status of success, as a refused request. */
export function toRefusal(fault: unknown): Response {
  const error = toFault(fault);
  return Response.json({ error }, { status: readStatus(error) });
}

/** In the place of a status OpenAI has a word as the code of an error, and proxies of Anthropic have its type. */
function readStatus({ code, type }: Fault): number {
  const number = Number(code);
  if (number >= 400 && number < 600) return number;
  if (code === "rate_limit_exceeded") return 429;
  return type === "overloaded_error" ? 529 : 400;
}

function toFault(fault: unknown): Fault {
  const parsed = v.safeParse(faultSchema, fault);
  if (parsed.success) return parsed.output;
  return { message: typeof fault === "string" ? fault : JSON.stringify(fault) };
}

/** The events that are waiting to be passed on. */
export class ServerEvents {
  readonly #parser = createParser({
    onEvent: ({ data }) => this.#read(data),
    onError: ({ type, field, value = "", message }) => {
      // llama.cpp before October 2025 sends an error in an `error` field of the event.
      if (type === "unknown-field" && field === "error") this.fail(parseJson(value) ?? value);
      if (type === "max-buffer-size-exceeded") this.fail({ message });
    },
    maxBufferSize: EVENT_MAX,
  });
  #written = "";
  #piece: Piece | null = null;
  #isOver = false;
  /** The error that was read before anything else. */
  #refusal: Fault | null = null;
  #isEmpty = true;

  get refusal(): Fault | null {
    return this.#refusal;
  }

  read(text: string): void {
    this.#parser.feed(text);
  }

  /** The answer is over. Half an event after its end is no text, so it is left out. */
  end(): void {
    if (!this.#isOver) this.#parser.feed("\n\n");
  }

  fail(fault: unknown): void {
    const error = toFault(fault);
    if (this.#isEmpty) this.#refusal ??= error;
    this.#isOver = true;
    this.#write(JSON.stringify({ error }));
  }

  /** How much is waiting, in UTF-16 code units. */
  get heldLength(): number {
    return this.#written.length + (this.#piece?.text.length ?? 0);
  }

  take(): string {
    this.#writePiece();
    const written = this.#written;
    this.#written = "";
    return written;
  }

  #read(data: string): void {
    if (data.trim() === "") return; // keeps the line open
    if (data === DONE) {
      this.#finish();
      return;
    }
    const value = parseJson(data) ?? data;
    const chunk = v.safeParse(chunkSchema, value);
    if (!chunk.success) this.fail(value);
    else if (chunk.output.error != null) this.fail(chunk.output.error);
    else if (chunk.output.choices.length === 0 && v.is(faultSchema, value)) this.fail(value);
    else this.#readChunk(chunk.output);
  }

  /** The end mark has come. Some servers send it without a reason before it: then it is the reason. */
  #finish(): void {
    if (this.#isOver || this.#isEmpty) return;
    this.#isOver = true;
    this.#write(JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] }));
  }

  #readChunk({ error: _, ...chunk }: Chunk): void {
    const piece = findPiece(chunk);
    if (piece === "nothing") return;
    this.#isEmpty = false;
    if (piece === "other") {
      this.#isOver ||= chunk.choices[0]?.finish_reason != null;
      this.#write(JSON.stringify(chunk));
    } else if (this.#piece?.field === piece.field) {
      this.#piece.text += piece.text;
    } else {
      this.#writePiece();
      this.#piece = piece;
    }
  }

  #writePiece(): void {
    const piece = this.#piece;
    this.#piece = null;
    if (piece !== null) this.#write(JSON.stringify({ choices: [{ delta: { [piece.field]: piece.text } }] }));
  }

  #write(data: string): void {
    this.#writePiece();
    this.#written += `data: ${data}\n\n`;
  }
}

/** What a chunk says, if it is one piece of text, or nothing at all. */
function findPiece({ choices: [choice], usage }: Chunk): Piece | "nothing" | "other" {
  if (usage != null || choice?.finish_reason != null) return "other";
  const delta = choice?.delta ?? {};
  const [field, ...others] = SAID_FIELDS.filter((name) => delta[name] != null && delta[name] !== "");
  if (field === undefined) return "nothing";
  const text = delta[field];
  return others.length === 0 && typeof text === "string" ? { field, text } : "other";
}
