import { describe, expect, it } from "vitest";
import { ChatEvents } from "#workers/ai/chat-events.ts";

/** An event with this choice. */
function event(choice: object, more: object = {}): string {
  return `data: ${JSON.stringify({ id: "1", choices: [{ index: 0, finish_reason: null, ...choice }], ...more })}\n\n`;
}

function say(content: unknown): string {
  return event({ delta: { content } });
}

/** What is read of a stream that comes in these pieces. */
function read(...pieces: string[]) {
  const events = new ChatEvents();
  for (const piece of pieces) events.read(piece);
  return events.take().map((part) => {
    if (part.type === "text-delta") return `text ${part.delta}`;
    return part.type === "reasoning-delta" ? `thought ${part.delta}` : part;
  });
}

const failed = (error: unknown) => ({ type: "error", error });

describe("the text of events", () => {
  it("that arrive together is one part", () => {
    expect(read(say("Once ") + say("upon ") + say("a time"))).toEqual(["text Once upon a time"]);
  });

  it.each([
    ["quotes and backslashes", ['"', "\\", 'n\\"']],
    ["half a surrogate pair in each", ["\ud83d", "\ude00"]],
    ["other scripts", ["Es war", " ein Mädchen 👩🏽‍🚀", "日本"]],
    ["text that looks like an event", ['"},"finish_reason"', 'data: {"delta":{"content":"', "\n\ndata: "]],
  ])("is the same, wherever a piece of the stream ends: %s", (_, texts) => {
    const stream = texts.map(say).join("");
    const expected = [`text ${texts.join("")}`];
    expect(read(stream)).toEqual(expected);
    expect(read(...stream.split(""))).toEqual(expected);
    expect(read(stream.replaceAll("\n", "\r\n"))).toEqual(expected);
  });

  it("and thoughts keep their order", () => {
    const think = (name: string, text: string) => event({ delta: { content: "", [name]: text } });
    const stream = [
      think("reasoning_content", "Hm, "),
      think("reasoning", "a boat."),
      say("A "),
      say("boat."),
    ];
    expect(read(stream.join(""))).toEqual(["thought Hm, a boat.", "text A boat."]);
  });

  it("and thoughts may be parts of the content", () => {
    const thinking = { type: "thinking", thinking: [{ type: "text", text: "Hm." }] };
    const others = [
      { type: "reference", reference_ids: [1] },
      { type: "image_url", text: null },
    ];
    const unknown = { type: "thinking", thinking: "A thought of another form." };
    expect(read(say([thinking, unknown, { type: "text", text: "A boat." }, ...others]))).toEqual([
      "thought Hm.",
      "text A boat.",
    ]);
  });

  it.each([
    ["a role alone", event({ delta: { role: "assistant", content: null, refusal: null } })],
    ["no delta", event({ delta: null })],
    ["no choice", 'data: {"choices":[],"usage":{"prompt_tokens":3}}\n\n'],
    ["comments", ": ping\n\n: OPENROUTER PROCESSING\n\n"],
    ["an error that is null", event({ delta: {} }, { error: null })],
    ["the last words", "data: [DONE]\n\n"],
  ])("may be missing: %s", (_, stream) => {
    expect(read(stream)).toEqual([]);
  });
});

describe("an error", () => {
  const error = { message: "out of memory", code: 500 };

  it.each([
    ["as an event", `data: ${JSON.stringify({ error })}\n\n`, error],
    ["in an event with a name", `event: error\ndata: ${JSON.stringify({ error, message: "x" })}\n\n`, error],
    ["beside a choice", event({ delta: { content: "" }, finish_reason: "error" }, { error }), error],
    [
      "as vLLM writes it",
      `data: ${JSON.stringify({ object: "error", ...error })}\n\n`,
      { object: "error", ...error },
    ],
    ["as llama.cpp wrote it", `error: ${JSON.stringify(error)}\n\n`, error],
    ["that is no JSON", "data: Internal Server Error\n\n", "Internal Server Error"],
  ])("%s is a part, after the text before it", (_, stream, expected) => {
    expect(read(say("It rai") + stream)).toEqual(["text It rai", failed(expected)]);
  });

  it("is an event that never ends", () => {
    const [part] = read(`data: ${"x".repeat(1_000_001)}`);
    expect(part).toMatchObject({ type: "error", error: { type: "max-buffer-size-exceeded" } });
  });
});

describe("the end", () => {
  function end(...pieces: string[]) {
    const events = new ChatEvents();
    for (const piece of pieces) events.read(piece);
    events.end();
    return { finish: events.finish, parts: events.take() };
  }
  const finished = event({ delta: {}, finish_reason: "stop" });

  it("has the reason and the usage, which may come in an event of its own", () => {
    const usage = { prompt_tokens: 21, completion_tokens: 3 };
    const { finish, parts } = end(
      say("A boat."),
      finished,
      `data: ${JSON.stringify({ choices: [], usage })}\n\n`,
    );
    expect(finish).toEqual({ finishReason: "stop", usage, hasRefusal: false });
    expect(parts).toMatchObject([{ delta: "A boat." }]);
  });

  it("may lack the empty line after it", () => {
    expect(end(finished.trimEnd()).finish?.finishReason).toBe("stop");
  });

  it("may be followed by half an event", () => {
    for (const half of ['data: {"choices":[],"us', "data: [DONE"]) {
      const { finish, parts } = end(say("A boat."), finished, half);
      expect(finish?.finishReason).toBe("stop");
      expect(parts).toMatchObject([{ delta: "A boat." }]);
    }
  });

  it("without a reason is an error", () => {
    const { finish, parts } = end(say("A bo"), "data: [DONE]\n\n");
    expect(finish).toBeNull();
    expect(parts).toMatchObject([{ delta: "A bo" }, { type: "error" }]);
  });

  it("of a refusal says so", () => {
    const { finish, parts } = end(event({ delta: { refusal: "I can't." } }), finished);
    expect(finish).toMatchObject({ hasRefusal: true });
    expect(parts).toMatchObject([{ delta: "I can't." }]);
  });
});
