import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { answerTo } from "./answer.ts";
import {
  type CompletionRequest,
  countTokens,
  MODEL_ID,
  modelCard,
  ProtocolError,
  parseCompletionRequest,
  STORYTELLER_DESCRIPTION,
} from "./protocol.ts";
import { clip } from "./text.ts";

export type StorytellerOptions = {
  /** Milliseconds between two chunks of a stream; 0 sends all at once. */
  delayMs: number;
  /** Called as a stream ends: whether the client heard it out, and how many chunks of text it was sent. */
  onStreamEnd?: (outcome: "complete" | "aborted", chunks: number) => void;
};

const BODY_MAX = 4 * 1024 * 1024; // bytes; a whole novel in the prompt is about one
const CHARACTERS_PER_TOKEN = 4;

/**
 * The server of the OpenAI protocol: `GET /v1/models`, `GET /v1/models/:id` and `POST /v1/chat/completions`.
 */
export function createStorytellerServer(options: StorytellerOptions): Server {
  const created = Math.floor(Date.now() / 1000);
  return createServer((request, response) => {
    answer(request, response, options, created).catch((error: unknown) => {
      const known =
        error instanceof ProtocolError
          ? error
          : new ProtocolError(500, "The storyteller lost its thread.", { type: "server_error" });
      if (known !== error)
        process.stderr.write(`storyteller: ${error instanceof Error ? error.stack : String(error)}\n`);
      if (response.headersSent) response.destroy();
      else sendJson(response, known.status, known.toJson());
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  options: StorytellerOptions,
  created: number,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://storyteller");
  const isTask = pathname === "/v1/chat/completions";
  const allowed = isTask ? "POST" : /^\/v1\/models(?:\/|$)/u.test(pathname) ? "GET" : null;
  if (allowed === null) throw new ProtocolError(404, `Invalid URL (${request.method} ${pathname})`);
  if (request.method !== allowed)
    throw new ProtocolError(405, `Not allowed to ${request.method} on ${pathname}`);

  if (pathname === "/v1/models") {
    sendJson(response, 200, { object: "list", data: [describeModel(created)] });
  } else if (allowed === "GET") {
    const id = decodeURIComponent(pathname.slice("/v1/models/".length));
    if (id !== MODEL_ID)
      throw new ProtocolError(404, `The model '${id}' does not exist`, { code: "model_not_found" });
    sendJson(response, 200, describeModel(created));
  } else {
    await complete(parseCompletionRequest(await readBody(request)), response, options);
  }
}

function describeModel(created: number) {
  return modelCard(MODEL_ID, STORYTELLER_DESCRIPTION, created);
}

async function complete(
  request: CompletionRequest,
  response: ServerResponse,
  options: StorytellerOptions,
): Promise<void> {
  const { text, finishReason } = compose(request);
  const id = `chatcmpl-${randomUUID()}`;
  const created = Math.floor(Date.now() / 1000);
  const promptTokens = request.messages.reduce((sum, message) => sum + countTokens(message.content), 0);
  const completionTokens = countTokens(text);
  const usage = {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };

  if (request.stream !== true) {
    sendJson(response, 200, {
      id,
      object: "chat.completion",
      created,
      model: MODEL_ID,
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: text, refusal: null },
          logprobs: null,
          finish_reason: finishReason,
        },
      ],
      usage,
    });
    return;
  }

  const withUsage = request.stream_options?.include_usage === true;
  const left = new AbortController();
  response.once("close", () => left.abort());
  response.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
  });

  function send(choices: unknown[], total: typeof usage | null = null): void {
    const base = { id, object: "chat.completion.chunk", created, model: MODEL_ID, choices };
    response.write(`data: ${JSON.stringify(withUsage ? { ...base, usage: total } : base)}\n\n`);
  }
  function delta(content: Record<string, string>, reason: string | null = null) {
    return [{ index: 0, delta: content, logprobs: null, finish_reason: reason }];
  }

  let sent = 0;
  send(delta({ role: "assistant", content: "" }));
  for (const chunk of splitIntoChunks(text)) {
    if (left.signal.aborted) break;
    send(delta({ content: chunk }));
    sent += 1;
    if (options.delayMs > 0)
      await pause(options.delayMs, undefined, { signal: left.signal }).catch(ignoreAbort);
  }
  if (left.signal.aborted) {
    options.onStreamEnd?.("aborted", sent);
    return;
  }
  send(delta({}, finishReason));
  if (withUsage) send([], usage);
  response.end("data: [DONE]\n\n");
  options.onStreamEnd?.("complete", sent);
}

function compose(request: CompletionRequest): { text: string; finishReason: "stop" | "length" } {
  const whole = answerTo(request);
  const limit = request.max_completion_tokens ?? request.max_tokens;
  const isProse = request.response_format == null || request.response_format.type === "text";
  if (!isProse || limit == null || countTokens(whole) <= limit) return { text: whole, finishReason: "stop" };
  return { text: clip(whole, limit * CHARACTERS_PER_TOKEN), finishReason: "length" };
}

/** A text in pieces of a word or two, each with the space before it, as a model's tokens come. */
function splitIntoChunks(text: string): string[] {
  return text.match(/\s*\S+(?:\s+\S{1,3}(?=\s|$))?/gu) ?? (text === "" ? [] : [text]);
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === "AbortError")) throw error;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > BODY_MAX) throw new ProtocolError(413, "The request is too large.");
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
  });
  response.end(JSON.stringify(body));
}
