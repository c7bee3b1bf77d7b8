import type { LanguageModelV4 } from "@ai-sdk/provider";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { PromptParts } from "#domain/last-prompt.ts";
import type { ReplyPhase } from "#domain/protocol.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import type { ReplySpeakers } from "#workers/ai/reply/speakers.ts";
import type { ReplyCut } from "#workers/ai/reply/stage.ts";
import { ReplyTimeout, type Timeouts } from "#workers/ai/reply-timeout.ts";
import { ReplyWriter } from "#workers/ai/reply-writer.ts";
import type { ReplyUsage } from "#workers/ai/stream-reply.ts";
import { StreamBuffer } from "./stream-buffer.ts";

const NOTHING_USED: ReplyUsage = { inputTokens: null, outputTokens: null };

type ReplyAttemptParts = {
  model: LanguageModelV4;
  prompt: PromptMessage[];
  findSpeakers: () => ReplySpeakers;
  timeouts: Timeouts;
  /** Text of an earlier attempt, to be continued. Empty for a new reply. */
  text: string;
  /** Stores and sends what has been written since the last flush. */
  onFlush: (content: string, offset: number) => void;
  /** Called when the model's phase changes, before there is text. */
  onPhase: (phase: ReplyPhase) => void;
};

/** A reply that is ready to be generated; `toParts` counts the parts of its prompt. */
export type PreparedReply = { attempt: ReplyAttempt; toParts: () => PromptParts };

/** The state of a reply without text yet, for readers who join. */
export type ProgressFields = { phase?: ReplyPhase; elapsedMs: number };

export type AttemptEnd = {
  state: "complete" | "stopped" | "failed" | "interrupted";
  errorCode: ErrorCode | null;
  /** The whole reply, the earlier attempt's text included. */
  text: string;
  model: string | null;
  /** Milliseconds since 1970. */
  firstDeltaAt: number | null;
  usage: ReplyUsage | null;
  /** Why the text ends before the model's own end; `null`: it does not. */
  cut: ReplyCut | null;
};

/** One attempt at a reply: asks the model, flushes its text every 100 ms, ends in exactly one way and never throws. */
export class ReplyAttempt {
  readonly #parts: ReplyAttemptParts;
  readonly #abort = new AbortController();
  readonly #buffer: StreamBuffer;
  readonly #timeout: ReplyTimeout;
  readonly #pieces: AsyncGenerator<string, ReplyUsage>;
  readonly #writer: ReplyWriter;
  /** The first piece, if the model was asked before `run`. */
  #first: Promise<IteratorResult<string, ReplyUsage>> | null = null;
  #isRunning = false;
  #abortedBy: "stop" | "timeout" | null = null;
  #firstDeltaAt: number | null = null;

  constructor(parts: ReplyAttemptParts) {
    this.#parts = parts;
    this.#buffer = new StreamBuffer(parts.onFlush, parts.text);
    this.#timeout = new ReplyTimeout({
      timeouts: parts.timeouts,
      onOver: () => this.#abortBecause("timeout"),
      onPhase: (phase) => {
        if (this.#isRunning) parts.onPhase(phase);
      },
    });
    this.#writer = new ReplyWriter({
      model: parts.model,
      messages: parts.prompt,
      findSpeakers: parts.findSpeakers,
      before: parts.text,
      signal: this.#abort.signal,
      onSign: (sign) => this.#timeout.note(sign),
    });
    this.#pieces = this.#writer.write();
  }

  /** What readers have been sent. */
  get flushed(): string {
    return this.#buffer.flushed;
  }

  get progress(): ProgressFields {
    const { phase, elapsedMs } = this.#timeout;
    return phase === null || this.flushed !== "" ? { elapsedMs } : { phase, elapsedMs };
  }

  /** The person wants it to end: closes the request to the model at once. */
  stop(): void {
    this.#abortBecause("stop");
  }

  /** Asks the model now and keeps the first piece for `run`. */
  askAhead(): void {
    this.#first = this.#pieces.next();
    this.#first.catch(() => undefined); // `run` reports it
  }

  /** Ends a reply that was asked for by `askAhead` and is not needed. */
  async abandon(): Promise<void> {
    this.stop();
    await this.#first?.catch(() => undefined);
    await this.#pieces.return(NOTHING_USED).catch(() => undefined);
  }

  async run(): Promise<AttemptEnd> {
    this.#isRunning = true;
    this.#timeout.start();
    if (this.#timeout.phase === "thinking") this.#parts.onPhase("thinking"); // it began before `run`
    try {
      const usage = await this.#read();
      return this.#end({ state: "complete", errorCode: null }, usage);
    } catch (error) {
      return this.#end(this.#toEndState(error), null);
    } finally {
      this.#timeout.stop();
      this.#buffer.stop();
    }
  }

  async #read(): Promise<ReplyUsage> {
    while (true) {
      const { done, value } = await (this.#first ?? this.#pieces.next());
      this.#first = null;
      if (done) {
        this.#buffer.flush(); // readers animate up to the very end before the message replaces it
        return value;
      }
      this.#firstDeltaAt ??= Date.now();
      this.#buffer.push(value);
    }
  }

  #abortBecause(cause: "stop" | "timeout"): void {
    if (this.#abort.signal.aborted) return;
    this.#abortedBy = cause;
    this.#abort.abort();
  }

  #toEndState(error: unknown): Pick<AttemptEnd, "state" | "errorCode"> {
    if (this.#abortedBy === "stop") return { state: "stopped", errorCode: "STREAM_STOPPED" };
    if (this.#abortedBy === "timeout") return { state: "failed", errorCode: "STREAM_TIMEOUT" };
    const code = error instanceof AppError ? error.code : "STREAM_ERROR";
    // An attempt after a restart that fails is not a failure of the turn: the reader is offered a retry.
    return this.#parts.text === ""
      ? { state: "failed", errorCode: code }
      : { state: "interrupted", errorCode: "STREAM_INTERRUPTED" };
  }

  #end(end: Pick<AttemptEnd, "state" | "errorCode">, usage: ReplyUsage | null): AttemptEnd {
    return {
      ...end,
      text: this.#writer.text,
      model: this.#parts.model.modelId,
      firstDeltaAt: this.#firstDeltaAt,
      usage,
      cut: this.#writer.cut,
    };
  }
}
