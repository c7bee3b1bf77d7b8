import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { DIALECTS, type DialectReply, writeReply } from "#tests/fakes/model-dialects.ts";
import { StreamedChatModel } from "#workers/ai/streamed-chat-model.ts";

const BASE_URL = "http://model.test/v1";
const CALL: LanguageModelV4CallOptions = {
  prompt: [
    { role: "system", content: "You narrate." },
    { role: "user", content: [{ type: "text", text: "I look around." }] },
  ],
  maxOutputTokens: 1_200,
  temperature: 0.9,
  topP: 0.95,
  stopSequences: ["<player_action>"],
  reasoning: "low",
  providerOptions: { "openai-compatible": { min_p: 0.05 } },
};
const REPLY: DialectReply = {
  model: "scripted",
  thoughts: ["They look ", "around."],
  pieces: ["The radio ", "hissed — ", "and died."],
  finish: "stop",
};

type Sent = { url: string; headers: Record<string, unknown>; body: unknown };

/** Both models of one server: ours and the SDK's own. */
function bothModels(answer: () => Response) {
  const sent: Sent[] = [];
  const fetch = async (input: unknown, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const [authorization, type] = ["Authorization", "Content-Type"].map((name) => headers.get(name));
    sent.push({
      url: String(input),
      headers: { authorization, type, saysWhoAsks: headers.has("User-Agent") },
      body: JSON.parse(String(init.body)),
    });
    return answer();
  };
  const ours = new StreamedChatModel("scripted", { baseUrl: BASE_URL, apiKey: "key", fetch });
  const sdks = createOpenAICompatible({
    name: "openai-compatible",
    baseURL: BASE_URL,
    apiKey: "key",
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch,
  }).chatModel("scripted");
  return { ours, sdks, sent };
}

/** The text, thoughts, error and end of an answer. */
async function read(model: LanguageModelV4, call = CALL) {
  const { stream } = await model.doStream(call);
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  const join = (type: "text-delta" | "reasoning-delta") =>
    parts.map((part) => (part.type === type ? part.delta : "")).join("");
  const finish = parts.flatMap((part) =>
    part.type === "finish" ? [{ reason: part.finishReason, usage: part.usage }] : [],
  );
  return {
    text: join("text-delta"),
    thoughts: join("reasoning-delta"),
    hasFailed: parts.some(({ type }) => type === "error"),
    finish: finish[0],
  };
}

function stream(events: readonly string[]): Response {
  const body = new Blob([events.join("")]).stream();
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}

describe.each(DIALECTS)("a stream of %s", (dialect) => {
  it.each([
    ["that is whole", REPLY],
    ["that has used up its tokens", { ...REPLY, finish: "length" }],
    ["that a filter has ended", { ...REPLY, finish: "content_filter" }],
    ["that is a refusal", { ...REPLY, pieces: [], refusal: "I can't." }],
  ])("%s is read as the SDK reads it", async (_, reply) => {
    const { ours, sdks } = bothModels(() => stream(writeReply(dialect, reply)));
    const read1 = await read(ours);
    expect(read1).toEqual(await read(sdks));
    expect(read1.hasFailed).toBe(false);
  });

  it("that has an error fails", async () => {
    const { ours } = bothModels(() => stream(writeReply(dialect, { ...REPLY, fault: "out of memory" })));
    expect(await read(ours)).toMatchObject({ text: REPLY.pieces.join(""), hasFailed: true });
  });
});

it("a request is the SDK's", async () => {
  const { ours, sdks, sent } = bothModels(() => stream(writeReply("openai", REPLY)));
  const json = { ...CALL, responseFormat: { type: "json" as const, schema: { type: "object" as const } } };
  for (const call of [CALL, json]) {
    sent.length = 0;
    await read(ours, call);
    await read(sdks, call);
    expect(sent[0]).toEqual(sent[1]);
  }
  expect(sent[0]).toMatchObject({
    url: `${BASE_URL}/chat/completions`,
    headers: { authorization: "Bearer key", type: "application/json", saysWhoAsks: true },
    body: { stream: true, stream_options: { include_usage: true }, max_tokens: 1_200, min_p: 0.05 },
  });
});

it("a refused request is an error with the server's status and words", async () => {
  const { ours } = bothModels(() => Response.json({ error: { message: "Too long." } }, { status: 400 }));
  await expect(ours.doStream(CALL)).rejects.toMatchObject({
    name: "AI_APICallError",
    statusCode: 400,
    responseBody: '{"error":{"message":"Too long."}}',
  });
});

it("without a key it sends none", async () => {
  let headers = new Headers();
  const fetch = async (_: string, init: RequestInit) => {
    headers = new Headers(init.headers);
    return stream(writeReply("ollama", REPLY));
  };
  await read(new StreamedChatModel("scripted", { baseUrl: BASE_URL, apiKey: undefined, fetch }));
  expect(headers.get("Authorization")).toBeNull();
});
