import { APICallError, type LanguageModelV4, type LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { cleanedText, jsonIn } from "./answer-text.ts";
import { toModelPrompt } from "./model-prompt.ts";
import { neutralise, neutraliseLine } from "./prompts/neutralise.ts";
import type { PromptMessage } from "./prompts/prompt.ts";

/** Tokens of an answer: a filled form or a passage's cast is 150 to 500. */
const ANSWER_MAX_TOKENS = 1_000;
/** How much of an answer that did not fit is shown to the model again, in UTF-16 code units. */
const SHOWN_AGAIN_MAX = 2_000;

export type AskOptions = {
  signal: AbortSignal;
  /** 0 to 2; low for what is read from a text, higher for ideas. */
  temperature?: number;
};

/**
 * Asks for an answer that fits a schema. Fences and text around the JSON are forgiven; an answer that does not fit is
 * asked for once more, with what was wrong. `null`: the model can't do it, can't be reached, or `signal` aborted. Throws
 * nothing that the model causes.
 */
export async function askStructured<Schema extends v.GenericSchema>(
  model: LanguageModelV4,
  messages: readonly PromptMessage[],
  schema: Schema,
  options: AskOptions,
): Promise<v.InferOutput<Schema> | null> {
  const jsonSchema = findOrMakeJsonSchema(schema);
  const format = { type: "json", name: "answer", schema: jsonSchema } as const;
  const first = await ask(model, messages, format, options);
  if (first.kind === "gone") return null;
  if (first.kind === "refused") {
    // Not every server knows JSON schemas; the prompt alone says it as well.
    const inWords = withSchema(messages, JSON.stringify(jsonSchema));
    const second = await ask(model, inWords, { type: "text" }, options);
    return second.kind === "text" ? takeOutput(judge(schema, second.text)) : null;
  }
  const judged = judge(schema, first.text);
  if (judged.success) return judged.output;
  const second = await ask(model, correcting(messages, first.text, judged.fault), format, options);
  return second.kind === "text" ? takeOutput(judge(schema, second.text)) : null;
}

/**
 * Asks for a short text: a title, a suggestion, a paragraph. Quotation marks around it, labels before it, markup and line
 * breaks are taken off, and it is cut to `maxLength` characters that a person sees, at the end of a sentence or a word.
 * `null` as for `askStructured`, or when the model refused.
 */
export async function askText(
  model: LanguageModelV4,
  messages: readonly PromptMessage[],
  options: AskOptions & { maxLength: number },
): Promise<string | null> {
  const answer = await ask(model, messages, { type: "text" }, options);
  return answer.kind === "text" ? cleanedText(answer.text, options.maxLength) : null;
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

/** `refused`: the server did not take the request as it was (400, 422); `gone`: no answer is to be had. */
type Answer = { kind: "text"; text: string } | { kind: "refused" } | { kind: "gone" };

async function ask(
  model: LanguageModelV4,
  messages: readonly PromptMessage[],
  responseFormat: LanguageModelV4CallOptions["responseFormat"],
  { signal, temperature = 0.7 }: AskOptions,
): Promise<Answer> {
  try {
    const { content } = await model.doGenerate({
      prompt: toModelPrompt(messages),
      responseFormat,
      maxOutputTokens: ANSWER_MAX_TOKENS,
      temperature,
      abortSignal: signal,
      // Strict schemas of hosted models allow neither lengths nor optional fields; answers are validated here anyway.
      providerOptions: { "openai-compatible": { strictJsonSchema: false } },
    });
    return {
      kind: "text",
      text: content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(""),
    };
  } catch (error) {
    const refused = APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);
    return { kind: refused && !signal.aborted ? "refused" : "gone" };
  }
}

type Judged<Output> = { success: true; output: Output } | { success: false; fault: string };

function judge<Schema extends v.GenericSchema>(schema: Schema, text: string): Judged<v.InferOutput<Schema>> {
  const value = jsonIn(text);
  if (value === undefined) return { success: false, fault: "It is not JSON." };
  const parsed = v.safeParse(schema, value);
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

/** The answer is the model's own message; what is said of it names fields, and of the answer itself only what is neutralised. */
function correcting(messages: readonly PromptMessage[], answer: string, fault: string): PromptMessage[] {
  return [
    ...messages,
    { role: "assistant", content: neutralise(answer.slice(0, SHOWN_AGAIN_MAX)) || "…" },
    {
      role: "user",
      content: `That answer can't be used: ${neutraliseLine(fault)} Answer again, with the JSON and nothing else.`,
    },
  ];
}
