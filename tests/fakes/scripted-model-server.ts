import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import * as v from "valibot";
import { type Fake, json, startFake, wait } from "./http.ts";
import { type Dialect, writeReply } from "./model-dialects.ts";
import { type LoggedRequest, pieceOf, type Script } from "./reply-script.ts";
import {
  type ChatRequest,
  chatRequestSchema,
  findAnswer,
  findRefusal,
  findScript,
  findTask,
  listPieces,
  makeUsualAnswer,
} from "./scripted-answers.ts";
import { ScriptedImages } from "./scripted-images.ts";

/** The ways in which a request to a model fails. */
export const DISTURBANCES = ["error", "refused", "silence", "stall", "cut", "slow"] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

const FELL_OVER = { error: { message: "The model fell over." } };
const SLOW_MS = 2_000;
/** A reply is under way by then, but not at its end. */
const MID_STREAM_MS = 250;

/** By the id of a script. */
type Waits = Map<string, PromiseWithResolvers<void>>;

export type ScriptedModelServer = Fake & {
  log: LoggedRequest[];
  /** Ends the wait of a reply with `waitsAfter`. */
  goOn: (id: string) => void;
};

/**
 * A fake model server for tests: it speaks the OpenAI chat protocol over real HTTP and follows the `#reply {…}` in the
 * player's text: which text, how fast, which fault. It is not a model. `disturb`: how a request fails, whatever its
 * script says; `null`: it doesn't.
 */
export async function startScriptedModelServer(
  disturb: () => Disturbance | null = () => null,
): Promise<ScriptedModelServer> {
  const log: LoggedRequest[] = [];
  const waiting: Waits = new Map();
  const images = new ScriptedImages();
  const fake = await startFake((request, response) => {
    const answer = () =>
      images.takes(request) ? images.handle(request, response) : handle(request, response, log, waiting);
    const disturbance = request.method === "POST" ? disturb() : null;
    return disturbance === null ? answer() : disturbed(response, disturbance, answer);
  });
  return { ...fake, log, goOn: (id) => findWait(waiting, id).resolve() };
}

/** Answers a request, and disturbs that. */
async function disturbed(
  response: ServerResponse,
  disturbance: Disturbance,
  answer: () => Promise<void>,
): Promise<void> {
  switch (disturbance) {
    case "error":
      return json(response, 500, FELL_OVER);
    case "refused":
      return void response.destroy();
    case "silence":
      return;
    case "slow":
      await wait(SLOW_MS);
      return answer();
    case "stall":
      setTimeout(() => {
        response.write = () => true;
        response.end = () => response;
      }, MID_STREAM_MS);
      return answer();
    case "cut":
      setTimeout(() => response.destroy(), MID_STREAM_MS);
      return answer();
  }
}

function findWait(waiting: Waits, id: string): PromiseWithResolvers<void> {
  const found = waiting.get(id) ?? Promise.withResolvers<void>();
  waiting.set(id, found);
  return found;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  log: LoggedRequest[],
  waiting: Waits,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/log") {
    const logged = log.filter(({ id }) => id === searchParams.get("id"));
    return json(response, 200, logged);
  }
  if (pathname.startsWith("/go-on/")) {
    findWait(waiting, pathname.slice("/go-on/".length)).resolve();
    return json(response, 200, {});
  }
  const state = answerState(request);
  if (state !== null) return json(response, ...state);
  if (request.method === "GET" && pathname.endsWith("/models")) {
    return json(response, 200, { object: "list", data: [{ id: "scripted", object: "model" }] });
  }
  const chat = v.parse(v.pipe(v.string(), v.parseJson(), chatRequestSchema), await readText(request));
  const task = findTask(chat);
  const script = findScript(chat, task);
  const { model: _, messages: __, stream: ___, ...parameters } = chat;
  const entry: LoggedRequest = {
    id: task === null ? script.id : `${task}:${script.id}`,
    model: chat.model,
    format: chat.response_format ?? null,
    messages: chat.messages,
    parameters,
    startedAt: Date.now(),
    aborted: false,
  };
  log.push(entry);
  response.on("close", () => {
    entry.aborted = !response.writableFinished;
  });
  if (task !== null) {
    const told = script.answers[task] ?? makeUsualAnswer(task, chat, script);
    const answer = Array.isArray(told)
      ? told[Math.min(log.filter(({ id }) => id === entry.id).length, told.length) - 1]
      : told;
    const text = typeof answer === "string" ? answer : JSON.stringify(answer);
    if (chat.stream) return streamAnswer(response, chat.model, text, script.taskMs);
    await wait(script.taskMs);
    return json(response, 200, completion(chat.model, text));
  }
  const { tooLong } = script;
  if (tooLong !== undefined && chat.messages.length > tooLong.most) {
    const type = tooLong.body.startsWith("data:") ? "text/event-stream" : "application/json";
    response.writeHead(tooLong.status, { "Content-Type": type });
    return void response.end(tooLong.body);
  }
  const requests = log.filter(({ id }) => id === script.id).length;
  const refusal = findRefusal(chat, script, requests);
  if (refusal !== null) return json(response, ...refusal);
  const later = { ...script, first: undefined, waitsAfter: undefined };
  await reply(response, chat, requests === 1 ? script : later, waiting);
}

/**
 * What Ollama, llama.cpp and LM Studio say of their model, at an address that says which of it: `/loaded/api/ps`,
 * `/loading/health`, `/writing/slots`. `null`: it was asked something else.
 */
function answerState({ method, url = "" }: IncomingMessage): [status: number, body: unknown] | null {
  const [, state, path] = /^\/(loaded|loading|writing)(\/.*)$/.exec(url) ?? [];
  if (method !== "GET" || state === undefined) return null;
  const isLoaded = state !== "loading";
  switch (path) {
    case "/api/ps":
      return [
        200,
        { models: isLoaded ? [{ name: "scripted:latest", model: "scripted:latest", size: 1 }] : [] },
      ];
    case "/health":
      return isLoaded
        ? [200, { status: "ok" }]
        : [503, { error: { code: 503, message: "Loading model", type: "unavailable_error" } }];
    case "/slots":
      return [200, [{ id: 0, is_processing: state === "writing", next_token: [{ n_decoded: 12 }] }]];
    case "/api/v0/models":
      return [200, { object: "list", data: [{ id: "scripted", state: isLoaded ? "loaded" : "not-loaded" }] }];
    default:
      return [404, {}];
  }
}

async function reply(
  response: ServerResponse,
  chat: ChatRequest,
  script: Script,
  waiting: Waits,
): Promise<void> {
  if (script.fault === "refused") return void response.destroy();
  if (script.fault === "status-500") return json(response, 500, FELL_OVER);
  if (script.fault === "status-429") return json(response, 429, { error: { message: "Too many requests." } });
  if (script.fault === "hang" && script.after === 0) return; // headers never come

  if (script.fault === "no-schemas" && chat.response_format?.type === "json_schema")
    return json(response, 400, { error: { message: "This server knows no schemas." } });

  const pieces = listPieces(chat, script);
  if (!chat.stream) return json(response, 200, completion(chat.model, findAnswer(script) ?? pieces.join("")));
  beginStream(response);
  await wait(script.firstMs);
  if (script.dialect !== undefined) return replyInDialect(response, chat, script, script.dialect);
  const startedAt = performance.now();
  for (let index = 0; script.fault === "endless" || index < pieces.length; index += 1) {
    if (response.destroyed) return;
    if (script.fault && script.fault !== "endless" && index === script.after)
      return fail(response, script.fault);
    if (index === script.waitsAfter) await findWait(waiting, script.id).promise;
    const piece = script.stamped ? `${Date.now()} ${index} ` : (pieces[index] ?? pieceOf(script.id, index));
    send(response, chunk(chat.model, { content: piece }, null));
    if (script.fault === "endless") await drained(response);
    // By the clock, not from piece to piece, so that late timers do not lower the rate.
    await wait(startedAt + (index + 1) * script.everyMs - performance.now());
  }
  endStream(response, chat.model);
}

/** A short answer, word by word, in this number of milliseconds. */
async function streamAnswer(
  response: ServerResponse,
  model: string,
  text: string,
  ms: number,
): Promise<void> {
  beginStream(response);
  const words = text.split(/(?<= )/u);
  for (const content of words) {
    if (response.destroyed) return;
    send(response, chunk(model, { content }, null));
    await wait(ms / words.length);
  }
  endStream(response, model);
}

async function replyInDialect(
  response: ServerResponse,
  chat: ChatRequest,
  script: Script,
  dialect: Dialect,
): Promise<void> {
  const carriesOn = chat.messages.at(-1)?.content.includes("<carry_on/>") ?? false;
  const rest = carriesOn ? script.rest : undefined;
  const events = writeReply(dialect, {
    model: chat.model,
    thoughts: script.thoughts,
    pieces:
      rest !== undefined
        ? rest.split(/(?<= )/u)
        : script.refusal === undefined
          ? listPieces(chat, script)
          : [],
    finish: rest === undefined ? script.finish : "stop",
    fault: script.fails,
    refusal: script.refusal,
  });
  for (const event of events) {
    response.write(event);
    await wait(script.everyMs);
  }
  response.end();
}

function fail(response: ServerResponse, fault: string): void {
  if (fault === "cut") response.destroy();
  else if (fault === "malformed") response.write("data: {this is not json\n\n");
  else if (fault === "huge-line")
    response.write(`data: {"choices":[{"delta":{"content":"${"x".repeat(10_000_000)}"}}]}\n\n`);
  else if (fault === "empty") endStream(response, "scripted");
  // hang: the connection stays open and sends nothing more
}

export function chunk(model: string, delta: { content?: string | undefined }, finish: string | null) {
  return {
    id: "chatcmpl-scripted",
    object: "chat.completion.chunk",
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

export function completion(model: string, content: string) {
  return {
    id: "chatcmpl-scripted",
    object: "chat.completion",
    created: 0,
    model,
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
}

export function send(response: ServerResponse, value: unknown): void {
  response.write(`data: ${JSON.stringify(value)}\n\n`);
}

export function endStream(response: ServerResponse, model: string): void {
  send(response, chunk(model, {}, "stop"));
  response.end("data: [DONE]\n\n");
}

/** An endless stream must wait for its reader; otherwise it fills the memory. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.writableNeedDrain) response.once("drain", resolve).once("close", resolve);
    else setImmediate(resolve);
  });
}
