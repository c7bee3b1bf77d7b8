import { describe, expect, it } from "vitest";
import { findContextLength } from "#tools/context-length.ts";
import { chooseTimes, findModelServer, findServerKind, requireModel } from "#tools/model-server.ts";
import { anyFreePort } from "#tools/ports.ts";
import { startAnswering, startServer } from "./local-service.ts";

/** A server with these models. */
function aServer(...models: string[]): Promise<string> {
  const data = models.map((id) => ({ id, object: "model" }));
  return startAnswering({ "GET /v1/models": { object: "list", data } });
}

it("the first server that has a model is used, whatever the others do", async () => {
  const nothing = `http://127.0.0.1:${await anyFreePort()}/v1`;
  const found = await findModelServer([
    { name: "not there", baseUrl: nothing },
    { name: "silent", baseUrl: await startServer(() => undefined) },
    { name: "something else", baseUrl: await startAnswering({}) },
    { name: "empty", baseUrl: await aServer() },
    { name: "Ollama", baseUrl: await aServer("llama3.2:3b") },
  ]);
  expect(found).toMatchObject({ name: "Ollama", model: "llama3.2:3b" });
});

it("an embedding model is not used as a text model", async () => {
  const baseUrl = await aServer("nomic-embed-text:latest", "mistral");
  expect(await findModelServer([{ name: "Ollama", baseUrl }])).toMatchObject({ model: "mistral" });
  const onlyEmbeds = await aServer("nomic-embed-text:latest");
  expect(await findModelServer([{ name: "Ollama", baseUrl: onlyEmbeds }])).toBeNull();
});

it.each([
  ["ollama", "/api/version", 200, { version: "0.12.3" }],
  ["lm-studio", "/api/v0/models", 200, { object: "list", data: [{ id: "gemma", state: "not-loaded" }] }],
  ["llama.cpp", "/health", 200, { status: "ok" }],
  [
    "llama.cpp",
    "/health",
    503,
    { error: { code: 503, message: "Loading model", type: "unavailable_error" } },
  ],
] as const)("a server is known as %s by what it answers at %s", async (kind, path, status, body) => {
  expect(await findServerKind(await startAnswering({ [`GET ${path}`]: body }, status))).toBe(kind);
});

it("a server without these answers, or on another machine, is an ordinary server", async () => {
  expect(await findServerKind(await startAnswering({ "GET /health": {} }))).toBeNull();
  expect(await findServerKind("https://models.example/v1")).toBeNull();
});

it("a model on this machine may take 15 minutes; all others and the storyteller have the limit of a deployment", () => {
  const own = { baseUrl: "http://localhost:11434/v1", model: "llama3.2" };
  const unset = { AI_REPLY_SECONDS: undefined, AI_SILENCE_SECONDS: undefined };
  expect(chooseTimes(unset, own)).toEqual({ AI_REPLY_SECONDS: "900", AI_SILENCE_SECONDS: "60" });
  expect(chooseTimes({ ...unset, AI_SILENCE_SECONDS: "300" }, own)).toEqual({
    AI_REPLY_SECONDS: "900",
    AI_SILENCE_SECONDS: "300",
  });
  expect(chooseTimes({ ...unset, AI_REPLY_SECONDS: "90" }, own)).toEqual({
    ...unset,
    AI_REPLY_SECONDS: "90",
  });
  expect(chooseTimes(unset, { ...own, model: "booky-storyteller" })).toEqual(unset);
  expect(chooseTimes(unset, { ...own, baseUrl: "https://models.example/v1" })).toEqual(unset);
});

it("a server of one's own that names no model is refused in a sentence", async () => {
  const baseUrl = await startAnswering({ "GET /v1/models": {} }, 500);
  await expect(requireModel(baseUrl, undefined)).rejects.toThrow(
    `AI_MODEL is missing: the server at AI_BASE_URL ${baseUrl} names no model.`,
  );
});

describe("the context length of a model", () => {
  /** The length that is found at a server with these answers. */
  const findAt = async (answers: Record<string, unknown>) =>
    findContextLength({ baseUrl: await startAnswering(answers), model: "llama3.2:3b" });

  const MODEL = { id: "llama3.2:3b", object: "model" };
  const SHOWN = {
    parameters: "stop  <|eot_id|>\nnum_ctx  8192",
    model_info: { "llama.context_length": 131_072 },
  };

  it("is what vLLM says with its models", async () => {
    const models = { data: [{ ...MODEL, max_model_len: 12_000 }] };
    expect(await findAt({ "GET /v1/models": models })).toBe(12_000);
  });

  it("is what LM Studio has loaded the model with, or what it will", async () => {
    const model = { ...MODEL, state: "loaded", max_context_length: 131_072 };
    const loaded = { data: [{ ...model, loaded_context_length: 6_144 }] };
    expect(await findAt({ "GET /api/v0/models": loaded })).toBe(6_144);
    const asleep = { data: [{ ...model, state: "not-loaded" }] };
    expect(await findAt({ "GET /api/v0/models": asleep })).toBe(4_096);
  });

  it("is that of a slot of llama.cpp", async () => {
    const props = { default_generation_settings: { n_ctx: 7_936 }, total_slots: 1 };
    expect(await findAt({ "GET /props": props })).toBe(7_936);
  });

  it("is what Ollama runs the model with, else what the model's file asks for, else Ollama's usual one", async () => {
    const show = { "POST /api/show": SHOWN };
    const running = { "GET /api/ps": { models: [{ name: "llama3.2:3b", context_length: 10_000 }] } };
    expect(await findAt({ ...show, ...running })).toBe(10_000);
    expect(await findAt(show)).toBe(8_192);
    const plain = { model_info: SHOWN.model_info };
    expect(await findAt({ "POST /api/show": plain })).toBe(4_096);
    const small = { model_info: { "gemma.context_length": 2_048 } };
    expect(await findAt({ "POST /api/show": small })).toBe(2_048);
  });

  it("is not more than a person would wait for, and unknown where no server says it", async () => {
    const large = { "GET /v1/models": { data: [{ ...MODEL, max_model_len: 1_000_000 }] } };
    expect(await findAt(large)).toBe(16_384);
    expect(await findAt({ "GET /v1/models": { data: [MODEL] } })).toBeNull();
    expect(await findContextLength({ baseUrl: "http://127.0.0.1:9/v1", model: "none" })).toBeNull();
  });
});
