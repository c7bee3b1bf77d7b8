import * as v from "valibot";
import { expect, inject, it } from "vitest";
import { type ImageRequest, paintImage } from "#workers/ai/image-model.ts";
import { languageModel, sharesBeginning, structuredModel } from "#workers/ai/language-model.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import { streamReply } from "#workers/ai/stream-reply.ts";
import { askStructured } from "#workers/ai/structured.ts";
import type { Settings } from "#workers/settings.ts";
import { parsedSettings } from "../helpers/site.ts";
import { fakeWorkersAi } from "./fake-models.ts";

const MESSAGES: PromptMessage[] = [
  { role: "system", content: "You narrate." },
  { role: "user", content: "Begin." },
  { role: "assistant", content: "The radio hissed." },
  { role: "user", content: "I answer." },
];

function settings(changes: Record<string, unknown> = {}): Settings {
  const llama = { AI_PROVIDER: "workers-ai", AI_MODEL: "@cf/meta/llama-3.3-70b-instruct-fp8-fast" };
  return parsedSettings({ ...llama, ...changes });
}

/** Server-sent events as Workers AI sends them, split where networks may split. */
function events(pieces: readonly string[]): ReadableStream<Uint8Array> {
  const lines = [
    ...pieces.map((response) => `data: ${JSON.stringify({ response })}\n\n`),
    `data: ${JSON.stringify({ response: "", usage: { prompt_tokens: 21, completion_tokens: 3, total_tokens: 24 } })}\n\n`,
    "data: [DONE]\n\n",
  ];
  const bytes = new TextEncoder().encode(lines.join(""));
  return new ReadableStream({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.slice(at, at + 7));
      controller.close();
    },
  });
}

it("Workers AI is asked for a stream in its own terms, and its events come out as text", async () => {
  const { AI, asked } = fakeWorkersAi(() => events(["The ", "tide — ", "“turned”."]));
  const signal = new AbortController().signal;

  const reply = streamReply({ model: languageModel(settings(), { AI }), messages: MESSAGES, signal });
  const pieces: string[] = [];
  let step = await reply.next();
  for (; !step.done; step = await reply.next()) pieces.push(step.value);

  expect(pieces.join("")).toBe("The tide — “turned”.");
  expect(step.value).toEqual({ finish: "stop", usage: { inputTokens: 21, outputTokens: 3 } });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({
    model: "@cf/meta/llama-3.3-70b-instruct-fp8-fast",
    inputs: {
      stream: true,
      max_tokens: 1200,
      temperature: 0.9,
      messages: MESSAGES,
    },
  });
  expect(asked[0]?.inputs).not.toHaveProperty("response_format");
  expect(asked[0]?.signal).toBe(signal);
});

it("Workers AI that is out of capacity is busy, not broken", async () => {
  const { AI } = fakeWorkersAi(() => {
    throw new Error("3040: Capacity temporarily exceeded, please try again.");
  });
  const { signal } = new AbortController();
  const reply = streamReply({ model: languageModel(settings(), { AI }), messages: MESSAGES, signal });

  await expect(reply.next()).rejects.toMatchObject({ code: "MODEL_BUSY" });
});

it("Workers AI is asked for JSON with a bare schema, of the model for it", async () => {
  const { AI, asked } = fakeWorkersAi(() => ({ response: { lines: ["a"] }, usage: {} }));
  const model = structuredModel(settings({ AI_STRUCTURED_MODEL: "@cf/other" }), { AI });

  const answer = await askStructured(model, MESSAGES, v.object({ lines: v.array(v.string()) }), {
    signal: AbortSignal.timeout(5_000),
  });

  expect(answer).toEqual({ lines: ["a"] });
  expect(asked[0]).toMatchObject({
    model: "@cf/other",
    inputs: {
      max_tokens: 700,
      response_format: {
        type: "json_schema",
        json_schema: { type: "object", properties: { lines: { type: "array" } }, required: ["lines"] },
      },
    },
  });
  expect(asked[0]?.inputs).not.toHaveProperty("stream");
});

const local = {
  AI_PROVIDER: "openai-compatible",
  AI_BASE_URL: "http://127.0.0.1:11434/v1",
  AI_MODEL: "llama",
};

it("a question about a conversation is asked at the end of the conversation's own prompt where the server keeps what it has read", () => {
  for (const asked of ["writer", "structured"] as const)
    expect(sharesBeginning(settings(local), asked)).toBe(true);
});

it("a question about a conversation has a prompt of its own where another model is asked, and where the engine keeps nothing", () => {
  const other = settings({ ...local, AI_STRUCTURED_MODEL: "another" });
  expect(sharesBeginning(other, "structured")).toBe(false);
  expect(sharesBeginning(other, "writer")).toBe(true);
  expect(sharesBeginning(settings({ ...local, AI_STRUCTURED_MODEL: "llama" }), "structured")).toBe(true);
  for (const asked of ["writer", "structured"] as const)
    expect(sharesBeginning(settings(), asked)).toBe(false);
});

const SERVER = settings({
  AI_IMAGE_PROVIDER: "openai-compatible",
  AI_IMAGE_BASE_URL: `${inject("modelUrl")}/v1/`,
  AI_IMAGE_MODEL: "scripted-images",
  AI_IMAGE_API_KEY: "a key",
});

function requestFor(script: Record<string, unknown>, changes: Partial<ImageRequest> = {}): ImageRequest {
  return {
    prompt: `A portrait. #image ${JSON.stringify(script)}`,
    seed: 7,
    steps: 50,
    signal: new AbortController().signal,
    ...changes,
  };
}

async function requestsOf(id: string): Promise<Record<string, unknown>[]> {
  return (await fetch(`${inject("modelUrl")}/image-log?id=${id}`)).json();
}

it.each([
  ["png", "image/png"],
  ["jpeg", "image/jpeg"],
  ["webp", "image/webp"],
])("a server of the OpenAI protocol gives a %s, known by its bytes", async (kind, mediaType) => {
  const image = await paintImage(SERVER, {}, requestFor({ kind }));
  expect(image).toMatchObject({ mediaType, model: "scripted-images" });
  expect(image.bytes.byteLength).toBeGreaterThan(10);
});

it("a server of the OpenAI protocol that refuses unknown parameters gets the request again without them", async () => {
  const id = crypto.randomUUID();
  const image = await paintImage(SERVER, {}, requestFor({ id, fault: "strict" }));
  expect(image.mediaType).toBe("image/png");
  const requests = await requestsOf(id);
  expect(requests[0]?.["authorization"]).toBe("Bearer a key");
  const bodies = requests.map(({ body }) => Object.keys(body as object));
  expect(bodies).toHaveLength(3);
  expect(bodies[2]?.toSorted()).toEqual(["model", "n", "prompt"]);
});

it("a server of the OpenAI protocol that refuses some parameters and would rather give an address is asked for the bytes again", async () => {
  const image = await paintImage(SERVER, {}, requestFor({ fault: "addresses" }));
  expect(image.mediaType).toBe("image/jpeg");
});

it.each([
  ["status-500", "IMAGE_UNAVAILABLE"],
  ["status-429", "IMAGE_BUSY"],
  ["refused", "IMAGE_UNAVAILABLE"],
  ["cut", "IMAGE_UNAVAILABLE"],
  ["redirect", "IMAGE_UNAVAILABLE"],
  ["not-json", "IMAGE_FAILED"],
  ["no-image", "IMAGE_FAILED"],
  ["svg", "IMAGE_FAILED"],
  ["huge", "IMAGE_FAILED"],
  ["endless", "IMAGE_FAILED"],
  ["policy", "IMAGE_REFUSED"],
])("a server of the OpenAI protocol with the fault %s ends in %s", async (fault, code) => {
  await expect(paintImage(SERVER, {}, requestFor({ fault }))).rejects.toMatchObject({ code });
});

it("a server of the OpenAI protocol is asked once for what its policy forbids", async () => {
  const id = crypto.randomUUID();
  await paintImage(SERVER, {}, requestFor({ id, fault: "policy" })).catch(() => {});
  expect(await requestsOf(id)).toHaveLength(1);
});

it("a server of the OpenAI protocol that never answers is given up after the limit", async () => {
  const image = paintImage(SERVER, {}, requestFor({ fault: "hang" }), { timeoutMs: 150 });
  await expect(image).rejects.toMatchObject({ code: "IMAGE_TIMEOUT" });
});

it("a server of the OpenAI protocol is left when the person leaves, and that is no failure of the model", async () => {
  const left = new AbortController();
  const image = paintImage(SERVER, {}, requestFor({ fault: "hang" }, { signal: left.signal }));
  left.abort(new Error("the person left"));
  await expect(image).rejects.toThrow("the person left");
});

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);

function workersAi(AI_IMAGE_MODEL: string): Settings {
  return settings({ AI_IMAGE_PROVIDER: "workers-ai", AI_IMAGE_MODEL });
}

const FLUX = "@cf/black-forest-labs/flux-1-schnell";

it("Workers AI is asked for a FLUX picture with at most 8 steps, and its base64 is decoded", async () => {
  const { AI, asked } = fakeWorkersAi(() => ({ image: btoa(String.fromCharCode(...PNG)) }));
  const image = await paintImage(workersAi(FLUX), { AI }, requestFor({}, { prompt: "p".repeat(5000) }));
  expect(image).toEqual({ bytes: PNG, mediaType: "image/png", model: FLUX });
  expect(asked[0]).toMatchObject({ model: FLUX, inputs: { seed: 7, steps: 8 } });
  expect(asked[0]?.inputs["prompt"]).toHaveLength(2048);
});

it.each([
  ["3040: Capacity temporarily exceeded, please try again.", "IMAGE_BUSY"],
  ["3030: Input prompt contains NSFW content.", "IMAGE_REFUSED"],
  ["5007: No such model", "IMAGE_UNAVAILABLE"],
])("Workers AI that throws %j ends in %s", async (message, code) => {
  const { AI } = fakeWorkersAi(() => {
    throw new Error(message);
  });
  await expect(paintImage(workersAi(FLUX), { AI }, requestFor({}))).rejects.toMatchObject({ code });
});

it("Workers AI that answers with something else counts as failed", async () => {
  for (const answer of [null, {}, { image: 7 }, { image: btoa("GIF89a") }, "text"]) {
    const { AI } = fakeWorkersAi(() => answer);
    await expect(paintImage(workersAi(FLUX), { AI }, requestFor({}))).rejects.toMatchObject({
      code: "IMAGE_FAILED",
    });
  }
});
