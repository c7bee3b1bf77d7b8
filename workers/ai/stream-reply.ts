import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { APICallError } from "@ai-sdk/provider";
import { AppError } from "#domain/errors.ts";
import { toModelPrompt } from "./model-prompt.ts";
import type { PromptMessage } from "./prompts/prompt.ts";

/** Longest reply taken from a model, in UTF-16 code units: some 8,000 words. A model that goes on for ever is cut here. */
export const REPLY_MAX_LENGTH = 50_000;
/** Tokens asked for. Two to four paragraphs are 200 to 500; this leaves room and keeps a run-away model short. */
const REPLY_MAX_TOKENS = 1_200;
/** A model that fails before its first word is asked once more, after this. */
const RETRY_AFTER_MS = 300;

export type ReplyUsage = { inputTokens: number | null; outputTokens: number | null };
export type ReplyRequest = {
  model: LanguageModelV4;
  messages: readonly PromptMessage[];
  signal: AbortSignal;
};

/**
 * Streams one reply: yields pieces of text as they come and returns what the model counted. Throws AppError
 * MODEL_BUSY (429), MODEL_UNAVAILABLE (refused, 5xx, before any text), STREAM_ERROR (cut, malformed or endless in
 * mid-stream). When `signal` aborts, it throws whatever the abort caused: test the signal, not the error.
 *
 * `doStream` is called directly: at fifty streams at once the SDK's `streamText` costs three times the latency, and it
 * reports a cut and a refusal in two different ways.
 */
export async function* streamReply(request: ReplyRequest): AsyncGenerator<string, ReplyUsage> {
  const stream = await openStream(request);
  const reader = stream.getReader();
  let length = 0;
  try {
    while (true) {
      const { done, value: part } = await reader.read();
      if (done) throw new AppError("STREAM_ERROR"); // every whole stream ends with its finish part
      switch (part.type) {
        case "text-delta":
          length += part.delta.length;
          if (length > REPLY_MAX_LENGTH) throw new AppError("STREAM_ERROR");
          if (part.delta) yield part.delta;
          break;
        case "error":
          throw part.error;
        case "finish":
          return usageOfFinished(part);
        default: // starts, ends, reasoning and metadata are no text of the story
          break;
      }
    }
  } catch (error) {
    throw request.signal.aborted ? error : toAppError(error, length > 0);
  } finally {
    // Closes the request to the model if it is still open; a stream that has failed by itself needs nothing.
    reader.cancel().catch(() => undefined);
  }
}

function usageOfFinished(part: Extract<LanguageModelV4StreamPart, { type: "finish" }>): ReplyUsage {
  const finished = part.finishReason.unified;
  if (finished === "interrupted" || finished === "error") throw new AppError("STREAM_ERROR");
  return {
    inputTokens: part.usage.inputTokens.total ?? null,
    outputTokens: part.usage.outputTokens.total ?? null,
  };
}

async function openStream(request: ReplyRequest): Promise<ReadableStream<LanguageModelV4StreamPart>> {
  try {
    return await callModel(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    if (!isPassing(error)) throw toAppError(error, false);
    await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER_MS));
  }
  try {
    return await callModel(request);
  } catch (error) {
    throw request.signal.aborted ? error : toAppError(error, false);
  }
}

async function callModel({ model, messages, signal }: ReplyRequest) {
  const { stream } = await model.doStream({
    prompt: toModelPrompt(messages),
    maxOutputTokens: REPLY_MAX_TOKENS,
    temperature: 0.9,
    abortSignal: signal,
  });
  return stream;
}

/** Worth a second try: nothing of the answer has come, and the fault may pass. A 429 asks for patience instead. */
function isPassing(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return true;
  return error.statusCode === undefined || error.statusCode >= 500;
}

function toAppError(error: unknown, hasText: boolean): AppError {
  if (error instanceof AppError) return error;
  if (APICallError.isInstance(error) && error.statusCode === 429) {
    return new AppError("MODEL_BUSY", { cause: error });
  }
  return new AppError(hasText ? "STREAM_ERROR" : "MODEL_UNAVAILABLE", { cause: error });
}
