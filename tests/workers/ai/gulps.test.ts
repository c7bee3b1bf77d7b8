import { expect, it, vi } from "vitest";
import { inGulps } from "#workers/ai/gulps.ts";
import { fakeTimersInTests } from "../helpers/fake-timers.ts";

fakeTimersInTests();

/** An event of a model's stream with this text. */
function event(text: string): string {
  return `data: {"choices":[{"delta":{"content":"${text}"}}]}\n\n`;
}

/** The text of the events in a gulp. */
function textOf(gulp: string): string {
  return [...gulp.matchAll(/"content":"(.*?)"/g)].map(([, text]) => text).join("");
}

/** A model's answer that a test writes, and the gulps that are read from it. */
function anAnswer() {
  const source = new IdentityTransformStream();
  const writer = source.writable.getWriter();
  const gulps: string[] = [];
  let end: "open" | "closed" | Error = "open";
  const reader = inGulps(source.readable).getReader();
  async function readAll(): Promise<void> {
    while (true) {
      const { done, value } = await reader.read();
      if (done) break;
      gulps.push(new TextDecoder().decode(value));
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
    gulps,
    texts: () => gulps.map(textOf),
    reader,
    end: () => end,
    /** Writes a piece; then `ms` milliseconds pass. */
    async write(piece: string, ms = 0) {
      await writer.write(new TextEncoder().encode(piece));
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

it("the first two events are passed on at once, the following ones ten times a second", async () => {
  const answer = anAnswer();
  for (const letter of "abcdefghijklmno") await answer.say(letter, 20);
  expect(answer.texts()).toEqual(["a", "b", "cdef", "ghijk"]);
});

it("a gulp ends with a complete event if that comes in time, and does not wait for it", async () => {
  const answer = anAnswer();
  for (const letter of "ab") await answer.say(letter);
  await answer.say("c", 80);
  await answer.say("d", 60);
  await answer.say("e", 39);
  expect(answer.texts()).toEqual(["a", "b", "cd"]);
  await vi.advanceTimersByTimeAsync(21);
  expect(answer.texts()).toEqual(["a", "b", "cd", "e"]);
});

it("text after a pause is passed on at once", async () => {
  const answer = anAnswer();
  for (const letter of "abc") await answer.say(letter, 20);
  await vi.advanceTimersByTimeAsync(500);
  await answer.say("d");
  expect(answer.texts()).toEqual(["a", "b", "c", "d"]);
});

it("an event in two pieces is passed on when it is complete", async () => {
  const answer = anAnswer();
  for (const letter of "ab") await answer.say(letter, 200);
  const whole = event("c".repeat(100));
  await answer.write(whole.slice(0, 60), 1);
  await answer.write(whole.slice(60));
  expect(answer.gulps.slice(2)).toEqual([whole]);
});

it("an event whose second half never comes does not delay earlier ones", async () => {
  const answer = anAnswer();
  for (const letter of "ab") await answer.say(letter, 200);
  await answer.write(event("c") + event("d").slice(0, 10), 10);
  expect(answer.texts()).toEqual(["a", "b", "c"]);
});

it("the end comes with all pending text", async () => {
  const answer = anAnswer();
  for (const letter of "abcd") await answer.say(letter);
  await answer.write("data: [DONE]\n\n");
  await answer.close();
  expect(answer.gulps).toEqual([event("a"), event("b"), `${event("cd")}data: [DONE]\n\n`]);
  expect(answer.end()).toBe("closed");
});

it("an error comes after all pending text", async () => {
  const answer = anAnswer();
  for (const letter of "abcd") await answer.say(letter);
  await answer.fail(new Error("The line was cut."));
  expect(answer.texts()).toEqual(["a", "b", "cd"]);
  expect(answer.end()).toEqual(new Error("The line was cut."));
});

it("a fast model is not slowed down", async () => {
  const answer = anAnswer();
  for (const letter of "abc") await answer.say(letter);
  await answer.write("x".repeat(40_000));
  expect(answer.gulps.slice(2)).toHaveLength(2);
  await answer.close();
  expect(answer.gulps.slice(2).join("")).toBe(event("c") + "x".repeat(40_000));
});

it("a reader that stops closes the answer", async () => {
  const answer = anAnswer();
  for (const letter of "abc") await answer.say(letter);
  await answer.reader.cancel("enough");
  await expect(answer.say("d")).rejects.toThrow();
});
