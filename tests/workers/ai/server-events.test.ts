import { createParser } from "eventsource-parser";
import * as v from "valibot";
import { expect, it, vi } from "vitest";
import { readServerEvents } from "#workers/ai/server-events.ts";
import { fakeTimersInTests } from "../helpers/fake-timers.ts";

fakeTimersInTests();

/** An event of a model's stream with this text. */
function event(text: string): string {
  return `data: {"choices":[{"delta":{"content":"${text}"}}]}\n\n`;
}

const END = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';

const deltaSchema = v.object({ content: v.optional(v.string()), reasoning_content: v.optional(v.string()) });
const eventSchema = v.object({
  choices: v.tuple([v.object({ delta: deltaSchema, finish_reason: v.optional(v.string()) })]),
});

/** The text of an event, or else why the answer ends, or "error". */
function textOf(data: string): string {
  const event = v.safeParse(eventSchema, JSON.parse(data));
  if (!event.success) return "error";
  const { delta, finish_reason } = event.output.choices[0];
  return finish_reason ?? delta.content ?? `thought ${delta.reasoning_content}`;
}

/** A model's answer that a test writes, and the events that are made of it. */
function anAnswer() {
  const source = new IdentityTransformStream();
  const writer = source.writable.getWriter();
  const texts: string[] = [];
  let end: "open" | "closed" | Error = "open";
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  const opened = readServerEvents(source.readable);
  const decoder = new TextDecoder();
  const parser = createParser({ onEvent: ({ data }) => texts.push(textOf(data)) });
  async function readAll(): Promise<void> {
    const { body } = await opened;
    if (body === null) throw new Error("There is no body.");
    reader = body.getReader();
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      parser.feed(decoder.decode(value));
    }
  }
  readAll().then(
    () => {
      end = "closed";
    },
    (error: Error) => {
      end = error;
    },
  );
  return {
    texts,
    leave: () => reader?.cancel("enough"),
    end: () => end,
    /** Writes a piece; then `ms` milliseconds pass. */
    write(piece: string, ms = 0) {
      return this.writeBytes(new TextEncoder().encode(piece), ms);
    },
    async writeBytes(piece: Uint8Array, ms = 0) {
      await writer.write(piece);
      await vi.advanceTimersByTimeAsync(ms);
    },
    /** Writes an event with this text; then `ms` milliseconds pass. */
    async say(text: string, ms = 0) {
      await this.write(event(text), ms);
    },
    async close() {
      await writer.close();
      await vi.advanceTimersByTimeAsync(0);
    },
    async fail(error: Error) {
      await writer.abort(error);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

it("the first text is passed on at once, what follows ten times a second", async () => {
  const answer = anAnswer();
  for (const letter of "abcdefghijklmn") await answer.say(letter, 20);
  expect(answer.texts).toEqual(["a", "bcde", "fghij"]);
});

it("an event in two pieces is passed on when it is complete", async () => {
  const answer = anAnswer();
  await answer.say("a", 200);
  const bytes = new TextEncoder().encode(event("é".repeat(100)));
  await answer.writeBytes(bytes.slice(0, 60), 1); // the second byte of a letter is missing
  await answer.writeBytes(bytes.slice(60));
  expect(answer.texts).toEqual(["a", "é".repeat(100)]);
});

it("an event whose second half never comes does not delay earlier ones", async () => {
  const answer = anAnswer();
  await answer.say("a", 200);
  await answer.write(event("b") + event("c").slice(0, 10), 10);
  expect(answer.texts).toEqual(["a", "b"]);
});

it("the end comes after all pending text", async () => {
  const answer = anAnswer();
  for (const letter of "abc") await answer.say(letter);
  await answer.write(`${END}data: [DONE]\n\n`);
  await answer.close();
  expect(answer.texts).toEqual(["a", "bc", "stop"]);
  expect(answer.end()).toBe("closed");
});

it("a failure comes after all pending text and thoughts", async () => {
  const answer = anAnswer();
  await answer.say("a");
  await answer.write('data: {"choices":[{"delta":{"reasoning_content":"b"}}]}\n\n');
  await answer.say("c");
  await answer.fail(new Error("The line was cut."));
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
  expect(answer.end()).toBe("closed");
});

it("a reader that stops closes the answer", async () => {
  const answer = anAnswer();
  for (const letter of "ab") await answer.say(letter);
  await answer.leave();
  await expect(answer.say("c")).rejects.toThrow();
});
