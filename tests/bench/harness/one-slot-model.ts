import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { encode as tokenize } from "gpt-tokenizer/encoding/o200k_base";
import * as v from "valibot";
import { json, startFake } from "#tests/fakes/http.ts";
import { type ChatRequest, chatRequestSchema, findTask } from "#tests/fakes/scripted-answers.ts";
import { beginStream, chunk, completion, endStream, send } from "#tests/fakes/scripted-model-server.ts";
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
  stop: () => Promise<void>;
};

/**
 * A model server that writes the scripted story, and remembers the longest common beginning of its last prompt and the next, as
 * llama.cpp, Ollama and LM Studio do with one slot. It reads in virtual time: tokens are counted, nobody waits.
 */
export async function startOneSlotModel(): Promise<OneSlotModel> {
  const calls: SlotCall[] = [];
  let slot = "";
  let lastAt = performance.now();
  let passages = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET") return json(response, 200, { object: "list", data: [{ id: "one-slot" }] });
    const chat = v.parse(chatRequestSchema, JSON.parse(await readText(request)));
    lastAt = performance.now();
    const kind = findTask(chat) ?? "reply";
    const prompt = chat.messages.map(({ role, content }) => `<|${role}|>\n${content}\n`).join("");
    const shared = countShared(slot, prompt);
    calls.push({ kind, tokens: tokenize(prompt).length, shared: tokenize(prompt.slice(0, shared)).length });
    slot = prompt;
    const text = kind === "reply" ? scriptedPassage(passages++) : answerTask(kind, chat);
    if (!chat.stream) return json(response, 200, completion(chat.model, text));
    beginStream(response);
    for (const content of text.match(/[\s\S]{1,200}/g) ?? [])
      send(response, chunk(chat.model, { content }, null));
    endStream(response, chat.model);
  }

  const fake = await startFake(answer);
  return { url: fake.url, calls, quietFor: () => performance.now() - lastAt, stop: fake.close };
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
