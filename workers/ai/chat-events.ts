import { InvalidResponseDataError, type LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { createParser, type ParseError } from "eventsource-parser";
import * as v from "valibot";

/** Longest event, in UTF-16 code units. A server that never ends a line is cut off here. */
const EVENT_MAX = 1_000_000;
const DONE = "[DONE]";

const nullableText = v.optional(v.nullable(v.string()));
/** Mistral's models write text and thoughts as parts of the content. A part in an unknown form counts as empty. */
const partText = v.fallback(v.string(), "");
const contentPart = v.object({
  type: v.string(),
  text: v.optional(partText, ""),
  thinking: v.optional(v.fallback(v.array(v.object({ text: v.optional(partText, "") })), []), []),
});
const deltaSchema = v.object({
  content: v.optional(v.nullable(v.union([v.string(), v.array(contentPart)]))),
  reasoning_content: nullableText,
  reasoning: nullableText,
  refusal: v.optional(v.unknown()),
});
const choiceSchema = v.object({ delta: v.optional(v.nullable(deltaSchema)), finish_reason: nullableText });
const eventSchema = v.object({
  choices: v.array(choiceSchema),
  usage: v.optional(v.unknown()),
  error: v.optional(v.unknown()),
});
const errorSchema = v.object({ error: v.unknown() });

type Delta = v.InferOutput<typeof deltaSchema>;
type ContentPart = v.InferOutput<typeof contentPart>;
type Part = LanguageModelV4StreamPart;

/** How a stream ended, in the words of the server. */
export type ChatEnd = { finishReason: string; usage: unknown; hasRefusal: boolean };

/** Reads the events of one answer in the protocol of OpenAI's chat completions. A piece of its text may begin and end anywhere. */
export class ChatEvents {
  readonly #parser = createParser({
    onEvent: ({ data }) => this.#readData(data),
    onError: (error) => this.#readFault(error),
    maxBufferSize: EVENT_MAX,
  });
  #parts: Part[] = [];
  #heldLength = 0;
  #finishReason: string | null = null;
  #usage: unknown = undefined;
  #hasRefusal = false;

  read(piece: string): void {
    this.#parser.feed(piece);
  }

  /** The answer is over. If the server has not said that it is whole, that is an error. */
  end(): void {
    if (this.#finishReason !== null) return; // half an event after it is no text, so it is left out
    this.#parser.feed("\n\n"); // some servers leave out the empty line after their last event
    if (this.#finishReason !== null) return;
    const message = "The stream ended without a finish reason.";
    this.#fail(new InvalidResponseDataError({ data: null, message }));
  }

  /** Text, thoughts and errors since the last call. Neighbouring pieces are one part. */
  take(): Part[] {
    const parts = this.#parts;
    this.#parts = [];
    this.#heldLength = 0;
    return parts;
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** How long the text is that `take` would return, in UTF-16 code units. */
  get heldLength(): number {
    return this.#heldLength;
  }

  /** `null`: the server has not said that the answer is whole. */
  get finish(): ChatEnd | null {
    const finishReason = this.#finishReason;
    return finishReason === null ? null : { finishReason, usage: this.#usage, hasRefusal: this.#hasRefusal };
  }

  #readData(data: string): void {
    if (data === DONE) return;
    const value = parseJson(data);
    const event = v.safeParse(eventSchema, value);
    if (!event.success || event.output.error != null) {
      this.#fail(v.is(errorSchema, value) ? value.error : value);
      return;
    }
    const { choices, usage } = event.output;
    this.#usage = usage ?? this.#usage;
    const [choice] = choices;
    this.#finishReason = choice?.finish_reason ?? this.#finishReason;
    if (choice?.delta) this.#readDelta(choice.delta);
  }

  #readDelta({ content, reasoning_content, reasoning, refusal }: Delta): void {
    this.#add("reasoning-delta", reasoning_content ?? reasoning ?? "");
    if (typeof content === "string") this.#add("text-delta", content);
    else for (const part of content ?? []) this.#readContent(part);
    if (typeof refusal !== "string" || refusal === "") return;
    this.#hasRefusal = true;
    this.#add("text-delta", refusal);
  }

  #readContent({ type, text, thinking }: ContentPart): void {
    if (type === "text") this.#add("text-delta", text);
    if (type === "thinking") this.#add("reasoning-delta", thinking.map((thought) => thought.text).join(""));
  }

  #add(type: "text-delta" | "reasoning-delta", delta: string): void {
    if (delta === "") return;
    this.#heldLength += delta.length;
    const last = this.#parts.at(-1);
    if (last?.type === type) last.delta += delta;
    else this.#parts.push({ type, id: type, delta });
  }

  /** llama.cpp before October 2025 sends an error in an `error` field of the event. */
  #readFault(error: ParseError): void {
    if (error.type === "unknown-field" && error.field === "error") this.#fail(parseJson(error.value ?? ""));
    if (error.type === "max-buffer-size-exceeded") this.#fail(error);
  }

  #fail(error: unknown): void {
    this.#parts.push({ type: "error", error });
  }
}

/** The text itself if it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
