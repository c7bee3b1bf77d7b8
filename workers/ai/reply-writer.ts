import type { LanguageModelV4 } from "@ai-sdk/provider";
import { AppError } from "#domain/errors.ts";
import { findModelFamily } from "./model-families.ts";
import { carryOnPrompt, type PromptMessage } from "./prompts/prompt.ts";
import { ReplyText } from "./reply/reply-text.ts";
import type { ReplySpeakers } from "./reply/speakers.ts";
import type { ReplyCut } from "./reply/stage.ts";
import { type ReplyUsage, type StreamEnd, streamReply } from "./stream-reply.ts";

/** The observed activity of the model: it thinks, or it writes. */
export type ReplySign = "thought" | "text";

type WriteRequest = {
  model: LanguageModelV4;
  messages: readonly PromptMessage[];
  /** Called while the model reads the prompt. */
  findSpeakers: () => ReplySpeakers;
  /** Text of an earlier attempt, to be continued. Empty for a new reply. */
  before: string;
  signal: AbortSignal;
  /** Called for each piece that comes from the model, whatever becomes of it. */
  onSign: (sign: ReplySign) => void;
};

/** The maximum of tokens for the rest of a sentence. */
const REST_TOKENS = 120;
/** The end of a finished sentence, with quotation marks or brackets after its full stop. */
const SENTENCE_OVER = /[.!?…。！？।؟][\s"'”’»」』)*_]*$/u;
/** The first end of a sentence within the rest of one. Scripts without spaces have none after it. */
const SENTENCE_END = /[。！？](?!["'”’»」』)*_。！？])|[.!?…。！？।؟]+["'”’»」』)*_]*(?=\s|$)/u;

/** The last word, which may be half a word; in scripts with spaces between words alone. */
const LAST_WORD =
  /(?<=\s)[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{N}'’-]{1,30}$/u;
/** How much of the shown text a model may repeat, in UTF-16 code units. A shorter match is chance. */
const OVERLAP_MAX = 200;
const OVERLAP_MIN = 8;

/** Whether a model's replies begin with thoughts, learnt from its earlier replies. */
const beginsInThoughts = new WeakMap<LanguageModelV4, boolean>();

/**
 * Writes one reply as a person reads it: asks the model, passes its text through all stages, ends it where a stage says
 * so, and finishes a last sentence that the model had no tokens left for.
 */
export class ReplyWriter {
  readonly #request: WriteRequest;
  #speakers: ReplySpeakers | null = null;
  /** `null`: `#open` was not called yet. */
  #opened: ReplyText | null = null;
  /** The whole text, once its last sentence was finished. */
  #finished: string | null = null;
  #isRefused = false;

  constructor(request: WriteRequest) {
    this.#request = request;
  }

  /**
   * Makes the stages of the text, once. Called while the model reads the prompt, because reading the earlier replies takes a while in a
   * long story.
   */
  #open(): ReplyText {
    this.#opened ??= this.#makeText(this.#request.before);
    return this.#opened;
  }

  #makeText(before: string): ReplyText {
    const { model } = this.#request;
    return new ReplyText({
      speakers: this.#findSpeakers(),
      before,
      beginsInThoughts: beginsInThoughts.get(model) ?? findModelFamily(model.modelId).beginsInThoughts,
    });
  }

  #findSpeakers(): ReplySpeakers {
    this.#speakers ??= this.#request.findSpeakers();
    return this.#speakers;
  }

  /** What is worth keeping so far, the earlier attempt's text included. */
  get text(): string {
    const { before } = this.#request;
    return this.#isRefused ? before : (this.#finished ?? this.#opened?.text ?? before);
  }

  /** Why the reply was ended before the model's own end; `null`: it was not. */
  get cut(): ReplyCut | null {
    return this.#opened?.cut ?? null;
  }

  /**
   * Yields text as it may be read; returns what the model counted. Throws what `streamReply` throws, and MODEL_REFUSED,
   * THOUGHTS_ONLY, REPEATED_REPLY or EMPTY_REPLY where nothing is left to read.
   */
  async *write(): AsyncGenerator<string, ReplyUsage> {
    const { messages, before } = this.#request;
    const end = yield* this.#read(before === "" ? messages : carryOnPrompt(messages, before));
    if (this.cut === "refusal" || end.finish === "refused") {
      this.#isRefused = true;
      throw new AppError("MODEL_REFUSED");
    }
    if (this.text.trim() === "") throw new AppError(this.#whyEmpty());
    if (end.finish !== "length" || this.cut !== null || SENTENCE_OVER.test(this.text)) return end.usage;
    return addUsage(end.usage, yield* this.#finishSentence());
  }

  async *#read(messages: readonly PromptMessage[]): AsyncGenerator<string, StreamEnd> {
    const { model, before, signal, onSign } = this.#request;
    const pieces = streamReply({
      model,
      messages,
      signal,
      onThought: () => {
        // A server that tells thoughts apart has none in the text.
        this.#open().expectNoThoughts();
        onSign("thought");
      },
    });
    let end = ENDED_HERE;
    let isOver = false;
    // An earlier text may be cut already. Without one, this waits until the request to the model is sent.
    if (before !== "") this.#open();
    else setTimeout(() => signal.aborted || this.#open());
    try {
      while (this.cut === null) {
        const { done, value } = await pieces.next();
        if (done) {
          end = value;
          break;
        }
        const shown = this.#open().push(value);
        onSign(this.#open().isThinking ? "thought" : "text");
        if (shown !== "") yield shown;
      }
      isOver = true;
    } finally {
      await pieces.return(ENDED_HERE);
      if (!isOver) this.#opened?.end(false);
    }
    const last = this.#open().end(end.finish === "stop");
    this.#learn();
    if (last !== "") yield last;
    return end;
  }

  #learn(): void {
    const { model } = this.#request;
    if (this.#open().hasShownThoughts) beginsInThoughts.set(model, true);
    else if (this.#open().wasHeldInVain) beginsInThoughts.set(model, false);
  }

  #whyEmpty(): "THOUGHTS_ONLY" | "REPEATED_REPLY" | "EMPTY_REPLY" {
    if (this.cut === "same-passage" || this.cut === "loop") return "REPEATED_REPLY";
    return this.#open().hasThoughts ? "THOUGHTS_ONLY" : "EMPTY_REPLY";
  }

  /** Asks once for the rest of the last sentence, from its last whole word on. Without it the reply stays as it is. */
  async *#finishSentence(): AsyncGenerator<string, ReplyUsage> {
    const { model, messages, signal, onSign } = this.#request;
    const cutOff = this.#open().text;
    const before = cutOff.replace(LAST_WORD, "");
    const rest = this.#makeText(before);
    const pieces = streamReply({
      model,
      messages: carryOnPrompt(messages, before),
      signal,
      maxTokens: REST_TOKENS,
      onThought: () => {
        rest.expectNoThoughts();
        onSign("thought");
      },
    });
    let end: StreamEnd | null = null;
    try {
      while (rest.cut === null && !isSentenceOver(rest.text.slice(before.length))) {
        const { done, value } = await pieces.next();
        if (done) {
          end = value;
          break;
        }
        rest.push(value);
        onSign(rest.isThinking ? "thought" : "text");
      }
    } catch (error) {
      if (signal.aborted) throw error;
    } finally {
      await pieces.return(ENDED_HERE);
    }
    rest.end(end?.finish === "stop");
    const added = takeSentence(withoutOverlap(before, rest.text.slice(before.length)));
    if (added !== null) {
      this.#finished = join(before, added);
      if (this.#finished.startsWith(cutOff)) yield this.#finished.slice(cutOff.length);
    }
    return (end ?? ENDED_HERE).usage;
  }
}

/** The model was not asked any further. */
const ENDED_HERE: StreamEnd = { usage: { inputTokens: null, outputTokens: null }, finish: "stop" };

/** The first sentence of a text; `null`: it has no end. */
function takeSentence(text: string): string | null {
  const end = SENTENCE_END.exec(text);
  return end && text.slice(0, end.index + end[0].length);
}

/** Whether a sentence has ended and something follows it. */
function isSentenceOver(text: string): boolean {
  const sentence = takeSentence(text);
  return sentence !== null && sentence.length < text.length;
}

/** A model may begin again with the last words that it was shown. */
function withoutOverlap(before: string, added: string): string {
  const rest = added.trimStart();
  const tail = before.trimEnd();
  for (let length = Math.min(OVERLAP_MAX, rest.length, tail.length); length >= OVERLAP_MIN; length -= 1) {
    if (tail.endsWith(rest.slice(0, length))) return rest.slice(length);
  }
  return added;
}

/** Joins two parts of a text. `before` may end with a space, because servers remove the space at the beginning of an answer. */
function join(before: string, added: string): string {
  return /\s$/u.test(before) ? before + added.trimStart() : before + added;
}

function addUsage(one: ReplyUsage, other: ReplyUsage): ReplyUsage {
  return {
    inputTokens: add(one.inputTokens, other.inputTokens),
    outputTokens: add(one.outputTokens, other.outputTokens),
  };
}

function add(one: number | null, other: number | null): number | null {
  return one === null && other === null ? null : (one ?? 0) + (other ?? 0);
}
