import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import * as v from "valibot";
import { ContextOverflow, type Engine, type Report, type Task } from "./engine.ts";

/** Bytes of a request; the text of a whole novel is about one million. */
const BODY_MOST = 4 * 1024 * 1024;
/** A request may come from a program of this machine. A page in a browser names another host, or its origin. */
const OWN_HOSTS = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/u;

const text = v.union([
  v.string(),
  v.pipe(
    v.array(v.object({ type: v.literal("text"), text: v.string() })),
    v.transform((parts) => parts.map((part) => part.text).join("")),
  ),
]);
const role = v.pipe(
  v.picklist(["system", "developer", "user", "assistant"]),
  v.transform((name) => (name === "developer" ? "system" : name)),
);
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));

const requestSchema = v.looseObject({
  messages: v.pipe(v.array(v.object({ role, content: text })), v.minLength(1), v.maxLength(10_000)),
  stream: v.nullish(v.boolean(), false),
  stream_options: v.nullish(v.looseObject({ include_usage: v.nullish(v.boolean(), false) })),
  max_tokens: v.nullish(count),
  max_completion_tokens: v.nullish(count),
  stop: v.nullish(
    v.pipe(
      v.union([v.string(), v.array(v.string())]),
      v.transform((stop) => [stop].flat()),
      v.check((stop) => stop.every((each) => each !== ""), "stop has an empty text"),
    ),
    [],
  ),
  seed: v.nullish(v.pipe(v.number(), v.integer())),
  temperature: v.nullish(v.pipe(v.number(), v.minValue(0), v.maxValue(2)), 0.8), // llama.cpp's own default
  top_p: v.nullish(share, 0.95),
  top_k: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0)), 40),
  min_p: v.nullish(share, 0.05),
  repetition_penalty: v.nullish(v.pipe(v.number(), v.minValue(1), v.maxValue(2))),
  repeat_penalty: v.nullish(v.pipe(v.number(), v.minValue(1), v.maxValue(2))),
  presence_penalty: v.nullish(v.pipe(v.number(), v.minValue(-2), v.maxValue(2)), 0),
  frequency_penalty: v.nullish(v.pipe(v.number(), v.minValue(-2), v.maxValue(2)), 0),
  response_format: v.nullish(
    v.variant("type", [
      v.object({ type: v.literal("text") }),
      v.object({ type: v.literal("json_object") }),
      v.object({
        type: v.literal("json_schema"),
        json_schema: v.looseObject({ schema: v.record(v.string(), v.unknown()) }),
      }),
    ]),
  ),
});
const tokenizeSchema = v.object({ content: v.string() });
type ChatRequest = v.InferOutput<typeof requestSchema>;

/** An answer that is an error, in llama.cpp's words and form. */
class HttpError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, type: string, message: string, more: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.body = { error: { code: status, message, type, ...more } };
  }
}

export type ServedModel = {
  name: string;
  /** `null` while it is loaded. */
  engine: () => Engine | null;
};

/** The part of llama.cpp's HTTP protocol that Talespark uses. The caller listens, on the loopback interface alone. */
export function createModelServer(model: ServedModel): Server {
  return createServer((request, response) => {
    answer(request, response, model).catch((error: unknown) => {
      const known = toHttpError(error);
      if (known.status === 500)
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      if (response.headersSent) response.destroy();
      else sendJson(response, known.body, known.status);
    });
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, model: ServedModel): Promise<void> {
  refuseOthers(request);
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const loaded = model.engine();
  switch (`${request.method} ${pathname}`) {
    case "GET /v1/models":
      return sendJson(response, {
        object: "list",
        data: [{ id: model.name, object: "model", owned_by: "local" }],
      });
    case "GET /health":
      requireLoaded(loaded);
      return sendJson(response, { status: "ok" });
    case "GET /props":
      return sendJson(response, {
        default_generation_settings: { n_ctx: requireLoaded(loaded).contextTokens },
      });
    case "GET /slots":
      return sendJson(response, [describeSlot(requireLoaded(loaded))]);
    case "POST /tokenize": {
      const { content } = parse(tokenizeSchema, await readBody(request));
      return sendJson(response, { tokens: requireLoaded(loaded).tokenize(content) });
    }
    case "POST /v1/chat/completions": {
      const engine = requireLoaded(loaded);
      const chat = parse(requestSchema, await readBody(request));
      return complete(chat, response, { engine, name: model.name });
    }
    default:
      throw new HttpError(404, "not_found_error", `There is no ${request.method} ${pathname}.`);
  }
}

function refuseOthers({ headers }: IncomingMessage): void {
  if (!OWN_HOSTS.test(headers.host ?? "") || headers.origin !== undefined)
    throw new HttpError(
      403,
      "permission_error",
      "This server answers programs of this machine alone, and no pages.",
    );
}

function requireLoaded(engine: Engine | null): Engine {
  if (engine === null) throw new HttpError(503, "unavailable_error", "Loading model");
  return engine;
}

/** One place to write: who waits for it sees that it is taken. */
function describeSlot({ contextTokens, progress }: Engine) {
  return {
    id: 0,
    n_ctx: contextTokens,
    is_processing: progress !== null,
    n_prompt_tokens: progress?.promptTokens ?? 0,
    n_prompt_tokens_processed: progress?.read ?? 0,
    next_token: [{ n_decoded: progress?.written ?? 0 }],
  };
}

function parse<Schema extends v.GenericSchema>(schema: Schema, body: string): v.InferOutput<Schema> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new HttpError(
    400,
    "invalid_request_error",
    `${v.getDotPath(issue) ?? "The request"}: ${issue.message}`,
  );
}

function toTask(chat: ChatRequest): Task {
  const { response_format: format } = chat;
  return {
    messages: chat.messages,
    maxTokens: chat.max_completion_tokens ?? chat.max_tokens ?? null,
    stop: chat.stop,
    seed: chat.seed ?? null,
    temperature: chat.temperature,
    topP: chat.top_p,
    topK: chat.top_k,
    minP: chat.min_p,
    repetitionPenalty: chat.repetition_penalty ?? chat.repeat_penalty ?? 1,
    presencePenalty: chat.presence_penalty,
    frequencyPenalty: chat.frequency_penalty,
    schema: toSchema(format),
  };
}

function toSchema(format: ChatRequest["response_format"]): Task["schema"] {
  if (format?.type === "json_schema") return format.json_schema.schema;
  return format?.type === "json_object" ? { type: "object", additionalProperties: true } : null;
}

type Model = { engine: Engine; name: string };

async function complete(chat: ChatRequest, response: ServerResponse, model: Model): Promise<void> {
  const left = new AbortController();
  response.once("close", () => left.abort());
  try {
    if (chat.stream) await stream(chat, response, model, left.signal);
    else await answerWhole(chat, response, model, left.signal);
  } catch (error) {
    if (!left.signal.aborted) throw error;
  }
}

async function answerWhole(
  chat: ChatRequest,
  response: ServerResponse,
  { engine, name }: Model,
  signal: AbortSignal,
): Promise<void> {
  const said = { text: "", thought: "" };
  const report = await engine.write(toTask(chat), signal, ({ kind, text }) => {
    said[kind] += text;
  });
  const thoughts = said.thought === "" ? {} : { reasoning_content: said.thought };
  const message = { role: "assistant", content: said.text, ...thoughts };
  sendJson(response, {
    ...describeAnswer("chat.completion", name),
    choices: [{ index: 0, message, finish_reason: report.finish }],
    usage: describeUsage(report),
    timings: describeTimings(report),
  });
}

async function stream(
  chat: ChatRequest,
  response: ServerResponse,
  { engine, name }: Model,
  signal: AbortSignal,
): Promise<void> {
  const base = describeAnswer("chat.completion.chunk", name);
  const send = (event: Record<string, unknown>) => {
    if (!response.headersSent)
      response.writeHead(200, {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store",
      });
    response.write(`data: ${JSON.stringify({ ...base, ...event })}\n\n`);
  };
  const sendDelta = (delta: Record<string, string>, finish: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason: finish }] });
  const report = await engine.write(toTask(chat), signal, ({ kind, text }) =>
    sendDelta(kind === "text" ? { content: text } : { reasoning_content: text }),
  );
  sendDelta({}, report.finish);
  const usage = chat.stream_options?.include_usage ? { usage: describeUsage(report) } : {};
  send({ choices: [], ...usage, timings: describeTimings(report) });
  response.end("data: [DONE]\n\n");
}

function describeAnswer(object: string, model: string) {
  return { id: `chatcmpl-${randomUUID()}`, object, created: Math.floor(Date.now() / 1000), model };
}

function describeUsage({ promptTokens, read, written }: Report) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: written,
    total_tokens: promptTokens + written,
    prompt_tokens_details: { cached_tokens: promptTokens - read },
  };
}

/** The engine's own counters, as llama.cpp names them. */
function describeTimings({ promptTokens, read, written, readMs, writeMs }: Report) {
  return {
    cache_n: promptTokens - read,
    prompt_n: read,
    prompt_ms: readMs,
    predicted_n: written,
    predicted_ms: writeMs,
  };
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof ContextOverflow) {
    const { message, promptTokens: n_prompt_tokens, contextTokens: n_ctx } = error;
    return new HttpError(400, "exceed_context_size_error", message, { n_prompt_tokens, n_ctx });
  }
  return new HttpError(500, "server_error", "The engine failed.");
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    const bytes: Buffer = part;
    length += bytes.length;
    if (length > BODY_MOST) throw new HttpError(413, "invalid_request_error", "The request is too large.");
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString("utf8");
}

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(value));
}
