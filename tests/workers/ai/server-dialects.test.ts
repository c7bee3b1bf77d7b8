import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createParser } from "eventsource-parser";
import { describe, expect, it, vi } from "vitest";
import { fakeTimersInTests } from "#tests/workers/helpers/fake-timers.ts";
import { readServerEvents } from "#workers/ai/server-events.ts";

/** What the SDK's model makes of a server's events, which arrive in these pieces. Neighbouring text is joined. */
async function read(...pieces: (string | Uint8Array)[]) {
  const bytes = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
      }
      controller.close();
    },
  });
  const fetch = async () => readServerEvents(bytes);
  const server = createOpenAICompatible({ name: "server", baseURL: "http://model.test/v1", fetch });
  const { stream } = await server
    .chatModel("scripted")
    .doStream({ prompt: [{ role: "user", content: [{ type: "text", text: "Begin." }] }] });
  const said: string[] = [];
  const errors: unknown[] = [];
  let end: { reason: string; input: number | undefined; output: number | undefined } | null = null;
  for await (const part of stream) {
    if (part.type === "text-start") said.push("text ");
    if (part.type === "reasoning-start") said.push("thought ");
    if (part.type === "text-delta" || part.type === "reasoning-delta")
      said.push(`${said.pop()}${part.delta}`);
    if (part.type === "error") errors.push(part.error);
    if (part.type !== "finish") continue;
    const { inputTokens, outputTokens } = part.usage;
    end = { reason: part.finishReason.unified, input: inputTokens.total, output: outputTokens.total };
  }
  return { said, errors, end };
}

/** An event with this choice. */
function event(choice: object, more: object = {}): string {
  return `data: ${JSON.stringify({ id: "1", choices: [{ index: 0, finish_reason: null, ...choice }], ...more })}\n\n`;
}

function say(content: unknown): string {
  return event({ delta: { content } });
}

const FINISHED = event({ delta: {}, finish_reason: "stop" });

it.each([
  ["quotes and backslashes", ['"', "\\", 'n\\"']],
  ["half a surrogate pair in each", ["\ud83d", "\ude00"]],
  ["other scripts", ["Es war", " ein Mädchen 👩🏽‍🚀", "日本"]],
  ["text that looks like an event", ['"},"finish_reason"', 'data: {"delta":{"content":"', "\n\ndata: "]],
])("the text of events is the same, wherever a piece of the stream ends: %s", async (_, texts) => {
  const stream = texts.map(say).join("") + FINISHED;
  const bytes = [...new TextEncoder().encode(stream)].map((byte) => Uint8Array.of(byte));
  for (const pieces of [[stream], bytes, [stream.replaceAll("\n", "\r\n")]]) {
    expect(await read(...pieces)).toMatchObject({ said: [`text ${texts.join("")}`], errors: [] });
  }
});

it("the text of events and thoughts keep their order", async () => {
  const think = (name: string, text: string) => event({ delta: { content: "", [name]: text } });
  const stream = [
    think("reasoning", "Hm, "),
    think("reasoning", "a boat."),
    say("A "),
    say("boat."),
    FINISHED,
  ];
  expect((await read(stream.join(""))).said).toEqual(["thought Hm, a boat.", "text A boat."]);
});

it("the text of events and thoughts may be parts of the content", async () => {
  const thinking = { type: "thinking", thinking: [{ type: "text", text: "Hm." }] };
  const others = [
    { type: "reference", reference_ids: [1] },
    { type: "image_url", text: null },
  ];
  const unknown = { type: "thinking", thinking: "A thought of another form." };
  const { said, errors } = await read(
    say([thinking, unknown, { type: "text", text: "A boat." }, ...others]) + FINISHED,
  );
  expect(said).toEqual(["thought Hm.", "text A boat."]);
  expect(errors).toEqual([]);
});

it.each([
  ["a role alone", event({ delta: { role: "assistant", content: null, refusal: null } })],
  ["another role", event({ delta: { role: "model", content: "" } })],
  ["no delta", event({ delta: null })],
  ["no choice", 'data: {"choices":[],"usage":{"prompt_tokens":3}}\n\n'],
  ["comments", ": ping\n\n: OPENROUTER PROCESSING\n\n"],
  ["an event without data", "data:\n\ndata: \n\n"],
  ["a sign of life", 'event: ping\ndata: {"type":"ping"}\n\n'],
  ["a description of the answer", 'data: {"id":"1","object":"chat.completion.chunk","model":"scripted"}\n\n'],
  ["choices that are null", 'data: {"choices":null,"usage":{"prompt_tokens":3}}\n\n'],
])("the text of events may be missing: %s", async (_, stream) => {
  for (const whole of [stream + say("A boat."), say("A ") + stream + say("boat.")]) {
    expect(await read(whole + FINISHED)).toMatchObject({
      said: ["text A boat."],
      errors: [],
      end: { reason: "stop" },
    });
  }
});

it("the text of events may stand beside an error that is null", async () => {
  const stream = event({ delta: { content: "A boat." } }, { error: null }) + FINISHED;
  expect(await read(stream)).toMatchObject({ said: ["text A boat."], errors: [], end: { reason: "stop" } });
});

const error = { message: "out of memory", code: 500 };

it.each([
  ["as an event", `data: ${JSON.stringify({ error })}\n\n`, error],
  ["in an event with a name", `event: error\ndata: ${JSON.stringify({ error, message: "x" })}\n\n`, error],
  ["beside a choice", event({ delta: { content: "" }, finish_reason: "error" }, { error }), error],
  ["as vLLM writes it", `data: ${JSON.stringify({ object: "error", ...error })}\n\n`, error],
  ["as llama.cpp wrote it", `error: ${JSON.stringify(error)}\n\n`, error],
  ["in words alone", `data: ${JSON.stringify({ error: "out of memory" })}\n\n`, { message: "out of memory" }],
  ["without a message", `data: ${JSON.stringify({ error: { code: 7 } })}\n\n`, { message: '{"code":7}' }],
  ["that is no JSON", "data: Internal Server Error\n\n", { message: "Internal Server Error" }],
])("an error %s comes after the text before it", async (_, stream, expected) => {
  const { said, errors } = await read(say("It rai") + stream);
  expect({ said, errors }).toEqual({ said: ["text It rai"], errors: [expect.objectContaining(expected)] });
});

it.each([
  ["with its code", { message: "busy", code: 429 }, 429],
  ["without one", { message: "The prompt is too long." }, 400],
  ["with a code that is no status", { message: "broken", code: "internal" }, 400],
])("an error before anything else is a refused request: %s", async (_, error, statusCode) => {
  const stream = `: ping\n\n${event({ delta: { role: "assistant", content: "" } })}data: ${JSON.stringify({ error })}\n\n`;
  await expect(read(stream)).rejects.toMatchObject({
    name: "AI_APICallError",
    message: error.message,
    statusCode,
  });
});

it("an error is an event that never ends", async () => {
  const { said, errors, end } = await read(say("It rai"), `data: ${"x".repeat(1_000_001)}`, "x");
  expect(said).toEqual(["text It rai"]);
  expect(errors).not.toEqual([]);
  expect(end?.reason).toBe("error");
});

it("the end may lack the empty line after it", async () => {
  expect((await read(say("A boat.") + FINISHED.trimEnd())).end?.reason).toBe("stop");
});

it("the end may be followed by half an event", async () => {
  for (const half of ['data: {"choices":[],"us', "data: [DONE"]) {
    const { said, errors, end } = await read(say("A boat."), FINISHED, half);
    expect({ said, errors, reason: end?.reason }).toEqual({
      said: ["text A boat."],
      errors: [],
      reason: "stop",
    });
  }
});

const UNFINISHED: [string, string][] = [
  ["a reason", say("A bo")],
  ["another reason than an empty one", event({ delta: { content: "A bo" }, finish_reason: "" })],
];

it.each(UNFINISHED)("the end without %s is an error", async (_, stream) => {
  const { said, errors, end } = await read(stream);
  expect(said).toEqual(["text A bo"]);
  expect(errors).toHaveLength(1);
  expect(end?.reason).toBe("error");
});

it.each(UNFINISHED)("the last words are an end without %s", async (_, stream) => {
  const usage = 'data: {"choices":[],"usage":{"prompt_tokens":3}}\n\n';
  for (const last of ["data: [DONE]\n\n", "data: [DONE]", `${usage}data: [DONE]\n\n`]) {
    const { said, errors, end } = await read(stream + last);
    expect({ said, errors, reason: end?.reason }).toEqual({
      said: ["text A bo"],
      errors: [],
      reason: "stop",
    });
  }
});

it("the last words after an error change nothing", async () => {
  const { errors, end } = await read(`${say("A bo")}data: ${JSON.stringify({ error })}\n\ndata: [DONE]\n\n`);
  expect(errors).toEqual([expect.objectContaining(error)]);
  expect(end?.reason).toBe("error");
});

describe("the events of a server", () => {
  fakeTimersInTests();

  /** The text of an event, or the reason why the answer ends; "error" if it has neither. */
  function textOf(data: string): string {
    const [choice] = JSON.parse(data).choices ?? [];
    const { content, reasoning_content: thought } = choice?.delta ?? {};
    return choice?.finish_reason ?? content ?? (thought === undefined ? "error" : `thought ${thought}`);
  }

  /** A model's answer that a test writes, and the events that are made of it. */
  function anAnswer() {
    const source = new IdentityTransformStream();
    const writer = source.writable.getWriter();
    const texts: string[] = [];
    const parser = createParser({ onEvent: ({ data }) => texts.push(textOf(data)) });
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    async function readAll(): Promise<void> {
      const { body } = await readServerEvents(source.readable);
      reader = body?.getReader();
      const decoder = new TextDecoder();
      for (let step = await reader?.read(); step?.value !== undefined; step = await reader?.read())
        parser.feed(decoder.decode(step.value));
    }
    /** Writes a piece; then `ms` milliseconds pass. */
    async function write(piece: string, ms = 0): Promise<void> {
      await writer.write(new TextEncoder().encode(piece));
      await vi.advanceTimersByTimeAsync(ms);
    }
    return {
      texts,
      /** Resolves when the events are closed. */
      closed: readAll(),
      write,
      say: (text: string, ms?: number) => write(say(text), ms),
      leave: () => reader?.cancel("enough"),
      close: () => writer.close(),
      fail: (error: Error) => writer.abort(error),
    };
  }

  it("the first text is passed on at once, what follows ten times a second", async () => {
    const answer = anAnswer();
    for (const letter of "abcdefghijklmn") await answer.say(letter, 20);
    expect(answer.texts).toEqual(["a", "bcde", "fghij"]);
  });

  it("the end comes after all pending text", async () => {
    const answer = anAnswer();
    for (const letter of "abc") await answer.say(letter);
    await answer.write(`${FINISHED}data: [DONE]\n\n`);
    await answer.close();
    await answer.closed;
    expect(answer.texts).toEqual(["a", "bc", "stop"]);
  });

  it("an event whose second half never comes does not delay earlier ones", async () => {
    const answer = anAnswer();
    await answer.say("a", 200);
    await answer.write(say("b") + say("c").slice(0, 10), 10);
    expect(answer.texts).toEqual(["a", "b"]);
  });

  it("a failure comes after all pending text and thoughts", async () => {
    const answer = anAnswer();
    await answer.say("a");
    await answer.write(event({ delta: { reasoning_content: "b" } }));
    await answer.say("c");
    await answer.fail(new Error("The line was cut."));
    await answer.closed;
    expect(answer.texts).toEqual(["a", "thought b", "c", "error"]);
  });

  it("an answer that can't be read is closed", async () => {
    const answer = anAnswer();
    await answer.say("a", 200);
    for (let piece = 0; piece < 3; piece += 1) {
      await answer.write(`data: ${"x".repeat(600_000)}`, 200).catch(() => undefined);
    }
    expect(answer.texts[0]).toBe("a");
    expect(new Set(answer.texts.slice(1))).toEqual(new Set(["error"]));
    await expect(answer.write("x")).rejects.toThrow();
    await answer.closed;
  });

  it("a reader that stops closes the answer", async () => {
    const answer = anAnswer();
    for (const letter of "ab") await answer.say(letter);
    await answer.leave();
    await expect(answer.say("c")).rejects.toThrow();
  });
});
