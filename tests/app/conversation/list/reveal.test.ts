import { expect, it, test } from "vitest";
import {
  advance,
  findCharacterEnd,
  type Reveal,
  receive,
  startReveal,
} from "#app/features/conversation/list/reveal.ts";
import { findRestOfWord } from "#app/features/conversation/list/streaming-passage.tsx";

const FRAME_MS = 16;

/** Runs frames by a clock of its own. */
function frames(reveal: Reveal, count: number, from = 0): Reveal {
  let current = reveal;
  for (let frame = 1; frame <= count; frame += 1) current = advance(current, from + frame * FRAME_MS);
  return current;
}

test("text that is more than a second behind is caught up with, without a leap", () => {
  const length = 5_000;
  let reveal = receive(startReveal("", 0, 0), "x".repeat(length), 0);
  const steps: number[] = [];
  let frame = 0;
  while (reveal.shown < length) {
    frame += 1;
    const next = advance(reveal, frame * FRAME_MS);
    steps.push(next.shown - reveal.shown);
    reveal = next;
  }
  expect(Math.max(...steps)).toBeLessThan(length * 0.11);
  expect(frame * FRAME_MS).toBeLessThan(3_000);
});

test("a reply appears at once, calmly or fast, as its reader chose", () => {
  const text = "The lamp turned once more and went out over the long black water.";
  const count = (pace: "once" | "calm" | "fast") => {
    let reveal = receive(startReveal("", 0, 0), text, 0);
    const steps: number[] = [];
    while (reveal.solid < text.length) {
      const next = advance(reveal, (steps.length + 1) * FRAME_MS, pace);
      if (next.shown > reveal.shown) steps.push(next.shown - reveal.shown);
      reveal = next;
    }
    return { most: Math.max(...steps), frames: steps.length };
  };
  expect(count("once")).toEqual({ most: text.length, frames: 1 });
  expect(count("fast")).toEqual({ most: 8, frames: Math.ceil(text.length / 8) });
  expect(count("calm")).toEqual({ most: 2, frames: Math.ceil(text.length / 2) });
});

test("new text continues the shown text", () => {
  const shown = frames(receive(startReveal("", 0, 0), "The rain", 0), 3);
  const more = receive(shown, "The rain never stops", 50);
  expect(more.shown).toBe(6);
  expect(frames(more, 1, 50).shown).toBe(8);
});

test("text that does not continue the shown text is revealed from its beginning", () => {
  const shown = frames(receive(startReveal("", 0, 0), "The rain", 0), 3);
  expect(receive(shown, "A storm", 50)).toMatchObject({ shown: 0, solid: 0, text: "A storm" });
});

test("no frame ever shows half a character", () => {
  const text = "a👩‍🚀b👍🏽cȩ́d";
  const whole = new Set<number>([0]);
  for (const { index, segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    whole.add(index + segment.length);
  }
  for (let index = 0; index <= text.length; index += 1) {
    expect(whole).toContain(findCharacterEnd(text, index));
  }
});

it("the rest of a word is known while its beginning is shown", () => {
  expect(findRestOfWord("The radio hissed", 6)).toBe("dio");
  expect(findRestOfWord("The radio hissed", 4)).toBe("");
  expect(findRestOfWord("The radio hissed", 9)).toBe("");
  expect(findRestOfWord("The radio hissed", 0)).toBe("");
  expect(findRestOfWord("字".repeat(200), 100)).toHaveLength(24);
});
