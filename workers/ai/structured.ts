import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { cleanPartialText, cleanText, findJson } from "./answer-text.ts";
import type { Asked } from "./ask-with-patience.ts";
import { ANSWER_TOKENS } from "./context-window.ts";
import { fitToSchema } from "./fit-answer.ts";
import { toModelPrompt } from "./model-prompt.ts";
import { neutralise, neutraliseLine } from "./prompts/neutralise.ts";
import type { PromptMessage } from "./prompts/prompt.ts";
import type { ReplySign } from "./reply-writer.ts";
import { readFinish } from "./stream-reply.ts";

/** Reading stops after this length of an answer. In UTF-16 code units. */
const ANSWER_READ_MAX = 20_000;
/** How much of an answer that did not fit is shown to the model again, in UTF-16 code units. */
const SHOWN_AGAIN_MAX = 2_000;

type AskOptions = Asked & {
  /** 0 to 2; low for what is read from a text, higher for ideas. */
  temperature?: number;
  /** The answer's maximum length in tokens; by default that of a question about a conversation. */
  maxTokens?: number;
};

/**
 * Asks for an answer that fits a schema. Fences and text around the JSON are removed, and the answer is changed to fit if its
 * meaning is clear (`fitToSchema`). If it does not fit then, the model is asked once more, with what was wrong. `null`: the
 * model can't do it, can't be reached, or `signal` aborted. Throws nothing that the model causes.
 */
export async function askStructured<Schema extends v.GenericSchema>(
  model: LanguageModelV4,
  messages: readonly PromptMessage[],
  schema: Schema,
  options: AskOptions,
): Promise<v.InferOutput<Schema> | null> {
  const jsonSchema = findOrMakeJsonSchema(schema);
  const format = { type: "json", name: "answer", schema: jsonSchema } as const;
  const askIn = async (asked: readonly PromptMessage[]) => {
    const answer = knowsNoSchemas.has(model) ? REFUSED : await ask(model, asked, format, options);
    if (answer.kind !== "refused") return answer;
    // Not every server knows JSON schemas; the prompt alone says it as well.
    const inWords = await ask(
      model,
      withSchema(asked, JSON.stringify(jsonSchema)),
      { type: "text" },
      options,
    );
    if (inWords.kind === "text") knowsNoSchemas.add(model);
    return inWords;
  };
  const first = await askIn(messages);
  if (first.kind !== "text") return null;
  const judged = judge(schema, first.text);
  if (judged.success) return judged.output;
  const second = await askIn(toCorrection(messages, first.text, judged.fault, "the JSON"));
  return second.kind === "text" ? takeOutput(judge(schema, second.text)) : null;
}

const REFUSED = { kind: "refused" } as const;
/** Models whose server refused a schema and took the same question in words: they are not asked by schema again. */
const knowsNoSchemas = new WeakSet<LanguageModelV4>();

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
  const { maxLength, findFault = () => null } = options;
  const first = await ask(model, messages, { type: "text" }, options);
  const text = first.kind === "text" ? cleanText(first.text, maxLength) : null;
  const fault = text === null ? null : findFault(text);
  if (text === null || fault === null) return text;
  const second = await ask(model, toCorrection(messages, text, fault, "it"), { type: "text" }, options);
  const other = second.kind === "text" ? cleanText(second.text, maxLength) : null;
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
  const call = toCall(messages, { type: "text" }, options);
  try {
    const answer = await readStream(model, call, (sign, text) => {
      onSign?.(sign);
      const shown = sign === "text" ? cleanPartialText(text, maxLength) : "";
      if (shown !== "") onText(shown);
    });
    return cleanText(answer, maxLength);
  } catch {
    return null;
  }
}

const jsonSchemas = new WeakMap<v.GenericSchema, ReturnType<typeof toJsonSchema>>();

/** Worked out once for each schema: it costs as much as the request. */
function findOrMakeJsonSchema(schema: v.GenericSchema): ReturnType<typeof toJsonSchema> {
  const known = jsonSchemas.get(schema);
  if (known) return known;
  const made = toJsonSchema(schema, { errorMode: "ignore", typeMode: "output" });
  jsonSchemas.set(schema, made);
  return made;
}

/** `refused`: the server did not accept the request (400, 422); `gone`: there is no answer, or only a part of one. */
type Answer = { kind: "text"; text: string } | { kind: "refused" } | { kind: "gone" };

async function ask(
  model: LanguageModelV4,
  messages: readonly PromptMessage[],
  responseFormat: LanguageModelV4CallOptions["responseFormat"],
  options: AskOptions,
): Promise<Answer> {
  const call = toCall(messages, responseFormat, options);
  try {
    if (options.onSign) return { kind: "text", text: await readStream(model, call, options.onSign) };
    const { content, finishReason } = await model.doGenerate(call);
    if (readFinish(finishReason) === "refused") return { kind: "gone" };
    return {
      kind: "text",
      text: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
    };
  } catch (error) {
    const refused = APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);
    return { kind: refused && !options.signal.aborted ? "refused" : "gone" };
  }
}

/** Reads a whole answer. Throws if the stream breaks off or a filter ends it: a part of an answer must not pass for all of it. */
async function readStream(
  model: LanguageModelV4,
  call: LanguageModelV4CallOptions,
  onText: (sign: ReplySign, text: string) => void,
): Promise<string> {
  const { stream } = await model.doStream(call);
  let text = "";
  for await (const part of stream) {
    if (part.type === "error") throw part.error;
    if (part.type === "finish") {
      if (readFinish(part.finishReason) === "refused") throw new Error("A filter has ended the answer.");
      return text;
    }
    if (part.type === "reasoning-delta") onText("thought", text);
    if (part.type !== "text-delta") continue;
    text += part.delta;
    if (text.length > ANSWER_READ_MAX) throw new Error("The answer does not end.");
    onText("text", text);
  }
  throw new Error("The answer broke off.");
}

function toCall(
  messages: readonly PromptMessage[],
  responseFormat: LanguageModelV4CallOptions["responseFormat"],
  { signal, temperature = 0.7, maxTokens = ANSWER_TOKENS }: AskOptions,
): LanguageModelV4CallOptions {
  return {
    prompt: toModelPrompt(messages),
    responseFormat,
    maxOutputTokens: maxTokens,
    temperature,
    abortSignal: signal,
    // Strict schemas of hosted models allow neither lengths nor optional fields; answers are validated here anyway.
    providerOptions: { "openai-compatible": { strictJsonSchema: false } },
  };
}

type Judged<Output> = { success: true; output: Output } | { success: false; fault: string };

function judge<Schema extends v.GenericSchema>(schema: Schema, text: string): Judged<v.InferOutput<Schema>> {
  const value = findJson(text);
  if (value === undefined) return { success: false, fault: "It is not JSON." };
  const exact = v.safeParse(schema, value);
  const parsed = exact.success
    ? exact
    : v.safeParse(schema, fitToSchema(value, findOrMakeJsonSchema(schema)));
  if (parsed.success) return { success: true, output: parsed.output };
  const faults = parsed.issues.slice(0, 5).map((issue) => {
    const path = v.getDotPath(issue);
    return path === null ? issue.message : `${path}: ${issue.message}`;
  });
  return { success: false, fault: faults.join("; ") };
}

function takeOutput<Output>(judged: Judged<Output>): Output | null {
  return judged.success ? judged.output : null;
}

function withSchema(messages: readonly PromptMessage[], jsonSchema: string): PromptMessage[] {
  return [
    ...messages.slice(0, -1),
    ...messages.slice(-1).map(({ role, content }) => ({
      role,
      content: `${content}\n\nAnswer with one JSON value of this JSON schema and nothing else:\n${jsonSchema}`,
    })),
  ];
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
    { role: "assistant", content: neutralise(answer.slice(0, SHOWN_AGAIN_MAX)) || "…" },
    {
      role: "user",
      content: `That answer can't be used: ${neutraliseLine(fault)} Answer again, with ${wanted} and nothing else.`,
    },
  ];
}
