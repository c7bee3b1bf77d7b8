import { APICallError, type LanguageModelV4, TypeValidationError } from "@ai-sdk/provider";
import { toJsonSchema } from "@valibot/to-json-schema";
import {
  extractJsonMiddleware,
  generateText,
  jsonSchema,
  type LanguageModelMiddleware,
  NoObjectGeneratedError,
  Output,
  type Schema,
  wrapLanguageModel,
} from "ai";
import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { inWords } from "./ask-again.ts";
import type { Asked } from "./ask-with-timeout.ts";
import { cleanPartialText, cleanText } from "./clean-short-answer.ts";
import { toJsonText } from "./find-json.ts";
import { fitToSchema } from "./fit-to-schema.ts";
import { ANSWER_TOKENS } from "./prompt-budget.ts";
import { neutralise, neutraliseLine } from "./prompts/neutralise.ts";
import type { PromptMessage } from "./prompts/prompt.ts";
import type { ReplySign } from "./reply-writer.ts";
import { readFinish, readModelFailure } from "./stream-reply.ts";

/** How much of an answer that did not fit is shown to the model again, in UTF-16 code units. */
const SHOWN_AGAIN_MAX = 2_000;

type AskOptions = Asked & {
  /** 0 to 2; low for what is read from a text, higher for ideas. */
  temperature?: number;
  /** The answer's maximum length in tokens; by default that of a question about a conversation. */
  maxTokens?: number;
};

/** Models put fences and words around their JSON, or leave out its end. */
const json = extractJsonMiddleware({ transform: toJsonText });

/**
 * Asks for an answer that fits a schema. Fences and text around the JSON are removed, and the answer is changed to fit if its
 * meaning is clear (`fitToSchema`). If it does not fit then, the model is asked once more, in words, with what was wrong. `null`: the
 * model can't do it, can't be reached, or `signal` aborted. Throws nothing that the model causes.
 */
export async function askStructured<Shape extends v.GenericSchema>(
  model: LanguageModelV4,
  messages: readonly PromptMessage[],
  shape: Shape,
  options: AskOptions,
): Promise<v.InferOutput<Shape> | null> {
  try {
    return await askStructuredNow(model, messages, shape, options);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The same, but throws MODEL_UNAVAILABLE if the model can't be reached or is busy: it may answer later. */
export async function askStructuredNow<Shape extends v.GenericSchema>(
  model: LanguageModelV4,
  messages: readonly PromptMessage[],
  shape: Shape,
  options: AskOptions,
): Promise<v.InferOutput<Shape> | null> {
  const output = Output.object({ name: "answer", schema: toSchema(shape) });
  const askFor = async (asked: readonly PromptMessage[], ...further: LanguageModelMiddleware[]) =>
    (await generateText({ ...toCall(model, asked, options, [json, ...further]), output })).output;
  const giveUp = (error: unknown): null => {
    if (options.signal.aborted || !mayAnswerLater(error)) return null;
    throw new AppError("MODEL_UNAVAILABLE", { cause: error });
  };
  try {
    return await askFor(messages);
  } catch (error) {
    if (!NoObjectGeneratedError.isInstance(error)) return giveUp(error);
    const { text = "", cause } = error;
    const correction = toCorrection(messages, text, describeFault(cause), "the JSON");
    // A server that was given the schema has not kept to it, or its model has written spaces to the end, as a schema allows.
    return askFor(correction, inWords).catch(giveUp);
  }
}

/** How LM Studio says, with a 400, that no model is there to answer, or that it can't be loaded just now. */
const NOT_LOADED = /no models? loaded|failed to load model|model (?:is|was) unloaded/iu;

/** No connection, a key that is not paid for, too many requests, too little time, or a server that does not reach its model. */
function mayAnswerLater(error: unknown): boolean {
  const { status, message } = readModelFailure(error);
  if (status === null) return APICallError.isInstance(error);
  return [401, 402, 408, 429].includes(status) || status > 501 || NOT_LOADED.test(message);
}

/**
 * Asks for a short text: a title, a suggestion, a paragraph. Quotation marks around it, labels before it, markup and line
 * breaks are taken off, and it is cut to `maxLength` characters that a person sees, at the end of a sentence or a word.
 * `findFault` says what is wrong with a text, or `null`: one with a fault is asked for once more. `null` as for
 * `askStructured`, or when the model refused.
 */
export async function askText(
  model: LanguageModelV4,
  messages: readonly PromptMessage[],
  options: AskOptions & { maxLength: number; findFault?: (text: string) => string | null },
): Promise<string | null> {
  const { findFault = () => null } = options;
  const text = await askOnce(model, messages, options);
  const fault = text === null ? null : findFault(text);
  if (text === null || fault === null) return text;
  const other = await askOnce(model, toCorrection(messages, text, fault, "it"), options);
  return other !== null && findFault(other) === null ? other : null;
}

/** Requests a short text as `askText` does, once. `onText` gets all text that can be shown so far, at each update. */
export async function streamShortText(
  model: LanguageModelV4,
  messages: readonly PromptMessage[],
  {
    maxLength,
    onText,
    onSign,
    ...options
  }: AskOptions & { maxLength: number; onText: (text: string) => void },
): Promise<string | null> {
  const onPiece: OnPiece = (sign, text) => {
    onSign?.(sign);
    const shown = sign === "text" ? cleanPartialText(text, maxLength) : "";
    if (shown !== "") onText(shown);
  };
  return askOnce(model, messages, { ...options, maxLength, onSign: onPiece });
}

async function askOnce(
  model: LanguageModelV4,
  messages: readonly PromptMessage[],
  options: CallOptions & { maxLength: number },
): Promise<string | null> {
  const answer = await generateText(toCall(model, messages, options)).catch(() => null);
  return answer && cleanText(answer.text, options.maxLength);
}

type CallOptions = Omit<AskOptions, "onSign"> & { onSign?: OnPiece | undefined };

function toCall(
  model: LanguageModelV4,
  messages: readonly PromptMessage[],
  { signal, onSign, temperature = 0.7, maxTokens = ANSWER_TOKENS }: CallOptions,
  middleware: readonly LanguageModelMiddleware[] = [],
) {
  const streamed = onSign === undefined ? [] : [streamedAnswer(onSign)];
  return {
    model: wrapLanguageModel({ model, middleware: [...middleware, wholeAnswer, ...streamed] }),
    messages: [...messages],
    allowSystemInMessages: true,
    maxOutputTokens: maxTokens,
    temperature,
    maxRetries: 0,
    abortSignal: signal,
    telemetry: { isEnabled: false },
    // Strict schemas of hosted models allow neither lengths nor optional fields; answers are validated here anyway.
    providerOptions: { openaiCompatible: { strictJsonSchema: false } },
  };
}

/** Reading stops after this length of an answer. In UTF-16 code units. */
const ANSWER_READ_MAX = 20_000;

/** Called for each piece of an answer, with all its text so far. */
type OnPiece = (sign: ReplySign, text: string) => void;

/** An answer that a filter or a fault has ended fails: a part of an answer must not pass for all of it. */
const wholeAnswer: LanguageModelMiddleware = {
  specificationVersion: "v4",
  wrapGenerate: async ({ doGenerate }) => {
    const answer = await doGenerate();
    if (readFinish(answer.finishReason) === "refused") throw new AppError("MODEL_REFUSED");
    return answer;
  },
};

/** A model whose whole answers are streamed, because only a stream shows that a slow model is still working. */
function streamedAnswer(onPiece: OnPiece): LanguageModelMiddleware {
  return {
    specificationVersion: "v4",
    wrapGenerate: async ({ doStream }) => {
      const { stream } = await doStream();
      let text = "";
      for await (const part of stream) {
        if (part.type === "error") throw part.error;
        if (part.type === "finish") {
          const { finishReason, usage } = part;
          return { content: [{ type: "text", text }], finishReason, usage, warnings: [] };
        }
        if (part.type === "reasoning-delta") onPiece("thought", text);
        if (part.type !== "text-delta") continue;
        text += part.delta;
        if (text.length > ANSWER_READ_MAX) throw new AppError("STREAM_ERROR");
        onPiece("text", text);
      }
      throw new AppError("STREAM_ERROR"); // every whole stream ends with its finish part
    },
  };
}

function toSchema<Shape extends v.GenericSchema>(shape: Shape): Schema<v.InferOutput<Shape>> {
  const shapeInJson = toJsonSchema(shape, { errorMode: "ignore", typeMode: "output" });
  return jsonSchema<v.InferOutput<Shape>>(shapeInJson, {
    validate(value) {
      const exact = v.safeParse(shape, value);
      const parsed = exact.success ? exact : v.safeParse(shape, fitToSchema(value, shapeInJson));
      return parsed.success
        ? { success: true, value: parsed.output }
        : { success: false, error: new Error(describeIssues(parsed.issues)) };
    },
  });
}

function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  const faults = issues.slice(0, 5).map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? issue.message : `${path}: ${issue.message}`;
  });
  return faults.join("; ");
}

/** What was wrong with an answer, for the model. `cause`: of the SDK's error. */
function describeFault(cause: unknown): string {
  const isOfSchema = TypeValidationError.isInstance(cause) && cause.cause instanceof Error;
  return isOfSchema ? cause.cause.message : "It is not JSON.";
}

/** The model's answer stands as its own message. The request after it names fields, and quotes the answer only neutralised. */
function toCorrection(
  messages: readonly PromptMessage[],
  answer: string,
  fault: string,
  wanted: string,
): PromptMessage[] {
  return [
    ...messages,
    { role: "assistant", content: neutralise(answer.slice(0, SHOWN_AGAIN_MAX).toWellFormed()) || "…" },
    {
      role: "user",
      content: `That answer can't be used: ${neutraliseLine(fault)} Answer again, with ${wanted} and nothing else.`,
    },
  ];
}
