import * as v from "valibot";
import { AppError } from "#domain/errors.ts";
import { REPLY_PHASES } from "#domain/protocol.ts";
import { parseAnswer, parseJsonBody, toFailure } from "./call-api.ts";

/** A call fails if the server sends nothing for this long. The server reports progress every 10 seconds. */
const GIVE_UP_MS = 45_000;
/** One JSON value per line. */
const LINES = "application/x-ndjson";

const progressSchema = v.object({ phase: v.picklist([...REPLY_PHASES, "writing"]), elapsedMs: v.number() });
const answerSchema = v.object({ answer: v.unknown() });
const errorSchema = v.object({ error: v.unknown() });
const lineSchema = v.union([v.object({ progress: progressSchema }), answerSchema, errorSchema]);

/** What the model is doing, and how long the caller has waited, in milliseconds. */
export type ModelProgress = v.InferOutput<typeof progressSchema>;

/** The caller who waits for the answer. */
export type Waiting = {
  signal: AbortSignal;
  /** Called with each report of progress, until the answer comes. */
  onProgress: (progress: ModelProgress) => void;
};

/**
 * Calls the API for an answer that a model writes. It waits as long as the server sends progress: a model on the person's own
 * machine may take minutes. Throws the same errors as `callApi`.
 */
export async function callModel<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
  body: unknown,
  { signal, onProgress }: Waiting,
): Promise<v.InferOutput<Schema>> {
  const silence = new AbortController();
  const giveUp = () => silence.abort();
  let timer = setTimeout(giveUp, GIVE_UP_MS);
  const onSign = (progress: ModelProgress) => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, GIVE_UP_MS);
    onProgress(progress);
  };
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { Accept: `application/json, ${LINES}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.body === null || response.headers.get("Content-Type") !== LINES) {
      const answer = parseJsonBody(await response.text());
      if (!response.ok) throw toFailure(response, answer);
      return parseAnswer(schema, answer);
    }
    const end = await readEnd(response.body, onSign);
    if ("error" in end) throw toFailure(response, end.error);
    return parseAnswer(schema, end.answer);
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof AppError ? cause : new AppError("UNREACHABLE", { cause });
  } finally {
    clearTimeout(timer);
  }
}

type End = v.InferOutput<typeof answerSchema> | v.InferOutput<typeof errorSchema>;

/** Reads the lines up to the answer or the error. Throws if the connection ends before it comes. */
async function readEnd(
  body: ReadableStream<Uint8Array>,
  onSign: (progress: ModelProgress) => void,
): Promise<End> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  while (true) {
    const { done, value } = await reader.read();
    if (done) throw new TypeError("The answer broke off.");
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const sent = v.parse(lineSchema, JSON.parse(line));
      if (!("progress" in sent)) return sent;
      onSign(sent.progress);
    }
  }
}
