import type { LanguageModelV4 } from "@ai-sdk/provider";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import { carryOnPrompt } from "#workers/ai/prompts/carry-on.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { type ReplyUsage, streamReply } from "#workers/ai/stream-reply.ts";
import { StreamBuffer } from "./stream-buffer.ts";

/** The specification's limit: no completion in 60 s from the attempt's start. */
export const STREAM_TIMEOUT_MS = 60_000;

type GenerationParts = {
  model: LanguageModelV4;
  prompt: PromptMessage[];
  /** What an earlier attempt has written, to be carried on. Empty for a new reply. */
  text: string;
  /** Stores and sends one window of text. */
  onWindow: (content: string, offset: number) => void;
};

export type GenerationEnd = {
  state: "complete" | "stopped" | "failed" | "interrupted";
  errorCode: ErrorCode | null;
  /** The whole reply, the earlier attempt's text included. */
  text: string;
  model: string | null;
  /** Milliseconds since 1970. */
  firstDeltaAt: number | null;
  usage: ReplyUsage | null;
};

/** One attempt at a reply: asks the model, passes its text on in windows, ends in exactly one way and never throws. */
export class Generation {
  readonly #parts: GenerationParts;
  readonly #abort = new AbortController();
  readonly #buffer: StreamBuffer;
  #abortedBy: "stop" | "timeout" | null = null;
  #firstDeltaAt: number | null = null;

  constructor(parts: GenerationParts) {
    this.#parts = parts;
    this.#buffer = new StreamBuffer(
      {
        flush: parts.onWindow,
        now: Date.now,
        schedule: (callback, ms) => {
          const timer = setTimeout(callback, ms);
          return () => clearTimeout(timer);
        },
      },
      parts.text,
    );
  }

  /** What readers have been sent. */
  get flushed(): string {
    return this.#buffer.flushed;
  }

  /** The person wants it to end: closes the request to the model at once. */
  stop(): void {
    this.#abortBecause("stop");
  }

  async run(): Promise<GenerationEnd> {
    const timeout = setTimeout(() => this.#abortBecause("timeout"), STREAM_TIMEOUT_MS);
    try {
      const usage = await this.#read();
      const empty = this.#buffer.text.trim() === "";
      return this.#end(
        empty ? { state: "failed", errorCode: "EMPTY_REPLY" } : { state: "complete", errorCode: null },
        usage,
      );
    } catch (error) {
      return this.#end(this.#toEndState(error), null);
    } finally {
      clearTimeout(timeout);
      this.#buffer.stop();
    }
  }

  async #read(): Promise<ReplyUsage> {
    const { model, prompt, text } = this.#parts;
    const pieces = streamReply({
      model,
      messages: text === "" ? prompt : carryOnPrompt(prompt, text),
      signal: this.#abort.signal,
    });
    while (true) {
      const { done, value } = await pieces.next();
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

  #toEndState(error: unknown): Pick<GenerationEnd, "state" | "errorCode"> {
    if (this.#abortedBy === "stop") return { state: "stopped", errorCode: "STREAM_STOPPED" };
    if (this.#abortedBy === "timeout") return { state: "failed", errorCode: "STREAM_TIMEOUT" };
    const code = error instanceof AppError ? error.code : "STREAM_ERROR";
    // An attempt after a restart that fails is not a failure of the turn: the reader is offered a retry.
    return this.#parts.text === ""
      ? { state: "failed", errorCode: code }
      : { state: "interrupted", errorCode: "STREAM_INTERRUPTED" };
  }

  #end(end: Pick<GenerationEnd, "state" | "errorCode">, usage: ReplyUsage | null): GenerationEnd {
    return {
      ...end,
      text: this.#buffer.text,
      model: this.#parts.model.modelId,
      firstDeltaAt: this.#firstDeltaAt,
      usage,
    };
  }
}
