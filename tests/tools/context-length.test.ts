import { expect, it } from "vitest";
import { findContextLength } from "#tools/context-length.ts";
import { startServer } from "./answering-server.ts";

/** A server that answers these paths, and 404 to the others. */
async function aServer(answers: Record<string, unknown>): Promise<{ baseUrl: string; model: string }> {
  const baseUrl = await startServer((request, response) => {
    const answer = answers[`${request.method} ${request.url}`];
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? {}));
  });
  return { baseUrl, model: "llama3.2:3b" };
}

const MODEL = { id: "llama3.2:3b", object: "model" };
const SHOWN = {
  parameters: "stop  <|eot_id|>\nnum_ctx  8192",
  model_info: { "llama.context_length": 131_072 },
};

it("is what vLLM says with its models", async () => {
  const server = await aServer({ "GET /v1/models": { data: [{ ...MODEL, max_model_len: 12_000 }] } });
  expect(await findContextLength(server)).toBe(12_000);
});

it("is what LM Studio has loaded the model with, or what it will", async () => {
  const model = { ...MODEL, state: "loaded", max_context_length: 131_072 };
  const loaded = { data: [{ ...model, loaded_context_length: 6_144 }] };
  expect(await findContextLength(await aServer({ "GET /api/v0/models": loaded }))).toBe(6_144);
  const asleep = { data: [{ ...model, state: "not-loaded" }] };
  expect(await findContextLength(await aServer({ "GET /api/v0/models": asleep }))).toBe(4_096);
});

it("is that of a slot of llama.cpp", async () => {
  const props = { default_generation_settings: { n_ctx: 7_936 }, total_slots: 1 };
  expect(await findContextLength(await aServer({ "GET /props": props }))).toBe(7_936);
});

it("is what Ollama runs the model with, else what the model's file asks for, else Ollama's usual one", async () => {
  const show = { "POST /api/show": SHOWN };
  const running = { "GET /api/ps": { models: [{ name: "llama3.2:3b", context_length: 10_000 }] } };
  expect(await findContextLength(await aServer({ ...show, ...running }))).toBe(10_000);
  expect(await findContextLength(await aServer(show))).toBe(8_192);
  const plain = { model_info: SHOWN.model_info };
  expect(await findContextLength(await aServer({ "POST /api/show": plain }))).toBe(4_096);
  const small = { model_info: { "gemma.context_length": 2_048 } };
  expect(await findContextLength(await aServer({ "POST /api/show": small }))).toBe(2_048);
});

it("is not more than a person would wait for, and unknown where no server says it", async () => {
  const large = { "GET /v1/models": { data: [{ ...MODEL, max_model_len: 1_000_000 }] } };
  expect(await findContextLength(await aServer(large))).toBe(16_384);
  expect(await findContextLength(await aServer({ "GET /v1/models": { data: [MODEL] } }))).toBeNull();
  expect(await findContextLength({ baseUrl: "http://127.0.0.1:9/v1", model: "none" })).toBeNull();
});
