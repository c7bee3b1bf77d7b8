import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { createStorytellerServer, type StorytellerOptions } from "../src/server.ts";

const MODEL = "booky-storyteller";
const MESSAGES = [
  {
    role: "system",
    content: `Write the story.
<story_facts>
Genre: Mystery
Story length: medium
</story_facts>
<player_character>Ada, a clerk</player_character>
<story_description>The missing brother of the mayor.</story_description>`,
  },
  { role: "user", content: "<opening_request/>" },
];

/** Starts a storyteller, and says where it is and how it is stopped. */
async function startStoryteller(options: StorytellerOptions) {
  const server = createStorytellerServer(options).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port }: AddressInfo = Object(server.address());
  return {
    base: `http://127.0.0.1:${port}/v1`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The one for all tests that do not care how fast it writes. */
const { base, stop } = await startStoryteller({ delayMs: 0 });
afterAll(stop);

function complete(body: unknown, at = base, signal?: AbortSignal): Promise<Response> {
  return fetch(`${at}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer anything" },
    body: typeof body === "string" ? body : JSON.stringify(body),
    signal,
  });
}

async function events(response: Response): Promise<unknown[]> {
  const lines = (await response.text()).split("\n\n").filter((line) => line !== "");
  expect(lines.at(-1)).toBe("data: [DONE]");
  return lines.slice(0, -1).map((line) => JSON.parse(line.replace(/^data: /u, "")));
}

describe("the storyteller's protocol", () => {
  it("lists its model, and says that it is not an AI model", async () => {
    const { data } = await (await fetch(`${base}/models`)).json();
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ id: MODEL, object: "model", owned_by: "talespark" });
    expect(data[0].description).toContain("Not an AI model");
    expect(await (await fetch(`${base}/models/${MODEL}`)).json()).toEqual(data[0]);
  });

  it("answers whole, and streamed with the same text", async () => {
    const whole = await (await complete({ model: MODEL, messages: MESSAGES, temperature: 0.8 })).json();
    expect(whole).toMatchObject({ object: "chat.completion", model: MODEL });
    expect(whole.choices[0]).toMatchObject({ index: 0, finish_reason: "stop" });
    const text = whole.choices[0].message.content;
    expect(text).toContain("Ada");
    expect(whole.usage.total_tokens).toBe(whole.usage.prompt_tokens + whole.usage.completion_tokens);

    const response = await complete({
      model: MODEL,
      messages: MESSAGES,
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const chunks = await events(response);
    const usage = chunks.at(-1);
    expect(usage).toMatchObject({ object: "chat.completion.chunk", choices: [], usage: whole.usage });
    const deltas = chunks.slice(0, -1) as {
      choices: { delta: { content?: string }; finish_reason: string | null }[];
    }[];
    expect(deltas[0]).toMatchObject({
      usage: null,
      choices: [{ delta: { role: "assistant" }, finish_reason: null }],
    });
    expect(deltas.map((chunk) => chunk.choices[0]?.delta.content ?? "").join("")).toBe(text);
    expect(deltas.at(-1)).toMatchObject({ choices: [{ delta: {}, finish_reason: "stop" }] });
    expect(deltas.length).toBeGreaterThan(50);
  });

  it("sends usage only on request", async () => {
    const chunks = await events(await complete({ model: MODEL, messages: MESSAGES, stream: true }));
    expect(chunks.some((chunk) => typeof chunk === "object" && chunk !== null && "usage" in chunk)).toBe(
      false,
    );
  });

  it("keeps its pace, and stops when the client leaves", async () => {
    const ended = Promise.withResolvers<{ outcome: string; chunks: number }>();
    const slow = await startStoryteller({
      delayMs: 30,
      onStreamEnd: (outcome, chunks) => ended.resolve({ outcome, chunks }),
    });
    onTestFinished(slow.stop);
    const leaving = new AbortController();
    const response = await complete(
      { model: MODEL, messages: MESSAGES, stream: true },
      slow.base,
      leaving.signal,
    );
    const reader = response.body?.getReader();
    await reader?.read();
    leaving.abort();
    const { outcome, chunks } = await ended.promise;
    expect(outcome).toBe("aborted");
    expect(chunks).toBeLessThan(20);
    expect((await fetch(`${slow.base}/models`)).status).toBe(200);
  });

  it("takes the parts of a message, a developer's instructions and a length limit", async () => {
    const messages = [
      { role: "developer", content: MESSAGES[0]?.content },
      { role: "user", content: [{ type: "text", text: "<opening_request/>" }] },
    ];
    const plain = await (await complete({ model: MODEL, messages: MESSAGES })).json();
    const same = await (await complete({ model: MODEL, messages })).json();
    expect(same.choices[0].message.content).toBe(plain.choices[0].message.content);

    const cut = await (await complete({ model: MODEL, messages, max_tokens: 20 })).json();
    expect(cut.choices[0].finish_reason).toBe("length");
    expect(plain.choices[0].message.content.startsWith(cut.choices[0].message.content)).toBe(true);
    expect(cut.usage.completion_tokens).toBeLessThanOrEqual(20);
  });

  it("uses the seed", async () => {
    async function withSeed(seed: number): Promise<string> {
      const answer = await (await complete({ model: MODEL, messages: MESSAGES, seed })).json();
      return answer.choices[0].message.content;
    }
    expect(await withSeed(1)).toBe(await withSeed(1));
    expect(await withSeed(1)).not.toBe(await withSeed(2));
  });

  it("answers a schema with JSON that fits it", async () => {
    const schema = {
      type: "object",
      additionalProperties: false,
      required: ["title", "suggestedInput", "characters", "mood", "score", "place", "nothing"],
      properties: {
        title: { type: "string", maxLength: 60 },
        suggestedInput: { anyOf: [{ type: "null" }, { type: "string" }] },
        characters: { type: "array", items: { $ref: "#/$defs/person" } },
        mood: { enum: ["calm", "tense"] },
        score: { type: "integer", minimum: 1 },
        place: { type: "object", required: ["location"], properties: { location: { type: "string" } } },
        nothing: { type: ["string", "null"] },
      },
      $defs: {
        person: {
          type: "object",
          required: ["name", "isNew"],
          properties: { name: { type: "string" }, isNew: { type: "boolean" } },
        },
      },
    };
    const opening = await (await complete({ model: MODEL, messages: MESSAGES })).json();
    const messages = [
      ...MESSAGES,
      { role: "assistant", content: opening.choices[0].message.content },
      { role: "user", content: "Give the facts." },
    ];
    const body = {
      model: MODEL,
      messages,
      response_format: { type: "json_schema", json_schema: { name: "facts", schema } },
    };
    const answer = await (await complete(body)).json();
    const facts = JSON.parse(answer.choices[0].message.content);
    expect(Object.keys(facts).sort()).toEqual([...schema.required].sort());
    expect(facts).toMatchObject({ title: "The Missing Brother", mood: "calm", score: 1, nothing: "" });
    expect(facts.suggestedInput).toMatch(/^I /u);
    expect(facts.place.location).not.toBe("");
    expect(facts.characters.length).toBeGreaterThan(0);
    for (const { name, isNew } of facts.characters) {
      expect(opening.choices[0].message.content).toContain(name);
      expect(isNew).toBe(false);
    }
  });

  it.each([
    ["not JSON", "{", 400, null],
    ["no messages", { model: MODEL, messages: [] }, 400, "messages"],
    [
      "a role that is none",
      { model: MODEL, messages: [{ role: "king", content: "x" }] },
      400,
      "messages.0.role",
    ],
    ["another model", { model: "gpt-4", messages: MESSAGES }, 404, "model"],
    ["two answers", { model: MODEL, messages: MESSAGES, n: 2 }, 400, "n"],
  ])("refuses %s in the protocol's own words", async (_what, body, status, param) => {
    const response = await complete(body);
    expect(response.status).toBe(status);
    const { error } = await response.json();
    expect(error).toMatchObject({ type: "invalid_request_error", param });
    expect(error.message).not.toBe("");
  });

  it("refuses unknown paths and methods", async () => {
    expect((await fetch(`${base}/embeddings`, { method: "POST" })).status).toBe(404);
    expect((await fetch(`${base}/models/gpt-4`)).status).toBe(404);
    const response = await fetch(`${base}/chat/completions`);
    expect(response.status).toBe(405);
    expect((await response.json()).error.type).toBe("invalid_request_error");
  });
});
