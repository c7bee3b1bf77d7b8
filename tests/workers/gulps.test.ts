import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { inGulps } from "#workers/ai/gulps.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A model's answer that a test writes, and what is read of it in gulps. */
function anAnswer() {
  const source = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, { highWaterMark: 100 });
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
    reader,
    source,
    end: () => end,
    /** Writes a piece; then so many milliseconds pass. */
    async say(piece: string, ms = 0) {
      await writer.write(new TextEncoder().encode(piece));
      await vi.advanceTimersByTimeAsync(ms);
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

it("the first two pieces are handed on as they come, what flows after them ten times a second", async () => {
  const answer = anAnswer();
  for (const letter of "abcdefghijkl") await answer.say(letter, 20);
  expect(answer.gulps).toEqual(["a", "b", "cdef", "ghijk"]);
});

it("what comes after a pause is handed on at once", async () => {
  const answer = anAnswer();
  for (const letter of "abc") await answer.say(letter, 20);
  await vi.advanceTimersByTimeAsync(500);
  await answer.say("d");
  expect(answer.gulps).toEqual(["a", "b", "c", "d"]);
});

it("the end comes with all that was held", async () => {
  const answer = anAnswer();
  for (const letter of "abcd") await answer.say(letter);
  await answer.close();
  expect(answer.gulps).toEqual(["a", "b", "cd"]);
  expect(answer.end()).toBe("closed");
});

it("a cut comes after all that was held", async () => {
  const answer = anAnswer();
  for (const letter of "abcd") await answer.say(letter);
  await answer.fail(new Error("The line was cut."));
  expect(answer.gulps).toEqual(["a", "b", "cd"]);
  expect(answer.end()).toEqual(new Error("The line was cut."));
});

it("a model that pours is not held back", async () => {
  const answer = anAnswer();
  const much = "x".repeat(16_384);
  for (const piece of ["a", "b", "c", much, "d"]) await answer.say(piece);
  expect(answer.gulps).toEqual(["a", "b", `c${much}`]);
});

it("who reads no further closes the answer", async () => {
  const answer = anAnswer();
  for (const letter of "abc") await answer.say(letter);
  await answer.reader.cancel("enough");
  await expect(answer.say("d")).rejects.toBe("enough");
});
