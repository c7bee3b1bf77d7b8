import type {
  LanguageModelV4,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { APICallError } from "@ai-sdk/provider";
import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { logLine } from "../logging.ts";
import type { PromptMessage } from "./prompts/prompt.ts";

/** The maximum length of a reply, in UTF-16 code units: about 8,000 words. A model that never ends is cut here. */
export const REPLY_MAX_LENGTH = 50_000;
/** Longest thoughts that are waited for, in UTF-16 code units. */
const THOUGHTS_MAX_LENGTH = 200_000;
/** A model that fails before its first word is asked once more, after this. */
const RETRY_AFTER_MS = 300;

export type ReplyUsage = { inputTokens: number | null; outputTokens: number | null };
/** How a stream ended: `stop`, the model was done; `length`, it had no tokens left; `refused`, it or a filter declined. */
export type StreamEnd = { usage: ReplyUsage; finish: "stop" | "length" | "refused" };
export type ReplyRequest = {
  model: LanguageModelV4;
  messages: readonly PromptMessage[];
  signal: AbortSignal;
  /** Tokens of text; without it, what the model's settings say. */
  maxTokens?: number;
  /** Called for each piece of the model's thoughts that the server tells from its text. */
  onThought?: () => void;
};

/**
 * Streams one reply: yields pieces of text as they come and returns how it ended. Throws AppError MODEL_BUSY
 * (429), MODEL_REFUSED (a filter before the model), MODEL_UNAVAILABLE (refused, 5xx, before any text), STREAM_ERROR (cut,
 * malformed or endless in mid-stream). When `signal` aborts, it throws whatever the abort caused: test the signal, not the error.
 *
 * `doStream` is called directly: at fifty streams at once the SDK's `streamText` costs three times the latency, and it
 * reports a cut and a refusal in two different ways.
 */
export async function* streamReply(request: ReplyRequest): AsyncGenerator<string, StreamEnd> {
  const stream = await openStream(request);
  const reader = stream.getReader();
  let length = 0;
  let thought = 0;
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
        case "reasoning-delta":
          thought += part.delta.length;
          if (thought > THOUGHTS_MAX_LENGTH) throw new AppError("STREAM_ERROR");
          request.onThought?.();
          break;
        case "error":
          throw part.error;
        case "finish":
          return toStreamEnd(part);
        default: // starts, ends and metadata are no text of the story
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

function toStreamEnd({
  finishReason,
  usage,
}: Extract<LanguageModelV4StreamPart, { type: "finish" }>): StreamEnd {
  return {
    finish: readFinish(finishReason),
    usage: {
      inputTokens: usage.inputTokens.total ?? null,
      outputTokens: usage.outputTokens.total ?? null,
    },
  };
}

/*
 * Reasons that OpenAI does not have, which the SDK takes for an ordinary end: of vLLM, DeepSeek, Z.ai, KoboldCpp; of Gemini and Z.ai; of
 * Gemini, Mistral, Z.ai and proxies of Anthropic. The provider of Workers AI knows no filters and calls their end a stop.
 */
const BROKEN_OFF = /^(?:abort|error|network_error|insufficient_system_resource)$/iu;
const FILTERED =
  /^(?:content_filter|safety|prohibited_content|recitation|blocklist|spii|sensitive|refusal)$/iu;
const NO_TOKENS_LEFT = /^(?:max_tokens|model_length|model_context_window_exceeded)$/iu;

/** Why an answer has ended. Throws STREAM_ERROR for one that is not whole. */
export function readFinish({ unified, raw = "" }: LanguageModelV4FinishReason): StreamEnd["finish"] {
  if (unified === "interrupted" || unified === "error" || BROKEN_OFF.test(raw))
    throw new AppError("STREAM_ERROR");
  if (unified === "content-filter" || FILTERED.test(raw)) return "refused";
  return unified === "length" || NO_TOKENS_LEFT.test(raw) ? "length" : "stop";
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

async function callModel({ model, messages, signal, maxTokens }: ReplyRequest) {
  const { stream } = await model.doStream({
    prompt: messages.map(({ role, content }) =>
      role === "system" ? { role, content } : { role, content: [{ type: "text", text: content }] },
    ),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    abortSignal: signal,
  });
  return stream;
}

/** Worth a second try: nothing of the answer has come, and the fault may pass. A 429 asks for patience instead. */
function isPassing(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return true;
  return error.statusCode === undefined || error.statusCode >= 500;
}

/**
 * What moderation calls itself, in the body of a refusal or in the middle of a stream; DeepSeek: "Content Exists Risk", xAI: "violates
 * usage guidelines", Alibaba: "data_inspection_failed", Gemini: "PROHIBITED_CONTENT".
 */
const MODERATED =
  /content[_ -]?(?:filter|policy|management)|moderation|flagged|safety system|content exists risk|usage guidelines|inappropriate content|prohibited[_ ]content/iu;

/** In a 503 of Ollama, KoboldCpp, Gemini and DeepSeek: too many requests are waiting. Anthropic sends 529 then. */
const BUSY = /\bbusy\b|overloaded/iu;

function toAppError(error: unknown, hasText: boolean): AppError {
  if (error instanceof AppError) return error;
  const { status, message } = readModelFailure(error);
  // The log tells an operator why a model fails; 401 is a wrong key. The message stays out: it may quote the story.
  logLine("warn", "model.failed", { status });
  if (status === 429 || status === 529 || (status === 503 && BUSY.test(message)))
    return new AppError("MODEL_BUSY", { cause: error });
  if ((status === null || status === 400 || status === 403) && MODERATED.test(message)) {
    return new AppError("MODEL_REFUSED", { cause: error });
  }
  return new AppError(hasText ? "STREAM_ERROR" : "MODEL_UNAVAILABLE", { cause: error });
}

const faultSchema = v.looseObject({
  message: v.optional(v.string(), ""),
  code: v.optional(v.unknown()),
});

/** `error`: what the SDK throws, or the body of an error that came as an event of the stream. `status`: `null` where there is none. */
export function readModelFailure(error: unknown): { status: number | null; message: string } {
  if (APICallError.isInstance(error)) {
    return { status: error.statusCode ?? null, message: `${error.message} ${error.responseBody ?? ""}` };
  }
  const parsed = v.safeParse(faultSchema, error);
  if (error instanceof Error || !parsed.success) return { status: null, message: "" };
  const { code, message } = parsed.output;
  return { status: typeof code === "number" ? code : null, message: `${message} ${String(code ?? "")}` };
}
