import { expect, it } from "vitest";
import { mergeDeltas } from "#workers/ai/merge-deltas.ts";

/** An event of a model's stream. `text` as JSON writes it. */
function event(text: string, { delta = "", finish = "null" } = {}): string {
  return `data: {"id":"1","choices":[{"index":0,"delta":{${delta}"content":"${text}"},"finish_reason":${finish}}]}\n\n`;
}

function merge(stream: string): string {
  return new TextDecoder().decode(mergeDeltas(new TextEncoder().encode(stream)));
}

it("events that are the same but for their text become one", () => {
  expect(merge(event("Once ") + event("upon ") + event("a time"))).toBe(event("Once upon a time"));
});

it.each([
  ["quotes and backslashes", ['\\"', "\\\\", 'n\\\\\\"']],
  ["half a surrogate pair in each", ["\\ud83d", "\\ude00"]],
  ["other scripts", ["Es war", " ein Mädchen 👩🏽‍🚀", "日本"]],
  ["text that looks like an event", ['\\"},\\"finish_reason\\"', 'data: {\\"delta\\":{\\"content\\":\\"']],
])("the text is the same: %s", (_, texts) => {
  const read = (stream: string) =>
    stream
      .split("\n\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line.slice("data: ".length)).choices[0].delta.content)
      .join("");
  const stream = texts.map((text) => event(text)).join("");
  expect(merge(stream)).not.toBe(stream);
  expect(read(merge(stream))).toBe(read(stream));
});

it.each([
  ["another role", event("a", { delta: '"role":"assistant",' }) + event("b")],
  ["the end", event("a") + event("", { finish: '"stop"' })],
  ["reasoning beside the text", event("", { delta: '"reasoning":"hm",' }).repeat(2)],
  ["what comes after the text", event("a").replace('"},', '","logprobs":[]},').repeat(2)],
  ["pings", ": ping\n\n: ping\n\n"],
  ["the last words", "data: [DONE]\n\ndata: [DONE]\n\n"],
  ["named events", `event: delta\n${event("a")}event: delta\n${event("b")}`],
  ["carriage returns", (event("a") + event("b")).replaceAll("\n", "\r\n")],
  ["the beginning of an event", event("a") + event("b").slice(0, -12)],
  ["the end of an event", event("a").slice(30) + event("b")],
])("all else stays as it was: %s", (_, stream) => {
  expect(merge(stream)).toBe(stream);
});

it("a piece that begins or ends within a character stays as it was", () => {
  const bytes = new TextEncoder().encode(event("a") + event("ä"));
  for (const piece of [bytes.subarray(0, bytes.indexOf(0xc3) + 1), bytes.subarray(bytes.indexOf(0xc3) + 1)]) {
    expect(mergeDeltas(piece)).toEqual(piece);
  }
});
