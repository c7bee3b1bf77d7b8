import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { encode as tokenize } from "gpt-tokenizer/encoding/o200k_base";
import * as v from "valibot";
import { figureOf, type Measure, mean, median } from "#tests/bench/harness/figures.ts";
import type { Reader } from "#tests/bench/harness/line.ts";
import { startWorld } from "#tests/bench/harness/world.ts";
import { json, startFake } from "#tests/fakes/http.ts";
import { type ChatRequest, chatRequestSchema, findTask } from "#tests/fakes/scripted-answers.ts";
import { beginStream, chunk, completion, endStream, send } from "#tests/fakes/scripted-model-server.ts";
import {
  findScriptedPeople,
  SCRIPTED_CHARACTER,
  SCRIPTED_DESCRIPTION,
  SCRIPTED_EXCHANGES,
  scriptedAction,
  scriptedPassage,
} from "#tests/fakes/scripted-story.ts";

/** Jobs begin within 2.5 s of a reply. If the model was not called for this long, they are done. */
const QUIET_MS = 2_800;

/**
 * One story of a hundred exchanges, told by a model server that remembers the beginning of its last prompt: how much of each prompt
 * it need not read again, how often it is asked.
 */
export const measurePrompts: Measure = async () => {
  const model = await startOneSlotModel();
  const world = await startWorld({ model });
  try {
    await tellStory(world.reader(), model);
  } finally {
    await world.stop();
  }
  const replies = model.calls.filter(({ kind }) => kind === "reply").length;
  /** For each prompt except the first: how much of it, as a share, is the same as the beginning of the prompt before it. */
  const shares = model.calls.slice(1).map(({ shared, tokens }) => shared / tokens);
  const figure = (measure: string, unit: string, product: number, target: object) =>
    figureOf(measure, unit, [{ product, baseline: null }], { of: "product", ...target });
  return [
    figure("prompt begins like the last, median", "of it", median(shares), { atLeast: 0.9 }),
    figure("prompt begins like the last, mean", "of it", mean(shares), { atLeast: 0.8 }),
    figure("model calls per reply", "calls", model.calls.length / replies, { atMost: 1.4 }),
  ];
};

/** Tells the opening and all exchanges. After each, waits until its jobs are done too. */
async function tellStory(reader: Reader, model: OneSlotModel): Promise<void> {
  const premise = { character: SCRIPTED_CHARACTER, description: SCRIPTED_DESCRIPTION };
  const storyId = await reader.beginStory({ ...premise, storyLength: "ongoing" });
  const socket = await reader.open(storyId);
  for (let exchange = 0; exchange <= SCRIPTED_EXCHANGES; exchange += 1) {
    const requestId = crypto.randomUUID();
    const asked = { requestId, ...socket.idField };
    socket.send(
      exchange === 0
        ? { type: "stream-continue", ...asked, isInitialContinue: true }
        : { type: "stream-message", ...asked, content: scriptedAction(exchange) },
    );
    const end = await socket.waitForEnd(requestId);
    if (end.type === "stream-error") throw new Error(`A reply failed: ${end.code}`);
    while (model.quietFor() < QUIET_MS) await delay(100);
  }
  socket.close();
}

/** One request, and what a server with one slot has to read for it: what does not begin like the request before. */
type SlotCall = {
  /** `reply`, or the task in the background. */
  kind: string;
  /** Tokens of the whole prompt, and of its beginning that is the same as in the prompt before it. */
  tokens: number;
  shared: number;
};

type OneSlotModel = {
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
async function startOneSlotModel(): Promise<OneSlotModel> {
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
