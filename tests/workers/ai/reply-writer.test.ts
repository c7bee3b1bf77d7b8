import { describe, expect, it } from "vitest";
import { createId } from "#domain/ids.ts";
import { modelRequests } from "#tests/durable-objects/story-reader.ts";
import { languageModel } from "#workers/ai/language-model.ts";
import { learnFrom, NO_QUIRKS } from "#workers/ai/model-quirks.ts";
import type { PromptMessage } from "#workers/ai/prompts/prompt.ts";
import type { ReplySpeakers } from "#workers/ai/reply/speakers.ts";
import { ReplyWriter } from "#workers/ai/reply-writer.ts";
import { DIALECTS } from "../../fakes/model-dialects.ts";
import { type ReplyScript, replyScript } from "../../fakes/reply-script.ts";
import { parsedSettings, scriptedModels, watchLog } from "../helpers/site.ts";
import { storySpeakers } from "./reply/pass.ts";

const STORY = "The rain had stopped.\n\nMara looked up from the ledger. “You are late,” she said.";

function model(id = "scripted", settings: Record<string, string> = {}) {
  return languageModel(parsedSettings({ ...scriptedModels(), AI_MODEL: id, ...settings }), {});
}

type Written = { shown: string; text: string; error: string | null; cut: string | null; signs: Set<string> };

async function write(
  script: ReplyScript,
  {
    using = model(),
    speakers = {},
    prompt,
  }: { using?: ReturnType<typeof model>; speakers?: Partial<ReplySpeakers>; prompt?: PromptMessage[] } = {},
): Promise<Written> {
  const signs = new Set<string>();
  const writer = new ReplyWriter({
    model: using,
    messages: prompt ?? [
      { role: "system", content: "You narrate." },
      { role: "user", content: "Begin." },
      { role: "assistant", content: "The radio hissed." },
      { role: "user", content: replyScript(script) },
    ],
    findSpeakers: () => storySpeakers(speakers),
    before: "",
    signal: new AbortController().signal,
    onSign: (sign) => void signs.add(sign),
  });
  let shown = "";
  let error: string | null = null;
  try {
    for await (const piece of writer.write()) shown += piece;
  } catch (thrown) {
    error = thrown instanceof Error && "code" in thrown ? String(thrown.code) : String(thrown);
  }
  return { shown, text: writer.text.trim(), error, cut: writer.cut, signs };
}

describe.each(DIALECTS)("a reply as %s writes it", (dialect) => {
  it("is its text without its thoughts", async () => {
    const thoughts = ["Okay, the player", " wants rain."];
    const { shown, text, error, signs } = await write({ dialect, text: STORY, thoughts });
    expect({ shown, text, error }).toEqual({ shown: STORY, text: STORY, error: null });
    expect([...signs].sort()).toEqual(["text", "thought"]);
  });

  it("of thoughts alone fails with its error", async () => {
    const { text, error } = await write({ dialect, text: "<think>I wonder", finish: "length" });
    expect({ text, error }).toEqual({ text: "", error: "THOUGHTS_ONLY" });
  });

  it("that breaks off in the middle keeps the text so far", async () => {
    const { text, error } = await write({ dialect, text: STORY, fails: "CUDA error: out of memory" });
    expect({ text, error }).toEqual({ text: STORY, error: "STREAM_ERROR" });
  });

  it("that is filtered is reported as a refusal, and nothing of it is kept", async () => {
    const { text, error } = await write({ dialect, text: STORY, finish: "content_filter" });
    expect({ text, error }).toEqual({ text: "", error: "MODEL_REFUSED" });
  });

  it("that had no tokens left is finished to the end of its sentence", async () => {
    const id = createId();
    const cutOff = "The rain had stopped. Mara looked up from the old led";
    const rest = " ledger on the desk. Then she spoke, and";
    const written = await write({ id, dialect, text: cutOff, finish: "length", rest });
    const whole = "The rain had stopped. Mara looked up from the old ledger on the desk.";
    expect(written).toMatchObject({ shown: whole, text: whole, error: null });
    const asked = await modelRequests(id);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.parameters).toMatchObject({ max_tokens: 120 });
  });
});

it.each([
  ["abort", STORY, "STREAM_ERROR"],
  ["error", STORY, "STREAM_ERROR"],
  ["network_error", STORY, "STREAM_ERROR"],
  ["insufficient_system_resource", STORY, "STREAM_ERROR"],
  ["PROHIBITED_CONTENT", "", "MODEL_REFUSED"],
  ["sensitive", "", "MODEL_REFUSED"],
  ["eos", STORY, null],
  ["end_turn", STORY, null],
])(
  "what a model does instead of writing is told by a reason that OpenAI does not have: %s",
  async (finish, text, error) => {
    expect(await write({ dialect: "vllm", text: STORY, finish })).toMatchObject({ text, error });
  },
);

it.each(["MAX_TOKENS", "model_context_window_exceeded"])(
  "a reply is finished to the end of its sentence where the server says that no tokens were left by %s",
  async (finish) => {
    const script = {
      dialect: "vllm",
      text: "The rain had stopped. Mara looked up from the old led",
      finish,
    } as const;
    expect(await write({ ...script, rest: "ledger on the desk. Then" })).toMatchObject({
      text: "The rain had stopped. Mara looked up from the old ledger on the desk.",
    });
  },
);

it("what a model does instead of writing is reported: it refuses, in OpenAI's field or in words", async () => {
  const refusal = "I'm sorry, but I can't help with that.";
  expect(await write({ dialect: "openai", refusal })).toMatchObject({ text: "", error: "MODEL_REFUSED" });
  const inWords = await write({ dialect: "ollama", text: refusal, pieces: 10 });
  expect(inWords).toMatchObject({ shown: "", text: "", error: "MODEL_REFUSED" });
});

it.each([
  [400, "Content Exists Risk"],
  [400, "<400> InternalError.Algo.DataInspectionFailed: Input text data may contain inappropriate content."],
  [403, "Content violates usage guidelines. Failed check: SAFETY_CHECK_TYPE_BIO"],
])(
  "what a model does instead of writing is to be kept from it by a filter before it: %i %s",
  async (status, error) => {
    const tooLong = { most: 0, status, body: JSON.stringify({ error }) };
    expect(await write({ tooLong })).toMatchObject({ text: "", error: "MODEL_REFUSED" });
  },
);

it.each([
  [503, "The model is overloaded. Please try again later.", "MODEL_BUSY"],
  [503, "Overloaded: this model has no free place", "MODEL_BUSY"],
  [503, "server busy, please try again. maximum pending requests exceeded", "MODEL_BUSY"],
  [529, "Overloaded", "MODEL_BUSY"],
  [503, "no healthy upstream", "MODEL_UNAVAILABLE"],
  [401, "Incorrect API key provided", "MODEL_UNAVAILABLE"],
])(
  "what a model does instead of writing is to serve others, or nobody: %i %s",
  async (status, error, code) => {
    const tooLong = { most: 0, status, body: JSON.stringify({ error }) };
    const log = watchLog();
    expect(await write({ tooLong })).toMatchObject({ text: "", error: code });
    expect(log.lines(), "for operators").toContainEqual(
      expect.objectContaining({ event: "model.failed", status }),
    );
  },
);

it.each([
  [{ type: "overloaded_error", message: "Overloaded" }],
  [
    {
      type: "server_error",
      code: "rate_limit_exceeded",
      message: "oai_grpc.errors.ServerError: no_kv_space",
    },
  ],
  [{ code: "429", message: "rate limited" }],
])(
  "what a model does instead of writing is to serve others, as a proxy says in its stream: %j",
  async (error) => {
    const tooLong = { most: 0, status: 200, body: `data: ${JSON.stringify({ error })}\n\n` };
    expect(await write({ tooLong })).toMatchObject({ text: "", error: "MODEL_BUSY" });
  },
);

it("what a model does instead of writing ends its reply, and the request with it: it loops", async () => {
  const id = createId();
  const loop = "The rain fell on the old stones of the harbour. ";
  const written = await write({ id, text: STORY + loop.repeat(200), pieces: 400, everyMs: 2 });
  expect(written).toMatchObject({ error: null, cut: "loop", text: `${STORY}${loop}`.trim() });
  await expect.poll(async () => (await modelRequests(id))[0]?.aborted).toBe(true);
});

it("a server that does not take a request as it is, is asked again without a parameter that it refuses, and never with it again", async () => {
  const using = model("qwen3:8b");
  for (const [turn, expected] of [3, 1].entries()) {
    const id = createId();
    const unknown = ["min_p", "presence_penalty"];
    const written = await write({ id, dialect: "openai", text: STORY, unknown }, { using });
    expect(written, `turn ${turn}`).toMatchObject({ text: STORY, error: null });
    const asked = await modelRequests(id);
    expect(asked).toHaveLength(expected);
    expect(asked.at(-1)?.parameters).toMatchObject({ temperature: 0.7, top_p: 0.8, top_k: 20 });
  }
});

it.each([
  ["Model grok-4.6 does not support parameter presencePenalty.", ["presence_penalty"]],
  ["`temperature` is deprecated for this model.", ["temperature"]],
  ["Penalty is not enabled for this model", ["temperature", "presence_penalty"]],
  ["Json mode is not supported for this model.", []],
])("a server that does not take a request as it is, says so in its own words: %s", (said, refused) => {
  const sent = { messages: [], max_tokens: 1200, temperature: 0.9, presence_penalty: 0.5 };
  expect([...(learnFrom(400, said, sent, NO_QUIRKS)?.refused ?? [])]).toEqual(refused);
});

it("a server that does not take a request as it is, gets the number of tokens in the parameter that it supports", async () => {
  const id = createId();
  await write({ id, dialect: "openai", text: STORY, unknown: ["max_tokens", "temperature"] });
  const parameters = (await modelRequests(id)).at(-1)?.parameters;
  expect(parameters).toMatchObject({ max_completion_tokens: 1200 });
  expect(parameters).not.toHaveProperty("temperature");
});

it.each(["alternate", "no-system"] as const)(
  "a server that does not take a request as it is, gets no system message if its template knows none: %s",
  async (roles) => {
    const id = createId();
    const script = { id, dialect: "vllm", text: STORY, roles } as const;
    const using = model();
    for (const written of await Promise.all([write(script, { using }), write(script, { using })])) {
      expect(written).toMatchObject({ text: STORY, error: null });
    }
    const messages = (await modelRequests(id)).at(-1)?.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(messages[0]?.content).toContain("You narrate.\n\n");
  },
);

it("a server that does not take a request as it is, is asked until its model is loaded", async () => {
  const id = createId();
  expect(await write({ id, dialect: "llama.cpp", text: STORY, loading: 1 })).toMatchObject({ text: STORY });
  expect(await modelRequests(id)).toHaveLength(2);
});

it("how a model picks its words comes from the settings, if they have a value", async () => {
  const id = createId();
  const settings = {
    AI_TEMPERATURE: "1.2",
    AI_TOP_P: "0.5",
    AI_REPETITION_PENALTY: "1.1",
    AI_PRESENCE_PENALTY: "0.2",
    AI_REPLY_TOKENS: "600",
    AI_STOP: "THE END|FIN",
  };
  await write({ id, text: STORY }, { using: model("llama3.1:8b", settings) });
  expect((await modelRequests(id))[0]?.parameters).toMatchObject({
    temperature: 1.2,
    top_p: 0.5,
    repetition_penalty: 1.1,
    presence_penalty: 0.2,
    max_tokens: 600,
    stop: ["<player_action>", "<person_says>", "THE END", "FIN"],
  });
});

it.each([
  ["gemini-2.5-flash", true],
  ["openai/gpt-5-mini", true],
  ["z-ai/glm-4.6", true],
  ["MiniMax-M2", true],
  ["@cf/moonshotai/kimi-k2.5", true],
  ["moonshotai/Kimi-K2-Thinking", true],
  ["kimi-k3", true],
  ["kimi-k2-0905-preview", false],
  ["deepseek-v4-flash", true],
  ["gemma4:12b", true],
  ["gemma3:12b", false],
  ["gpt-4o", false],
  ["glm-4-9b-chat", false],
  ["deepseek-chat", false],
])("how a model picks its words leaves tokens for thoughts where it thinks: %s %s", async (id, thinks) => {
  const script = createId();
  await write({ id: script, text: STORY }, { using: model(id) });
  const { max_tokens } = (await modelRequests(script))[0]?.parameters ?? {};
  expect(Number(max_tokens) > 1_200).toBe(thinks);
});

/** The two ways in which servers refuse a prompt; what each of them says is in context-window.test.ts. */
const TOO_LONG: Record<string, { status: number; body: string }> = {
  "OpenAI, by its status": {
    status: 400,
    body: `{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`,
  },
  "llama.cpp, in its stream": {
    status: 200,
    body: `data: {"error":{"code":400,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"exceed_context_size_error"}}\n\n`,
  },
};

describe.each(Object.entries(TOO_LONG))("a prompt that is too long for %s", (_, tooLong) => {
  const told = Array.from({ length: 8 }, (_, index): PromptMessage[] => [
    { role: "user", content: `I take step ${index}.` },
    { role: "assistant", content: `Door ${index} opened.` },
  ]).flat();
  const toPrompt = (script: ReplyScript): PromptMessage[] => [
    { role: "system", content: "You narrate." },
    ...told,
    { role: "user", content: replyScript(script) },
  ];

  it("is sent once more with half of its messages", async () => {
    const id = createId();
    const script = { id, text: STORY, tooLong: { most: 12, ...tooLong } };
    const log = watchLog();

    expect(await write(script, { prompt: toPrompt(script) })).toMatchObject({ shown: STORY, error: null });

    expect(log.lines()).toContainEqual(expect.objectContaining({ event: "model.context-too-long" }));
    const asked = await modelRequests(id);
    expect(asked.map(({ messages }) => messages.length)).toEqual([18, 10]);
    expect(asked[1]?.messages.slice(1)).toEqual(asked[0]?.messages.slice(9));
  });

  it("fails if half of it is too long as well", async () => {
    const id = createId();
    const script = { id, tooLong: { most: 2, ...tooLong } };
    expect((await write(script, { prompt: toPrompt(script) })).error).toBe("MODEL_UNAVAILABLE");
    expect(new Set((await modelRequests(id)).map(({ messages }) => messages.length))).toEqual(
      new Set([18, 10]),
    );
  });
});

it.each([
  ["비가 그쳤다. 미라는 낡은 장", " 장부를 보았다. 그리고", "비가 그쳤다. 미라는 낡은 장부를 보았다."],
  ["बारिश रुक गई। मीरा ने पुरानी कि", " किताब देखी। फिर", "बारिश रुक गई। मीरा ने पुरानी किताब देखी।"],
])(
  "a reply is finished from its last whole word on, in each script with spaces: %s",
  async (text, rest, whole) => {
    expect(await write({ dialect: "vllm", text, finish: "length", rest })).toMatchObject({ text: whole });
  },
);

it("a reply in a script without spaces is finished to the end of its sentence, not of what somebody says in it", async () => {
  const script = { dialect: "vllm", text: "雨が止んだ。マラは古い台", finish: "length" } as const;
  const rest = "帳から顔を上げた。そして彼女は";
  expect(await write({ ...script, rest })).toMatchObject({
    text: "雨が止んだ。マラは古い台帳から顔を上げた。",
    error: null,
  });
  const said = "帳を見て「遅い。」と言った。そして彼女は";
  expect(await write({ ...script, rest: said })).toMatchObject({
    text: "雨が止んだ。マラは古い台帳を見て「遅い。」と言った。",
  });
});

it("the thoughts of a model that begins in them are no part of the sentence that is finished", async () => {
  const using = model("deepseek-r1:8b");
  const written = await write(
    {
      dialect: "vllm",
      everyMs: 40,
      text: "The reader wants rain.</think>The rain had stopped. Mara looked up from the old led",
      finish: "length",
      rest: "It stops within a word. I finish that word first.</think> ledger on the desk. Then she spoke, and",
    },
    { using },
  );
  const whole = "The rain had stopped. Mara looked up from the old ledger on the desk.";
  expect(written).toMatchObject({ text: whole, error: null });
});
