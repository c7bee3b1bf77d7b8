import { expect, it, test } from "vitest";
import { findRestOfWord, planFades } from "#app/features/conversation/list/fading.ts";
import {
  advance,
  CHARACTERS_PER_FRAME,
  FADE_LENGTH,
  findCharacterEnd,
  type Reveal,
  receive,
  revealAll,
  startReveal,
} from "#app/features/conversation/list/reveal.ts";

const FRAME_MS = 16;

/** Runs frames by a clock of its own. */
function frames(reveal: Reveal, count: number, from = 0): Reveal {
  let current = reveal;
  for (let frame = 1; frame <= count; frame += 1) current = advance(current, from + frame * FRAME_MS);
  return current;
}

test("two characters are shown in each frame", () => {
  const reveal = receive(startReveal("", 0, 0), "The radio hissed at nine.", 0);
  expect(frames(reveal, 1).shown).toBe(CHARACTERS_PER_FRAME);
  expect(frames(reveal, 5).shown).toBe(5 * CHARACTERS_PER_FRAME);
});

test("text that has waited for less than a second is not hurried", () => {
  const reveal = receive(startReveal("", 0, 0), "x".repeat(5_000), 0);
  expect(frames(reveal, 60).shown).toBe(60 * CHARACTERS_PER_FRAME);
});

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

test("text that was read before a reload is shown at once", () => {
  const reveal = startReveal("The rain", 8, 0);
  expect(reveal).toMatchObject({ shown: 8, solid: 8 });
  expect(advance(reveal, FRAME_MS)).toBe(reveal);
});

test("the last characters fade while text comes, and become solid when it pauses", () => {
  const text = "x".repeat(100);
  const running = frames(receive(startReveal("", 0, 0), text, 0), 40);
  expect(running.shown - running.solid).toBe(FADE_LENGTH);
  const paused = frames(running, 30, 640);
  expect(paused).toMatchObject({ shown: 100, solid: 100 });
  expect(advance(paused, 5_000)).toBe(paused);
});

test("all of it can be shown at once", () => {
  expect(revealAll(receive(startReveal("", 0, 0), "The rain", 0))).toMatchObject({ shown: 8, solid: 8 });
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

it("the last characters fade from the solid text to the newest", () => {
  expect(planFades(40, 20)).toEqual([
    { name: "fade-1", start: 20, end: 25 },
    { name: "fade-2", start: 25, end: 30 },
    { name: "fade-3", start: 30, end: 35 },
    { name: "fade-4", start: 35, end: 40 },
  ]);
  expect(planFades(27, 20).map(({ end }) => end)).toEqual([25, 27]);
  expect(planFades(60, 20).at(-1)).toEqual({ name: "fade-4", start: 35, end: 60 });
});

it("a finished text does not fade", () => {
  expect(planFades(40, 40)).toEqual([]);
});

it("the rest of a word is known while its beginning is shown", () => {
  expect(findRestOfWord("The radio hissed", 6)).toBe("dio");
  expect(findRestOfWord("The radio hissed", 4)).toBe("");
  expect(findRestOfWord("The radio hissed", 9)).toBe("");
  expect(findRestOfWord("The radio hissed", 0)).toBe("");
  expect(findRestOfWord("字".repeat(200), 100)).toHaveLength(24);
});
