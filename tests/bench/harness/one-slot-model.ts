import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { encode as tokenize } from "gpt-tokenizer/encoding/o200k_base";
import * as v from "valibot";
import { findScriptedPeople, scriptedPassage } from "#tests/fakes/scripted-story.ts";

/** One request, and what a server with one slot has to read for it: what does not begin like the request before. */
export type SlotCall = {
  /** `reply`, or the task in the background. */
  kind: string;
  /** Tokens of the whole prompt, and of its beginning that is the same as in the prompt before it. */
  tokens: number;
  shared: number;
};

export type OneSlotModel = {
  url: string;
  calls: SlotCall[];
  /** Milliseconds since the last request. */
  quietFor: () => number;
  close: () => Promise<void>;
};

const requestSchema = v.object({
  stream: v.optional(v.boolean(), false),
  messages: v.array(v.object({ role: v.string(), content: v.string() })),
});
export type ChatRequest = v.InferOutput<typeof requestSchema>;
/** Asked before each answer, with the task of the request. */
type BeforeAnswer = (chat: ChatRequest, kind: string) => Promise<void>;

/**
 * A model server that writes the scripted story, and remembers the longest common beginning of its last prompt and the next, as
 * llama.cpp, Ollama and LM Studio do with one slot. It reads in virtual time: tokens are counted, nobody waits.
 */
export async function startOneSlotModel(before: BeforeAnswer = async () => undefined): Promise<OneSlotModel> {
  const calls: SlotCall[] = [];
  let slot = "";
  let lastAt = performance.now();
  let passages = 0;
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET") return json(response, { object: "list", data: [{ id: "one-slot" }] });
    const chat = v.parse(requestSchema, JSON.parse(await readBody(request)));
    lastAt = performance.now();
    const kind = findKind(chat);
    const prompt = chat.messages.map(({ role, content }) => `<|${role}|>\n${content}\n`).join("");
    const shared = countShared(slot, prompt);
    calls.push({ kind, tokens: tokenize(prompt).length, shared: tokenize(prompt.slice(0, shared)).length });
    slot = prompt;
    await before(chat, kind);
    lastAt = performance.now();
    if (kind === "reply") {
      passages += 1;
      return stream(response, scriptedPassage(passages - 1));
    }
    const text = answerTask(kind, chat);
    if (chat.stream) return stream(response, text);
    json(response, {
      id: "one-slot",
      object: "chat.completion",
      created: 0,
      model: "one-slot",
      choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    calls,
    quietFor: () => performance.now() - lastAt,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function findKind({ messages }: ChatRequest): string {
  const asked = messages.at(-1)?.content ?? "";
  return /<(suggestion|title|analysis|memory)_request\/>/.exec(asked)?.[1] ?? "reply";
}

function countShared(before: string, after: string): number {
  let at = 0;
  while (at < before.length && at < after.length && before[at] === after[at]) at += 1;
  return at;
}

function answerTask(kind: string, { messages }: ChatRequest): string {
  const asked = messages.at(-1)?.content ?? "";
  switch (kind) {
    case "analysis": {
      const told = messages.findLast(({ role }) => role === "assistant")?.content ?? "";
      const passage = /<passage>([\s\S]*?)<\/passage>/.exec(asked)?.[1] ?? told;
      const characters = findScriptedPeople(passage).map(({ name, short, role }) => ({
        name,
        aliases: [short],
        role,
        description: null,
        personality: null,
      }));
      return JSON.stringify({ characters, currentLocation: "Harrow" });
    }
    case "memory": {
      const numbers = [...new Set([...asked.matchAll(/^\[(\d+)\]/gm)].map(([, number]) => Number(number)))];
      const most = Number(/at most (\d+) lines/.exec(asked)?.[1]);
      const each = Math.ceil(numbers.length / most);
      const groups = numbers.filter((_, index) => index % each === 0).map((_, index) => index * each);
      const lines = groups.map((from) => ({
        text: `In passage ${numbers[from]} Mara and the others found another trace of the boat that has not sailed yet, and did not say what they knew of it.`,
        covers: numbers.slice(from, from + each),
      }));
      return JSON.stringify({ lines });
    }
    case "title":
      return "The Boat That Waits";
    default:
      return "I ask Mara what she saw from the lamp room.";
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify(value));
}

function stream(response: ServerResponse, text: string): void {
  const send = (delta: object, finish: string | null) =>
    response.write(
      `data: ${JSON.stringify({ id: "one-slot", object: "chat.completion.chunk", created: 0, model: "one-slot", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
    );
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  for (const piece of text.match(/[\s\S]{1,200}/g) ?? []) send({ content: piece }, null);
  send({}, "stop");
  response.end("data: [DONE]\n\n");
}
